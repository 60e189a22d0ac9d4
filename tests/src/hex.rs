//! Bytes as hexadecimal digits, as the golden cases write them.

/// The bytes that these digits stand for; blanks are left out.
///
/// # Panics
/// If these are no pairs of hexadecimal digits.
#[must_use]
pub fn bytes(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).expect("a hexadecimal digit"))
        .collect();
    assert!(digits.len().is_multiple_of(2), "digits come in pairs");
    digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("two digits are a byte"))
        .collect()
}

/// The digits of these bytes.
#[must_use]
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
