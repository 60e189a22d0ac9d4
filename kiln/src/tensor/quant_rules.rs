//! The rules Q1 to Q15 on quantization fields (format, section 8).
//!
//! Every breach is TYPE for a reader. Which rule it was is worth something to whoever builds a
//! block, so a check returns the rule, and the reader forgets it.

use super::dtype::DType;
use super::shape::Shape;
use super::table::Table;
use super::wire::{Descriptor, RawQuant};
use core::fmt;

macro_rules! rules {
    ($($name:ident $text:literal;)*) => {
        /// The rules on quantization of the format's section 8.
        #[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
        pub enum QuantRule { $(#[doc = $text] $name,)* }

        impl QuantRule {
            /// All of them, in order.
            pub const ALL: [Self; 15] = [$(Self::$name),*];

            /// The rule in words.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

rules! {
    Q1 "scheme, granularity and kind of zero point are known ones";
    Q2 "dtype block and Quant::Block go together";
    Q3 "without a scheme all quantization bytes are zero";
    Q4 "dtype block has a layout string and no other quantization fields";
    Q5 "linear is for u4 i4 u8 i8 u16 i16 i32 f4_e2m1 and the f8 other than f8_e8m0fnu; codebook for u4 and u8";
    Q6 "the multiplier is finite and above 0";
    Q7 "f4, f8 and codebook have no zero point";
    Q8 "an inline zero point is a value of the dtype; a zero tensor needs a scale tensor";
    Q9 "the axis is below the rank, a block at least 2 and at most its dimension, and all but per-tensor have a scale tensor";
    Q10 "references name other tensors of this block, all different";
    Q11 "a tensor referred to has neither a quantization nor a layout string";
    Q12 "the scale is f32 f16 bf16 f8_e8m0fnu or f8_e4m3fn, with one element for each group of elements";
    Q13 "the zero tensor has the scale's shape, and is f16 bf16 f32 or, if subtracted, of the tensor's own dtype";
    Q14 "aux is an f32 of shape [first dimension], with a scale per block; a codebook's table is f16 bf16 or f32 of shape [2^bits]";
    Q15 "a quantized tensor has at least one element";
}

impl fmt::Display for QuantRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}: {}", self.text())
    }
}

use QuantRule as Q;

/// Checks one descriptor of a table that has passed step 9.
#[inline]
pub(super) fn check(table: Table<'_>, index: u32, at: Descriptor<'_>) -> Result<(), QuantRule> {
    // Most tensors have no quantization; those must not be dtype block.
    if at.quant_is_zero() && at.dtype_code() != DType::Block.code() {
        return Ok(());
    }
    check_fields(table, index, at)
}

fn check_fields(table: Table<'_>, index: u32, at: Descriptor<'_>) -> Result<(), QuantRule> {
    let q = at.quant();
    let dtype = DType::from_code(at.dtype_code()).ok_or(Q::Q5)?;
    need(q.scheme <= 3 && q.gran <= 4 && q.zero <= 3, Q::Q1)?;
    need((q.scheme == 3) == (dtype == DType::Block), Q::Q2)?;
    match q.scheme {
        0 => return need(q == RawQuant::default(), Q::Q3),
        3 => {
            let alone = RawQuant {
                scheme: 3,
                block0: q.block0,
                block1: q.block1,
                ..RawQuant::default()
            };
            return need(q == alone && at.layout_len() != 0, Q::Q4);
        }
        _ => {}
    }
    let codebook = q.scheme == 2;
    need(has_dtype_of_scheme(dtype, codebook), Q::Q5)?;
    let multiplier = f32::from_bits(q.scale_bits);
    need(multiplier.is_finite() && multiplier > 0.0, Q::Q6)?;
    // What is left of the dtypes of linear are whole numbers, f4 and f8.
    let range = dtype.small_int_range();
    need(q.zero == 0 || (range.is_some() && !codebook), Q::Q7)?;
    check_zero(&q, range)?;
    let groups = check_granularity(&q, &at.shape())?;
    let elements = at.shape().product().map_or(0, |product| product.elements());
    check_references(table, index, &q)?;
    if let Some(scale) = table.referred(q.scale_ref) {
        need(is_scale(scale) && groups == Some(scale.shape()), Q::Q12)?;
    }
    if let Some(zero) = table.referred(q.zero_ref) {
        let own = q.zero == 2 && zero.dtype_code() == at.dtype_code();
        let typed = own || is_one_of(zero, &SMALL_FLOATS);
        need(typed && groups == Some(zero.shape()), Q::Q13)?;
    }
    check_aux(table, at, &q, dtype)?;
    need(elements >= 1, Q::Q15)
}

fn need(holds: bool, rule: QuantRule) -> Result<(), QuantRule> {
    if holds { Ok(()) } else { Err(rule) }
}

const SMALL_FLOATS: [DType; 3] = [DType::F16, DType::Bf16, DType::F32];

fn is_one_of(at: Descriptor<'_>, dtypes: &[DType]) -> bool {
    dtypes.iter().any(|dtype| dtype.code() == at.dtype_code())
}

fn is_scale(at: Descriptor<'_>) -> bool {
    is_one_of(at, &SMALL_FLOATS) || is_one_of(at, &[DType::F8E8m0fnu, DType::F8E4m3fn])
}

fn has_dtype_of_scheme(dtype: DType, codebook: bool) -> bool {
    use DType as D;
    match dtype {
        D::U4 | D::U8 => true,
        D::I4 | D::I8 | D::U16 | D::I16 | D::I32 => !codebook,
        D::F4E2m1 | D::F8E4m3fn | D::F8E5m2 | D::F8E4m3fnuz | D::F8E5m2fnuz => !codebook,
        _ => false,
    }
}

/// Q8.
fn check_zero(q: &RawQuant, range: Option<(i64, i64)>) -> Result<(), QuantRule> {
    let holds = match q.zero {
        0 => q.zero_ref == 0 && q.zero_point == 0,
        1 => {
            let point = i64::from(q.zero_point);
            let inside = range.is_some_and(|(low, high)| low <= point && point <= high);
            q.zero_ref == 0 && point != 0 && inside
        }
        _ => q.zero_ref != 0 && q.zero_point == 0 && q.gran != 1,
    };
    need(holds, Q::Q8)
}

/// Q9. Returns the shape that one value per group of elements has; `None` per tensor.
fn check_granularity(q: &RawQuant, shape: &Shape) -> Result<Option<Shape>, QuantRule> {
    let axis = usize::from(q.axis);
    let no_blocks = q.block0 == 0 && q.block1 == 0;
    match q.gran {
        1 => {
            need(axis == 0 && no_blocks && q.scale_ref == 0, Q::Q9)?;
            Ok(None)
        }
        2 => {
            let dim = *shape.get(axis).ok_or(Q::Q9)?;
            need(no_blocks && q.scale_ref != 0, Q::Q9)?;
            Ok(Shape::new(&[dim]))
        }
        3 => {
            let blocks = blocks_of(*shape.get(axis).ok_or(Q::Q9)?, q.block0)?;
            need(q.block1 == 0 && q.scale_ref != 0, Q::Q9)?;
            Ok(Some(shape.with(axis, blocks)))
        }
        4 => {
            let &[.., rows, columns] = &**shape else {
                return Err(Q::Q9);
            };
            let (rows, columns) = (blocks_of(rows, q.block0)?, blocks_of(columns, q.block1)?);
            need(axis == 0 && q.scale_ref != 0, Q::Q9)?;
            let rank = shape.len();
            Ok(Some(shape.with(rank - 2, rows).with(rank - 1, columns)))
        }
        _ => Err(Q::Q9),
    }
}

/// The number of blocks along a dimension.
fn blocks_of(dim: u64, block: u32) -> Result<u64, QuantRule> {
    let block = u64::from(block);
    need(2 <= block && block <= dim, Q::Q9)?;
    Ok(dim.div_ceil(block))
}

/// Q10 and Q11.
fn check_references(table: Table<'_>, index: u32, q: &RawQuant) -> Result<(), QuantRule> {
    let references = [q.scale_ref, q.zero_ref, q.aux_ref];
    let mut left = &references[..];
    while let [reference, rest @ ..] = left {
        left = rest;
        if *reference == 0 {
            continue;
        }
        let other = reference - 1 != index && !rest.contains(reference);
        let target = table.referred(*reference).filter(|_| other);
        need(target.is_some(), Q::Q10)?;
    }
    for target in references.into_iter().filter_map(|at| table.referred(at)) {
        need(
            target.quant().scheme == 0 && target.layout_len() == 0,
            Q::Q11,
        )?;
    }
    Ok(())
}

/// Q14.
fn check_aux(
    table: Table<'_>,
    at: Descriptor<'_>,
    q: &RawQuant,
    dtype: DType,
) -> Result<(), QuantRule> {
    let aux = table.referred(q.aux_ref);
    if q.scheme == 2 {
        let size = if dtype == DType::U4 { 16 } else { 256 };
        let table = aux.ok_or(Q::Q14)?;
        let shaped = Some(table.shape()) == Shape::new(&[size]);
        return need(shaped && is_one_of(table, &SMALL_FLOATS), Q::Q14);
    }
    let Some(aux) = aux else {
        return Ok(());
    };
    let first = at.shape().first().copied().ok_or(Q::Q14)?;
    let shaped = Some(aux.shape()) == Shape::new(&[first]);
    need(
        q.gran >= 3 && shaped && is_one_of(aux, &[DType::F32]),
        Q::Q14,
    )
}
