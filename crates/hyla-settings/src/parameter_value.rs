//! Types that values of parameters are stored in.

use std::net::IpAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use hyla_net::modules::{Distribution, ModuleSpec};
use hyla_net::{
    Admit, DatagramProtection, Fingerprint, GroupRange, Late, Reliability, Resources, Scheduling,
    Transport, Wait, Wish,
};

use super::address::{FedProAddress, HostPort, PeerAddress, RtiAddress};
use super::choice::{LogFormat, LogLevel, OtherMachine, ProcessModel, RtiSecurity, Words};
use super::foreign::ForeignDesignators;
use super::interface::InterfaceChoice;
use super::parameter::{Kind, Value};
use super::qos::modules;
use super::raw::Raw;
use super::thread;

/// Storage of a value.
pub(super) trait ParameterValue {
    /// Stores a value of the parameter's kind. `false`: it does not fit the type, and nothing has
    /// changed.
    fn put(&mut self, value: &Value<'_>) -> bool;

    /// The value in the form of a settings string.
    fn show(&self, kind: &Kind) -> String;
}

/// Replaces the stored value by `value`, if there is one.
fn replace<T>(place: &mut T, value: Option<T>) -> bool {
    match value {
        Some(value) => {
            *place = value;
            true
        }
        None => false,
    }
}

/// Reads a text.
fn parsed<T: FromStr>(value: &Value<'_>) -> Option<T> {
    match value {
        Value::Raw(raw) => raw.text()?.parse().ok(),
        _ => None,
    }
}

impl ParameterValue for () {
    fn put(&mut self, _: &Value<'_>) -> bool {
        false
    }

    fn show(&self, _: &Kind) -> String {
        String::new()
    }
}

impl ParameterValue for bool {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Flag(value) = value else {
            return false;
        };
        replace(self, Some(*value))
    }

    fn show(&self, _: &Kind) -> String {
        self.to_string()
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl ParameterValue for $type {
            fn put(&mut self, value: &Value<'_>) -> bool {
                let Value::Whole(number) = value else {
                    return false;
                };
                replace(self, (*number).try_into().ok())
            }

            fn show(&self, _: &Kind) -> String {
                self.to_string()
            }
        }
    )*};
}
whole_numbers!(u8, u32, u64, usize);

impl ParameterValue for f64 {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Real(number) = value else {
            return false;
        };
        replace(self, Some(*number))
    }

    fn show(&self, _: &Kind) -> String {
        self.to_string()
    }
}

impl ParameterValue for Duration {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Time(time) = value else {
            return false;
        };
        replace(self, Some(*time))
    }

    fn show(&self, kind: &Kind) -> String {
        kind.in_unit(*self)
    }
}

/// A time; 0, or the word for none if there is one, is none.
impl ParameterValue for Option<Duration> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        match value {
            Value::Nothing => replace(self, Some(None)),
            Value::Time(time) => replace(self, Some(Some(*time).filter(|time| !time.is_zero()))),
            _ => false,
        }
    }

    fn show(&self, kind: &Kind) -> String {
        match (self, kind.nothing()) {
            (None, word) if !word.is_empty() => word.to_owned(),
            (time, _) => kind.in_unit(time.unwrap_or_default()),
        }
    }
}

impl ParameterValue for Option<u32> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        match value {
            Value::Nothing => replace(self, Some(None)),
            Value::Whole(number) => replace(self, u32::try_from(*number).ok().map(Some)),
            _ => false,
        }
    }

    fn show(&self, kind: &Kind) -> String {
        self.map_or_else(|| kind.nothing().to_owned(), |number| number.to_string())
    }
}

macro_rules! texts {
    ($($type:ty),*) => {$(
        impl ParameterValue for $type {
            fn put(&mut self, value: &Value<'_>) -> bool {
                replace(self, parsed(value))
            }

            fn show(&self, _: &Kind) -> String {
                self.to_string()
            }
        }
    )*};
}
texts!(
    HostPort,
    RtiAddress,
    PeerAddress,
    InterfaceChoice,
    FedProAddress
);

macro_rules! texts_or_nothing {
    ($($type:ty),*) => {$(
        impl ParameterValue for Option<$type> {
            fn put(&mut self, value: &Value<'_>) -> bool {
                match value {
                    Value::Nothing => replace(self, Some(None)),
                    value => replace(self, parsed(value).map(Some)),
                }
            }

            fn show(&self, kind: &Kind) -> String {
                self.as_ref().map_or_else(|| kind.nothing().to_owned(), ToString::to_string)
            }
        }
    )*};
}
texts_or_nothing!(GroupRange, IpAddr);

macro_rules! words {
    ($($type:ty),*) => {$(
        impl ParameterValue for $type {
            fn put(&mut self, value: &Value<'_>) -> bool {
                let Value::Word(word) = value else {
                    return false;
                };
                replace(self, Self::from_word(word))
            }

            fn show(&self, _: &Kind) -> String {
                self.word().to_owned()
            }
        }
    )*};
}
words!(
    ProcessModel,
    LogLevel,
    LogFormat,
    OtherMachine,
    RtiSecurity,
    DatagramProtection,
    ForeignDesignators,
    Reliability,
    Transport,
    Admit,
    Late,
    Resources,
    Wish,
    Distribution
);

