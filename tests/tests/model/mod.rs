//! A value as the format sees it, and the bytes that follow from that.

/// What a value is made of.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    /// A scalar's bytes.
    Raw(Vec<u8>),
    /// A count, then the elements.
    List(Vec<Model>),
    /// One after another, without a count.
    All(Vec<Model>),
    /// A tag of one byte, and what it announces.
    Tagged(u8, Box<Model>),
}

impl Model {
    /// A count of bytes, then text.
    pub(crate) fn text(text: &str) -> Self {
        Self::bytes_of(text.as_bytes())
    }

    /// A count, then bytes.
    pub(crate) fn bytes_of(bytes: &[u8]) -> Self {
        Self::List(bytes.iter().map(|byte| Self::Raw(vec![*byte])).collect())
    }

    /// The wire bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Raw(bytes) => bytes.clone(),
            Self::List(items) => {
                let count = u32::try_from(items.len()).expect("few items");
                let bytes = items.iter().flat_map(Self::bytes);
                count.to_le_bytes().into_iter().chain(bytes).collect()
            }
            Self::All(items) => items.iter().flat_map(Self::bytes).collect(),
            Self::Tagged(tag, carried) => [vec![*tag], carried.bytes()].concat(),
        }
    }
}
