//! What is wrong with a block, in words: for diagnosis, and never on the way of a reader.
//!
//! A reader stops at the first fault and says one byte. Here the same twelve steps are gone through to
//! find every fault that can be told from the others, each with its step, its place and the numbers
//! of both sides. Up to step 7 a fault ends the search, for nothing behind it can be located; from
//! step 8 on, descriptors are looked at one by one. The first fault found is the one that the reader
//! stops at; tests hold the two against each other.

mod directory;
mod header;
mod payload;

use crate::tensor::table::Table;
use crate::{Error, Limits};
use alloc::string::String;
use alloc::vec::Vec;

/// One thing that is wrong with a block.
pub(crate) struct Fault<'a> {
    /// The step that finds it.
    pub(crate) step: u8,
    pub(crate) error: Error,
    /// In bytes from the start of the block.
    pub(crate) offset: usize,
    /// The index of the tensor, and its name if it has one that is text: as much as is worth showing.
    pub(crate) tensor: Option<(usize, &'a str)>,
    pub(crate) message: String,
}

/// All faults of the block at the start of these bytes, in the order of the steps. Bytes behind it are
/// none.
pub(crate) fn faults<'a>(bytes: &'a [u8], limits: &Limits) -> Vec<Fault<'a>> {
    let padded = match header::head(bytes, limits) {
        Ok(padded) => padded,
        Err(fault) => return [fault].into(),
    };
    let mut found = Found {
        table: padded.table,
        faults: Vec::new(),
    };
    directory::names(&mut found, limits);
    let sound = directory::shapes(&mut found, padded.payload_bytes);
    payload::placement(&mut found, &padded, &sound);
    payload::values(&mut found, &padded, &sound);
    found.faults
}

/// The faults found so far.
struct Found<'a> {
    table: Table<'a>,
    faults: Vec<Fault<'a>>,
}

/// The first characters of a name, empty if they are no text. A faulty block may let every
/// descriptor claim one and the same long name: what is done for each must not depend on its length.
fn beginning(name: &[u8]) -> &str {
    let head = name.get(..256).unwrap_or(name);
    match core::str::from_utf8(head) {
        Ok(text) => text,
        // Cut within a character.
        Err(error) if error.error_len().is_none() && head.len() < name.len() => {
            let text = head.get(..error.valid_up_to()).unwrap_or_default();
            core::str::from_utf8(text).unwrap_or_default()
        }
        Err(_) => "",
    }
}

impl Found<'_> {
    fn count_of(&self, step: u8) -> usize {
        self.faults
            .iter()
            .filter(|fault| fault.step == step)
            .count()
    }

    /// A fault of one tensor; `at` is in bytes from the start of the block.
    fn tensor(&mut self, step: u8, error: Error, tensor: usize, at: usize, message: String) {
        let name = self.table.get(tensor).map(|d| self.table.name_of(d));
        let name = name.map_or("", beginning);
        self.faults.push(Fault {
            step,
            error,
            offset: at,
            tensor: Some((tensor, name)),
            message,
        });
    }

    /// A fault of the block as a whole.
    fn block(&mut self, step: u8, error: Error, at: usize, message: String) {
        self.faults.push(Fault {
            step,
            error,
            offset: at,
            tensor: None,
            message,
        });
    }
}
