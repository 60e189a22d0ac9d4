use kiln::Kiln;

#[derive(Kiln)]
#[kiln(rename_all = "Camel", unknown, bound = 5)]
struct Refused<T> {
    #[kiln(flatten, rename = 7)]
    a: usize,
    #[kiln(skip, skip)]
    b: T,
    #[kiln(rename = "c d")]
    c: *const u8,
}

fn main() {}
