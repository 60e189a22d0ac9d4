use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "lowercase")]
enum Refused {
    AB,
    Ab,
}

fn main() {}
