//! From stored numbers to real ones (format, section 8).
//!
//! A tensor is cut into runs: elements next to each other whose scales are either one and the same
//! or next to each other too. Each granularity is a rule for cutting; the arithmetic is in one
//! place. Everything is indexed below the element counts that step 9 and the rules Q9 to Q14 have
//! compared with each other and with the bytes that are there.

use super::block::Block;
use super::dtype::DType;
use super::table::Entry;
use super::values::Values;
use super::wire::RawQuant;
use crate::Error;
use alloc::vec::Vec;

pub(super) fn dequantize(
    block: &Block<'_>,
    entry: &Entry<'_>,
    max_alloc: u64,
) -> Result<Vec<f32>, Error> {
    let dtype = entry.dtype();
    if matches!(dtype, DType::C64 | DType::C128 | DType::Block) {
        return Err(Error::Type);
    }
    let elements = entry.elements();
    let bytes = elements.checked_mul(size_of::<f32>() as u64);
    if bytes.is_none_or(|bytes| bytes > max_alloc) {
        return Err(Error::Limit);
    }
    let mut out = Vec::new();
    let count = usize::try_from(elements).map_err(|_| Error::Limit)?;
    out.try_reserve_exact(count).map_err(|_| Error::Limit)?;

    let stored = Values {
        dtype,
        data: block.data_of(entry.descriptor),
    };
    let quant = entry.descriptor.quant();
    match quant.scheme {
        1 | 2 => Scheme::new(block, entry, &quant, stored).append(&mut out),
        _ => {
            stored.append_all(elements, &mut out);
        }
    }
    Ok(out)
}

/// One quantized tensor with the tensors that it refers to.
struct Scheme<'a> {
    stored: Values<'a>,
    multiplier: f64,
    /// 0 unless inline.
    zero_point: f64,
    scale: Option<Values<'a>>,
    subtracted: Option<Values<'a>>,
    added: Option<Values<'a>>,
    aux: Option<Values<'a>>,
    /// Elements for each index of the first dimension, which aux has a value for.
    per_first: u64,
    table: Option<Values<'a>>,
    cut: Cut,
}

/// How a tensor is cut into runs.
#[derive(Copy, Clone)]
enum Cut {
    /// One run of this length, without a scale tensor.
    Whole(u64),
    /// outer × dim × inner elements. All of one index along dim share a scale.
    Axis { outer: u64, dim: u64, inner: u64 },
    /// outer × dim × inner elements, `block` along dim with one scale, for each inner index.
    Block {
        outer: u64,
        dim: u64,
        inner: u64,
        block: u64,
    },
    /// outer × rows × columns elements, rectangles of `block.0` by `block.1` with one scale.
    Rectangle {
        outer: u64,
        rows: u64,
        columns: u64,
        block: (u64, u64),
    },
}

/// `len` elements from `start`; their scales from `scale`, either one for all or one each.
struct Run {
    start: u64,
    len: u64,
    scale: u64,
    scale_each: bool,
}

impl<'a> Scheme<'a> {
    fn new(block: &Block<'a>, entry: &Entry<'a>, quant: &RawQuant, stored: Values<'a>) -> Self {
        let referred = |reference: u32| {
            let descriptor = block.table.referred(reference)?;
            Some(Values {
                dtype: DType::from_code(descriptor.dtype_code())?,
                data: block.data_of(descriptor),
            })
        };
        let zero = referred(quant.zero_ref);
        let aux = referred(quant.aux_ref);
        let codebook = quant.scheme == 2;
        let first = entry.shape.first().copied().unwrap_or(1).max(1);
        Self {
            stored,
            multiplier: f64::from(f32::from_bits(quant.scale_bits)),
            zero_point: f64::from(quant.zero_point),
            scale: referred(quant.scale_ref),
            subtracted: zero.filter(|_| quant.zero == 2),
            added: zero.filter(|_| quant.zero == 3),
            aux: aux.filter(|_| !codebook),
            per_first: (entry.elements() / first).max(1),
            table: aux.filter(|_| codebook),
            cut: Cut::new(quant, &entry.shape, entry.elements()),
        }
    }

    fn append(&self, out: &mut Vec<f32>) {
        self.cut.for_each_run(|run| self.append_run(&run, out));
    }

