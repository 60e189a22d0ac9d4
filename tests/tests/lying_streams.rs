//! Streams that say that they took more than they were given. How much they took nobody knows, so it is an error,
//! and so is everything after it.

use kiln::frame::Writer;
use kiln::tensor::{DType, NewTensor, TensorsBuilder};
use std::cell::Cell;
use std::io::{self, Write};
use std::rc::Rc;

/// Takes everything, and says so many bytes more where it is told to.
#[derive(Clone, Default)]
struct Boasts(Rc<Cell<usize>>);

impl Write for Boasts {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len() + self.0.get())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_payload_of_a_block() {
    let mut builder = TensorsBuilder::new();
    builder.add(NewTensor::without_data("a", DType::U8, &[3]));
    builder.add(NewTensor::without_data("b", DType::U8, &[3]));
    for more in [1, 2, 3, 1 << 40] {
        for len in [1, 2, 3, 9] {
            let stream = Boasts::default();
            let mut payload = builder.start(stream.clone()).unwrap();
            stream.0.set(more);
            assert!(payload.write(&[7; 9][..len]).is_err());
            assert_eq!(payload.missing(), 3);
            stream.0.set(0);
            assert!(payload.write(&[7]).is_err());
            assert!(payload.finish().is_err());
        }
    }
}

#[test]
fn frames() {
    let stream = Boasts::default();
    let mut writer = Writer::new(stream.clone());
    assert!(writer.write("fine").is_ok());
    stream.0.set(1);
    assert!(writer.write("more than there is").is_err());
    stream.0.set(0);
    assert!(writer.write("behind it").is_err());
}