/// A directory.
impl ParameterValue for PathBuf {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let path = parsed(value).filter(|path: &PathBuf| !path.as_os_str().is_empty());
        replace(self, path)
    }

    fn show(&self, _: &Kind) -> String {
        self.display().to_string()
    }
}

/// A file, or an empty text for none.
impl ParameterValue for Option<PathBuf> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let path = parsed(value).map(|path: PathBuf| {
            let is_empty = path.as_os_str().is_empty();
            (!is_empty).then_some(path)
        });
        replace(self, path)
    }

    fn show(&self, _: &Kind) -> String {
        let path = self.as_ref();
        path.map(|path| path.display().to_string())
            .unwrap_or_default()
    }
}

/// A fingerprint, or an empty text for none.
impl ParameterValue for Option<Fingerprint> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let text: Option<String> = parsed(value);
        let pin = match text.as_deref() {
            Some("") => Some(None),
            text => text.and_then(|text| text.parse().ok()).map(Some),
        };
        replace(self, pin)
    }

    fn show(&self, _: &Kind) -> String {
        self.map(|pin| pin.to_string()).unwrap_or_default()
    }
}

/// The name of a user.
impl ParameterValue for String {
    fn put(&mut self, value: &Value<'_>) -> bool {
        replace(
            self,
            parsed(value).filter(|name: &String| !name.contains(':')),
        )
    }

    fn show(&self, _: &Kind) -> String {
        self.clone()
    }
}

impl ParameterValue for Scheduling {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Raw(raw) = value else {
            return false;
        };
        replace(self, thread::scheduling(raw))
    }

    fn show(&self, _: &Kind) -> String {
        self.to_string()
    }
}

impl ParameterValue for Wait {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Raw(raw) = value else {
            return false;
        };
        replace(self, thread::wait(raw))
    }

    fn show(&self, _: &Kind) -> String {
        self.to_string()
    }
}

impl ParameterValue for Option<Wait> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        match value {
            Value::Nothing => replace(self, Some(None)),
            Value::Raw(raw) => replace(self, thread::wait(raw).map(Some)),
            _ => false,
        }
    }

    fn show(&self, kind: &Kind) -> String {
        self.map_or_else(|| kind.nothing().to_owned(), |wait| wait.to_string())
    }
}

/// Numbers of processors.
impl ParameterValue for Vec<usize> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Raw(raw) = value else {
            return false;
        };
        replace(self, thread::cpus(raw))
    }

    fn show(&self, _: &Kind) -> String {
        thread::show_cpus(self)
    }
}

impl ParameterValue for Vec<HostPort> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Raw(raw) = value else {
            return false;
        };
        replace(self, addresses(raw))
    }

    fn show(&self, _: &Kind) -> String {
        let addresses: Vec<_> = self.iter().map(HostPort::to_string).collect();
        addresses.join(", ")
    }
}

/// Origins of web pages.
impl ParameterValue for Vec<String> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        let Value::Raw(raw) = value else {
            return false;
        };
        replace(self, origins(raw))
    }

    fn show(&self, _: &Kind) -> String {
        self.join(", ")
    }
}

/// A chain of protocol modules, built after their parameters have been read.
impl ParameterValue for Vec<ModuleSpec> {
    fn put(&mut self, value: &Value<'_>) -> bool {
        matches!(value, Value::Raw(raw) if modules::names(raw).is_some())
    }

    fn show(&self, _: &Kind) -> String {
        let names: Vec<_> = self.iter().map(ModuleSpec::name).collect();
        names.join(", ")
    }
}

fn origins(raw: &Raw) -> Option<Vec<String>> {
    let list: Vec<&str> = match raw {
        Raw::List(items) => items.iter().map(String::as_str).collect(),
        Raw::Numbers(items) if items.is_empty() => Vec::new(),
        Raw::Text(text) => {
            let items = text.split(',').map(str::trim);
            items.filter(|item| !item.is_empty()).collect()
        }
        // One origin needs no brackets.
        Raw::Quoted(text) => vec![text],
        _ => return None,
    };
    let is_origin = |text: &str| {
        let parts = text.split_once("://");
        parts.is_some_and(|(scheme, host)| {
            !scheme.is_empty()
                && !host.trim_end_matches('/').is_empty()
                && !text.contains([',', '"', '*', ' '])
        })
    };
    let sound = list.iter().all(|text| is_origin(text));
    sound.then(|| list.into_iter().map(str::to_owned).collect())
}

fn addresses(raw: &Raw) -> Option<Vec<HostPort>> {
    match raw {
        Raw::List(items) => items.iter().map(|item| item.parse().ok()).collect(),
        Raw::Numbers(items) if items.is_empty() => Some(Vec::new()),
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
