use kiln::Kiln;

#[derive(Kiln)]
#[kiln(upgrade_from = B)]
struct A {
    a: u8,
}

#[derive(Kiln)]
#[kiln(upgrade_from = A)]
struct B {
    b: u8,
}

impl From<B> for A {
    fn from(old: B) -> Self {
        Self { a: old.b }
    }
}

impl From<A> for B {
    fn from(old: A) -> Self {
        Self { b: old.a }
    }
}

fn main() {
    let _ = kiln::frame::upgrade::<A>(&[]);
}
