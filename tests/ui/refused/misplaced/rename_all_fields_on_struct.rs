use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all_fields = "camelCase")]
struct Refused {
    a: u8,
}

fn main() {}
