use kiln::Kiln;

#[derive(Kiln)]
enum Refused {
    #[kiln(rename = "2d")]
    Flat,
}

fn main() {}
