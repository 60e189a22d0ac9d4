//! How each crate is called. Where it has more than one good way, each is measured, and what is reported is the
//! fastest of them for that row. Not here, since it gained nothing in any case: borsh and savefile to a slice.
//! Writers to a slice count among the others: the caller has to know a size that is enough, and it may be too short,
//! where a vector grows. Macros, since each crate has bounds of its own.

/// `bincode 2` with integers of fixed width, its faster configuration.
pub(crate) const BINCODE: bincode::config::Configuration<
    bincode::config::LittleEndian,
    bincode::config::Fixint,
> = bincode::config::standard().with_fixed_int_encoding();

/// `musli`'s storage format with integers of fixed width, its faster options.
const MUSLI_OPTIONS: musli::Options = musli::options::new().fixed().build();
pub(crate) const MUSLI: musli::storage::Encoding<MUSLI_OPTIONS> =
    musli::storage::Encoding::new().with_options();

/// `musli`'s packed format, whose integers have fixed width, for types without names of fields.
pub(crate) const MUSLI_PACKED: musli::packed::Encoding<
    { musli::packed::OPTIONS },
    crate::data::Packed,
> = musli::packed::Encoding::new().with_mode();

/// `wincode` as it comes, but for the cap of 4 MiB on a first reservation, which would refuse the mesh.
pub(crate) fn wincode_config() -> impl wincode::config::Config {
    wincode::config::Configuration::default().disable_preallocation_size_limit()
}

/// The same with lengths of 4 bytes and tags of one, as Kiln has them.
pub(crate) fn wincode_compact() -> impl wincode::config::Config {
    wincode::config::Configuration::default()
        .disable_preallocation_size_limit()
        .with_length_encoding::<wincode::len::FixIntLen<u32>>()
        .with_tag_encoding::<u8>()
}

/// How much of a slice of `len` bytes was written, by what is left of it.
macro_rules! written {
    ($out:ident, |$rest:ident| $write:expr) => {{
        let len = $out.len();
        let mut $rest: &mut [u8] = $out;
        $write;
        len - $rest.len()
    }};
}

