//! `half` 2: `f16` and `bf16`.

use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    plain::{Image, Transparent},
};
use half::{bf16, f16};

macro_rules! half {
    ($($type:ident $schema:ident),*) => {$(
        impl Describe for $type {
            const SCHEMA: &'static Schema = &Schema::$schema;
            const IMAGE: Image<Self> = <Self as Transparent<u16>>::TRANSPARENT;
            const TESTS: Option<usize> = Some(0);
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                w.put_array(self.to_le_bytes());
                Ok(())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                2
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                Ok(Self::from_le_bytes(r.take_array()?))
            }
        }
    )*};
}

half!(f16 F16, bf16 Bf16);
