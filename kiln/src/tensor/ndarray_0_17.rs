//! `ndarray` 0.17: tensors as arrays and arrays as tensors.

use super::element::{self, Element};
use super::new_tensor::NewTensor;
use super::view::TensorView;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use ndarray::{ArrayBase, ArrayD, ArrayViewD, Data, Dimension, IxDyn};

impl<'a> TensorView<'a> {
    /// The tensor as an array, without a copy; where [`as_slice`](Self::as_slice) is `None`, so is
    /// this.
    #[must_use]
    pub fn view<T: Element>(&self) -> Option<ArrayViewD<'a, T>> {
        ArrayViewD::from_shape(dimensions(self.shape())?, self.as_slice()?).ok()
    }

    /// The tensor as an array of its own; where [`to_vec`](Self::to_vec) is `None`, so is this.
    #[must_use]
    pub fn to_array<T: Element>(&self) -> Option<ArrayD<T>> {
        ArrayD::from_shape_vec(dimensions(self.shape())?, self.to_vec()?).ok()
    }
}

fn dimensions(shape: &[u64]) -> Option<IxDyn> {
    let dims: Option<Vec<usize>> = shape.iter().map(|dim| usize::try_from(*dim).ok()).collect();
    Some(IxDyn(&dims?))
}

impl<'a> NewTensor<'a> {
    /// A tensor from any array: borrowed if its elements lie in row-major order, else copied into it.
    #[must_use]
    pub fn from_array<T: Element, S: Data<Elem = T>, D: Dimension>(
        name: impl Into<Cow<'a, str>>,
        array: &'a ArrayBase<S, D>,
    ) -> Self {
        let shape: Vec<u64> = array.shape().iter().map(|dim| *dim as u64).collect();
        let data = match array.as_slice() {
            Some(elements) => element::bytes(elements),
            None => {
                let elements: Vec<T> = array.iter().copied().collect();
                Cow::Owned(element::bytes(&elements).into_owned())
            }
        };
        Self::from_bytes(name, T::DTYPE, &shape, data)
    }
}
