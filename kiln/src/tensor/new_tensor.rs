//! One tensor that is to be written.

use super::build_error::BuildError;
use super::dtype::DType;
use super::element::{self, Element};
use super::quant::Quant;
use super::shape::{Shape, ShapeFault, element_and_byte_count};
use super::steps::{first_bad_bool, high_nibble_is_clear};
use super::table::Entry;
use super::view::TensorView;
use super::wire::has_control;
use crate::Describe;
use crate::plain;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

/// A tensor for [`TensorsBuilder::add`](super::TensorsBuilder::add): what it is, and its data or
/// the promise of it.
///
/// An empty name means none. Nothing is checked here; the builder does.
#[derive(Clone)]
pub struct NewTensor<'a> {
    pub(super) name: Cow<'a, str>,
    dtype: DType,
    dims: Dims,
    /// `None`: to come later.
    pub(super) data: Option<Cow<'a, [u8]>>,
    rare: Option<Box<Rare<'a>>>,
}

/// Builders hold many tensors, nearly all with few dimensions: those are in place.
#[derive(Clone)]
enum Dims {
    One([u64; 1]),
    Two([u64; 2]),
    Any(Box<Shape>),
    /// More than a shape can have: this many.
    TooMany(usize),
}

/// What few tensors have.
#[derive(Clone, Default)]
struct Rare<'a> {
    layout: Cow<'a, str>,
    quant: Option<Quant<'a>>,
}

impl Dims {
    #[inline]
    fn new(dims: &[u64]) -> Self {
        match *dims {
            [one] => Self::One([one]),
            [first, second] => Self::Two([first, second]),
            _ => Self::any(dims),
        }
    }

    fn any(dims: &[u64]) -> Self {
        Shape::new(dims).map_or(Self::TooMany(dims.len()), |shape| {
            Self::Any(Box::new(shape))
        })
    }

    /// Or how many there are, if too many.
    #[inline]
    fn get(&self) -> Result<&[u64], usize> {
        match self {
            Self::One(dims) => Ok(dims),
            Self::Two(dims) => Ok(dims),
            Self::Any(shape) => Ok(shape),
            Self::TooMany(rank) => Err(*rank),
        }
    }
}

impl<'a> NewTensor<'a> {
    /// A tensor of the elements of a slice, which is borrowed until the block is written.
    #[must_use]
    #[inline]
    pub fn from_slice<T: Element>(
        name: impl Into<Cow<'a, str>>,
        shape: &[u64],
        elements: &'a [T],
    ) -> Self {
        Self::new(name.into(), T::DTYPE, shape, Some(element::bytes(elements)))
    }

    /// A tensor of dtype `bool`.
    #[must_use]
    #[inline]
    pub fn from_bools(name: impl Into<Cow<'a, str>>, shape: &[u64], elements: &'a [bool]) -> Self {
        let data = if bool::IMAGE.is_write() {
            Cow::Borrowed(plain::bytes_of(elements, bool::IMAGE))
        } else {
            Cow::Owned(
                elements
                    .iter()
                    .map(|value| u8::from(*value))
                    .collect::<Vec<_>>(),
            )
        };
        Self::new(name.into(), DType::Bool, shape, Some(data))
    }

    /// A tensor of any dtype from the little-endian bytes of its elements, row-major and without
    /// gaps; 4-bit elements two to a byte, the earlier one in the low nibble.
    #[must_use]
    #[inline]
    pub fn from_bytes(
        name: impl Into<Cow<'a, str>>,
        dtype: DType,
        shape: &[u64],
        data: impl Into<Cow<'a, [u8]>>,
    ) -> Self {
        Self::new(name.into(), dtype, shape, Some(data.into()))
    }

    /// A tensor whose data will be written after the directory, by a
    /// [`PayloadWriter`](super::PayloadWriter).
    #[must_use]
    #[inline]
    pub fn without_data(name: impl Into<Cow<'a, str>>, dtype: DType, shape: &[u64]) -> Self {
        Self::new(name.into(), dtype, shape, None)
    }

    #[inline]
    fn new(name: Cow<'a, str>, dtype: DType, shape: &[u64], data: Option<Cow<'a, [u8]>>) -> Self {
        Self {
            name,
            dtype,
            dims: Dims::new(shape),
            data,
            rare: None,
        }
    }

    /// What a directory says of a tensor, with the data that it says it of.
    pub(super) fn from_entry(entry: &Entry<'a>, data: Cow<'a, [u8]>) -> Self {
        let mut new = Self::new(
            Cow::Borrowed(entry.name()),
            entry.dtype(),
            &entry.shape,
            Some(data),
        );
        let layout = Cow::Borrowed(entry.layout());
        let quant = entry.portable_quant();
        if !layout.is_empty() || quant.is_some() {
            new.rare = Some(Box::new(Rare { layout, quant }));
        }
        new
    }

