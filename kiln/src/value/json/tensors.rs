//! Tensor blocks in JSON: a list of tensors, with their data in hexadecimal.

use super::{floats, read, write};
use crate::{
    Error,
    tensor::{DType, NewTensor, Quant, RawQuant, TensorRef, TensorView, Tensors, TensorsBuilder},
};
use alloc::{string::String, vec::Vec};
use serde_json::{Map, Value as Json};

/// How many levels of lists and objects a block takes: tensors, a tensor, its dims.
pub(super) const LEVELS: usize = 3;

type Members = Map<String, Json>;

/// A block that has been checked.
pub(super) fn to_json(block: &[u8]) -> Json {
    match Tensors::from_slice(block) {
        Ok(tensors) => tensors.iter().map(|tensor| one_to_json(&tensor)).collect(),
        Err(_) => Json::Null,
    }
}

fn one_to_json(tensor: &TensorView<'_>) -> Json {
    let mut members = Members::new();
    let mut put = |name: &str, json: Json| members.insert(name.into(), json);
    put("name", tensor.name().into());
    put("layout", tensor.layout().into());
    put("dtype", tensor.dtype().name().into());
    put(
        "dims",
        tensor
            .shape()
            .iter()
            .map(|&dim| write::integer(dim))
            .collect(),
    );
    put("data", to_hex(tensor.data()).into());
    if let Some(quant) = tensor.quant() {
        put("quant", quant_to_json(&quant));
    }
    Json::Object(members)
}

fn quant_to_json(quant: &Quant<'_>) -> Json {
    // Quantization that was read refers by index.
    let raw = quant.to_raw(|reference| match reference {
        TensorRef::Index(index) => Ok(index.wrapping_add(1)),
        TensorRef::Name(_) => Err(()),
    });
    let Ok(raw) = raw else { return Json::Null };
    let mut members = Members::new();
    let mut put = |name: &str, number: i64| {
        if number != 0 {
            members.insert(name.into(), number.into());
        }
    };
    put("scheme", raw.scheme.into());
    put("gran", raw.gran.into());
    put("axis", raw.axis.into());
    put("zero", raw.zero.into());
    put("block0", raw.block0.into());
    put("block1", raw.block1.into());
    put("scale_ref", raw.scale_ref.into());
    put("zero_ref", raw.zero_ref.into());
    put("aux_ref", raw.aux_ref.into());
    put("zero_point", raw.zero_point.into());
    if raw.scale_bits != 0 {
        let scale = f32::from_bits(raw.scale_bits);
        members.insert(
            "scale".into(),
            floats::to_json(scale.into(), raw.scale_bits.into(), 4),
        );
    }
    Json::Object(members)
}

/// The block that JSON stands for.
pub(super) fn from_json(json: &Json) -> Result<Vec<u8>, Error> {
    let mut builder = TensorsBuilder::new();
    for tensor in json.as_array().ok_or(Error::Type)? {
        builder.add(one_from_json(tensor)?);
    }
    builder.to_vec().map_err(Error::from)
}

fn one_from_json(json: &Json) -> Result<NewTensor<'_>, Error> {
    let members = json.as_object().ok_or(Error::Type)?;
    let quant = members.get("quant");
    if members.len() != 5 + usize::from(quant.is_some()) {
        return Err(Error::Type);
    }
    let text = |name| members.get(name).and_then(Json::as_str).ok_or(Error::Type);
    let dims = members
        .get("dims")
        .and_then(Json::as_array)
        .ok_or(Error::Type)?;
    let dims: Vec<u64> = dims.iter().map(read::integer).collect::<Result<_, _>>()?;
    let dtype: DType = text("dtype")?.parse().map_err(|_| Error::Type)?;
    let data = from_hex(text("data")?).ok_or(Error::Type)?;
    let tensor = NewTensor::from_bytes(text("name")?, dtype, &dims, data).layout(text("layout")?);
    Ok(match quant {
        Some(quant) => tensor.quant(quant_from_json(quant)?),
        None => tensor,
    })
}

fn quant_from_json(json: &Json) -> Result<Quant<'static>, Error> {
    let mut raw = RawQuant::default();
    for (name, json) in json.as_object().ok_or(Error::Type)? {
        match name.as_str() {
            "scheme" => raw.scheme = read::integer(json)?,
            "gran" => raw.gran = read::integer(json)?,
            "axis" => raw.axis = read::integer(json)?,
            "zero" => raw.zero = read::integer(json)?,
            "block0" => raw.block0 = read::integer(json)?,
            "block1" => raw.block1 = read::integer(json)?,
            "scale_ref" => raw.scale_ref = read::integer(json)?,
            "zero_ref" => raw.zero_ref = read::integer(json)?,
            "aux_ref" => raw.aux_ref = read::integer(json)?,
            "zero_point" => raw.zero_point = read::integer(json)?,
            "scale" => {
                let bits = floats::from_json(json, 4, floats::to_f32_bits)?;
                raw.scale_bits = u32::try_from(bits).map_err(|_| Error::Type)?;
            }
            _ => return Err(Error::Type),
        }
    }
    // Fields that do not belong together make no quantization; they must not be lost on the way.
    let quant = Quant::from_raw(&raw).ok_or(Error::Type)?;
    let again = quant.to_raw(|reference| match reference {
        TensorRef::Index(index) => Ok(index.wrapping_add(1)),
        TensorRef::Name(_) => Err(Error::Type),
    });
    match again? == raw {
        true => Ok(quant),
        false => Err(Error::Type),
    }
}

fn to_hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(n.into(), 16).unwrap_or('0');
    let digits = bytes.iter().flat_map(|b| [digit(b >> 4), digit(b & 15)]);
    digits.collect()
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let digit = |b: u8| char::from(b).to_digit(16);
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |&[high, low]: &[u8; 2]| u8::try_from(digit(high)? << 4 | digit(low)?).ok();
    match rest {
        [] => pairs.iter().map(byte).collect(),
        _ => None,
    }
}
