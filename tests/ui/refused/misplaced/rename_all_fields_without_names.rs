use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all_fields = "camelCase")]
enum Refused {
    A(u8),
}

fn main() {}
