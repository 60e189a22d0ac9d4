//! SplitMix64: the same data everywhere, for ever.

/// A generator of numbers from a fixed seed.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `n`. The bias of the remainder does not matter here.
    pub fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// In `low..high`.
    pub fn len(&mut self, low: u64, high: u64) -> usize {
        (low + self.below(high - low)) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// In `0.0..1.0`.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn f32(&mut self, scale: f32) -> f32 {
        (self.unit() as f32 - 0.5) * scale
    }

    pub fn f64(&mut self, scale: f64) -> f64 {
        (self.unit() - 0.5) * scale
    }

    pub fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len() as u64) as usize]
    }

    /// A word of lower case letters.
    pub fn word(&mut self, low: u64, high: u64) -> String {
        (0..self.len(low, high))
            .map(|_| char::from(b'a' + self.below(26) as u8))
            .collect()
    }

    /// `make`, once for each of `n`.
    pub fn list<T>(&mut self, n: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..n).map(|_| make(self)).collect()
    }

    /// `make`, once in `n` times.
    pub fn maybe<T>(&mut self, n: u64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.one_in(n).then(|| make(self))
    }
}
