//! Numbers among the arguments, for parsers that take a function; errors name the range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Takes a whole number of `range`.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| match text.parse::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "it takes a whole number, {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// Takes a share, from 0 to 1.
///
/// # Errors
/// `text` is no number, or beyond that range.
pub fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it takes a number, 0 to 1, such as 0.05".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_the_range_or_no_number_is_answered_with_the_range() {
        let seconds = whole(1..=60_u32);

        assert_eq!(seconds("60"), Ok(60));
        for bad in ["0", "61", "-1", "1.5", "x", ""] {
            assert_eq!(
                seconds(bad),
                Err("it takes a whole number, 1 to 60".to_owned()),
                "{bad}"
            );
        }
        assert_eq!(share("0.5"), Ok(0.5));
        assert!(share("1.1").is_err() && share("NaN").is_err());
    }
}
