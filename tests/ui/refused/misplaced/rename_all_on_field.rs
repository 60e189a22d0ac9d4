use kiln::Kiln;

#[derive(Kiln)]
struct Refused {
    #[kiln(rename_all = "camelCase")]
    a: u8,
}

fn main() {}
