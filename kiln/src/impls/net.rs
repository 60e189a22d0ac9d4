//! Addresses: octets in network order, ports and the rest as numbers.

use super::via;
use crate::{
    Decode, Describe, Encode, Error, Reader, Schema, Writer,
    schema::{Field, Variant},
};
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};

via!([] Ipv4Addr as [u8; 4], |ip| ip.octets(), |octets| Ok(Self::from(octets)));
via!([] Ipv6Addr as [u8; 16], |ip| ip.octets(), |octets| Ok(Self::from(octets)));

/// An enum `{V4:…,V6:…,}` of the two kinds of address.
macro_rules! either {
    ($type:ident, $v4:ident, $v6:ident) => {
        impl Describe for $type {
            const SCHEMA: &'static Schema = &Schema::enumeration(
                const {
                    &[
                        Variant::with("V4", $v4::SCHEMA),
                        Variant::with("V6", $v6::SCHEMA),
                    ]
                },
            );
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                match self {
                    Self::V4(v4) => {
                        w.tag(0, 2);
                        v4.encode(w)
                    }
                    Self::V6(v6) => {
                        w.tag(1, 2);
                        v6.encode(w)
                    }
                }
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                match self {
                    Self::V4(v4) => 1 + v4.encoded_size(),
                    Self::V6(v6) => 1 + v6.encoded_size(),
                }
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                match r.tag(2)? {
                    0 => Ok(Self::V4($v4::decode(r)?)),
                    _ => Ok(Self::V6($v6::decode(r)?)),
                }
            }
        }
    };
}

either!(IpAddr, Ipv4Addr, Ipv6Addr);
either!(SocketAddr, SocketAddrV4, SocketAddrV6);

/// A struct of getters, in the order of its schema.
macro_rules! socket {
    ($type:ident { $($field:ident: $wire:ty),* }) => {
        impl Describe for $type {
            const SCHEMA: &'static Schema = &Schema::structure(
                const { &[$(Field::new(stringify!($field), <$wire>::SCHEMA)),*] },
            );
        }
        impl Encode for $type {
            #[inline]
            fn encode(&self, w: &mut Writer<'_>) -> Result<(), Error> {
                w.reserve(Self::MIN_SIZE);
                $(self.$field().encode(w)?;)*
                Ok(())
            }
            #[inline]
            fn encoded_size(&self) -> usize {
                Self::MIN_SIZE
            }
        }
        impl<'de> Decode<'de> for $type {
            #[inline]
            fn decode(r: &mut Reader<'de>) -> Result<Self, Error> {
                $(let $field = <$wire>::decode(r)?;)*
                Ok(Self::new($($field),*))
            }
        }
    };
}

socket!(SocketAddrV4 {
    ip: Ipv4Addr,
    port: u16
});
socket!(SocketAddrV6 {
    ip: Ipv6Addr,
    port: u16,
    flowinfo: u32,
    scope_id: u32
});
