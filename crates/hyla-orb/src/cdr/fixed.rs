//! Decimal numbers with a fixed point.

use std::fmt;
use std::str::FromStr;

use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};

/// `fixed<DIGITS, SCALE>`: a decimal number of `DIGITS` digits, `SCALE` of them decimal places.
///
/// ```
/// use hyla_orb::cdr::Fixed;
///
/// let price: Fixed<5, 2> = "-123.45".parse()?;
/// assert_eq!(price.units(), -12_345);
/// assert_eq!(price.to_string(), "-123.45");
/// assert!("1234.5".parse::<Fixed<5, 2>>().is_err());
/// # Ok::<(), hyla_orb::cdr::MarshalError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fixed<const DIGITS: u16, const SCALE: u16>(i128);

impl<const DIGITS: u16, const SCALE: u16> Fixed<DIGITS, SCALE> {
    /// From a number of smallest units, 10 to the power of `-SCALE`.
    ///
    /// # Errors
    /// [`MarshalError::Fixed`] if it has too many digits.
    pub fn of_units(units: i128) -> Result<Self, MarshalError> {
        let digits = DIGITS;
        let end = 10_u128.checked_pow(digits.into());
        match end {
            Some(end) if units.unsigned_abs() < end => Ok(Self(units)),
            _ => Err(MarshalError::Fixed { digits }),
        }
    }

    /// The number of smallest units.
    pub fn units(self) -> i128 {
        self.0
    }
}

impl<const DIGITS: u16, const SCALE: u16> FromStr for Fixed<DIGITS, SCALE> {
    type Err = MarshalError;

    fn from_str(text: &str) -> Result<Self, MarshalError> {
        let wrong = MarshalError::Fixed { digits: DIGITS };
        let (minus, number) = match text.strip_prefix('-') {
            Some(number) => (true, number),
            None => (false, text),
        };
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let scale = usize::from(SCALE);
        let is_number = (whole.bytes().chain(part.bytes())).all(|digit| digit.is_ascii_digit());
        if !is_number || part.len() > scale || (whole.is_empty() && part.is_empty()) {
            return Err(wrong);
        }
        let units = format!("{whole}{part:0<scale$}");
        let units: i128 = units.parse().map_err(|_| wrong)?;
        Self::of_units(if minus { -units } else { units })
    }
}

impl<const DIGITS: u16, const SCALE: u16> fmt::Display for Fixed<DIGITS, SCALE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = usize::from(SCALE);
        let digits = format!("{:0>width$}", self.0.unsigned_abs(), width = scale + 1);
        let (whole, part) = digits.split_at(digits.len() - scale);
        let sign = if self.0 < 0 { "-" } else { "" };
        let point = if scale > 0 { "." } else { "" };
        write!(f, "{sign}{whole}{point}{part}")
    }
}

/// Writes two digits per octet, and the sign after them.
pub(crate) fn encode(units: i128, digits: u16, to: &mut Encoder<'_>) {
    let mut nibbles = [0_u8; 32];
    // An even number of digits begins with a 0, so that the sign ends an octet.
    let count = usize::from(digits) / 2 * 2 + 1;
    let mut rest = units.unsigned_abs();
    for nibble in nibbles[..count].iter_mut().rev() {
        *nibble = u8::try_from(rest % 10).expect("one digit");
        rest /= 10;
    }
    nibbles[count] = if units < 0 { 0xD } else { 0xC };
    for pair in nibbles[..=count].chunks_exact(2) {
        to.u8(pair[0] << 4 | pair[1]);
    }
}

/// Reads what [`encode`] writes.
pub(crate) fn decode(digits: u16, from: &mut Decoder<'_>) -> Result<i128, MarshalError> {
    let wrong = MarshalError::Fixed { digits };
    if digits > 31 {
        return Err(wrong);
    }
    let octets = from.bytes(usize::from(digits) / 2 + 1)?;
    let (last, first) = octets.split_last().expect("at least one");
    let mut units = 0_i128;
    let nibbles = first.iter().flat_map(|octet| [octet >> 4, octet & 15]);
    for nibble in nibbles.chain([last >> 4]) {
        if nibble > 9 {
            return Err(wrong);
        }
        units = units * 10 + i128::from(nibble);
    }
    match last & 15 {
        0xC => Ok(units),
        0xD => Ok(-units),
        _ => Err(wrong),
    }
}

impl<const DIGITS: u16, const SCALE: u16> Cdr for Fixed<DIGITS, SCALE> {
    const MIN_SIZE: usize = DIGITS as usize / 2 + 1;

    fn encode(&self, to: &mut Encoder<'_>) {
        encode(self.0, DIGITS, to);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        Self::of_units(decode(DIGITS, from)?)
    }
}
