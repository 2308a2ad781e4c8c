//! Where a setting lives in [`Settings`] and which values it takes.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hyla_net::{Scheduling, Wait};

use super::address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
use super::choice::{LogFormat, LogLevel, ProcessModel, Words};
use super::foreign::ForeignDesignators;
use super::interface::InterfaceChoice;
use super::model::Settings;
use super::thread;

/// A place in [`Settings`]; its type decides what is accepted there.
pub(super) enum Field {
    Flag(fn(&mut Settings) -> &mut bool),
    Bytes(fn(&mut Settings) -> &mut usize, RangeInclusive<u64>),
    Count(fn(&mut Settings) -> &mut usize, RangeInclusive<u64>),
    Micros(fn(&mut Settings) -> &mut Duration, RangeInclusive<u64>),
    Millis(fn(&mut Settings) -> &mut Duration, RangeInclusive<u64>),
    /// Milliseconds of which 0 stands for "no limit".
    MillisOrNever(
        fn(&mut Settings) -> &mut Option<Duration>,
        RangeInclusive<u64>,
    ),
    Rti(fn(&mut Settings) -> &mut RtiAddress),
    Peer(fn(&mut Settings) -> &mut PeerAddress),
    Interface(fn(&mut Settings) -> &mut InterfaceChoice),
    FedPro(fn(&mut Settings) -> &mut FedProAddress),
    /// Addresses of which there is at least one.
    Addresses(fn(&mut Settings) -> &mut Vec<HostPort>),
    /// Addresses, perhaps none.
    MaybeAddresses(fn(&mut Settings) -> &mut Vec<HostPort>),
    Process(fn(&mut Settings) -> &mut ProcessModel),
    Level(fn(&mut Settings) -> &mut LogLevel),
    Format(fn(&mut Settings) -> &mut LogFormat),
    Foreign(fn(&mut Settings) -> &mut ForeignDesignators),
    Directory(fn(&mut Settings) -> &mut PathBuf),
    /// A file, or empty for none.
    File(fn(&mut Settings) -> &mut Option<PathBuf>),
    /// How a thread is scheduled.
    Scheduling(fn(&mut Settings) -> &mut Scheduling),
    /// Processors, perhaps none.
    Cpus(fn(&mut Settings) -> &mut Vec<usize>),
    /// How a thread waits, or `auto`.
    Wait(fn(&mut Settings) -> &mut Option<Wait>),
    /// A user's name, or empty for none.
    User(fn(&mut Settings) -> &mut String),
}

/// A value as a source has it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Raw {
    /// From a variable or a settings string: the only type they have.
    Text(String),
    /// From a file.
    Quoted(String),
    Flag(bool),
    Integer(i64),
    List(Vec<String>),
    Numbers(Vec<i64>),
    /// A type that no setting has, as the file writes it.
    Other(String),
}

impl Raw {
    /// The value as a message quotes it.
    pub(super) fn show(&self) -> String {
        match self {
            Self::Text(text) | Self::Quoted(text) => format!("\"{text}\""),
            Self::Flag(value) => value.to_string(),
            Self::Integer(value) => value.to_string(),
            Self::List(items) => format!("{items:?}"),
            Self::Numbers(items) => format!("{items:?}"),
            Self::Other(text) => text.clone(),
        }
    }
}

