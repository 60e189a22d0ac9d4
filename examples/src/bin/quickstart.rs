//! Kiln in one file: 500 real earthquakes from JSON to bytes and back.
//!
//! `cargo run --bin quickstart`, from any folder of the repository.

use kiln::{Describe, Kiln, frame};
use serde::{Deserialize, Serialize};

// The records. `Kiln` gives each type its schema, its type hash, and encode and decode.

/// An event of the table, with everything that it holds on the heap. (`Serialize` is here for the
/// comparison with JSON.)
#[derive(Kiln, Serialize, Clone, PartialEq, Debug)]
struct Quake {
    id: EventId<String>,
    kind: EventKind,
    reviewed: bool,
    magnitude: f64,
    place: String,
    time_ms: i64,
    position: Position,
    /// Stations that the position was worked out from; not every network says.
    stations: Option<u32>,
    /// How many people reported that they felt it.
    felt: Option<u32>,
    /// The networks that reported the event.
    sources: Vec<String>,
}

/// The same event with its text borrowed from the bytes. Same fields, so the same wire.
#[derive(Kiln, PartialEq, Debug)]
struct QuakeRef<'a> {
    id: EventId<&'a str>,
    kind: EventKind,
    reviewed: bool,
    magnitude: f64,
    place: &'a str,
    time_ms: i64,
    position: Position,
    stations: Option<u32>,
    felt: Option<u32>,
    sources: Vec<&'a str>,
}

/// A newtype costs nothing on the wire: it has the schema of its field.
#[derive(Kiln, Serialize, Copy, Clone, PartialEq, Eq, Debug)]
struct EventId<T>(T);

/// One byte on the wire: the position of the variant.
#[derive(Kiln, Serialize, Deserialize, Copy, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum EventKind {
    Earthquake,
    Explosion,
    #[serde(rename = "quarry blast")]
    QuarryBlast,
}

/// Degrees and kilometres: 24 bytes in memory, the same 24 on the wire.
#[derive(Kiln, Serialize, Copy, Clone, PartialEq, Debug)]
struct Position {
    longitude: f64,
    latitude: f64,
    depth_km: f64,
}

/// Something else, to be mistaken for a `Quake` below.
#[derive(Kiln, Debug)]
#[allow(dead_code)] // nobody will get to read one
struct Station {
    code: String,
    height_m: f64,
    online: bool,
}

// The type hash is a constant. What has to agree can be made to agree at compile time.
const _: () = assert!(Quake::TYPE_HASH == QuakeRef::TYPE_HASH);
const _: () = assert!(Quake::TYPE_HASH != Station::TYPE_HASH);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", report()?);
    Ok(())
}

fn report() -> Result<String, Box<dyn std::error::Error>> {
    let mut out = Report::default();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/earthquakes.json");
    let file = std::fs::read_to_string(path)?;
    let quakes = parse(&file)?;

    out.heading("The table");
    let strongest = quakes
        .iter()
        .max_by(|a, b| a.magnitude.total_cmp(&b.magnitude))
        .ok_or("no events")?;
    out.row("events", quakes.len());
    out.row("explosions", of_kind(&quakes, EventKind::Explosion));
    out.row("quarry blasts", of_kind(&quakes, EventKind::QuarryBlast));
    out.row(
        "felt by somebody",
        quakes.iter().filter(|q| q.felt.is_some()).count(),
    );
    out.row(
        "strongest",
        format!("{} {}", strongest.magnitude, strongest.place),
    );

    out.heading("The type");
    out.schema(&Quake::SCHEMA.to_string());
    out.row("type hash", format!("{:016x}", Quake::TYPE_HASH));
    out.row("smallest value", format!("{} bytes", Quake::MIN_SIZE));

    out.heading("There and back");
    let bytes = kiln::to_vec(&quakes)?;
    let owned: Vec<Quake> = kiln::from_slice(&bytes)?;
    let borrowed: Vec<QuakeRef<'_>> = kiln::from_slice(&bytes)?;
    out.row("owned", same(owned == quakes));
    out.row("borrowed", same(borrowed == quakes));
    out.row("encoded again", same(kiln::to_vec(&borrowed)? == bytes));

    out.heading("Sizes in bytes");
    out.row("the file", file.len());
    out.row("these records as JSON", serde_json::to_vec(&quakes)?.len());
    out.row("these records as Kiln", bytes.len());

    out.heading("What broken input gives");
    let read = |bytes: &[u8]| outcome::<Vec<Quake>>(bytes);
    let kind_of_the_first = 4 + 4 + quakes[0].id.0.len(); // behind two counts and the id's text
    out.row("cut in half", read(&bytes[..bytes.len() / 2]));
    out.row("one byte too many", read(&[&bytes[..], &[0]].concat()));
    out.row(
        "a flipped bit in an enum tag",
        read(&flipped(&bytes, kind_of_the_first * 8 + 7)),
    );
    out.row("a flipped bit in text", read(&flipped(&bytes, 8 * 8 + 7)));
    out.row("a count of 16,777,216 and no more", read(&[0, 0, 0, 1]));
    out.row("a count of 4,294,967,295", read(&[0xff; 4]));
    out.row("another type's bytes", read(&kiln::to_vec(&stations())?));
    out.text(
        "  The last one is luck: a bare value does not say what it is. A frame does, see below.",
    );

    out.heading("Each bit of the strongest event flipped, one at a time");
    let one = kiln::to_vec(strongest)?;
    out.row("bytes of the strongest event", one.len());
    let outcomes: Vec<&str> = (0..one.len() * 8)
        .map(|bit| outcome::<Quake>(&flipped(&one, bit)))
        .collect();
    for name in ["EOF", "TYPE", "UTF8", "TRAILING", "LIMIT", "a value"] {
        out.row(name, outcomes.iter().filter(|o| **o == name).count());
    }
    out.text(
        "  \"a value\" is the honest part: a flip inside a number or a letter is another number\n  \
         or another letter, and no format can tell from the value alone. A checksum can.",
    );

    out.heading("The same event in a frame: type hash and checksum in front");
    let framed = frame::to_vec(strongest)?;
    out.row("bytes of the frame", framed.len());
    let refused = (0..framed.len() * 8)
        .filter(|&bit| frame::from_slice::<Quake>(&flipped(&framed, bit)).is_err())
        .count();
    out.row("flips tried", framed.len() * 8);
    out.row("flips refused", refused);
    let station = frame::to_vec(&stations()[0])?;
    let mistaken = frame::from_slice::<Quake>(&station).map_err(kiln::Error::name);
    out.row("another type's frame", mistaken.err().unwrap_or("a value"));
    Ok(out.0)
}

