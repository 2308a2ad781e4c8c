//! One parameter of a module: where it lives and which values it takes.

use std::ops::RangeInclusive;
use std::time::Duration;

use hyla_net::modules::{Distribution, ModuleSpec};

use super::super::super::choice::Words;
use super::super::super::field::{Raw, flag, integer, put, word, words};

/// One parameter of a module.
#[derive(Debug)]
pub struct Parameter {
    pub(super) key: &'static str,
    pub(super) about: &'static str,
    pub(super) kind: Kind,
}

/// A place in a [`ModuleSpec`] (none in that of another module); its type decides what is accepted there.
#[derive(Debug)]
pub(super) enum Kind {
    Flag(fn(&mut ModuleSpec) -> Option<&mut bool>),
    /// A share of the packets.
    Chance(fn(&mut ModuleSpec) -> Option<&mut f64>),
    Distribution(fn(&mut ModuleSpec) -> Option<&mut Distribution>),
    Count(fn(&mut ModuleSpec) -> Option<&mut u32>, RangeInclusive<u64>),
    Seed(fn(&mut ModuleSpec) -> Option<&mut u64>),
    /// Bytes in a second.
    Rate(fn(&mut ModuleSpec) -> Option<&mut u64>, RangeInclusive<u64>),
    Bytes(fn(&mut ModuleSpec) -> Option<&mut u32>, RangeInclusive<u64>),
    /// Bytes, or `auto`.
    MaybeBytes(
        fn(&mut ModuleSpec) -> Option<&mut Option<u32>>,
        RangeInclusive<u64>,
    ),
    Micros(
        fn(&mut ModuleSpec) -> Option<&mut Duration>,
        RangeInclusive<u64>,
    ),
    Millis(
        fn(&mut ModuleSpec) -> Option<&mut Duration>,
        RangeInclusive<u64>,
    ),
}

impl Words for Distribution {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Constant, &["constant"]),
        (Self::Uniform, &["uniform"]),
        (Self::Normal, &["normal"]),
        (Self::Pareto, &["pareto"]),
    ];
}

impl Parameter {
    /// The key, as in `[qos.NAME.MODULE]`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What it is for.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// Unit of the value, if it is a quantity.
    pub fn unit(&self) -> Option<&'static str> {
        match self.kind {
            Kind::Flag(_)
            | Kind::Chance(_)
            | Kind::Distribution(_)
            | Kind::Count(..)
            | Kind::Seed(_) => None,
            Kind::Rate(..) => Some("bytes per second"),
            Kind::Bytes(..) | Kind::MaybeBytes(..) => Some("bytes"),
            Kind::Micros(..) => Some("microseconds"),
            Kind::Millis(..) => Some("milliseconds"),
        }
    }

    /// Which values fit, in words.
    pub fn accepts(&self) -> String {
        let whole = |unit: &str, range: &RangeInclusive<u64>| {
            format!(
                "a whole number of {unit}, {} to {}",
                range.start(),
                range.end()
            )
        };
        match &self.kind {
            Kind::Flag(_) => "true or false".to_owned(),
            Kind::Chance(_) => "a number from 0 to 1".to_owned(),
            Kind::Distribution(_) => words::<Distribution>(),
            Kind::Count(_, range) => {
                format!("a whole number, {} to {}", range.start(), range.end())
            }
            Kind::Seed(_) => "a whole number".to_owned(),
            Kind::Rate(_, range) => whole("bytes per second", range),
            Kind::Bytes(_, range) => whole("bytes", range),
            Kind::MaybeBytes(_, range) => format!("auto or {}", whole("bytes", range)),
            Kind::Micros(_, range) => whole("microseconds", range),
            Kind::Millis(_, range) => whole("milliseconds", range),
        }
    }

    /// Its value in `module`, written as a settings string takes it.
    pub fn value_in(&self, module: &ModuleSpec) -> String {
        let mut copy = module.clone();
        let copy = &mut copy;
        let shown = match &self.kind {
            Kind::Flag(at) => at(copy).map(|value| value.to_string()),
            Kind::Chance(at) => at(copy).map(|value| value.to_string()),
            Kind::Distribution(at) => at(copy).map(|value| value.word().to_owned()),
            Kind::Bytes(at, _) | Kind::Count(at, _) => at(copy).map(|value| value.to_string()),
            Kind::Seed(at) | Kind::Rate(at, _) => at(copy).map(|value| value.to_string()),
            Kind::MaybeBytes(at, _) => at(copy)
                .map(|value| value.map_or_else(|| "auto".to_owned(), |bytes| bytes.to_string())),
            Kind::Micros(at, _) => at(copy).map(|value| value.as_micros().to_string()),
            Kind::Millis(at, _) => at(copy).map(|value| value.as_millis().to_string()),
        };
        shown.unwrap_or_default()
    }

    pub(in super::super) fn is_bare(&self) -> bool {
        !matches!(self.kind, Kind::MaybeBytes(..) | Kind::Distribution(_))
    }

    /// Puts `raw` in its place. On `false` it does not fit and nothing has changed.
    pub(in super::super) fn assign(&self, module: &mut ModuleSpec, raw: &Raw) -> bool {
        let number = |range| integer(raw, range);
        match &self.kind {
            Kind::Flag(at) => set(at(module), flag(raw)),
            Kind::Chance(at) => set(at(module), chance(raw)),
            Kind::Distribution(at) => set(at(module), word(raw)),
            Kind::Bytes(at, range) | Kind::Count(at, range) => {
                set(at(module), number(range).and_then(|n| n.try_into().ok()))
            }
            Kind::Seed(at) => set(at(module), number(&SEEDS)),
            Kind::Rate(at, range) => set(at(module), number(range)),
            Kind::MaybeBytes(at, range) => {
                let value = match raw {
                    Raw::Text(text) | Raw::Quoted(text) if text == "auto" => Some(None),
                    _ => number(range).and_then(|n| n.try_into().ok()).map(Some),
                };
                set(at(module), value)
            }
            Kind::Micros(at, range) => set(at(module), number(range).map(Duration::from_micros)),
            Kind::Millis(at, range) => set(at(module), number(range).map(Duration::from_millis)),
        }
    }
}

fn set<T>(place: Option<&mut T>, value: Option<T>) -> bool {
    place.is_some_and(|place| put(place, value))
}

/// What a file can write.
const SEEDS: RangeInclusive<u64> = 0..=i64::MAX as u64;

fn chance(raw: &Raw) -> Option<f64> {
    let value = match raw {
        Raw::Integer(value) => *value as f64,
        Raw::Text(text) | Raw::Other(text) => text.replace('_', "").parse().ok()?,
        _ => return None,
    };
    (0.0..=1.0).contains(&value).then_some(value)
}

#[cfg(test)]
impl Kind {
    /// Values at the ends of what fits.
    pub(super) fn ends(&self) -> Vec<String> {
        let own = |ends: [&str; 2]| ends.map(str::to_owned).to_vec();
        match self {
            Self::Flag(_) => own(["true", "false"]),
            Self::Chance(_) => own(["0", "1"]),
            Self::Distribution(_) => own(["constant", "pareto"]),
            Self::Seed(_) => vec!["0".to_owned(), SEEDS.end().to_string()],
            Self::Bytes(_, range)
            | Self::MaybeBytes(_, range)
            | Self::Count(_, range)
            | Self::Rate(_, range)
            | Self::Micros(_, range)
            | Self::Millis(_, range) => vec![range.start().to_string(), range.end().to_string()],
        }
    }
}
