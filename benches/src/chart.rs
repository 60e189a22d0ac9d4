//! The chart: how many times Kiln's time the others take.

use crate::{Kind, Mode, report::Row};
use plotters::{
    backend::SVGBackend,
    drawing::{DrawingArea, IntoDrawingArea},
    element::{Circle, PathElement, Rectangle, Text},
    style::{
        Color, IntoFont, RGBColor, ShapeStyle, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

const WIDTH: i32 = 990;
const ROW: i32 = 20;
const HEAD: i32 = 36;
const TOP: i32 = 96;
const BOTTOM: i32 = 34;
/// Where names end and the scale begins and ends.
const LEFT: i32 = 110;
const RIGHT: i32 = WIDTH - 120;
/// The backend writes a font of so many pixels smaller by this factor.
const FONT: f64 = 1.24;
/// The ends of the scale.
const LOW: f64 = 0.25;
const HIGH: f64 = 8.0;

const INK: RGBColor = RGBColor(40, 40, 40);
const FAINT: RGBColor = RGBColor(214, 214, 214);
const AHEAD: RGBColor = RGBColor(46, 125, 80);
const BEHIND: RGBColor = RGBColor(200, 80, 40);
const PEER: RGBColor = RGBColor(70, 110, 180);
const OTHER: RGBColor = RGBColor(170, 120, 190);

fn title(mode: Mode) -> &'static str {
    match mode {
        Mode::Reuse => "Encode into a buffer that is used again",
        Mode::Fresh => "Encode to a fresh buffer",
        Mode::Owned => "Decode to owned values",
        Mode::Borrowed => "Decode to values that borrow their text",
    }
}

/// Of a ratio, on a scale where double and half are equally far.
fn x(ratio: f64) -> i32 {
    let part = (ratio / LOW).ln() / (HIGH / LOW).ln();
    LEFT + (part.clamp(0.0, 1.0) * f64::from(RIGHT - LEFT)).round() as i32
}

fn text(area: &Area<'_>, at: (i32, i32), size: u32, color: RGBColor, horizontal: HPos, what: &str) {
    let style = TextStyle::from(("sans-serif", f64::from(size) * FONT).into_font())
        .color(&color)
        .pos(Pos::new(horizontal, VPos::Center));
    area.draw(&Text::new(what.to_owned(), at, style))
        .expect("an SVG in memory");
}

fn line(area: &Area<'_>, from: (i32, i32), to: (i32, i32), style: ShapeStyle) {
    area.draw(&PathElement::new(vec![from, to], style))
        .expect("an SVG in memory");
}

fn dot(area: &Area<'_>, at: (i32, i32), color: RGBColor) {
    area.draw(&Circle::new(at, 3, color.mix(0.75).filled()))
        .expect("an SVG in memory");
}

fn bar(area: &Area<'_>, from: (i32, i32), to: (i32, i32), color: RGBColor) {
    let (left, right) = (from.0.min(to.0), from.0.max(to.0));
    area.draw(&Rectangle::new(
        [(left, from.1), (right, to.1)],
        color.filled(),
    ))
    .expect("an SVG in memory");
}

/// An SVG.
pub fn draw(rows: &[Row]) -> String {
    let modes: Vec<(Mode, Vec<&Row>)> = Mode::ALL
        .into_iter()
        .map(|mode| {
            let of = rows.iter().filter(|row| row.mode == mode.name()).collect();
            (mode, of)
        })
        .filter(|(_, of): &(_, Vec<_>)| !of.is_empty())
        .collect();
    let height = TOP + BOTTOM + modes.len() as i32 * HEAD + rows.len() as i32 * ROW;
    let mut out = String::new();
    {
        let area =
            SVGBackend::with_string(&mut out, (WIDTH as u32, height as u32)).into_drawing_area();
        area.fill(&RGBColor(255, 255, 255))
            .expect("an SVG in memory");
        legend(&area);
        scale(&area, height);
        let mut y = TOP;
        for (mode, of) in &modes {
            text(
                &area,
                (10, y + HEAD / 2 + 4),
                15,
                INK,
                HPos::Left,
                title(*mode),
            );
            y += HEAD;
            for row in of {
                draw_row(&area, y + ROW / 2, row);
                y += ROW;
            }
        }
        area.present().expect("an SVG in memory");
    }
    out
}

fn legend(area: &Area<'_>) {
    text(
        area,
        (10, 22),
        19,
        INK,
        HPos::Left,
        "Time of the others, in times of Kiln's",
    );
    let y = 50;
    let mut at = 10;
    for (color, is_bar, what, width) in [
        (AHEAD, true, "fastest row-wise peer: Kiln is faster", 250),
        (BEHIND, true, "the same: Kiln is slower", 180),
        (PEER, false, "each row-wise peer", 140),
        (OTHER, false, "columns or in place", 145),
        (INK, false, "limit: memcpy, clone", 0),
    ] {
        if is_bar {
            bar(area, (at, y - 5), (at + 16, y + 5), color);
        } else if color == INK {
            line(area, (at + 8, y - 7), (at + 8, y + 7), INK.stroke_width(2));
        } else {
            dot(area, (at + 8, y), color);
        }
        text(area, (at + 22, y), 12, INK, HPos::Left, what);
        at += width;
    }
}

fn scale(area: &Area<'_>, height: i32) {
    for (ratio, name) in [
        (0.25, "¼ ×"),
        (0.5, "½ ×"),
        (1.0, "Kiln"),
        (2.0, "2 ×"),
        (4.0, "4 ×"),
        (8.0, "8 × and more"),
    ] {
        let at = x(ratio);
        let style = if ratio == 1.0 { INK } else { FAINT };
        line(
            area,
            (at, TOP),
            (at, height - BOTTOM),
            style.stroke_width(1),
        );
        for y in [TOP - 12, height - BOTTOM + 14] {
            text(area, (at, y), 12, INK, HPos::Center, name);
        }
    }
}

fn draw_row(area: &Area<'_>, y: i32, row: &Row) {
    text(area, (LEFT - 12, y), 13, INK, HPos::Right, row.case);
    let kiln = row.kiln();
    if let Some((ratio, name)) = row.ratio(Kind::RowWise) {
        let best = 1.0 / ratio;
        let color = if best >= 1.0 { AHEAD } else { BEHIND };
        bar(area, (x(1.0), y - 6), (x(best), y + 6), color);
        let label = format!("{best:.2} × {name}");
        text(area, (RIGHT + 8, y), 11, color, HPos::Left, &label);
    }
    for times in &row.times {
        let at = x(1.0 / kiln.over(times));
        match times.kind {
            Kind::Kiln => {}
            Kind::Limit => line(area, (at, y - 8), (at, y + 8), INK.stroke_width(2)),
            Kind::RowWise => dot(area, (at, y), PEER),
            Kind::Other => dot(area, (at, y), OTHER),
        }
    }
}
