//! The chart: how long the fastest row-wise peer takes, where Kiln takes 1.

use crate::{
    Kind, Mode,
    figures::{Entry, Row},
};
use plotters::{
    backend::SVGBackend,
    drawing::{DrawingArea, IntoDrawingArea},
    element::{PathElement, Rectangle, Text},
    style::{
        Color, IntoFont, RGBColor, ShapeStyle, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Of a panel. There are two beside each other.
const WIDTH: i32 = 500;
const ROW: i32 = 22;
/// Title and scale of a panel.
const HEAD: i32 = 62;
const GAP: i32 = 22;
/// Title and legend of the chart.
const TOP: i32 = 84;
/// In a panel: where names end, and the scale begins and ends.
const NAMES: i32 = 86;
const LEFT: i32 = 98;
const RIGHT: i32 = 340;
/// The backend writes a font of so many pixels smaller by this factor.
const FONT: f64 = 1.24;
/// The ends of the scale. Longer bars are cut there, and their number tells.
const LOW: f64 = 0.25;
const HIGH: f64 = 4.0;
/// A ratio so near to 1 means nothing.
const EVEN: f64 = 0.03;

const INK: RGBColor = RGBColor(40, 40, 40);
const FAINT: RGBColor = RGBColor(222, 222, 222);
const AHEAD: RGBColor = RGBColor(46, 125, 80);
const BEHIND: RGBColor = RGBColor(200, 80, 40);
const SAME: RGBColor = RGBColor(130, 130, 130);

fn title(mode: Mode) -> &'static str {
    match mode {
        Mode::Reuse => "Encode into a buffer used again",
        Mode::Fresh => "Encode to a fresh buffer",
        Mode::Owned => "Decode to owned values",
        Mode::Borrowed => "Decode to values that borrow text",
    }
}

/// Of a ratio, on a scale where double and half are equally far.
fn x(ratio: f64) -> i32 {
    let part = (ratio / LOW).ln() / (HIGH / LOW).ln();
    LEFT + (part.clamp(0.0, 1.0) * f64::from(RIGHT - LEFT)).round() as i32
}

/// A place in the chart, and what is drawn from there on.
struct Panel<'a, 'b> {
    area: &'a Area<'b>,
    at: (i32, i32),
}

impl Panel<'_, '_> {
    fn move_by(&self, (x, y): (i32, i32)) -> (i32, i32) {
        (self.at.0 + x, self.at.1 + y)
    }

    fn text(&self, at: (i32, i32), size: u32, color: RGBColor, horizontal: HPos, what: &str) {
        let style = TextStyle::from(("sans-serif", f64::from(size) * FONT).into_font())
            .color(&color)
            .pos(Pos::new(horizontal, VPos::Center));
        self.area
            .draw(&Text::new(what.to_owned(), self.move_by(at), style))
            .expect("an SVG in memory");
    }

    fn line(&self, from: (i32, i32), to: (i32, i32), style: ShapeStyle) {
        let path = vec![self.move_by(from), self.move_by(to)];
        self.area
            .draw(&PathElement::new(path, style))
            .expect("an SVG in memory");
    }

    fn bar(&self, from: (i32, i32), to: (i32, i32), color: RGBColor) {
        let corners = [
            self.move_by((from.0.min(to.0), from.1)),
            self.move_by((from.0.max(to.0), to.1)),
        ];
        self.area
            .draw(&Rectangle::new(corners, color.filled()))
            .expect("an SVG in memory");
    }

    fn draw(&self, mode: Mode, rows: &[&Row]) {
        self.text((8, 14), 15, INK, HPos::Left, title(mode));
        let bottom = HEAD + rows.len() as i32 * ROW;
        for (ratio, name) in [
            (0.25, "¼"),
            (0.5, "½"),
            (1.0, "Kiln = 1"),
            (2.0, "2"),
            (4.0, "4"),
        ] {
            let style = if ratio == 1.0 { INK } else { FAINT };
            self.line(
                (x(ratio), HEAD - 6),
                (x(ratio), bottom),
                style.stroke_width(1),
            );
            self.text((x(ratio), HEAD - 18), 12, INK, HPos::Center, name);
        }
        for (i, row) in rows.iter().enumerate() {
            let y = HEAD + i as i32 * ROW + ROW / 2;
            self.text((NAMES, y), 13, INK, HPos::Right, &row.case);
            if let Some(best) = row.best_of(Kind::RowWise) {
                self.peer(y, best);
            }
        }
    }

    fn peer(&self, y: i32, peer: &Entry) {
        let times = 1.0 / peer.ratio.median;
        let color = color(peer.ratio.median);
        self.bar((x(1.0), y - 7), (x(times), y + 7), color);
        // Over the runs.
        let (low, high) = (x(1.0 / peer.ratio.high), x(1.0 / peer.ratio.low));
        if low < high {
            let style = INK.stroke_width(1);
            self.line((low, y), (high, y), style);
            for end in [low, high] {
                self.line((end, y - 3), (end, y + 3), style);
            }
        }
        let label = format!("{times:.2} × {}", peer.name);
        self.text((RIGHT + 12, y), 12, color, HPos::Left, &label);
    }
}

fn color(ratio: f64) -> RGBColor {
    if ratio < 1.0 - EVEN {
        AHEAD
    } else if ratio > 1.0 + EVEN {
        BEHIND
    } else {
        SAME
    }
}

/// An SVG.
pub fn draw(rows: &[Row]) -> String {
    let modes: Vec<(Mode, Vec<&Row>)> = Mode::ALL
        .into_iter()
        .map(|mode| (mode, rows.iter().filter(|row| row.mode == mode).collect()))
        .filter(|(_, of): &(_, Vec<_>)| !of.is_empty())
        .collect();
    let heights: Vec<i32> = modes
        .chunks(2)
        .map(|pair| {
            let rows = pair.iter().map(|(_, of)| of.len()).max().unwrap_or(0);
            HEAD + rows as i32 * ROW + GAP
        })
        .collect();
    let size = (2 * WIDTH as u32, (TOP + heights.iter().sum::<i32>()) as u32);
    let mut out = String::new();
    {
        let area = SVGBackend::with_string(&mut out, size).into_drawing_area();
        area.fill(&RGBColor(255, 255, 255))
            .expect("an SVG in memory");
        legend(&Panel {
            area: &area,
            at: (0, 0),
        });
        let mut y = TOP;
        for (pair, height) in modes.chunks(2).zip(heights) {
            for (side, (mode, of)) in pair.iter().enumerate() {
                let at = (side as i32 * WIDTH, y);
                Panel { area: &area, at }.draw(*mode, of);
            }
            y += height;
        }
        area.present().expect("an SVG in memory");
    }
    out
}

fn legend(panel: &Panel<'_, '_>) {
    let title = "Time of the fastest row-wise peer, in times of Kiln's";
    panel.text((8, 22), 19, INK, HPos::Left, title);
    let y = 54;
    for (at, color, what) in [
        (8, AHEAD, "Kiln is faster"),
        (140, SAME, "within 3 %: even"),
        (290, BEHIND, "Kiln is slower"),
    ] {
        panel.bar((at, y - 6), (at + 18, y + 6), color);
        panel.text((at + 26, y), 13, INK, HPos::Left, what);
    }
    let style = INK.stroke_width(1);
    panel.line((425, y), (449, y), style);
    for end in [425, 449] {
        panel.line((end, y - 3), (end, y + 3), style);
    }
    let what = "range over the runs; bars end at ¼ and 4, their numbers do not";
    panel.text((457, y), 13, INK, HPos::Left, what);
}
