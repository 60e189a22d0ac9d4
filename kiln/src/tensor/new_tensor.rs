//! One tensor that is to be written.

use super::build_error::BuildError;
use super::dtype::DType;
use super::element::{self, Element};
use super::quant::Quant;
use super::shape::{Shape, ShapeFault, element_and_byte_count, few_elements};
use super::steps::{first_bad_bool, high_nibble_is_clear};
use super::table::Entry;
use super::view::TensorView;
use super::wire::{NewDescriptor, has_control};
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
    /// `None`: to come later.
    pub(super) data: Option<Cow<'a, [u8]>>,
    /// One dimension and a zero, or two, unless others are in `rare`.
    dims: [u64; 2],
    rare: Option<Box<Rare<'a>>>,
    dtype: DType,
    rank: u8,
}

/// What few tensors have. Builders hold many tensors, and this keeps them small.
#[derive(Clone, Default)]
struct Rare<'a> {
    /// Other dimensions than one or two; if more than a shape can have, how many.
    dims: Option<Result<Shape, usize>>,
    layout: Cow<'a, str>,
    quant: Option<Quant<'a>>,
}

impl Rare<'_> {
    #[inline(never)]
    fn of_dims(dims: &[u64]) -> Box<Self> {
        Box::new(Self {
            dims: Some(Shape::new(dims).ok_or(dims.len())),
            ..Self::default()
        })
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
        let (rank, dims, rare) = match *shape {
            [one] => (1, [one, 0], None),
            [first, second] => (2, [first, second], None),
            _ => (0, [0; 2], Some(Rare::of_dims(shape))),
        };
        Self {
            name,
            data,
            dims,
            rare,
            dtype,
            rank,
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
            let rare = new.rare.get_or_insert_default();
            (rare.layout, rare.quant) = (layout, quant);
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

    /// The dimensions; if more than a shape can have, how many.
    fn dims(&self) -> Result<&[u64], usize> {
        match self.rare.as_deref().and_then(|rare| rare.dims.as_ref()) {
            Some(Ok(shape)) => Ok(shape),
            Some(Err(rank)) => Err(*rank),
            None => Ok(self.dims.get(..usize::from(self.rank)).unwrap_or_default()),
        }
    }

    /// Its descriptor, once [`check`](Self::check) has found nothing wrong.
    #[inline]
    pub(super) fn descriptor(&self, tensor: usize, name_off: u32, data_off: u64) -> NewDescriptor {
        let [first, second] = self.dims;
        let (mut rank, mut dims) = (self.rank, [first, second, 0, 0, 0, 0, 0, 0]);
        let mut layout_len = 0;
        if let Some(rare) = self.rare.as_deref() {
            layout_len = text_len(&rare.layout);
            if let Some(Ok(shape)) = &rare.dims {
                (rank, dims) = (shape.rank(), *shape.dims());
            }
        }
        NewDescriptor {
            name_off,
            name_len: text_len(&self.name),
            layout_len,
            dtype: self.dtype,
            rank,
            data_off,
            data_len: match self.data.as_deref() {
                Some(data) => data.len() as u64,
                None => self.promised_bytes(tensor),
            },
            dims,
        }
    }

    #[cold]
    fn promised_bytes(&self, tensor: usize) -> u64 {
        self.counts(tensor).map_or(0, |(_, bytes)| bytes)
    }

    /// The bytes of the data of a tensor of which, at this look, only a control character in its
    /// name can be refused: plain dtype, data at hand that is as long as it has to be, no layout, no
    /// quantization, one or two dimensions, as nearly all are. `None` says nothing.
    #[inline]
    pub(super) fn plain_bytes(&self) -> Option<u64> {
        let [first, second] = self.dims;
        let elements = few_elements(first, if self.rank == 1 { 1 } else { second })?;
        let bytes = elements * u64::from(DType::plain_bytes_of(self.dtype.code()));
        let found = self.data.as_deref()?.len() as u64;
        let fits = bytes == found
            && bytes != 0
            && self.rare.is_none()
            && self.name.len() <= usize::from(u16::MAX);
        fits.then_some(bytes)
    }

    /// Elements and bytes that dtype and shape ask for; `tensor` is the position, for the error.
    #[inline]
    pub(super) fn counts(&self, tensor: usize) -> Result<(u64, u64), BuildError> {
        let dims = self
            .dims()
            .map_err(|rank| BuildError::Rank { tensor, rank })?;
        let (block0, block1) = match self.quantization() {
            Some(Quant::Block { elements, bytes }) => (*elements, *bytes),
            _ => (0, 0),
        };
        element_and_byte_count(self.dtype, dims, block0, block1).map_err(|fault| match fault {
            ShapeFault::Block => BuildError::BlockShape { tensor },
            ShapeFault::Overflow => BuildError::Overflow { tensor },
        })
    }

    /// Name and layout.
    pub(super) fn check_texts(&self, tensor: usize) -> Result<(), BuildError> {
        check_text(&self.name, tensor)?;
        check_text(self.layout_text(), tensor)
    }

    /// All that can be said of this tensor without the others. Returns the bytes of its data.
    #[inline(never)]
    pub(super) fn check(&self, tensor: usize) -> Result<u64, BuildError> {
        self.check_texts(tensor)?;
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

/// The length of a text that [`check_text`] has accepted.
#[inline]
fn text_len(text: &str) -> u16 {
    u16::try_from(text.len()).unwrap_or(u16::MAX)
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
        match self.dims() {
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
