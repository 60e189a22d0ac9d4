//! A naive reader: format sections 2, 3 and 9 word by word, one thing after another, nothing checked
//! ahead and nothing remembered.

use crate::plan::Plan;
use kiln::Error;

/// What a decode may use of each limit, or has used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Amounts {
    pub(crate) count: u32,
    pub(crate) depth: u32,
    pub(crate) alloc: u64,
}

impl Amounts {
    /// As much as there is.
    pub(crate) const ALL: Self = Self {
        count: 16_777_216,
        depth: 128,
        alloc: 4 << 30,
    };
}

/// The unread bytes, the limits, and what has been used of them.
pub(crate) struct Naive<'b> {
    pub(crate) unread: &'b [u8],
    pub(crate) used: Amounts,
    limits: Amounts,
    open: u32,
}

impl<'b> Naive<'b> {
    pub(crate) fn new(bytes: &'b [u8], limits: Amounts) -> Self {
        Self {
            unread: bytes,
            used: Amounts::default(),
            limits,
            open: 0,
        }
    }

    fn take(&mut self, n: usize) -> Result<&'b [u8], Error> {
        let (bytes, rest) = self.unread.split_at_checked(n).ok_or(Error::Eof)?;
        self.unread = rest;
        Ok(bytes)
    }

    fn are_there(&self, bytes: u64) -> Result<(), Error> {
        if bytes > self.unread.len() as u64 {
            return Err(Error::Eof);
        }
        Ok(())
    }

    /// The five steps of section 3.
    fn count(&mut self, min: u64) -> Result<u64, Error> {
        let count = u32::from_le_bytes(self.take(4)?.try_into().unwrap());
        if count > self.limits.count {
            return Err(Error::Limit);
        }
        let bytes = u64::from(count).checked_mul(min).ok_or(Error::Limit)?;
        self.are_there(bytes)?;
        self.used.count = self.used.count.max(count);
        Ok(u64::from(count))
    }

    /// The allocation budget of section 9.
    fn claim(&mut self, bytes: u64) -> Result<(), Error> {
        let all = self.used.alloc.saturating_add(bytes);
        if all > self.limits.alloc {
            return Err(Error::Limit);
        }
        self.used.alloc = all;
        Ok(())
    }

    /// Section 2: one value.
    pub(crate) fn value(&mut self, plan: &Plan) -> Result<(), Error> {
        match plan {
            Plan::Scalar(width, is_value) => {
                let bytes = self.take(*width)?;
                if is_value(bytes) {
                    Ok(())
                } else {
                    Err(Error::Type)
                }
            }
            Plan::Text { charged } => {
                let count = self.count(1)?;
                if *charged {
                    self.claim(count)?;
                }
                let bytes = self.take(usize::try_from(count).unwrap())?;
                std::str::from_utf8(bytes)
                    .map(drop)
                    .map_err(|_| Error::Utf8)
            }
            Plan::List { element, size } => {
                let count = self.count(element.min())?;
                self.claim(count.saturating_mul(*size))?;
                (0..count).try_for_each(|_| self.value(element))
            }
            Plan::Keyed {
                key,
                order,
                value,
                size,
            } => {
                let count = self.count(key.min() + value.min())?;
                self.claim(count.saturating_mul(*size))?;
                let mut before = None;
                for _ in 0..count {
                    let key = order(self.bytes_of(key)?);
                    if before.as_ref().is_some_and(|before| *before >= key) {
                        return Err(Error::Type);
                    }
                    before = Some(key);
                    self.value(value)?;
                }
                Ok(())
            }
            Plan::Array(element, n) => {
                self.are_there(element.min() * n)?;
                (0..*n).try_for_each(|_| self.value(element))
            }
            Plan::All(parts) => parts.iter().try_for_each(|part| self.value(part)),
            Plan::Tagged(variants) => {
                let tag = usize::from(self.take(1)?[0]);
                self.value(variants.get(tag).ok_or(Error::Type)?)
            }
            Plan::Boxed(inner, size) => {
                if let Plan::Array(element, n) = &**inner {
                    self.are_there(element.min() * n)?;
                }
                self.claim(*size)?;
                self.value(inner)
            }
            Plan::Rec { body, .. } => {
                if self.open == self.limits.depth {
                    return Err(Error::Limit);
                }
                self.open += 1;
                self.used.depth = self.used.depth.max(self.open);
                self.value(&body())?;
                self.open -= 1;
                Ok(())
            }
            Plan::Refused(inner, test) => test(self.bytes_of(inner)?),
        }
    }

    /// The bytes of one value.
    fn bytes_of(&mut self, plan: &Plan) -> Result<&'b [u8], Error> {
        let start = self.unread;
        self.value(plan)?;
        Ok(&start[..start.len() - self.unread.len()])
    }
}
