#![allow(non_snake_case)]

use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all_fields = "camelCase")]
enum Refused {
    A { a_b: u8, aB: u8 },
}

fn main() {}
