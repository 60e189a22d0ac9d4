//! What the tests of frames share: the types of the golden frames, and frames put together field by
//! field, so that each field can be wrong.

use kiln::{Error, Kiln, Limits, frame::Options};

/// The type of the golden frames.
#[derive(Kiln, PartialEq, Debug, Clone)]
pub struct Point {
    /// The first coordinate.
    pub x: f32,
    /// The second.
    pub y: f32,
    /// What the point is called.
    pub tag: String,
}

/// The type of the golden frame that expects another name.
#[derive(Kiln, PartialEq, Debug, Clone)]
pub struct Labelled {
    /// The first coordinate.
    pub x: f32,
    /// The second.
    pub y: f32,
    /// What the point is called, by another name.
    pub label: String,
}

/// The value of the golden frames.
#[must_use]
pub fn point() -> Point {
    Point {
        x: 1.0,
        y: -2.0,
        tag: "p".into(),
    }
}

/// The CRC-32 of zlib and PNG, bit by bit: another way to it than the library's.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & 0u32.wrapping_sub(crc & 1));
        }
    }
    !crc
}

/// The parts of a frame, each of which may be wrong. What is `None` comes out right.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Offset 0.
    pub magic: [u8; 4],
    /// Offset 4.
    pub version: u16,
    /// Offset 6.
    pub flags: u16,
    /// Offset 8.
    pub type_hash: u64,
    /// Offset 16.
    pub body_bytes: Option<u64>,
    /// Offset 24.
    pub schema_bytes: Option<u64>,
    /// What to xor the right checksum with.
    pub checksum_error: u32,
    /// Offset 36.
    pub reserved: [u8; 28],
    /// The value.
    pub body: Vec<u8>,
    /// The schema text.
    pub text: Vec<u8>,
    /// What follows the frame.
    pub trailing: Vec<u8>,
    /// How many bytes of all that are there.
    pub cut: Option<usize>,
}

impl Parts {
    /// The parts of the golden point with schema text and checksum.
    #[must_use]
    pub fn of_point() -> Self {
        use kiln::Describe;
        Self {
            magic: *b"KILN",
            version: 2,
            flags: 7,
            type_hash: Point::TYPE_HASH,
            body_bytes: None,
            schema_bytes: None,
            checksum_error: 0,
            reserved: [0; 28],
            body: kiln::to_vec(&point()).expect("a point"),
            text: Point::SCHEMA.to_string().into_bytes(),
            trailing: Vec::new(),
            cut: None,
        }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let body_bytes = self.body_bytes.unwrap_or(self.body.len() as u64);
        let schema_bytes = self.schema_bytes.unwrap_or(self.text.len() as u64);
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(self.flags.to_le_bytes());
        bytes.extend(self.type_hash.to_le_bytes());
        bytes.extend(body_bytes.to_le_bytes());
        bytes.extend(schema_bytes.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.reserved);
        bytes.extend(&self.body);
        bytes.extend(&self.text);
        if self.flags & 4 != 0 {
            let sum = crc32(&bytes) ^ self.checksum_error;
            bytes[32..36].copy_from_slice(&sum.to_le_bytes());
        } else {
            bytes[32..36].copy_from_slice(&self.checksum_error.to_le_bytes());
        }
        bytes.extend(&self.trailing);
        bytes.truncate(self.cut.unwrap_or(bytes.len()));
        bytes
    }
}

/// Every choice of options.
#[must_use]
pub fn all_options() -> [Options; 4] {
    [(false, false), (false, true), (true, false), (true, true)]
        .map(|(schema, checksum)| Options { schema, checksum })
}

/// Reads a point out of a frame, in memory.
///
/// # Errors
/// Those of the frame.
pub fn read_point(bytes: &[u8]) -> Result<Point, Error> {
    Limits::default().frame_from_slice(bytes)
}
