//! Tensor blocks made byte by byte, without the builder: what the builder and the reader are held
//! against.

pub mod json;
pub mod mutate;
pub mod rules;
pub mod seeds;

/// One tensor as the format describes it, right or wrong.
#[derive(Clone, Debug, Default)]
pub struct RawTensor {
    /// Its name.
    pub name: Vec<u8>,
    /// Its layout string.
    pub layout: Vec<u8>,
    /// The code of its dtype.
    pub dtype: u16,
    /// Its dimensions.
    pub dims: Vec<u64>,
    /// Its data.
    pub data: Vec<u8>,
    /// The 32 bytes of quantization.
    pub quant: [u8; 32],
}

impl RawTensor {
    /// A tensor without a layout and a quantization.
    #[must_use]
    pub fn new(name: &str, dtype: u16, dims: &[u64], data: &[u8]) -> Self {
        Self {
            name: name.into(),
            dtype,
            dims: dims.into(),
            data: data.into(),
            ..Self::default()
        }
    }

    /// The same with a layout.
    #[must_use]
    pub fn layout(mut self, layout: &str) -> Self {
        self.layout = layout.into();
        self
    }

    /// The same with a quantization.
    #[must_use]
    pub fn quant(mut self, quant: RawQuant) -> Self {
        self.quant = quant.bytes();
        self
    }
}

/// The quantization fields under their names in the format.
#[derive(Copy, Clone, Debug, Default)]
#[expect(missing_docs, reason = "the names of the format")]
pub struct RawQuant {
    pub scheme: u8,
    pub gran: u8,
    pub axis: u8,
    pub zero: u8,
    pub block0: u32,
    pub block1: u32,
    pub scale_ref: u32,
    pub zero_ref: u32,
    pub aux_ref: u32,
    pub scale: f32,
    pub zero_point: i32,
}

impl RawQuant {
    /// The 32 bytes.
    #[must_use]
    pub fn bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&[self.scheme, self.gran, self.axis, self.zero]);
        bytes[4..8].copy_from_slice(&self.block0.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.block1.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.scale_ref.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.zero_ref.to_le_bytes());
        bytes[20..24].copy_from_slice(&self.aux_ref.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.scale.to_le_bytes());
        bytes[28..].copy_from_slice(&self.zero_point.to_le_bytes());
        bytes
    }
}

/// The canonical block of these tensors, whether or not a reader accepts it.
///
/// # Panics
///
/// If there are more than eight dimensions: a descriptor has no room for them.
#[must_use]
pub fn assemble(tensors: &[RawTensor]) -> Vec<u8> {
    let names: usize = tensors.iter().map(|t| t.name.len() + t.layout.len()).sum();
    let directory = tensors.len() * 128 + names;
    let base = (64 + directory).next_multiple_of(64);
    let (mut descriptors, mut heap) = (Vec::new(), Vec::<u8>::new());
    let mut payload = Vec::<u8>::new();
    for t in tensors {
        payload.resize(payload.len().next_multiple_of(64), 0);
        let mut d = [0u8; 128];
        d[..4].copy_from_slice(&u32::try_from(heap.len()).unwrap().to_le_bytes());
        d[4..6].copy_from_slice(&u16::try_from(t.name.len()).unwrap().to_le_bytes());
        d[6..8].copy_from_slice(&u16::try_from(t.layout.len()).unwrap().to_le_bytes());
        d[8..10].copy_from_slice(&t.dtype.to_le_bytes());
        d[10] = u8::try_from(t.dims.len()).unwrap();
        d[16..24].copy_from_slice(&(payload.len() as u64).to_le_bytes());
        d[24..32].copy_from_slice(&(t.data.len() as u64).to_le_bytes());
        for (at, dim) in t.dims.iter().enumerate() {
            d[32 + 8 * at..40 + 8 * at].copy_from_slice(&dim.to_le_bytes());
        }
        d[96..].copy_from_slice(&t.quant);
        descriptors.extend(d);
        heap.extend(&t.name);
        heap.extend(&t.layout);
        payload.extend(&t.data);
    }
    let mut block = b"KLNT\x02\0\x01\0".to_vec();
    for field in [tensors.len(), names, directory, base, payload.len(), 0, 0] {
        block.extend((field as u64).to_le_bytes());
    }
    block.extend(descriptors);
    block.extend(heap);
    block.resize(base, 0);
    block.extend(payload);
    block
}

/// The codes of the dtypes.
#[expect(missing_docs, reason = "the names of the format")]
pub mod dtype {
    pub const BOOL: u16 = 0x01;
    pub const U8: u16 = 0x10;
    pub const I8: u16 = 0x11;
    pub const U16: u16 = 0x12;
    pub const I16: u16 = 0x13;
    pub const U32: u16 = 0x14;
    pub const I32: u16 = 0x15;
    pub const U64: u16 = 0x16;
    pub const I64: u16 = 0x17;
    pub const F16: u16 = 0x20;
    pub const BF16: u16 = 0x21;
    pub const F32: u16 = 0x22;
    pub const F64: u16 = 0x23;
    pub const C64: u16 = 0x28;
    pub const C128: u16 = 0x29;
    pub const E4M3FN: u16 = 0x30;
    pub const E5M2: u16 = 0x31;
    pub const E8M0: u16 = 0x32;
    pub const E4M3FNUZ: u16 = 0x33;
    pub const E5M2FNUZ: u16 = 0x34;
    pub const U4: u16 = 0x40;
    pub const I4: u16 = 0x41;
    pub const F4: u16 = 0x42;
    pub const BLOCK: u16 = 0x50;
}

/// Numbers that look random and are the same on every run (splitmix64).
#[derive(Clone, Debug)]
pub struct Rng(pub u64);

impl Rng {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.bits() % end as u64).unwrap()
    }

    /// One of these.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
