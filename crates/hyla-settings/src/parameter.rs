//! A parameter: name, meaning, accepted values, and location of its value.
//!
//! Tables of parameters describe settings, fields of QoS profiles, parameters of protocol modules
//! and parameters of experiments.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::parameter_value::ParameterValue;
use super::raw::Raw;

/// A parameter whose value lies in a `T`. One without a location (`T = ()`) is read, but not kept.
#[derive(Debug)]
pub struct Parameter<T: 'static = ()> {
    /// As users write it.
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) at: fn(&mut T) -> &mut dyn ParameterValue,
    pub(super) about: &'static str,
    pub(super) larger: &'static str,
}

/// Values that a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Whole {
        /// Smallest value.
        least: u64,
        /// Largest value.
        most: u64,
        /// Unit of the number.
        unit: Unit,
        /// Meaning of 0, if it is special.
        zero: Option<&'static str>,
        /// Word that is accepted instead of a number.
        word: Option<&'static str>,
    },
    /// A number.
    Real {
        /// Smallest value.
        least: f64,
        /// Largest value.
        most: f64,
    },
    /// One of a few words, each with its accepted short forms.
    Words(&'static [&'static [&'static str]]),
    /// A text with a syntax of its own.
    Text {
        /// The syntax, in words.
        accepts: &'static str,
        /// Word that is accepted instead, for no value.
        word: Option<&'static str>,
    },
    /// A list.
    List {
        /// Syntax of its items, in words.
        accepts: &'static str,
        /// Fewest items.
        least: usize,
    },
}

/// Unit of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A count.
    None,
    /// Bytes.
    Bytes,
    /// Bytes per second.
    BytesPerSecond,
    /// Microseconds.
    Micros,
    /// Milliseconds.
    Millis,
}

/// A value that matches its kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Whole`], without a unit of time.
    Whole(u64),
    /// Of [`Kind::Whole`] with a unit of time.
    Time(Duration),
    /// Of [`Kind::Real`].
    Real(f64),
    /// Of [`Kind::Words`]: the first of its forms.
    Word(&'static str),
    /// The word for no value.
    Nothing,
    /// Of [`Kind::Text`] and [`Kind::List`]: parsed by its own type.
    Raw(&'a Raw),
}

/// Largest whole number in a file.
const MOST: u64 = i64::MAX as u64;

impl Kind {
    /// Any whole number.
    pub const ANY: Self = Self::whole(0..=MOST, Unit::None);

    const fn whole(range: RangeInclusive<u64>, unit: Unit) -> Self {
        Self::Whole {
            least: *range.start(),
            most: *range.end(),
            unit,
            zero: None,
            word: None,
        }
    }

    /// A count.
    pub const fn count(range: RangeInclusive<u64>) -> Self {
        Self::whole(range, Unit::None)
    }

    /// A number of bytes.
    pub const fn bytes(range: RangeInclusive<u64>) -> Self {
        Self::whole(range, Unit::Bytes)
    }

    /// A number of bytes per second.
    pub const fn rate(range: RangeInclusive<u64>) -> Self {
        Self::whole(range, Unit::BytesPerSecond)
    }

    /// Microseconds.
    pub const fn micros(range: RangeInclusive<u64>) -> Self {
        Self::whole(range, Unit::Micros)
    }

    /// Milliseconds.
    pub const fn millis(range: RangeInclusive<u64>) -> Self {
        Self::whole(range, Unit::Millis)
    }

    /// The same whole number, with a special meaning of 0.
    pub const fn zero(self, means: &'static str) -> Self {
        match self {
            Self::Whole {
                least,
                most,
                unit,
                word,
                ..
            } => Self::Whole {
                least,
                most,
                unit,
                zero: Some(means),
                word,
            },
            other => other,
        }
    }

    /// The same whole number or text, or this word for none.
    pub const fn or(self, word: &'static str) -> Self {
        match self {
            Self::Whole {
                least,
                most,
                unit,
                zero,
                ..
            } => Self::Whole {
                least,
                most,
                unit,
                zero,
                word: Some(word),
            },
            Self::Text { accepts, .. } => Self::Text {
                accepts,
                word: Some(word),
            },
            other => other,
        }
    }

    /// A text with that syntax.
    pub const fn text(accepts: &'static str) -> Self {
        Self::Text {
            accepts,
            word: None,
        }
    }

    /// A number from 0 to 1.
    pub const SHARE: Self = Self::Real {
        least: 0.0,
        most: 1.0,
    };

    /// The value in `raw`, if it matches.
    pub fn read<'a>(&self, raw: &'a Raw) -> Option<Value<'a>> {
        match *self {
            Self::Flag => match raw {
                Raw::Flag(value) => Some(Value::Flag(*value)),
                Raw::Text(text) => text.parse().ok().map(Value::Flag),
                _ => None,
            },
            Self::Whole {
                word: Some(word), ..
            }
            | Self::Text {
                word: Some(word), ..
            } if raw.text() == Some(word) => Some(Value::Nothing),
            Self::Whole {
                least, most, unit, ..
            } => {
                let number = integer(raw).filter(|number| (least..=most).contains(number))?;
                Some(match unit {
                    Unit::Micros => Value::Time(Duration::from_micros(number)),
                    Unit::Millis => Value::Time(Duration::from_millis(number)),
                    Unit::None | Unit::Bytes | Unit::BytesPerSecond => Value::Whole(number),
                })
            }
            Self::Real { least, most } => {
                let number = real(raw).filter(|number| (least..=most).contains(number))?;
                Some(Value::Real(number))
            }
            Self::Words(words) => {
                let text = raw.text()?;
                let forms = words.iter().find(|forms| forms.contains(&text))?;
                Some(Value::Word(forms[0]))
            }
            Self::Text { .. } => raw.text().map(|_| Value::Raw(raw)),
            Self::List { least, .. } => (items(raw) >= least).then_some(Value::Raw(raw)),
        }
    }

    /// Accepted values, in words.
    pub fn accepts(&self) -> String {
        match *self {
            Self::Flag => "true or false".to_owned(),
            Self::Whole {
                least,
                most,
                unit,
                zero,
                word,
            } => {
                let word = word.map_or_else(String::new, |word| format!("{word} or "));
                let of = match unit {
                    Unit::None => String::new(),
                    unit => format!(" of {}", unit.name().unwrap_or_default()),
                };
                let range = if most == MOST {
                    String::new()
                } else {
                    format!(", {least} to {most}")
                };
                let zero = zero.map_or_else(String::new, |means| format!(" (0: {means})"));
                format!("{word}a whole number{of}{range}{zero}")
            }
            Self::Real { least, most } => format!("a number from {least} to {most}"),
            Self::Words(words) => in_words(words),
            Self::Text { accepts, word } => {
                let word = word.map_or_else(String::new, |word| format!(", or {word}"));
                format!("{accepts}{word}")
            }
            Self::List { accepts, .. } => accepts.to_owned(),
        }
    }

    /// Unit of the number, if it is one.
    pub fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Whole { unit, .. } => unit.name(),
            _ => None,
        }
    }

    /// Whether a file writes the value without quotes.
    pub(super) fn is_bare(&self) -> bool {
        matches!(
            self,
            Self::Flag | Self::Whole { word: None, .. } | Self::Real { .. }
        )
    }

    /// Whether a file writes the value in brackets.
    pub(super) fn is_list(&self) -> bool {
        matches!(self, Self::List { .. })
    }

    /// The word for no value.
    pub(super) fn nothing(&self) -> &'static str {
        match self {
            Self::Whole { word, .. } | Self::Text { word, .. } => word.unwrap_or_default(),
            _ => "",
        }
    }

    /// A duration in the unit of the kind.
    pub(super) fn in_unit(&self, time: Duration) -> String {
        match self {
            Self::Whole {
                unit: Unit::Micros, ..
            } => time.as_micros().to_string(),
            _ => time.as_millis().to_string(),
        }
    }
}

