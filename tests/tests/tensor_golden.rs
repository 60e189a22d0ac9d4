//! The golden cases of kind block, and the one with a tensors field.

use kiln::tensor::{Directory, Prefix, Tensors, TensorsBuf, TensorsBuilder};
use kiln_tests::blocks::json::{Case, golden, same, tensors_to_json};

fn blocks() -> Vec<Case> {
    golden()
        .into_iter()
        .filter(|case| case.kind == "block")
        .collect()
}

#[test]
fn every_block_case_gives_its_value_or_its_error() {
    assert_eq!(blocks().len(), 23);
    for case in blocks() {
        let result = Tensors::from_slice(&case.bytes);
        match (&result, &case.expected) {
            (Ok(tensors), Ok(expected)) => {
                let found = tensors_to_json(tensors);
                assert!(same(&found, expected), "{}: {found}", case.name);
            }
            (Err(error), Err(expected)) => assert_eq!(error.name(), expected, "{}", case.name),
            _ => panic!("{}: {result:?}, expected {:?}", case.name, case.expected),
        }
        let owned = TensorsBuf::from_slice(&case.bytes);
        assert_eq!(owned.as_ref().err(), result.as_ref().err(), "{}", case.name);
    }
}

#[test]
fn every_accepted_case_is_built_again_to_its_bytes() {
    for case in blocks() {
        if let Ok(tensors) = Tensors::from_slice(&case.bytes) {
            let mut builder = TensorsBuilder::new();
            for tensor in &tensors {
                builder.add(tensor);
            }
            assert_eq!(builder.to_vec().unwrap(), case.bytes, "{}", case.name);
            assert_eq!(kiln::to_vec(&tensors).unwrap(), case.bytes, "{}", case.name);
        }
    }
}

/// Without a payload byte the directory sees every fault but those of the payload itself.
#[test]
fn the_directory_sees_what_needs_no_payload() {
    let unseen = [
        "kiln-v2-gap",
        "kiln-v2-bool",
        "kiln-v2-nibble",
        "kiln-v2-trailing",
    ];
    for case in blocks() {
        let total = case.bytes.len() as u64;
        let mut head = 0;
        let result = loop {
            match Directory::from_prefix(&case.bytes[..head], total) {
                Ok(Prefix::Complete(directory)) => break Ok(directory.len()),
                Ok(Prefix::Needs(bytes)) => {
                    assert!(bytes > head as u64 && bytes <= total, "{}", case.name);
                    head = usize::try_from(bytes).unwrap();
                }
                Err(error) => break Err(error.name().to_owned()),
            }
        };
        match &case.expected {
            Err(error) if !unseen.contains(&&*case.name) => {
                assert_eq!(result.as_ref(), Err(error), "{}", case.name);
            }
            _ => assert!(result.is_ok(), "{}", case.name),
        }
    }
}

#[test]
fn a_tensors_field_ends_where_its_block_ends() {
    let case = golden()
        .into_iter()
        .find(|case| case.name == "kiln-tensors-field")
        .unwrap();
    let (weights, step): (Tensors<'_>, u32) = kiln::from_slice(&case.bytes).unwrap();
    assert_eq!(step, 7);
    assert_eq!(weights.at(0).unwrap().to_vec::<f32>().unwrap(), [1.0, -2.0]);
    assert_eq!(kiln::to_vec(&(&weights, step)).unwrap(), case.bytes);

    let (owned, step): (TensorsBuf, u32) = kiln::from_slice(&case.bytes).unwrap();
    assert_eq!(owned.tensors(), weights);
    assert_eq!(kiln::to_vec(&(&owned, step)).unwrap(), case.bytes);
    assert_eq!(kiln::encoded_size(&owned), weights.as_bytes().len());
}
