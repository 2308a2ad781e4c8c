//! Bearer tokens, which prove that a client may ask.

use hyper::header::{AUTHORIZATION, HeaderMap, HeaderValue};

/// Fewest characters of a token.
const LEAST: usize = 16;

/// A token that clients send with each request, as `Authorization: Bearer TOKEN`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// A token of at least 16 printable ASCII characters without spaces.
    ///
    /// # Errors
    /// The defect of the token; the message does not contain its text.
    pub fn of(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() < LEAST {
            return Err(format!(
                "its first line has {} characters, and a token has at least {LEAST}",
                text.len()
            ));
        }
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("its first line has characters other than printable ASCII".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// Value of the header of a client.
    #[must_use]
    pub fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// Its text.
    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Whether the headers of a request have the token.
    pub(crate) fn is_in(&self, headers: &HeaderMap) -> bool {
        let given = headers.get(AUTHORIZATION).map(HeaderValue::as_bytes);
        let Some(given) = given.and_then(|value| value.strip_prefix(b"Bearer ")) else {
            return false;
        };
        self.is(given)
    }

    /// Whether a text is the token. Takes the same time for each wrong one of a length.
    pub(super) fn is(&self, given: &[u8]) -> bool {
        let expected = self.0.as_bytes();
        let differences = given
            .iter()
            .zip(expected)
            .fold(0, |all, (a, b)| all | (a ^ b));
        given.len() == expected.len() && differences == 0
    }
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn only_the_token_itself_is_accepted() {
        let token = Token::of("a-token-of-20-letters\n").unwrap();
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, HeaderValue::from_static(value));
            token.is_in(&headers)
        };

        assert!(with("Bearer a-token-of-20-letters"));
        for wrong in [
            "Bearer a-token-of-20-letterz",
            "Bearer a-token-of-20-letters!",
            "Bearer a-token",
            "Basic a-token-of-20-letters",
            "a-token-of-20-letters",
        ] {
            assert!(!with(wrong), "{wrong}");
        }
        assert!(!token.is_in(&HeaderMap::new()));
    }

    #[test]
    fn a_short_or_unprintable_token_is_refused_and_not_shown() {
        for wrong in [
            "short",
            "",
            "with a space in the middle",
            "\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}",
        ] {
            assert!(Token::of(wrong).is_err(), "{wrong}");
        }
        assert_eq!(
            format!("{:?}", Token::of("a-token-of-20-letters")),
            "Ok(Token)"
        );
    }
}
