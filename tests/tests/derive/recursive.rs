//! Types that contain themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use kiln::{Describe, Error, Kiln};

use super::{refused, travels};

#[derive(Kiln, PartialEq, Debug)]
struct List {
    value: u8,
    next: Option<Box<List>>,
}

#[test]
fn through_a_box() {
    let value = List {
        value: 1,
        next: Some(Box::new(List {
            value: 2,
            next: None,
        })),
    };
    travels(
        &value,
        "rec<List,struct{value:u8,next:option<ref<List>>,}>",
        &[1, 1, 2, 0],
    );
    assert_eq!((List::MIN_SIZE, List::MAX_SIZE), (2, None));
}

#[derive(Kiln, PartialEq, Debug, Clone)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(BTreeMap<String, Self>),
}

#[test]
fn through_lists_and_maps() {
    let schema = "rec<Json,enum{Null,Bool:bool,Number:f64,Text:string,List:list<ref<Json>>,Map:dict<string,ref<Json>>,}>";
    let value = Json::List(vec![
        Json::Null,
        Json::Bool(true),
        Json::Map(BTreeMap::from([("k".to_owned(), Json::Number(1.0))])),
        Json::Text("t".to_owned()),
    ]);
    let bytes = [
        4, 4, 0, 0, 0, // four elements
        0, // null
        1, 1, // true
        5, 1, 0, 0, 0, 1, 0, 0, 0, b'k', 2, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, // {k: 1.0}
        3, 1, 0, 0, 0, b't', // "t"
    ];
    travels(&value, schema, &bytes);
    assert_eq!(Json::MIN_SIZE, 1);
    refused::<Json>(&[6], Error::Type);
}

#[derive(Kiln, PartialEq, Debug)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

#[derive(Kiln, PartialEq, Debug)]
struct Forest(Vec<Forest>);

