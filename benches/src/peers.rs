//! How each crate is called: in its better way, and checked. Macros, since each has bounds of its own.
//!
//! Results are shown to `black_box` by reference: a move of them right after they were written would be measured
//! along, and a load of 16 bytes over two fresh stores of 8 costs more than a tiny message.

use crate::{Case, Kind, Mode};
use std::hint::black_box;

/// Adds a contender in the three modes for owned values, after trying it once.
///
/// The values are messages that travel one at a time; most cases have just one.
pub(crate) fn add<T: PartialEq, B: AsRef<[u8]> + Default + 'static>(
    case: &mut Case,
    name: &'static str,
    kind: Kind,
    values: &'static [T],
    mut reuse: impl FnMut(&T, &mut B) + 'static,
    mut fresh: impl FnMut(&T) -> B + 'static,
    mut decode: impl FnMut(&[u8]) -> T + 'static,
) -> &'static [B] {
    let wire: &'static [B] = values.iter().map(&mut fresh).collect::<Vec<_>>().leak();
    for (value, bytes) in values.iter().zip(wire) {
        let mut again = B::default();
        reuse(value, &mut again);
        assert!(
            again.as_ref() == bytes.as_ref(),
            "{name}: two encodings of one value"
        );
        assert!(
            decode(bytes.as_ref()) == *value,
            "{name}: another value came back"
        );
    }
    case.wire
        .push((name, wire.iter().flat_map(AsRef::as_ref).copied().collect()));
    let mut buffer = B::default();
    case.add(name, kind, Mode::Reuse, move || {
        for value in values {
            reuse(black_box(value), &mut buffer);
            black_box(&buffer);
        }
    });
    case.add(name, kind, Mode::Fresh, move || {
        for value in values {
            black_box(&fresh(black_box(value)));
        }
    });
    case.add(name, kind, Mode::Owned, move || {
        for bytes in wire {
            black_box(&decode(black_box(bytes.as_ref())));
        }
    });
    wire
}

/// Adds a contender in the mode for borrowed values.
pub(crate) fn add_borrowed<R, B: AsRef<[u8]> + 'static>(
    case: &mut Case,
    name: &'static str,
    kind: Kind,
    wire: &'static [B],
    mut decode: impl FnMut(&'static [u8]) -> R + 'static,
) {
    case.add(name, kind, Mode::Borrowed, move || {
        for bytes in wire {
            black_box(&decode(black_box(bytes.as_ref())));
        }
    });
}

/// The bytes copied, the values cloned: no crate can be faster by much. `wire` is Kiln's.
pub(crate) fn add_limits<T: Clone>(
    case: &mut Case,
    values: &'static [T],
    wire: &'static [Vec<u8>],
) {
    let mut buffer = Vec::new();
    case.add("memcpy", Kind::Limit, Mode::Reuse, move || {
        for bytes in wire {
            buffer.clear();
            buffer.extend_from_slice(black_box(bytes));
            black_box(&buffer);
        }
    });
    case.add("memcpy", Kind::Limit, Mode::Fresh, move || {
        for bytes in wire {
            black_box(&black_box(bytes).to_vec());
        }
    });
    case.add("clone", Kind::Limit, Mode::Owned, move || {
        for value in values {
            black_box(&black_box(value).clone());
        }
    });
}

/// `bincode 2` with integers of fixed width, its faster configuration.
pub(crate) const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Fixint,
> = bincode::config::standard().with_fixed_int_encoding();

/// `musli`'s storage format with integers of fixed width, its faster options.
const MUSLI_OPTIONS: musli::Options = musli::options::new().fixed().build();
pub(crate) const MUSLI: musli::storage::Encoding<MUSLI_OPTIONS> =
    musli::storage::Encoding::new().with_options();

