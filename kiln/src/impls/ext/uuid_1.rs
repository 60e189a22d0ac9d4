//! `uuid` 1: `array<u8,16>`, in the order in which it is printed.

use crate::impls::via;
use uuid::Uuid;

via!([] Uuid as [u8; 16], |uuid| uuid.into_bytes(), |bytes| Ok(Self::from_bytes(bytes)));