/// The name of the error, or "a value".
fn outcome<'a, T: kiln::Decode<'a>>(bytes: &'a [u8]) -> &'static str {
    match kiln::from_slice::<T>(bytes) {
        Ok(_) => "a value",
        Err(error) => error.name(),
    }
}

fn flipped(bytes: &[u8], bit: usize) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    copy[bit / 8] ^= 1 << (bit % 8);
    copy
}

fn stations() -> Vec<Station> {
    vec![Station {
        code: "TAM".into(),
        height_m: 1377.0,
        online: true,
    }]
}

fn of_kind(quakes: &[Quake], kind: EventKind) -> usize {
    quakes.iter().filter(|q| q.kind == kind).count()
}

/// Compares what was borrowed with what is owned, field by field.
impl PartialEq<Quake> for QuakeRef<'_> {
    fn eq(&self, other: &Quake) -> bool {
        self.id.0 == other.id.0
            && self.kind == other.kind
            && self.reviewed == other.reviewed
            && self.magnitude == other.magnitude
            && self.place == other.place
            && self.time_ms == other.time_ms
            && self.position == other.position
            && self.stations == other.stations
            && self.felt == other.felt
            && self.sources == other.sources
    }
}

// The file is GeoJSON. These types are its shape; serde reads it, and `parse` makes records of it.

#[derive(Deserialize)]
struct Feed {
    features: Vec<Feature>,
}

#[derive(Deserialize)]
struct Feature {
    id: String,
    properties: Properties,
    geometry: Geometry,
}

#[derive(Deserialize)]
struct Properties {
    #[serde(rename = "type")]
    kind: EventKind,
    status: String,
    mag: f64,
    place: String,
    time: i64,
    nst: Option<u32>,
    felt: Option<u32>,
    sources: String, // ",us,ak,"
}

#[derive(Deserialize)]
struct Geometry {
    coordinates: [f64; 3],
}

fn parse(file: &str) -> serde_json::Result<Vec<Quake>> {
    let feed: Feed = serde_json::from_str(file)?;
    Ok(feed.features.into_iter().map(Quake::from).collect())
}

impl From<Feature> for Quake {
    fn from(event: Feature) -> Self {
        let [longitude, latitude, depth_km] = event.geometry.coordinates;
        let p = event.properties;
        Self {
            id: EventId(event.id),
            kind: p.kind,
            reviewed: p.status == "reviewed",
            magnitude: p.mag,
            place: p.place,
            time_ms: p.time,
            position: Position {
                longitude,
                latitude,
                depth_km,
            },
            stations: p.nst,
            felt: p.felt,
            sources: p
                .sources
                .split(',')
                .filter(|s| !s.is_empty())
                .map(String::from)
                .collect(),
        }
    }
}

fn same(yes: bool) -> &'static str {
    if yes { "the same" } else { "DIFFERENT" }
}

/// What is printed at the end.
#[derive(Default)]
struct Report(String);

impl Report {
    fn heading(&mut self, text: &str) {
        self.0 += &format!("\n{text}\n");
    }

    fn row(&mut self, label: &str, value: impl std::fmt::Display) {
        self.0 += &format!("  {label:<34} {value}\n");
    }

    fn text(&mut self, text: &str) {
        self.0 += &format!("\n{text}\n");
    }

    /// Breaks a schema text behind commas. The breaks are for the eye: a schema text has no blanks.
    fn schema(&mut self, text: &str) {
        let mut line = String::new();
        for piece in text.split_inclusive(',') {
            if line.len() + piece.len() > 80 {
                self.0 += &format!("  {line}\n");
                line.clear();
            }
            line.push_str(piece);
        }
        self.0 += &format!("  {line}\n");
    }
}