impl Unit {
    fn name(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Bytes => Some("bytes"),
            Self::BytesPerSecond => Some("bytes per second"),
            Self::Micros => Some("microseconds"),
            Self::Millis => Some("milliseconds"),
        }
    }
}

impl<T> Parameter<T> {
    /// Its name, as users write it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Accepted values.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Its purpose.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Cost of a larger value or of the other choice (trade-off); empty without one.
    pub fn larger(&self) -> &'static str {
        self.larger
    }

    /// Accepted values, in words.
    pub fn accepts(&self) -> String {
        self.kind.accepts()
    }

    /// Unit of the value, if it is a quantity.
    pub fn unit(&self) -> Option<&'static str> {
        self.kind.unit()
    }

    /// Stores `raw`. `false`: it does not match, and nothing has changed.
    pub(super) fn assign(&self, of: &mut T, raw: &Raw) -> bool {
        match self.kind.read(raw) {
            Some(value) => (self.at)(of).put(&value),
            None => false,
        }
    }
}

impl<T: Clone> Parameter<T> {
    /// Its value in `of`, in the form of a settings string.
    pub fn value_in(&self, of: &T) -> String {
        (self.at)(&mut of.clone()).show(&self.kind)
    }
}

impl Parameter {
    /// A parameter that is read, but not kept.
    pub const fn without_place(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self {
            name,
            kind,
            at: |nothing| nothing,
            about,
            larger: "",
        }
    }
}

/// Digits may be grouped, as in a file: `4_194_304`.
fn integer(raw: &Raw) -> Option<u64> {
    match raw {
        Raw::Integer(value) => u64::try_from(*value).ok(),
        Raw::Text(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            text.replace('_', "").parse().ok()
        }
        _ => None,
    }
}

fn real(raw: &Raw) -> Option<f64> {
    match raw {
        Raw::Integer(value) => Some(*value as f64),
        // Larger numbers are read as another type.
        Raw::Text(text) | Raw::Other(text) => text.replace('_', "").parse().ok(),
        _ => None,
    }
}

/// Number of items of a list; a single number or string needs no brackets.
fn items(raw: &Raw) -> usize {
    match raw {
        Raw::List(items) => items.len(),
        Raw::Numbers(numbers) => numbers.len(),
        Raw::Text(text) | Raw::Quoted(text) => {
            let items = text.split(',').map(str::trim);
            items.filter(|item| !item.is_empty()).count()
        }
        Raw::Integer(_) | Raw::Flag(_) | Raw::Other(_) => 1,
    }
}

fn in_words(words: &[&[&str]]) -> String {
    let names: Vec<String> = words
        .iter()
        .map(|forms| match forms {
            [name, short] => format!("{name} (or {short})"),
            forms => forms[0].to_owned(),
        })
        .collect();
    let (last, first) = names.split_last().expect("there are words");
    format!("{} or {last}", first.join(", "))
}