    fn append_run(&self, run: &Run, out: &mut Vec<f32>) {
        // What is the same for the whole run is read once.
        let scale = self.scale_at(run.scale);
        let subtracted = self.subtracted_at(run.scale);
        let added = self.added_at(run.scale);
        let each = run.scale_each;
        for step in 0..run.len {
            let at = run.start + step;
            let group = run.scale + step;
            let mut q = self.stored.get(at);
            if let Some(table) = self.table {
                #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a u4 or u8
                let code = q as u64;
                q = table.get(code);
            }
            let mut factor = if each { self.scale_at(group) } else { scale };
            if let Some(aux) = self.aux {
                factor *= aux.get(at / self.per_first);
            }
            let zero = if each {
                self.subtracted_at(group)
            } else {
                subtracted
            };
            let plus = if each { self.added_at(group) } else { added };
            let mut x = self.multiplier * factor * (q - zero);
            if let Some(plus) = plus {
                x += plus;
            }
            #[expect(clippy::cast_possible_truncation)] // the one rounding
            out.push(x as f32);
        }
    }

    fn scale_at(&self, group: u64) -> f64 {
        self.scale.map_or(1.0, |scale| scale.get(group))
    }

    fn subtracted_at(&self, group: u64) -> f64 {
        self.subtracted
            .map_or(self.zero_point, |zero| zero.get(group))
    }

    /// `None` rather than 0 where there is none: adding 0 would turn −0 into 0.
    fn added_at(&self, group: u64) -> Option<f64> {
        self.added.map(|zero| zero.get(group))
    }
}

impl Cut {
    fn new(quant: &RawQuant, shape: &[u64], elements: u64) -> Self {
        // No dimension is 0 (Q15) and the product of all does not overflow (step 9), so no product
        // of some does.
        let around = |axis: usize| {
            let outer = shape.iter().take(axis).product();
            let inner = shape.iter().skip(axis + 1).product();
            Some((outer, *shape.get(axis)?, inner))
        };
        let block = u64::from(quant.block0.max(1));
        let cut = match (quant.gran, shape) {
            (2, _) => around(usize::from(quant.axis)).map(|(outer, dim, inner)| Self::Axis {
                outer,
                dim,
                inner,
            }),
            (3, _) => around(usize::from(quant.axis)).map(|(outer, dim, inner)| Self::Block {
                outer,
                dim,
                inner,
                block,
            }),
            (4, &[ref outer @ .., rows, columns]) => Some(Self::Rectangle {
                outer: outer.iter().product(),
                rows,
                columns,
                block: (block, u64::from(quant.block1.max(1))),
            }),
            _ => None,
        };
        cut.unwrap_or(Self::Whole(elements))
    }

    /// The runs in the order of the elements.
    fn for_each_run(self, mut run: impl FnMut(Run)) {
        let mut start = 0;
        let mut emit = |len, scale, scale_each| {
            run(Run {
                start,
                len,
                scale,
                scale_each,
            });
            start += len;
        };
        match self {
            Self::Whole(elements) => emit(elements, 0, false),
            Self::Axis { outer, dim, inner } => {
                for _ in 0..outer {
                    (0..dim).for_each(|index| emit(inner, index, false));
                }
            }
            // The last axis: a block is a run.
            Self::Block {
                outer,
                dim,
                inner: 1,
                block,
            } => {
                let mut scale = 0;
                for _ in 0..outer {
                    for_each_block(dim, block, |len| {
                        emit(len, scale, false);
                        scale += 1;
                    });
                }
            }
            // Another axis: the elements of a run are in as many blocks, side by side.
            Self::Block {
                outer,
                dim,
                inner,
                block,
            } => {
                let mut scale = 0;
                for _ in 0..outer {
                    for_each_block(dim, block, |len| {
                        (0..len).for_each(|_| emit(inner, scale, true));
                        scale += inner;
                    });
                }
            }
            Self::Rectangle {
                outer,
                rows,
                columns,
                block,
            } => {
                let mut first = 0;
                for _ in 0..outer {
                    for_each_block(rows, block.0, |height| {
                        let mut after = first;
                        for _ in 0..height {
                            after = first;
                            for_each_block(columns, block.1, |len| {
                                emit(len, after, false);
                                after += 1;
                            });
                        }
                        first = after;
                    });
                }
            }
        }
    }
}

/// The lengths of the blocks along a dimension; the last may be shorter.
fn for_each_block(dim: u64, block: u64, mut each: impl FnMut(u64)) {
    let mut left = dim;
    while left > 0 {
        let len = left.min(block);
        each(len);
        left -= len;
    }
}
