//! Wide strings, and strings that a server borrows from the message.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};

/// `string` of an `in` parameter: borrowed from the message where its octets are UTF-8.
pub type Text<'a> = Cow<'a, str>;

/// `wstring`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WString(pub String);

impl From<&str> for WString {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl Deref for WString {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Cdr for WString {
    const MIN_SIZE: usize = 4;

    fn encode(&self, to: &mut Encoder<'_>) {
        to.wide_string(self);
    }

    fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        from.wide_string().map(Self)
    }
}
