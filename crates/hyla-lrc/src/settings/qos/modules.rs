//! Every protocol module with its parameters, once: the parser and the documentation follow from here.

use std::ops::RangeInclusive;
use std::time::Duration;

use hyla_net::modules::{
    BundleSpec, ChecksumSpec, FragmentSpec, MAX_MESSAGE_BYTES, ModuleSpec, SequenceSpec,
};

use super::super::field::{Raw, flag, integer, put};

/// A protocol module.
#[derive(Debug)]
pub struct ModuleForm {
    name: &'static str,
    about: &'static str,
    parameters: &'static [Parameter],
    standard: fn() -> ModuleSpec,
}

/// One parameter of a module.
#[derive(Debug)]
pub struct Parameter {
    key: &'static str,
    about: &'static str,
    kind: Kind,
}

/// A place in a [`ModuleSpec`] (none in that of another module); its type decides what is accepted there.
#[derive(Debug)]
enum Kind {
    Flag(fn(&mut ModuleSpec) -> Option<&mut bool>),
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

impl ModuleForm {
    /// Its name, as in `modules`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What it does.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// What can be set, in `[qos.NAME.MODULE]`.
    pub fn parameters(&self) -> &'static [Parameter] {
        self.parameters
    }

    /// The module with the parameters it has unless the settings say otherwise.
    pub fn standard(&self) -> ModuleSpec {
        (self.standard)()
    }