macro_rules! owned {
    ($case:ident, $values:expr, $type:ty, [$($peer:ident)*]) => {
        crate::ways::owned!(@all $case, $values, $type, None, [$($peer)*])
    };
    // For values that are their own bytes.
    ($case:ident, $values:expr, $type:ty, plain($plain:expr), [$($peer:ident)*]) => {
        crate::ways::owned!(@all $case, $values, $type, Some($plain), [$($peer)*])
    };
    (@all $case:ident, $values:expr, $type:ty, $plain:expr, [$($peer:ident)*]) => {{
        let values: &'static [$type] = $values;
        let kiln = crate::ways::owned!(@kiln $case, values, $type);
        crate::limits::add_limits(&mut $case, values, kiln, $plain);
        $(crate::ways::owned!(@$peer $case, values, $type);)*
    }};
    (@kiln $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::KILN;
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| kiln::to_vec(value).unwrap(),
            |bytes| kiln::from_slice::<$type>(bytes).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| kiln::encode_into(value, out).unwrap());
        wire
    }};
    (@wincode $case:ident, $values:ident, $type:ty) => {{
        crate::ways::owned!(@wincode_as $case, $values, $type, crate::ways::wincode_config, "default", "default, slice");
        crate::ways::owned!(@wincode_as $case, $values, $type, crate::ways::wincode_compact, "compact", "compact, slice");
    }};
    (@wincode_as $case:ident, $values:ident, $type:ty, $config:path, $way:literal, $slice:literal) => {{
        let who = crate::Who::row_wise("wincode", $way);
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| wincode::config::serialize(value, $config()).unwrap(),
            |bytes| wincode::config::deserialize::<$type, _>(bytes, $config()).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| wincode::config::serialize_into(out, value, $config()).unwrap());
        crate::peers::add_slice(&mut $case, crate::Who::other("wincode", $slice), $values, wire,
            |value, out| crate::ways::written!(out, |rest|
                wincode::config::serialize_into(&mut rest, value, $config()).unwrap()));
    }};
    (@speedy $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::row_wise("speedy", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| speedy::Writable::write_to_vec(value).unwrap(),
            |bytes| <$type as speedy::Readable<_>>::read_from_buffer(bytes).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| speedy::Writable::write_to_stream(value, out).unwrap());
        // It does not say how much it wrote. Who has to know asks for that, which is left out here.
        crate::peers::add_slice(&mut $case, crate::Who::other("speedy", "slice"), $values, wire,
            |value, out| {
                speedy::Writable::write_to_buffer(value, out).unwrap();
                out.len()
            });
    }};
    (@bincode $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::row_wise("bincode", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| bincode::encode_to_vec(value, crate::ways::BINCODE).unwrap(),
            |bytes| bincode::decode_from_slice::<$type, _>(bytes, crate::ways::BINCODE).unwrap().0);
        crate::peers::add_reuse(&mut $case, who, $values, wire, |value, out| {
            bincode::encode_into_std_write(value, out, crate::ways::BINCODE).unwrap();
        });
        crate::peers::add_slice(&mut $case, crate::Who::other("bincode", "slice"), $values, wire,
            |value, out| bincode::encode_into_slice(value, out, crate::ways::BINCODE).unwrap());
    }};
    (@borsh $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::row_wise("borsh", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| borsh::to_vec(value).unwrap(),
            |bytes| borsh::from_slice::<$type>(bytes).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| borsh::to_writer(out, value).unwrap());
    }};
    (@postcard $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::row_wise("postcard", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| postcard::to_stdvec(value).unwrap(),
            |bytes| postcard::from_bytes::<$type>(bytes).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire, |value, out| {
            let taken = std::mem::take(out);
            *out = postcard::to_extend(value, taken).unwrap();
        });
        crate::peers::add_slice(&mut $case, crate::Who::other("postcard", "slice"), $values, wire,
            |value, out| postcard::to_slice(value, out).unwrap().len());
    }};
    (@savefile $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::row_wise("savefile", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| { let mut out = Vec::new(); savefile::save_noschema(&mut out, 0, value).unwrap(); out },
            |mut bytes| savefile::load_noschema::<$type>(&mut bytes, 0).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| savefile::save_noschema(out, 0, value).unwrap());
    }};
    (@musli $case:ident, $values:ident, $type:ty) => {
        crate::ways::owned!(@musli_as $case, $values, $type, crate::ways::MUSLI, "storage", "storage, slice");
    };
    // Only for values without options: it writes nothing for `None`, and does not read that back.
    (@musli_packed $case:ident, $values:ident, $type:ty) => {
        crate::ways::owned!(@musli_as $case, $values, $type, crate::ways::MUSLI_PACKED, "packed", "packed, slice");
    };
    (@musli_as $case:ident, $values:ident, $type:ty, $encoding:expr, $way:literal, $slice:literal) => {{
        let who = crate::Who::row_wise("musli", $way);
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| $encoding.to_vec(value).unwrap(),
            |bytes| $encoding.decode::<_, $type>(bytes).unwrap());
        crate::peers::add_reuse(&mut $case, who, $values, wire,
            |value, out| { $encoding.encode(out, value).unwrap(); });
        crate::peers::add_slice(&mut $case, crate::Who::other("musli", $slice), $values, wire,
            |value, out| $encoding.to_slice(out, value).unwrap());
    }};
    (@bitcode $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::other("bitcode", "");
        let mut decoder = bitcode::Buffer::new();
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| bitcode::encode(value),
            move |bytes| decoder.decode::<$type>(bytes).unwrap());
        let mut encoder = bitcode::Buffer::new();
        crate::peers::add_own(&mut $case, who, $values, wire, move |value, show| show(encoder.encode(value)));
        let mut encoder = bitcode::Buffer::new();
        crate::peers::add_fresh(&mut $case, crate::Who::other("bitcode", "buffer"), $values,
            move |value| encoder.encode(value).to_vec());
    }};
    (@rkyv $case:ident, $values:ident, $type:ty) => {{
        let who = crate::Who::other("rkyv", "");
        let wire = crate::peers::add(&mut $case, who, $values,
            |value| rkyv::to_bytes::<rkyv::rancor::Error>(value).unwrap(),
            |bytes| rkyv::from_bytes::<$type, rkyv::rancor::Error>(bytes).unwrap());
        let mut out = rkyv::util::AlignedVec::<16>::new();
        crate::peers::add_own(&mut $case, who, $values, wire, move |value, show| {
            out.clear();
            let taken = std::mem::take(&mut out);
            out = rkyv::api::high::to_bytes_in::<_, rkyv::rancor::Error>(value, taken).unwrap();
            show(&out);
        });
    }};
}

