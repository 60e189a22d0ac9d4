use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all_fields = "snake")]
enum Refused {
    A { a: u8 },
}

fn main() {}
