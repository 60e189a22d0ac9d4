//! Tensor blocks: standing alone, and inside a value.

use super::{Diagnosis, Step, explain::Explained, path, path::shown};
use crate::{
    Error, Limits,
    tensor::{Fault, Tensors, faults},
    value::walk::Walk,
};
use alloc::{format, string::String, vec::Vec};

impl Tensors<'_> {
    /// Where and why [`from_slice`](Self::from_slice) fails on these bytes; `None` if it does not.
    /// Default limits.
    ///
    /// ```
    /// use kiln::tensor::{NewTensor, Tensors, TensorsBuilder};
    /// let mut block = TensorsBuilder::new()
    ///     .add(NewTensor::from_slice("w", &[2], &[0.5f32, 1.5]))
    ///     .to_vec()?;
    /// block[0x60] = 3; // the first dim
    /// assert_eq!(
    ///     Tensors::diagnose(&block).unwrap().to_string(),
    ///     "TYPE at byte 88 in [\"w\"]: a shape of [3] of f32 takes 12 bytes, data_len is 8 \
    ///      (step 9 of a tensor block)",
    /// );
    /// # Ok::<(), kiln::Error>(())
    /// ```
    #[must_use]
    pub fn diagnose(bytes: &[u8]) -> Option<Diagnosis> {
        Limits::DEFAULT.diagnose_tensors(bytes)
    }

    /// Everything that is wrong with a block, in the order of the format's section 7. Default
    /// limits.
    ///
    /// Only the first is the result of a Kiln reader, and what two readers agree on. The others are
    /// for whoever repairs the writer; they are those that can be told from the first: a fault up to
    /// step 7 hides all behind it, and one tensor has one fault of each step.
    #[must_use]
    pub fn diagnose_all(bytes: &[u8]) -> Vec<Diagnosis> {
        Limits::DEFAULT.diagnose_tensors_all(bytes)
    }
}

impl Limits {
    /// [`Tensors::diagnose`] with these limits.
    #[must_use]
    pub fn diagnose_tensors(self, bytes: &[u8]) -> Option<Diagnosis> {
        let error = self.tensors_from_slice(bytes).err()?;
        let first = self.diagnose_tensors_all(bytes).into_iter().next();
        Some(
            first
                .filter(|first| first.error == error)
                .unwrap_or_else(|| unnamed(error)),
        )
    }

    /// [`Tensors::diagnose_all`] with these limits.
    #[must_use]
    pub fn diagnose_tensors_all(self, bytes: &[u8]) -> Vec<Diagnosis> {
        let mut all: Vec<_> = faults(bytes, &self).into_iter().map(diagnosis).collect();
        if all.is_empty()
            && let Ok((_, rest @ [_, ..])) = self.tensors_from_prefix(bytes)
        {
            let mut trailing = super::trailing(bytes.len(), rest.len());
            trailing.step = Some(Step::Tensors(12));
            all.push(trailing);
        }
        all
    }
}

fn diagnosis(fault: Fault<'_>) -> Diagnosis {
    Diagnosis {
        error: fault.error,
        offset: fault.offset,
        path: place(&fault),
        step: Some(Step::Tensors(fault.step)),
        message: fault.message,
    }
}

fn unnamed(error: Error) -> Diagnosis {
    Diagnosis {
        error,
        offset: 0,
        path: String::new(),
        step: None,
        message: match error {
            Error::Limit => "the index of names is above what is left of the budget".into(),
            _ => "no tensor block begins here".into(),
        },
    }
}

/// The tensor of a fault: `["name"]`, or its index where it has none.
fn place(fault: &Fault<'_>) -> String {
    match &fault.tensor {
        Some((index, "")) => format!("[{index}]"),
        Some((_, name)) => format!("[\"{}\"]", shown(name)),
        None => String::new(),
    }
}

/// The first fault of the block that a walk has stopped at, and the path into it.
pub(super) fn inside(walk: &Walk<'_, '_, '_>, error: Error, limits: Limits) -> (Explained, String) {
    let mut path = path::of(walk);
    let first = faults(walk.start, &limits).into_iter().next();
    let explained = match first.filter(|first| first.error == error) {
        Some(fault) => {
            path.push_str(&place(&fault));
            Explained {
                from_start: fault.offset,
                step: Some(Step::Tensors(fault.step)),
                message: fault.message,
            }
        }
        None => Explained {
            from_start: 0,
            step: None,
            message: unnamed(error).message,
        },
    };
    (explained, path)
}