    /// The same with a layout string, which the format hands on and does not look into: the
    /// data is row-major in any case.
    #[must_use]
    pub fn layout(mut self, layout: impl Into<Cow<'a, str>>) -> Self {
        self.rare.get_or_insert_default().layout = layout.into();
        self
    }

    /// The same with a quantization.
    #[must_use]
    pub fn quant(mut self, quant: Quant<'a>) -> Self {
        self.rare.get_or_insert_default().quant = Some(quant);
        self
    }

    #[inline]
    pub(super) fn dtype(&self) -> DType {
        self.dtype
    }

    #[inline]
    pub(super) fn layout_text(&self) -> &str {
        self.rare.as_deref().map_or("", |rare| &rare.layout)
    }

    #[inline]
    pub(super) fn quantization(&self) -> Option<&Quant<'a>> {
        self.rare.as_deref()?.quant.as_ref()
    }

    /// The dimensions, once [`counts`](Self::counts) has found nothing wrong with them.
    #[inline]
    pub(super) fn dims(&self) -> &[u64] {
        self.dims.get().unwrap_or_default()
    }

    /// The bytes of the data, once [`check`](Self::check) has found nothing wrong.
    #[inline]
    pub(super) fn data_len(&self, tensor: usize) -> Result<u64, BuildError> {
        match self.data.as_deref() {
            Some(data) => Ok(data.len() as u64),
            None => self.counts(tensor).map(|(_, bytes)| bytes),
        }
    }

    /// Elements and bytes that dtype and shape ask for; `tensor` is the position, for the error.
    #[inline]
    pub(super) fn counts(&self, tensor: usize) -> Result<(u64, u64), BuildError> {
        let dims = self.dims.get();
        let dims = dims.map_err(|rank| BuildError::Rank { tensor, rank })?;
        let (block0, block1) = match self.quantization() {
            Some(Quant::Block { elements, bytes }) => (*elements, *bytes),
            _ => (0, 0),
        };
        element_and_byte_count(self.dtype, dims, block0, block1).map_err(|fault| match fault {
            ShapeFault::Block => BuildError::BlockShape { tensor },
            ShapeFault::Overflow => BuildError::Overflow { tensor },
        })
    }

    /// All that can be said of this tensor without the others. Returns the bytes of its data.
    #[inline]
    pub(super) fn check(&self, tensor: usize) -> Result<u64, BuildError> {
        check_text(&self.name, tensor)?;
        let layout = self.layout_text();
        if !layout.is_empty() {
            check_text(layout, tensor)?;
        }
        let (elements, expected) = self.counts(tensor)?;
        if let Some(data) = self.data.as_deref() {
            let found = data.len() as u64;
            if found != expected {
                return Err(BuildError::DataLength {
                    tensor,
                    expected,
                    found,
                });
            }
            if !self.dtype.is_plain() {
                check_values(self.dtype, elements, data, true, tensor)?;
            }
        }
        Ok(expected)
    }
}

#[inline]
fn check_text(text: &str, tensor: usize) -> Result<(), BuildError> {
    let bytes = text.len();
    if bytes > usize::from(u16::MAX) {
        return Err(BuildError::TextTooLong { tensor, bytes });
    }
    if has_control(text.as_bytes()) {
        return Err(BuildError::ControlCharacter { tensor });
    }
    Ok(())
}

/// The values of a part of the data; `last` says that the data ends with it.
pub(super) fn check_values(
    dtype: DType,
    elements: u64,
    part: &[u8],
    last: bool,
    tensor: usize,
) -> Result<(), BuildError> {
    if dtype == DType::Bool && first_bad_bool(part).is_some() {
        return Err(BuildError::Bool { tensor });
    }
    let odd = last && dtype.is_packed() && !elements.is_multiple_of(2);
    if !high_nibble_is_clear(part, odd) {
        return Err(BuildError::HighNibble { tensor });
    }
    Ok(())
}

/// The same tensor again, for this or another block.
///
/// Its quantization refers by name to what has one there. To a tensor without a name it refers by
/// position, which holds where all tensors of the block are added in their order.
impl<'a> From<TensorView<'a>> for NewTensor<'a> {
    fn from(view: TensorView<'a>) -> Self {
        Self::from_entry(view.entry(), Cow::Borrowed(view.data()))
    }
}

/// Not the data, which would fill the screen: how long it is.
impl fmt::Debug for NewTensor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = f.debug_struct("NewTensor");
        out.field("name", &self.name).field("dtype", &self.dtype);
        match self.dims.get() {
            Ok(dims) => out.field("shape", &dims),
            Err(rank) => out.field("shape", &format_args!("{rank} dimensions")),
        };
        if !self.layout_text().is_empty() {
            out.field("layout", &self.layout_text());
        }
        if let Some(quant) = self.quantization() {
            out.field("quant", quant);
        }
        match &self.data {
            Some(data) => out.field("data", &format_args!("{} bytes", data.len())),
            None => out.field("data", &format_args!("to come")),
        };
        out.finish()
    }
}
