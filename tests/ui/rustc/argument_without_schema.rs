use kiln::Kiln;

#[derive(Kiln)]
struct Of<T>(T);

struct Plain;

fn main() {
    let _ = kiln::to_vec(&Of(Plain));
}