impl Field {
    /// Puts `raw` in its place. On `false` it does not fit and nothing has changed.
    pub(super) fn assign(&self, settings: &mut Settings, raw: &Raw) -> bool {
        match self {
            Self::Flag(at) => put(at(settings), flag(raw)),
            Self::Bytes(at, range) | Self::Count(at, range) => put(
                at(settings),
                integer(raw, range).and_then(|n| usize::try_from(n).ok()),
            ),
            Self::Micros(at, range) => {
                put(at(settings), integer(raw, range).map(Duration::from_micros))
            }
            Self::Millis(at, range) => {
                put(at(settings), integer(raw, range).map(Duration::from_millis))
            }
            Self::MillisOrNever(at, range) => put(
                at(settings),
                integer(raw, range).map(|n| (n > 0).then(|| Duration::from_millis(n))),
            ),
            Self::Rti(at) => put(at(settings), parsed(raw)),
            Self::Peer(at) => put(at(settings), parsed(raw)),
            Self::Interface(at) => put(at(settings), parsed(raw)),
            Self::FedPro(at) => put(at(settings), parsed(raw)),
            Self::Addresses(at) => {
                put(at(settings), addresses(raw).filter(|list| !list.is_empty()))
            }
            Self::MaybeAddresses(at) => put(at(settings), addresses(raw)),
            Self::Process(at) => put(at(settings), word(raw)),
            Self::Level(at) => put(at(settings), word(raw)),
            Self::Format(at) => put(at(settings), word(raw)),
            Self::Foreign(at) => put(at(settings), word(raw)),
            Self::Directory(at) => put(
                at(settings),
                parsed(raw).filter(|path: &PathBuf| !path.as_os_str().is_empty()),
            ),
            Self::File(at) => put(
                at(settings),
                parsed(raw)
                    .map(|path: PathBuf| Some(path).filter(|path| !path.as_os_str().is_empty())),
            ),
            Self::Scheduling(at) => put(at(settings), thread::scheduling(raw)),
            Self::Cpus(at) => put(at(settings), thread::cpus(raw)),
            Self::Wait(at) => put(at(settings), maybe_wait(raw)),
            Self::User(at) => put(
                at(settings),
                parsed(raw).filter(|name: &String| !name.contains(':')),
            ),
        }
    }

    /// The value as a settings string would have it.
    pub(super) fn show(&self, settings: &Settings) -> String {
        let mut copy = settings.clone();
        let copy = &mut copy;
        match self {
            Self::Flag(at) => at(copy).to_string(),
            Self::Bytes(at, _) | Self::Count(at, _) => at(copy).to_string(),
            Self::Micros(at, _) => at(copy).as_micros().to_string(),
            Self::Millis(at, _) => at(copy).as_millis().to_string(),
            Self::MillisOrNever(at, _) => at(copy).unwrap_or_default().as_millis().to_string(),
            Self::Rti(at) => at(copy).to_string(),
            Self::Peer(at) => at(copy).to_string(),
            Self::Interface(at) => at(copy).to_string(),
            Self::FedPro(at) => at(copy).to_string(),
            Self::Addresses(at) | Self::MaybeAddresses(at) => at(copy)
                .iter()
                .map(HostPort::to_string)
                .collect::<Vec<_>>()
                .join(", "),
            Self::Process(at) => at(copy).name().to_owned(),
            Self::Level(at) => at(copy).name().to_owned(),
            Self::Format(at) => at(copy).name().to_owned(),
            Self::Foreign(at) => at(copy).word().to_owned(),
            Self::Directory(at) => at(copy).display().to_string(),
            Self::File(at) => {
                let path = at(copy).as_ref();
                path.map(|path| path.display().to_string())
                    .unwrap_or_default()
            }
            Self::Scheduling(at) => at(copy).to_string(),
            Self::Cpus(at) => thread::show_cpus(at(copy)),
            Self::Wait(at) => at(copy).map_or_else(|| "auto".to_owned(), |wait| wait.to_string()),
            Self::User(at) => at(copy).clone(),
        }
    }