    pub(super) fn parameter(&self, key: &str) -> Option<&'static Parameter> {
        self.parameters
            .iter()
            .find(|parameter| parameter.key == key)
    }
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
            Kind::Flag(_) => None,
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
            Kind::Bytes(at, _) => at(copy).map(|value| value.to_string()),
            Kind::MaybeBytes(at, _) => at(copy)
                .map(|value| value.map_or_else(|| "auto".to_owned(), |bytes| bytes.to_string())),
            Kind::Micros(at, _) => at(copy).map(|value| value.as_micros().to_string()),
            Kind::Millis(at, _) => at(copy).map(|value| value.as_millis().to_string()),
        };
        shown.unwrap_or_default()
    }

    pub(super) fn is_bare(&self) -> bool {
        !matches!(self.kind, Kind::MaybeBytes(..))
    }

    /// Puts `raw` in its place. On `false` it does not fit and nothing has changed.
    pub(super) fn assign(&self, module: &mut ModuleSpec, raw: &Raw) -> bool {
        let number = |range| integer(raw, range);
        match &self.kind {
            Kind::Flag(at) => set(at(module), flag(raw)),
            Kind::Bytes(at, range) => {
                set(at(module), number(range).and_then(|n| n.try_into().ok()))
            }
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

/// The module of that name.
pub fn find(name: &str) -> Option<&'static ModuleForm> {
    MODULES.iter().find(|form| form.name == name)
}

/// The names of a chain, known or not.
pub(super) fn names(raw: &Raw) -> Option<Vec<String>> {
    match raw {
        Raw::List(items) => Some(items.clone()),
        Raw::Numbers(items) if items.is_empty() => Some(Vec::new()),
        Raw::Text(text) | Raw::Quoted(text) => Some(
            text.split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect(),
        ),
        _ => None,
    }
}

fn bundle(module: &mut ModuleSpec) -> Option<&mut BundleSpec> {
    match module {
        ModuleSpec::Bundle(spec) => Some(spec),
        _ => None,
    }
}

fn fragment(module: &mut ModuleSpec) -> Option<&mut FragmentSpec> {
    match module {
        ModuleSpec::Fragment(spec) => Some(spec),
        _ => None,
    }
}

/// All modules.
pub static MODULES: &[ModuleForm] = &[
    ModuleForm {
        name: "bundle",
        about: "Several messages in one packet: fewer system calls and packets, and up to `gap_us` more latency.",
        standard: || ModuleSpec::Bundle(BundleSpec::default()),
        parameters: &[
            Parameter {
                key: "bytes",
                about: "Size at which a bundle leaves at once; `auto` is what fits into one packet, at most 32 KiB. A larger message has a bundle of its own.",
                kind: Kind::MaybeBytes(|m| bundle(m).map(|b| &mut b.bytes), 1..=64 << 20),
            },
            Parameter {
                key: "gap_us",
                about: "How long messages gather at most.",
                kind: Kind::Micros(|m| bundle(m).map(|b| &mut b.gap), 0..=10_000_000),
            },
            Parameter {
                key: "adaptive",
                about: "Whether a message leaves at once while the wire is idle; with `false` each bundle waits for its gap.",
                kind: Kind::Flag(|m| bundle(m).map(|b| &mut b.adaptive)),
            },
        ],
    },
    ModuleForm {
        name: "fragment",
        about: "One message in several packets, put together again by the receiver.",
        standard: || ModuleSpec::Fragment(FragmentSpec::default()),
        parameters: &[
            Parameter {
                key: "packet_bytes",
                about: "Largest packet that it makes; `auto` is what the wire takes.",
                kind: Kind::MaybeBytes(|m| fragment(m).map(|f| &mut f.packet_bytes), 64..=64 << 20),
            },
            Parameter {
                key: "memory_bytes",
                about: "Most memory of incomplete messages at the receiver; the oldest is given up for the next.",
                kind: Kind::Bytes(
                    |m| fragment(m).map(|f| &mut f.memory_bytes),
                    MAX_MESSAGE_BYTES as u64..=1 << 30,
                ),
            },
            Parameter {
                key: "timeout_ms",
                about: "How long the receiver waits for the rest of a message after a part came. Where nothing is lost it waits for ever.",
                kind: Kind::Millis(|m| fragment(m).map(|f| &mut f.timeout), 1..=60_000),
            },
        ],
    },
    ModuleForm {
        name: "checksum",
        about: "Damaged packets are dropped. Sockets and shared memory damage nothing by themselves; what they pass through may.",
        standard: || ModuleSpec::Checksum(ChecksumSpec::default()),
        parameters: &[],
    },
    ModuleForm {
        name: "sequence",
        about: "What was doubled or overtaken on its way is dropped. Added by itself where datagrams need it.",
        standard: || ModuleSpec::Sequence(SequenceSpec::default()),
        parameters: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_modules_that_there_are_can_be_named() {
        let mut names: Vec<_> = MODULES.iter().map(ModuleForm::name).collect();
        let mut wanted = ModuleSpec::names().to_vec();
        names.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(names, wanted);
        for form in MODULES {
            assert_eq!(form.standard().name(), form.name());
            assert_eq!(ModuleSpec::from_name(form.name()), Some(form.standard()));
            assert!(super::super::table::find(form.name()).is_none());
        }
    }

    #[test]
    fn every_default_of_a_parameter_is_read_as_itself() {
        for form in MODULES {
            for parameter in form.parameters() {
                let mut spec = form.standard();
                let shown = parameter.value_in(&spec);
                assert!(
                    parameter.assign(&mut spec, &Raw::Text(shown)),
                    "{}.{}",
                    form.name(),
                    parameter.key()
                );
                assert_eq!(spec, form.standard());
            }
        }
    }

    #[test]
    fn the_ends_of_every_range_are_taken_by_the_module() {
        for form in MODULES {
            for parameter in form.parameters() {
                for end in parameter.kind.ends() {
                    let mut spec = form.standard();
                    let taken = parameter.assign(&mut spec, &Raw::Text(end.clone()));
                    assert!(taken, "{}.{} = {end}", form.name(), parameter.key());
                    assert_eq!(spec.check(), Ok(()));
                }
            }
        }
    }

    impl Kind {
        fn ends(&self) -> Vec<String> {
            match self {
                Self::Flag(_) => vec!["true".to_owned(), "false".to_owned()],
                Self::Bytes(_, range)
                | Self::MaybeBytes(_, range)
                | Self::Micros(_, range)
                | Self::Millis(_, range) => {
                    vec![range.start().to_string(), range.end().to_string()]
                }
            }
        }
    }
}
