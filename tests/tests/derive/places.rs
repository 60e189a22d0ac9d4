//! Strict lints and odd places.

use super::{refused, travels};

#[test]
fn strict_lints() {
    use kiln_tests::strict;

    let value = strict::Documented {
        text: "",
        numbers: vec![],
        size: 1,
        cache: 0,
    };
    travels(
        &value,
        "struct{text:string,numbers:list<u32>,size:u64,}",
        &[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    );
    let schema =
        "rec<Choice,enum{Nothing,Two:tuple(u8,u8,),More:struct{of_it:list<ref<Choice>>,},}>";
    travels(&strict::Choice::<u8>::Nothing, schema, &[0]);
    travels(&strict::Unit, "struct{}", &[]);
}

/// Deprecated types and fields, where using them is an error.
#[deny(warnings)]
mod deprecations {
    use kiln::Kiln;

    #[deprecated]
    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Old(pub(super) u8);

    #[derive(Kiln, PartialEq, Debug)]
    #[allow(deprecated)]
    pub(super) struct Uses {
        pub(super) old: Old,
    }

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) struct Field {
        #[deprecated]
        pub(super) old: u8,
    }

    #[derive(Kiln, PartialEq, Debug)]
    pub(super) enum Variant {
        #[deprecated]
        #[allow(dead_code)]
        Old(u8),
        New,
    }
}

#[test]
#[allow(deprecated)]
fn deprecated_parts() {
    use deprecations::{Field, Old, Uses, Variant};
    travels(&Uses { old: Old(1) }, "struct{old:u8,}", &[1]);
    travels(&Field { old: 1 }, "struct{old:u8,}", &[1]);
    travels(&Variant::New, "enum{Old:u8,New,}", &[1]);
}

#[test]
fn inside_a_function() {
    use kiln::Kiln;

    #[derive(Kiln, PartialEq, Debug)]
    struct Inner(u8);

    #[derive(Kiln, PartialEq, Debug)]
    struct Local<T> {
        inner: Inner,
        it: T,
        next: Option<Box<Self>>,
    }

    let value = Local {
        inner: Inner(1),
        it: 2u8,
        next: None,
    };
    travels(
        &value,
        "rec<Local,struct{inner:u8,it:u8,next:option<ref<Local>>,}>",
        &[1, 2, 0],
    );
    refused::<Inner>(&[], kiln::Error::Eof);
}

/// Types that a macro makes, from fragments that come in invisible groups.
macro_rules! make {
    ($(#[$attr:meta])* $vis:vis struct $name:ident<$lifetime:lifetime, $param:ident> {
        $($field:ident: $ty:ty = $len:expr),* $(,)?
    }) => {
        $(#[$attr])*
        $vis struct $name<$lifetime, $param> {
            $($field: [$ty; $len],)*
            text: &$lifetime str,
            param: $param,
            krate: $crate::places::FromCrate,
        }
    };
}

#[derive(kiln::Kiln, PartialEq, Debug)]
struct FromCrate(u8);

make! {
    #[derive(kiln::Kiln, PartialEq, Debug)]
    #[kiln(rename_all = "UPPERCASE")]
    struct Made<'m, T> { a: u8 = 1 + 1, b: Option<T> = 1 }
}

macro_rules! with_locals {
    ($name:ident $field:ident $w:ident) => {
        #[derive(kiln::Kiln, PartialEq, Debug)]
        struct $name {
            $field: u8,
            $w: u8,
            w: u8,
            __kiln_w: u8,
            __kiln_0: u8,
        }
    };
}

with_locals!(WithLocals r __kiln_r);

#[test]
fn made_by_macros() {
    let value = Made {
        a: [1, 2],
        b: [Some(3u8)],
        text: "",
        param: 4,
        krate: FromCrate(5),
    };
    travels(
        &value,
        "struct{A:array<u8,2>,B:array<option<u8>,1>,TEXT:string,PARAM:u8,KRATE:u8,}",
        &[1, 2, 1, 3, 0, 0, 0, 0, 4, 5],
    );
    let value = WithLocals {
        r: 1,
        __kiln_r: 2,
        w: 3,
        __kiln_w: 4,
        __kiln_0: 5,
    };
    travels(
        &value,
        "struct{r:u8,__kiln_r:u8,w:u8,__kiln_w:u8,__kiln_0:u8,}",
        &[1, 2, 3, 4, 5],
    );
}
