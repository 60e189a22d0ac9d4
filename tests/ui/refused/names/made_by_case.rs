use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "kebab-case")]
struct Refused {
    _a: u8,
}

fn main() {}
