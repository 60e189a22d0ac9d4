//! A triangle mesh: 12 `f32` an element, in nested structs, nothing to check.

use super::{owned, plain, rng::Rng};

plain! {
    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[repr(C)]
    pub struct Vec3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }

    #[derive(Copy, bincode::Encode, bincode::Decode)]
    #[repr(C)]
    pub struct Triangle {
        pub v0: Vec3,
        pub v1: Vec3,
        pub v2: Vec3,
        pub normal: Vec3,
    }
}

owned! {
    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Mesh {
        pub triangles: Vec<Triangle>,
    }
}

pub fn make(triangles: usize) -> Mesh {
    let mut rng = Rng::new(1);
    let vec3 = |rng: &mut Rng| Vec3 {
        x: rng.f32(100.0),
        y: rng.f32(100.0),
        z: rng.f32(100.0),
    };
    let triangles = rng.list(triangles, |rng| Triangle {
        v0: vec3(rng),
        v1: vec3(rng),
        v2: vec3(rng),
        normal: vec3(rng),
    });
    Mesh { triangles }
}
