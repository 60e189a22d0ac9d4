use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "camelCase")]
struct Refused(u8, u8);

fn main() {}
