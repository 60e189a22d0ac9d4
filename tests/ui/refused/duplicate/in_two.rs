use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "camelCase")]
#[kiln(rename_all = "camelCase")]
struct Refused {
    a_b: u8,
}

fn main() {}
