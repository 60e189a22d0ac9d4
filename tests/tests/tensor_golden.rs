//! The golden cases of kind block, and the one with a tensors field.

use kiln::Describe;
use kiln::tensor::{Directory, Prefix, Tensors, TensorsBuf, TensorsBuilder};
use kiln_tests::blocks::json::{same, tensors_to_json};
use kiln_tests::golden::{self, Case};

fn blocks() -> Vec<Case> {
    golden::of_kind("block")
}

#[test]
fn every_block_case_gives_its_value_or_its_error() {
    assert_eq!(blocks().len(), 23);
    for case in blocks() {
        let result = Tensors::from_slice(&case.bytes);
        match (&result, &case.outcome) {
            (Ok(tensors), Ok(expected)) => {
                let found = tensors_to_json(tensors);
                assert!(same(&found, expected), "{}: {found}", case.name);
            }
            (Err(error), Err(expected)) => assert_eq!(error, expected, "{}", case.name),
            _ => panic!("{}: {result:?}, expected {:?}", case.name, case.outcome),
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
                Err(error) => break Err(error),
            }
        };
        match &case.outcome {
            Err(error) if !unseen.contains(&&*case.name) => {
                assert_eq!(result.as_ref(), Err(error), "{}", case.name);
            }
            _ => assert!(result.is_ok(), "{}", case.name),
        }
    }
}

/// The golden case's type, borrowed and owned.
#[derive(kiln::Kiln, PartialEq, Debug)]
struct Model<'a> {
    weights: Tensors<'a>,
    step: u32,
}

#[derive(kiln::Kiln, Clone, PartialEq, Debug)]
struct OwnedModel {
    weights: TensorsBuf,
    step: u32,
}

#[test]
fn a_tensors_field_ends_where_its_block_ends() {
    let case = golden::case_of("kiln-tensors-field");
    assert_eq!(Model::TYPE_HASH, 0x5c2e_ac9f_5622_ca73);
    assert_eq!(OwnedModel::TYPE_HASH, Model::TYPE_HASH);
    assert_eq!((Model::MIN_SIZE, Model::MAX_SIZE), (68, None));

    let model: Model<'_> = kiln::from_slice(&case.bytes).unwrap();
    let tensor = model.weights.at(0).unwrap();
    assert_eq!(
        (tensor.to_vec::<f32>().unwrap(), model.step),
        (vec![1.0, -2.0], 7)
    );
    assert!(case.bytes.as_ptr_range().contains(&tensor.data().as_ptr()));
    assert_eq!(kiln::to_vec(&model).unwrap(), case.bytes);
    assert_eq!(kiln::encoded_size(&model), case.bytes.len());

    let owned: OwnedModel = kiln::from_slice(&case.bytes).unwrap();
    assert_eq!(owned.weights.tensors(), model.weights);
    assert_eq!(kiln::to_vec(&owned.clone()).unwrap(), case.bytes);
    assert_eq!(kiln::encoded_size(&owned), case.bytes.len());

    // The copy is charged to the budget, the borrow is not.
    let limits = kiln::Limits::default().max_alloc(199);
    assert_eq!(limits.from_slice(&case.bytes), Ok(model));
    assert_eq!(
        limits.from_slice::<OwnedModel>(&case.bytes),
        Err(kiln::Error::Limit)
    );
    assert!(
        limits
            .max_alloc(200)
            .from_slice::<OwnedModel>(&case.bytes)
            .is_ok()
    );
}
