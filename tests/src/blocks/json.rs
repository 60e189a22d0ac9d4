//! Blocks in the notation of golden/kiln-2.json.

use crate::hex;
use kiln::Error;
use kiln::tensor::{Quant, Scale, TensorRef, Tensors, Zero};
use serde_json::{Map, Value, json};

/// What a reader answers: `{"value": …}` or `{"error": …}`.
#[must_use]
pub fn answer(result: &Result<Tensors<'_>, Error>) -> Value {
    match result {
        Ok(tensors) => json!({ "value": tensors_to_json(tensors) }),
        Err(error) => json!({ "error": error.name() }),
    }
}

/// The tensors of a block.
#[must_use]
pub fn tensors_to_json(tensors: &Tensors<'_>) -> Value {
    let one = |tensor: kiln::tensor::TensorView<'_>| {
        let mut out = json!({
            "name": tensor.name(),
            "layout": tensor.layout(),
            "dtype": tensor.dtype().name(),
            "dims": tensor.shape().iter().map(|dim| integer(*dim)).collect::<Vec<_>>(),
            "data": hex::digits(tensor.data()),
        });
        if let Some(quant) = tensor.quant() {
            out["quant"] = Value::Object(quant_to_json(&quant));
        }
        out
    };
    Value::Array(tensors.iter().map(one).collect())
}

/// Integers above 2^53 are strings.
fn integer(value: u64) -> Value {
    if value > 1 << 53 {
        json!(value.to_string())
    } else {
        json!(value)
    }
}

fn quant_to_json(quant: &Quant<'_>) -> Map<String, Value> {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| {
        if value != json!(0) {
            fields.insert(name.into(), value);
        }
    };
    let reference = |tensor: &TensorRef<'_>| match tensor {
        TensorRef::Index(index) => json!(index + 1),
        TensorRef::Name(name) => panic!("a reader gives indices, not {name}"),
    };
    let (multiplier, scale) = match quant {
        Quant::Block { elements, bytes } => {
            put("scheme", json!(3));
            put("block0", json!(elements));
            put("block1", json!(bytes));
            return fields;
        }
        Quant::Linear {
            multiplier,
            scale,
            zero,
            aux,
        } => {
            put("scheme", json!(1));
            let (kind, tensor, point) = match zero {
                Zero::None => (0, json!(0), 0),
                Zero::Inline(point) => (1, json!(0), *point),
                Zero::Subtracted(tensor) => (2, reference(tensor), 0),
                Zero::Added(tensor) => (3, reference(tensor), 0),
            };
            put("zero", json!(kind));
            put("zero_ref", tensor);
            put("zero_point", json!(point));
            put("aux_ref", aux.as_ref().map_or(json!(0), reference));
            (multiplier, scale)
        }
        Quant::Codebook {
            multiplier,
            scale,
            table,
        } => {
            put("scheme", json!(2));
            put("aux_ref", reference(table));
            (multiplier, scale)
        }
    };
    put("scale", json!(f64::from(*multiplier)));
    match scale {
        Scale::PerTensor => put("gran", json!(1)),
        Scale::PerAxis { axis, tensor } => {
            put("gran", json!(2));
            put("axis", json!(axis));
            put("scale_ref", reference(tensor));
        }
        Scale::PerBlock { axis, size, tensor } => {
            put("gran", json!(3));
            put("axis", json!(axis));
            put("block0", json!(size));
            put("scale_ref", reference(tensor));
        }
        Scale::PerBlock2 {
            rows,
            columns,
            tensor,
        } => {
            put("gran", json!(4));
            put("block0", json!(rows));
            put("block1", json!(columns));
            put("scale_ref", reference(tensor));
        }
    }
    fields
}

/// JSON values are equal if their numbers are, however these are written.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}