#[derive(Kiln, PartialEq, Debug, Clone)]
struct Many<'a> {
    text: &'a str,
    pair: Option<Box<(Many<'a>, Self)>>,
    slice: Box<[Many<'a>]>,
    cow: Cow<'a, [Self]>,
}

#[test]
fn with_parameters() {
    let value = Tree {
        value: 1u16,
        children: vec![Tree {
            value: 2,
            children: vec![],
        }],
    };
    travels(
        &value,
        "rec<Tree,struct{value:u16,children:list<ref<Tree>>,}>",
        &[1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0],
    );
    travels(
        &Forest(vec![Forest(vec![])]),
        "rec<Forest,list<ref<Forest>>>",
        &[1, 0, 0, 0, 0, 0, 0, 0],
    );
    let leaf = Many {
        text: "",
        pair: None,
        slice: Box::new([]),
        cow: Cow::Owned(vec![]),
    };
    travels(
        &leaf,
        "rec<Many,struct{text:string,pair:option<tuple(ref<Many>,ref<Many>,)>,slice:list<ref<Many>>,cow:list<ref<Many>>,}>",
        &[0; 13],
    );
}

mod namesake {
    use kiln::Kiln;

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct List<T> {
        pub(super) value: T,
        pub(super) next: Option<Box<List<T>>>,
    }
}

/// A recursive type of the same name inside does no harm as long as it does not hold the outer one.
#[derive(Kiln, PartialEq, Debug)]
struct Lists {
    theirs: Option<Box<namesake::List<List>>>,
    next: Option<Box<Lists>>,
}

#[test]
fn around_a_namesake() {
    travels(
        &Lists {
            theirs: None,
            next: None,
        },
        "rec<Lists,struct{theirs:option<rec<List,struct{value:rec<List,struct{value:u8,next:option<ref<List>>,}>,\
         next:option<ref<List>>,}>>,next:option<ref<Lists>>,}>",
        &[0, 0],
    );
}

/// Neither a recursive type inside a recursive one, nor one as an argument of the other, is confused with it.
#[derive(Kiln, PartialEq, Debug)]
struct Outer {
    inner: Option<Box<Tree<u8>>>,
    own: Vec<Tree<Option<Box<Outer>>>>,
}

#[test]
fn inside_one_another() {
    let value = Outer {
        inner: None,
        own: vec![Tree {
            value: None,
            children: vec![],
        }],
    };
    travels(
        &value,
        "rec<Outer,struct{inner:option<rec<Tree,struct{value:u8,children:list<ref<Tree>>,}>>,\
         own:list<rec<Tree,struct{value:option<ref<Outer>>,children:list<ref<Tree>>,}>>,}>",
        &[0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    );
}

/// Every container that may hold a type inside itself.
#[derive(Kiln, PartialEq, Debug, Clone, Default)]
struct Containers {
    rc: Option<Rc<Self>>,
    arc: Option<Arc<Self>>,
    array: [Option<Box<Self>>; 2],
    deque: VecDeque<Self>,
    hash: HashMap<String, Self>,
    tree: BTreeMap<u8, Vec<Self>>,
    slice: Box<[Self]>,
    result: Option<Result<Box<Self>, Box<Self>>>,
}

#[test]
fn through_every_container() {
    travels(
        &Containers::default(),
        "rec<Containers,struct{rc:option<ref<Containers>>,arc:option<ref<Containers>>,\
         array:array<option<ref<Containers>>,2>,deque:list<ref<Containers>>,\
         hash:dict<string,ref<Containers>>,tree:dict<u8,list<ref<Containers>>>,slice:list<ref<Containers>>,\
         result:option<enum{Ok:ref<Containers>,Err:ref<Containers>,}>,}>",
        &[0; 21],
    );
    let mut outer = Containers::default();
    outer.hash.insert("k".to_owned(), Containers::default());
    outer.result = Some(Err(Box::default()));
    let bytes = kiln::to_vec(&outer).unwrap();
    assert_eq!(bytes.len(), 21 + 5 + 21 + 1 + 21);
    assert_eq!(kiln::from_slice(&bytes), Ok(outer));
}

macro_rules! recursive {
    ($name:ident, $wrapped:ty, $own:ty) => {
        #[derive(Kiln, PartialEq, Debug)]
        struct $name {
            direct: $wrapped,
            inside: Vec<$own>,
        }
    };
}

recursive!(FromMacro, Option<Box<FromMacro>>, FromMacro);

#[test]
fn from_macro_rules() {
    travels(
        &FromMacro {
            direct: None,
            inside: vec![],
        },
        "rec<FromMacro,struct{direct:option<ref<FromMacro>>,inside:list<ref<FromMacro>>,}>",
        &[0, 0, 0, 0, 0],
    );
}

mod elsewhere {
    use kiln::Kiln;

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Named(pub(super) u8);
}

/// A type of the same name from elsewhere is not the type itself.
#[derive(Kiln, PartialEq, Debug)]
struct Named {
    other: elsewhere::Named,
}

#[test]
fn a_longer_path_is_another_type() {
    travels(
        &Named {
            other: elsewhere::Named(1),
        },
        "struct{other:u8,}",
        &[1],
    );
}

/// Fat variants: 128 of them must fit on a small stack, in a debug build too.
#[derive(Kiln, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)]
enum Fat {
    Leaf,
    A([u64; 64], Box<Fat>),
    B {
        array: [[u32; 8]; 16],
        text: String,
        next: Box<Fat>,
    },
    C([u8; 512], [u16; 256], Option<Box<Fat>>),
    D(String, String, String, String, Vec<Fat>),
    E {
        a: [u64; 32],
        b: [u64; 32],
        c: [u64; 32],
        next: Box<Fat>,
    },
}

/// Decoding 128 levels, encoding them, and the same with one level more.
fn levels(kind: u8, fixed_before: usize, ending: &[u8], behind_option: bool) {
    let level = |_| {
        let mut level = vec![kind];
        level.resize(1 + fixed_before, 0);
        level.extend(behind_option.then_some(1));
        level
    };
    for (depth, expected) in [(128, Ok(())), (129, Err(Error::Limit))] {
        let mut bytes: Vec<u8> = (1..depth).flat_map(level).collect();
        bytes.extend(ending);
        let decoded = kiln::from_slice::<Fat>(&bytes);
        assert_eq!(
            decoded.as_ref().map(|_| ()).map_err(|error| *error),
            expected,
            "{depth} levels of variant {kind}"
        );
        if let Ok(value) = decoded {
            assert_eq!(kiln::to_vec(&value), Ok(bytes));
        }
    }
}

fn on_stack_of(size: usize, run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new()
        .stack_size(size)
        .spawn(run)
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn fat_variants_fit_on_a_small_stack() {
    on_stack_of(2 << 20, || {
        levels(1, 512, &[0], false);
        levels(3, 1024, &[0], true);
        levels(5, 768, &[0], false);
    });
}
