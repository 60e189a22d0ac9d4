//! Writing blocks.
//!
//! There is one way to lay tensors out, so a builder has nothing to decide: it checks what it was
//! given, resolves the references, and writes header, descriptors, names and payload in that order.
//! Whether names collide and quantizations hold is asked of the code that asks it for the reader,
//! over the directory just written.

use super::build_error::BuildError;
use super::dtype::DType;
use super::names::{NameIndex, NamesFault};
use super::new_tensor::NewTensor;
use super::quant::TensorRef;
use super::quant_rules;
use super::table::Table;
use super::wire::{DESCRIPTOR, HEADER, Header, RawQuant, is_printable_ascii, round_up};
use crate::Limits;
use crate::plain::Out;
use alloc::vec::Vec;

/// Collects tensors and writes them as a block.
///
/// ```
/// use kiln::tensor::{NewTensor, Quant, Scale, Tensors, TensorsBuilder, Zero};
///
/// let mut builder = TensorsBuilder::new();
/// builder.add(
///     NewTensor::from_slice("w", &[2, 3], &[1i8, 2, 3, 4, 5, 6])
///         .quant(Quant::linear(1.0, Scale::per_axis(0, "w.scale")).with_zero(Zero::Inline(1))),
/// );
/// builder.add(NewTensor::from_slice("w.scale", &[2], &[0.5f32, 2.0]));
/// let bytes = builder.to_vec()?;
///
/// let w = Tensors::from_slice(&bytes)?.get("w").unwrap().dequantize()?;
/// assert_eq!(w, [0.0, 0.5, 1.0, 6.0, 8.0, 10.0]);
/// # Ok::<(), kiln::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TensorsBuilder<'a> {
    pub(super) tensors: Vec<NewTensor<'a>>,
    pub(super) limits: Limits,
}

/// The sizes of a block that can be written.
#[derive(Copy, Clone)]
pub(super) struct Plan {
    header: Header,
    /// How many tensors have a name.
    named: usize,
    /// No tensor has a quantization, or a dtype that wants one.
    plain: bool,
    pub(super) has_all_data: Result<(), usize>,
}

impl<'a> TensorsBuilder<'a> {
    /// No tensors, and the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With other limits: the cap holds for the number of tensors and for the bytes of all names
    /// and layouts.
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Adds a tensor behind those before it; positions count from 0.
    ///
    /// # Panics
    ///
    /// If there is no memory for it.
    #[inline]
    pub fn add(&mut self, tensor: impl Into<NewTensor<'a>>) -> &mut Self {
        let tensor = tensor.into();
        let is_full = |tensors: &Vec<_>| tensors.len() == tensors.capacity();
        // `push` may panic, and so would keep the tensor where it can be dropped then: on the stack, to
        // be copied from there. It does not where this has seen that there is room.
        if is_full(&self.tensors) {
            let _ = self.tensors.try_reserve(1);
            if is_full(&self.tensors) {
                core::mem::forget(tensor);
                no_memory();
            }
        }
        self.tensors.push(tensor);
        self
    }

    /// The block.
    ///
    /// # Errors
    ///
    /// What a reader would refuse, and tensors without data.
    pub fn to_vec(&self) -> Result<Vec<u8>, BuildError> {
        let mut out = Vec::new();
        self.encode_into(&mut out)?;
        Ok(out)
    }

    /// Appends the block to a buffer, which is as it was when this is an error.
    ///
    /// # Errors
    ///
    /// Those of [`to_vec`](Self::to_vec).
    pub fn encode_into(&self, out: &mut Vec<u8>) -> Result<(), BuildError> {
        let plan = self.plan()?;
        plan.has_all_data
            .map_err(|tensor| BuildError::NoData { tensor })?;
        let start = out.len();
        let bytes = usize::try_from(plan.block_bytes()).map_err(|_| BuildError::Memory)?;
        out.try_reserve_exact(bytes)
            .map_err(|_| BuildError::Memory)?;
        if let Err(error) = self.write_head(&plan, out) {
            out.truncate(start);
            return Err(error);
        }
        let mut payload = Out::new(out);
        let mut end = 0usize;
        for data in self.tensors.iter().filter_map(|new| new.data.as_deref()) {
            let gap = end.wrapping_neg() % 64;
            if gap != 0 {
                payload.put(&[0; 64][..gap]);
            }
            payload.put(data);
            end = data.len();
        }
        payload.finish();
        Ok(())
    }