    /// What fits, in words.
    pub(super) fn accepts(&self) -> String {
        let span = |range: &RangeInclusive<u64>| format!("{} to {}", range.start(), range.end());
        match self {
            Self::Flag(_) => "true or false".to_owned(),
            Self::Bytes(_, range) => format!("a whole number of bytes, {}", span(range)),
            Self::Count(_, range) => format!("a whole number, {}", span(range)),
            Self::Micros(_, range) => format!("a whole number of microseconds, {}", span(range)),
            Self::Millis(_, range) => format!("a whole number of milliseconds, {}", span(range)),
            Self::MillisOrNever(_, range) => {
                format!(
                    "a whole number of milliseconds, {} (0: no limit)",
                    span(range)
                )
            }
            Self::Rti(_) => "host:port or embedded".to_owned(),
            Self::Peer(_) => "auto or host:port (port 0: the system chooses)".to_owned(),
            Self::Interface(_) => {
                "auto, the name of an interface, or a prefix such as 10.1.0.0/16".to_owned()
            }
            Self::FedPro(_) => "off, auto or host:port (port 0: the system chooses)".to_owned(),
            Self::Addresses(_) => "a list of one or more host:port".to_owned(),
            Self::MaybeAddresses(_) => "a list of host:port, perhaps empty".to_owned(),
            Self::Process(_) => words::<ProcessModel>(),
            Self::Level(_) => words::<LogLevel>(),
            Self::Format(_) => words::<LogFormat>(),
            Self::Foreign(_) => words::<ForeignDesignators>(),
            Self::Directory(_) => "a directory, made when it is needed".to_owned(),
            Self::File(_) => "a file, or nothing".to_owned(),
            Self::Scheduling(_) => thread::SCHEDULING.to_owned(),
            Self::Cpus(_) => thread::CPUS.to_owned(),
            Self::Wait(_) => format!("auto, {}", thread::WAIT),
            Self::User(_) => "a name without a colon, or nothing".to_owned(),
        }
    }

    /// Unit of the number, if it is one.
    pub(super) fn unit(&self) -> Option<&'static str> {
        match self {
            Self::Bytes(..) => Some("bytes"),
            Self::Micros(..) => Some("microseconds"),
            Self::Millis(..) | Self::MillisOrNever(..) => Some("milliseconds"),
            _ => None,
        }
    }

    /// Whether a file writes the value without quotes.
    pub(super) fn is_bare(&self) -> bool {
        matches!(self, Self::Flag(_) | Self::Count(..)) || self.unit().is_some()
    }

    /// Whether a file writes the value in brackets.
    pub(super) fn is_list(&self) -> bool {
        matches!(
            self,
            Self::Addresses(_) | Self::MaybeAddresses(_) | Self::Cpus(_)
        )
    }
}

pub(super) fn put<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

pub(super) fn flag(raw: &Raw) -> Option<bool> {
    match raw {
        Raw::Flag(value) => Some(*value),
        Raw::Text(text) => text.parse().ok(),
        _ => None,
    }
}

pub(super) fn integer(raw: &Raw, range: &RangeInclusive<u64>) -> Option<u64> {
    let value = match raw {
        Raw::Integer(value) => u64::try_from(*value).ok()?,
        // As in a file, digits may be grouped: 4_194_304.
        Raw::Text(text) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            text.replace('_', "").parse().ok()?
        }
        _ => return None,
    };
    range.contains(&value).then_some(value)
}

fn maybe_wait(raw: &Raw) -> Option<Option<Wait>> {
    match raw {
        Raw::Text(text) | Raw::Quoted(text) if text == "auto" => Some(None),
        _ => thread::wait(raw).map(Some),
    }
}

pub(super) fn parsed<T: FromStr>(raw: &Raw) -> Option<T> {
    match raw {
        Raw::Text(text) | Raw::Quoted(text) => text.parse().ok(),
        _ => None,
    }
}

pub(super) fn word<T: Words>(raw: &Raw) -> Option<T> {
    match raw {
        Raw::Text(text) | Raw::Quoted(text) => T::from_word(text),
        _ => None,
    }
}

fn addresses(raw: &Raw) -> Option<Vec<HostPort>> {
    match raw {
        Raw::List(items) => items.iter().map(|item| item.parse().ok()).collect(),
        Raw::Text(text) => text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(|item| item.parse().ok())
            .collect(),
        // One address needs no brackets.
        Raw::Quoted(text) => text.parse().ok().map(|one| vec![one]),
        _ => None,
    }
}

pub(super) fn words<T: Words>() -> String {
    let names: Vec<String> = T::WORDS
        .iter()
        .map(|(_, words)| match words {
            [name, short] => format!("{name} (or {short})"),
            _ => words[0].to_owned(),
        })
        .collect();
    let (last, first) = names.split_last().expect("there are words");
    format!("{} or {last}", first.join(", "))
}