macro_rules! owned {
    ($case:ident, $values:expr, $type:ty, [$($peer:ident)*]) => {{
        let values: &'static [$type] = $values;
        let kiln = crate::peers::owned!(@kiln $case, values, $type);
        crate::peers::add_limits(&mut $case, values, kiln);
        $(crate::peers::owned!(@$peer $case, values, $type);)*
    }};
    (@kiln $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "kiln", crate::Kind::Kiln, $values,
            |value, out: &mut Vec<u8>| { out.clear(); kiln::encode_into(value, out).unwrap(); },
            |value| kiln::to_vec(value).unwrap(),
            |bytes| kiln::from_slice::<$type>(bytes).unwrap(),
        )
    };
    (@wincode $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "wincode", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); wincode::config::serialize_into(out, value, crate::peers::wincode_config()).unwrap(); },
            |value| wincode::config::serialize(value, crate::peers::wincode_config()).unwrap(),
            |bytes| wincode::config::deserialize::<$type, _>(bytes, crate::peers::wincode_config()).unwrap(),
        )
    };
    (@speedy $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "speedy", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); speedy::Writable::write_to_stream(value, out).unwrap(); },
            |value| speedy::Writable::write_to_vec(value).unwrap(),
            |bytes| <$type as speedy::Readable<_>>::read_from_buffer(bytes).unwrap(),
        )
    };
    (@bincode $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "bincode", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); bincode::encode_into_std_write(value, out, crate::peers::BINCODE).unwrap(); },
            |value| bincode::encode_to_vec(value, crate::peers::BINCODE).unwrap(),
            |bytes| bincode::decode_from_slice::<$type, _>(bytes, crate::peers::BINCODE).unwrap().0,
        )
    };
    (@borsh $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "borsh", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); borsh::to_writer(out, value).unwrap(); },
            |value| borsh::to_vec(value).unwrap(),
            |bytes| borsh::from_slice::<$type>(bytes).unwrap(),
        )
    };
    (@postcard $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "postcard", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| {
                out.clear();
                let taken = std::mem::take(out);
                *out = postcard::to_extend(value, taken).unwrap();
            },
            |value| postcard::to_stdvec(value).unwrap(),
            |bytes| postcard::from_bytes::<$type>(bytes).unwrap(),
        )
    };
    (@bitcode $case:ident, $values:ident, $type:ty) => {{
        let mut encoder = bitcode::Buffer::new();
        let mut decoder = bitcode::Buffer::new();
        crate::peers::add(
            &mut $case, "bitcode", crate::Kind::Other, $values,
            move |value, out: &mut Vec<u8>| { out.clear(); out.extend_from_slice(encoder.encode(value)); },
            |value| bitcode::encode(value),
            move |bytes| decoder.decode::<$type>(bytes).unwrap(),
        )
    }};
    (@rkyv $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "rkyv", crate::Kind::Other, $values,
            |value, out: &mut rkyv::util::AlignedVec| {
                out.clear();
                let taken = std::mem::take(out);
                *out = rkyv::api::high::to_bytes_in::<_, rkyv::rancor::Error>(value, taken).unwrap();
            },
            |value| rkyv::to_bytes::<rkyv::rancor::Error>(value).unwrap(),
            |bytes| rkyv::from_bytes::<$type, rkyv::rancor::Error>(bytes).unwrap(),
        )
    };
    (@savefile $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "savefile", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); savefile::save_noschema(out, 0, value).unwrap(); },
            |value| { let mut out = Vec::new(); savefile::save_noschema(&mut out, 0, value).unwrap(); out },
            |mut bytes| savefile::load_noschema::<$type>(&mut bytes, 0).unwrap(),
        )
    };
    (@musli $case:ident, $values:ident, $type:ty) => {
        crate::peers::add(
            &mut $case, "musli", crate::Kind::RowWise, $values,
            |value, out: &mut Vec<u8>| { out.clear(); crate::peers::MUSLI.encode(out, value).unwrap(); },
            |value| { let mut out = Vec::new(); crate::peers::MUSLI.encode(&mut out, value).unwrap(); out },
            |bytes| crate::peers::MUSLI.decode::<_, $type>(bytes).unwrap(),
        )
    };
}

/// `$ref` is the borrowing type, `$type` the owned one.
macro_rules! borrowed {
    ($case:ident, $values:expr, $type:ty, $ref:ty) => {{
        let values: &'static [$type] = $values;
        let wire = crate::peers::wire(values, |value| kiln::to_vec(value).unwrap());
        crate::peers::add_borrowed(&mut $case, "kiln", crate::Kind::Kiln, wire, |bytes| {
            kiln::from_slice::<$ref>(bytes).unwrap()
        });
        let refs: &'static [$ref] = wire
            .iter()
            .map(|bytes| kiln::from_slice(bytes).unwrap())
            .collect::<Vec<_>>()
            .leak();
        $case.add(
            "clone",
            crate::Kind::Limit,
            crate::Mode::Borrowed,
            move || {
                for value in refs {
                    std::hint::black_box(&std::hint::black_box(value).clone());
                }
            },
        );
        let wire = crate::peers::wire(values, |value| {
            wincode::config::serialize(value, crate::peers::wincode_config()).unwrap()
        });
        crate::peers::add_borrowed(&mut $case, "wincode", crate::Kind::RowWise, wire, |bytes| {
            wincode::config::deserialize::<$ref, _>(bytes, crate::peers::wincode_config()).unwrap()
        });
        let wire = crate::peers::wire(values, |value| {
            speedy::Writable::write_to_vec(value).unwrap()
        });
        crate::peers::add_borrowed(&mut $case, "speedy", crate::Kind::RowWise, wire, |bytes| {
            <$ref as speedy::Readable<_>>::read_from_buffer(bytes).unwrap()
        });
        let wire = crate::peers::wire(values, |value| {
            bincode::encode_to_vec(value, crate::peers::BINCODE).unwrap()
        });
        crate::peers::add_borrowed(&mut $case, "bincode", crate::Kind::RowWise, wire, |bytes| {
            bincode::borrow_decode_from_slice::<$ref, _>(bytes, crate::peers::BINCODE)
                .unwrap()
                .0
        });
        let wire = crate::peers::wire(values, |value| postcard::to_stdvec(value).unwrap());
        crate::peers::add_borrowed(
            &mut $case,
            "postcard",
            crate::Kind::RowWise,
            wire,
            |bytes| postcard::from_bytes::<$ref>(bytes).unwrap(),
        );
        let wire = crate::peers::wire(values, |value| bitcode::encode(value));
        let mut decoder = bitcode::Buffer::new();
        crate::peers::add_borrowed(
            &mut $case,
            "bitcode",
            crate::Kind::Other,
            wire,
            move |bytes| decoder.decode::<$ref>(bytes).unwrap(),
        );
        let wire = crate::peers::wire(values, |value| {
            rkyv::to_bytes::<rkyv::rancor::Error>(value).unwrap()
        });
        crate::peers::add_borrowed(
            &mut $case,
            "rkyv (in place)",
            crate::Kind::Other,
            wire,
            |bytes| rkyv::access::<rkyv::Archived<$type>, rkyv::rancor::Error>(bytes).unwrap(),
        );
    }};
}

/// Each value encoded, for as long as the program runs.
pub(crate) fn wire<T, B>(values: &[T], encode: impl FnMut(&T) -> B) -> &'static [B] {
    values.iter().map(encode).collect::<Vec<B>>().leak()
}

/// `wincode` as it comes, but for the cap of 4 MiB on a first reservation, which would refuse the mesh.
pub(crate) fn wincode_config() -> impl wincode::config::Config {
    wincode::config::Configuration::default().disable_preallocation_size_limit()
}

pub(crate) use {borrowed, owned};
