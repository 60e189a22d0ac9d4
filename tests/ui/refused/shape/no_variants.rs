use kiln::Kiln;

#[derive(Kiln)]
enum Refused {}

fn main() {
    // The refused type has its impls all the same: this reports nothing.
    let _ = kiln::to_vec::<Refused>;
    let _ = kiln::from_slice::<Refused>;
}