    /// All checks but those that need the directory, and where everything goes. If there is nothing
    /// else to refuse, control characters in names are left for [`write_head`](Self::write_head).
    pub(super) fn plan(&self) -> Result<Plan, BuildError> {
        let cap = self.limits.max_count;
        let count = self.tensors.len();
        if u32::try_from(count).map_or(true, |count| count > cap) {
            return Err(BuildError::TooManyTensors { count, cap });
        }
        let (mut names, mut end, mut has_all_data) = (0u64, 0u64, Ok(()));
        let (mut named, mut plain) = (0, true);
        for (tensor, new) in self.tensors.iter().enumerate() {
            let bytes = match new.plain_bytes() {
                Some(bytes) => bytes,
                None => {
                    plain &= new.quantization().is_none() && new.dtype() != DType::Block;
                    names += new.layout_text().len() as u64;
                    if new.data.is_none() && has_all_data.is_ok() {
                        has_all_data = Err(tensor);
                    }
                    new.check(tensor)
                        .map_err(|error| self.first_fault(tensor, error))?
                }
            };
            names += new.name.len() as u64;
            named += usize::from(!new.name.is_empty());
            end = round_up(end)
                .and_then(|start| start.checked_add(bytes))
                .ok_or_else(|| self.first_fault(tensor + 1, BuildError::Overflow { tensor }))?;
        }
        if has_all_data.is_err() {
            self.check_texts(count)?;
        }
        if names > u64::from(cap) {
            let error = BuildError::TooManyNameBytes { bytes: names, cap };
            return Err(self.first_fault(count, error));
        }
        // Both counts are below 2^32: no sum of these overflows.
        let directory_bytes = count as u64 * DESCRIPTOR as u64 + names;
        let payload_base = (HEADER as u64 + directory_bytes).next_multiple_of(64);
        if payload_base.checked_add(end).is_none() {
            let tensor = count.saturating_sub(1);
            return Err(self.first_fault(count, BuildError::Overflow { tensor }));
        }
        Ok(Plan {
            header: Header {
                tensor_count: count as u64,
                name_bytes: names,
                directory_bytes,
                payload_base,
                payload_bytes: end,
            },
            named,
            plain,
            has_all_data,
        })
    }

    /// Name and layout of the first so many tensors.
    #[cold]
    fn check_texts(&self, count: usize) -> Result<(), BuildError> {
        let tensors = self.tensors.iter().take(count).enumerate();
        for (tensor, new) in tensors {
            new.check_texts(tensor)?;
        }
        Ok(())
    }

    /// This, or what is wrong with a text of the first so many tensors.
    #[cold]
    fn first_fault(&self, count: usize, error: BuildError) -> BuildError {
        self.check_texts(count).err().unwrap_or(error)
    }

    /// Appends everything before the payload, and checks it.
    pub(super) fn write_head(&self, plan: &Plan, out: &mut Vec<u8>) -> Result<(), BuildError> {
        let start = out.len();
        let head = usize::try_from(plan.header.payload_base).map_err(|_| BuildError::Memory)?;
        out.try_reserve(head).map_err(|_| BuildError::Memory)?;
        let mut to = Out::new(out);
        to.put_array(plan.header.to_bytes());
        let (mut name_off, mut data_off) = (0u32, 0u64);
        for (tensor, new) in self.tensors.iter().enumerate() {
            let descriptor = to.part(DESCRIPTOR, |mut part| {
                let descriptor = new.descriptor(tensor, name_off, data_off);
                part.put_array(descriptor.to_bytes());
                (part, descriptor)
            });
            // The plan has added up both: they fit.
            name_off += u32::from(descriptor.name_len) + u32::from(descriptor.layout_len);
            data_off = (data_off + descriptor.data_len).next_multiple_of(64);
        }
        for new in &self.tensors {
            to.put(new.name.as_bytes());
            let layout = new.layout_text();
            if !layout.is_empty() {
                to.put(layout.as_bytes());
            }
        }
        to.finish();
        let directory = out.get_mut(start + HEADER..).unwrap_or_default();
        self.finish_directory(plan, directory)?;
        out.resize(start + head, 0);
        Ok(())
    }

    /// Texts have no control characters, names are unique, references resolved, rules kept.
    fn finish_directory(&self, plan: &Plan, directory: &mut [u8]) -> Result<(), BuildError> {
        let descriptors = self.tensors.len().saturating_mul(DESCRIPTOR);
        let (descriptors, heap) = directory
            .split_at_mut_checked(descriptors)
            .ok_or(BuildError::Memory)?;
        let descriptors = descriptors.as_chunks_mut().0;
        if !is_printable_ascii(heap) {
            self.check_texts(self.tensors.len())?;
        }
        let table = Table { descriptors, heap };
        let index = NameIndex::build(table, plan.named, self.limits.max_alloc);
        let index = index.map_err(|fault| match fault {
            NamesFault::Duplicate { first, second } => BuildError::DuplicateName {
                first: first as usize,
                second: second as usize,
            },
            NamesFault::Memory => BuildError::Memory,
        })?;
        if plan.plain {
            return Ok(());
        }

        let mut resolved: Vec<(usize, RawQuant)> = Vec::new();
        for (tensor, new) in self.tensors.iter().enumerate() {
            if let Some(quant) = new.quantization() {
                let raw = quant.to_raw(|reference| {
                    let index = match reference {
                        TensorRef::Index(index) => Some(*index),
                        TensorRef::Name(name) => index.find(table, name.as_bytes()),
                    };
                    let index = index.and_then(|index| index.checked_add(1));
                    index.ok_or_else(|| BuildError::UnknownTensor {
                        tensor,
                        reference: reference.to_static(),
                    })
                })?;
                resolved.push((tensor, raw));
            }
        }
        for (tensor, raw) in resolved {
            if let Some(descriptor) = descriptors.get_mut(tensor) {
                raw.write(descriptor);
            }
        }
        let table = Table { descriptors, heap };
        for (index, descriptor) in table.numbered() {
            quant_rules::check(table, index, descriptor).map_err(|rule| BuildError::Quant {
                tensor: index as usize,
                rule,
            })?;
        }
        Ok(())
    }
}

impl Plan {
    /// [`TensorsBuilder::plan`] has checked the sum.
    pub(super) fn block_bytes(&self) -> u64 {
        self.header
            .payload_base
            .saturating_add(self.header.payload_bytes)
    }
}

#[cold]
fn no_memory() -> ! {
    panic!("no memory for another tensor")
}
