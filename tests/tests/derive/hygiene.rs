//! Innocent names: none of them may be taken for something that the generated code means.

#![forbid(unsafe_code)]

use super::travels;

/// Names that stand for something else here than in the prelude, next to the derive.
mod shadowed {
    #![allow(dead_code, non_camel_case_types)]

    use ::kiln::Kiln;

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Vec(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Option(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Some(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct None;
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) enum Result {
        Ok(u8),
        Err { error: u8 },
    }
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Ok(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Err;
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Error(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Config(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Schema(pub(super) u8);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Reader<T>(pub(super) T);
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Box<T>(pub(super) T);

    pub(super) trait Encode {}
    pub(super) trait Decode {}
    pub(super) trait Describe {}
    pub(super) trait Default {}
    pub(super) trait Clone {}
    pub(super) trait TryInto {}
    pub(super) type u16 = u8;

    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod alloc {}
    pub(super) mod kiln {}

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct All {
        pub(super) vec: Vec,
        pub(super) option: Option,
        pub(super) some: Some,
        pub(super) none: None,
        pub(super) result: Result,
        pub(super) ok: Ok,
        pub(super) err: Err,
        pub(super) error: Error,
        pub(super) config: Config,
        pub(super) schema: Schema,
        pub(super) reader: Reader<u16>,
        pub(super) boxed: Box<u16>,
    }
}

#[test]
fn user_types_named_like_those_of_the_prelude() {
    use shadowed::{
        All, Box, Config, Err, Error, None, Ok, Option, Reader, Result, Schema, Some, Vec,
    };
    let value = All {
        vec: Vec(1),
        option: Option(2),
        some: Some(3),
        none: None,
        result: Result::Err { error: 4 },
        ok: Ok(5),
        err: Err,
        error: Error(6),
        config: Config(7),
        schema: Schema(8),
        reader: Reader(9),
        boxed: Box(10),
    };
    travels(
        &value,
        "struct{vec:u8,option:u8,some:u8,none:struct{},result:enum{Ok:u8,Err:struct{error:u8,},},ok:u8,\
         err:struct{},error:u8,config:u8,schema:u8,reader:u8,boxed:u8,}",
        &[1, 2, 3, 1, 4, 5, 6, 7, 8, 9, 10],
    );
}

/// Constants, statics, unit structs and functions that a local of ours, or a pattern, might be taken for.
mod locals {
    #![allow(
        dead_code,
        non_upper_case_globals,
        non_camel_case_types,
        clippy::upper_case_acronyms
    )]

    use kiln::Kiln;

    pub(super) const w: u8 = 1;
    pub(super) const value: u8 = 1;
    pub(super) const tag: u16 = 1;
    pub(super) static runs: u8 = 1;
    pub(super) struct r;
    pub(super) struct reader;
    pub(super) struct writer;
    pub(super) struct error;
    pub(super) fn steps() {}
    pub(super) fn size() {}

    /// The names of other crates' locals, which broke their users.
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Fields {
        pub(super) w: u8,
        pub(super) r: u8,
        pub(super) writer: u8,
        pub(super) reader: u8,
        pub(super) dst: u8,
        pub(super) src: u8,
        pub(super) total: u8,
        pub(super) value: u8,
        pub(super) error: u8,
        pub(super) runs: u8,
        pub(super) steps: u8,
        pub(super) size: u8,
        pub(super) tag: u8,
        pub(super) this: u8,
        pub(super) de: u8,
    }

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) enum Variants {
        A {
            w: u8,
            r: u8,
            writer: u8,
            reader: u8,
            value: u8,
            error: u8,
            tag: u8,
        },
        SCHEMA(u8),
        IMAGE {
            runs: u8,
        },
        MIN_SIZE,
        Err(u8),
        Ok,
    }
}

#[test]
fn names_of_locals() {
    let value = locals::Fields {
        w: 1,
        r: 2,
        writer: 3,
        reader: 4,
        dst: 5,
        src: 6,
        total: 7,
        value: 8,
        error: 9,
        runs: 10,
        steps: 11,
        size: 12,
        tag: 13,
        this: 14,
        de: 15,
    };
    travels(
        &value,
        "struct{w:u8,r:u8,writer:u8,reader:u8,dst:u8,src:u8,total:u8,value:u8,error:u8,runs:u8,steps:u8,size:u8,\
         tag:u8,this:u8,de:u8,}",
        &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    );
    let schema = "enum{A:struct{w:u8,r:u8,writer:u8,reader:u8,value:u8,error:u8,tag:u8,},SCHEMA:u8,\
                  IMAGE:struct{runs:u8,},MIN_SIZE,Err:u8,Ok,}";
    travels(
        &locals::Variants::A {
            w: 1,
            r: 2,
            writer: 3,
            reader: 4,
            value: 5,
            error: 6,
            tag: 7,
        },
        schema,
        &[0, 1, 2, 3, 4, 5, 6, 7],
    );
    travels(&locals::Variants::SCHEMA(1), schema, &[1, 1]);
    travels(&locals::Variants::IMAGE { runs: 1 }, schema, &[2, 1]);
    travels(&locals::Variants::MIN_SIZE, schema, &[3]);
    travels(&locals::Variants::Err(1), schema, &[4, 1]);
    travels(&locals::Variants::Ok, schema, &[5]);
}

/// Methods of the user's, inherent and by trait, with the names of those that are called.
mod methods {
    use kiln::Kiln;

    #[allow(dead_code)]
    pub(super) trait Everywhere {
        fn encode(&self) {}
        fn decode(&self) {}
        fn encoded_size(&self) -> u8 {
            0
        }
        fn reserve(&self) {}
        fn tag(&self) {}
        fn remaining(&self) {}
        fn enter(&self) {}
        fn leave(&self) {}
        fn clone(&self) {}
        fn try_into(&self) {}
        fn default() {}
    }

    impl<T: ?Sized> Everywhere for T {}

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) enum Tree {
        Leaf(u8, u8),
        Node(Box<Tree>, #[kiln(as = u64)] usize, #[kiln(skip)] u8),
    }

    #[allow(dead_code)]
    impl Tree {
        const SCHEMA: () = ();
        const IMAGE: () = ();
        fn encode(&self) {}
        fn decode() {}
    }
}

#[test]
fn methods_of_the_same_names() {
    use methods::Tree;
    let value = Tree::Node(Box::new(Tree::Leaf(1, 2)), 3, 0);
    travels(
        &value,
        "rec<Tree,enum{Leaf:tuple(u8,u8,),Node:tuple(ref<Tree>,u64,),}>",
        &[1, 0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0],
    );
}