/// `$ref` is the borrowing type, `$type` the owned one.
macro_rules! borrowed {
    ($case:ident, $values:expr, $type:ty, $ref:ty) => {{
        let values: &'static [$type] = $values;
        let wire = crate::peers::wire(values, |value| kiln::to_vec(value).unwrap());
        crate::peers::add_borrowed(&mut $case, crate::Who::KILN, wire, |bytes| {
            kiln::from_slice::<$ref>(bytes).unwrap()
        });
        let refs: &'static [$ref] = wire
            .iter()
            .map(|bytes| kiln::from_slice(bytes).unwrap())
            .collect::<Vec<_>>()
            .leak();
        $case.add(crate::Who::limit("clone"), crate::Mode::Borrowed, move || {
            for value in refs {
                std::hint::black_box(&std::hint::black_box(value).clone());
            }
        });
        crate::ways::borrowed!(@add $case, values, crate::Who::row_wise("wincode", "default"),
            |value| wincode::config::serialize(value, crate::ways::wincode_config()).unwrap(),
            |bytes| wincode::config::deserialize::<$ref, _>(bytes, crate::ways::wincode_config()).unwrap());
        crate::ways::borrowed!(@add $case, values, crate::Who::row_wise("wincode", "compact"),
            |value| wincode::config::serialize(value, crate::ways::wincode_compact()).unwrap(),
            |bytes| wincode::config::deserialize::<$ref, _>(bytes, crate::ways::wincode_compact()).unwrap());
        crate::ways::borrowed!(@add $case, values, crate::Who::row_wise("speedy", ""),
            |value| speedy::Writable::write_to_vec(value).unwrap(),
            |bytes| <$ref as speedy::Readable<_>>::read_from_buffer(bytes).unwrap());
        crate::ways::borrowed!(@add $case, values, crate::Who::row_wise("bincode", ""),
            |value| bincode::encode_to_vec(value, crate::ways::BINCODE).unwrap(),
            |bytes| bincode::borrow_decode_from_slice::<$ref, _>(bytes, crate::ways::BINCODE).unwrap().0);
        crate::ways::borrowed!(@add $case, values, crate::Who::row_wise("postcard", ""),
            |value| postcard::to_stdvec(value).unwrap(),
            |bytes| postcard::from_bytes::<$ref>(bytes).unwrap());
        let mut decoder = bitcode::Buffer::new();
        crate::ways::borrowed!(@add $case, values, crate::Who::other("bitcode", ""),
            |value| bitcode::encode(value),
            move |bytes| decoder.decode::<$ref>(bytes).unwrap());
        crate::ways::borrowed!(@add $case, values, crate::Who::other("rkyv", "in place"),
            |value| rkyv::to_bytes::<rkyv::rancor::Error>(value).unwrap(),
            |bytes| rkyv::access::<rkyv::Archived<$type>, rkyv::rancor::Error>(bytes).unwrap());
    }};
    (@add $case:ident, $values:ident, $who:expr, $encode:expr, $decode:expr) => {{
        let wire = crate::peers::wire($values, $encode);
        crate::peers::add_borrowed(&mut $case, $who, wire, $decode);
    }};
}

pub(crate) use {borrowed, owned, written};
