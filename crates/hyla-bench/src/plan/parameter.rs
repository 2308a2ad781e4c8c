//! Parameters of experiments: names, accepted values, and combinations.

use std::collections::BTreeMap;

use hyla_settings::Raw;
use hyla_settings::parameter::{Kind, Parameter, Value as Read};
use serde_json::{Value, json};

use super::error::PlanError;

/// Reads one value: `Ki`, `Mi`, `k` and `M` multiply whole numbers.
fn read(kind: Kind, text: &str) -> Option<Value> {
    let raw = match kind {
        Kind::Whole { .. } => Raw::Text(multiplied(text)?),
        _ => Raw::Text(text.to_owned()),
    };
    Some(match kind.read(&raw)? {
        Read::Whole(number) => json!(number),
        Read::Real(number) => json!(number),
        Read::Word(word) => json!(word),
        Read::Nothing | Read::Raw(_) => json!(text),
        Read::Flag(_) | Read::Time(_) => return None,
    })
}

/// A whole number without its multiplier; any other text as it is.
fn multiplied(text: &str) -> Option<String> {
    let multipliers = [
        ("Ki", 1024_u64),
        ("Mi", 1024 * 1024),
        ("k", 1000),
        ("M", 1_000_000),
    ];
    let found = multipliers.iter().find(|(unit, _)| text.ends_with(unit));
    let Some((unit, factor)) = found else {
        return Some(text.to_owned());
    };
    let digits = text[..text.len() - unit.len()].replace('_', "");
    let number: u64 = digits.parse().ok()?;
    Some(number.checked_mul(*factor)?.to_string())
}

/// Definition of `name`; the table has every parameter of every experiment.
pub(super) fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|parameter| parameter.name() == name)
}

/// One value of each parameter of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Choice(BTreeMap<&'static str, Value>);

impl Choice {
    fn value(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// A whole number; 0 if the experiment does not have the parameter.
    pub(super) fn count(&self, name: &str) -> u64 {
        self.value(name).as_u64().unwrap_or_default()
    }

    /// A whole number whose kind keeps it below 2 to the 32nd.
    pub(super) fn small(&self, name: &str) -> u32 {
        u32::try_from(self.count(name)).unwrap_or(u32::MAX)
    }

    /// A whole number, or nothing for `auto`.
    pub(super) fn count_or_auto(&self, name: &str) -> Option<u64> {
        self.value(name).as_u64()
    }

    /// A number; 0 if the experiment does not have the parameter.
    pub(super) fn real(&self, name: &str) -> f64 {
        self.value(name).as_f64().unwrap_or_default()
    }

    /// A word or text; empty if the experiment does not have the parameter.
    pub(super) fn text(&self, name: &str) -> &str {
        self.value(name).as_str().unwrap_or_default()
    }

    /// Whether the word is `yes`.
    pub(super) fn is_yes(&self, name: &str) -> bool {
        self.text(name) == "yes"
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

/// Values of all parameters of an experiment, given ones and defaults.
#[derive(Clone, Debug)]
pub(super) struct Values(BTreeMap<&'static str, Vec<Value>>);

impl Values {
    /// Reads given values, with `defaults` as the known parameters.
    pub(super) fn read(
        experiment: &str,
        defaults: &[(&'static str, &'static str)],
        given: &BTreeMap<String, String>,
    ) -> Result<Self, PlanError> {
        for name in given.keys() {
            if !defaults.iter().any(|(known, _)| known == name) {
                let mut takes: Vec<_> = defaults.iter().map(|(name, _)| *name).collect();
                takes.sort_unstable();
                return Err(PlanError::UnknownParameter {
                    experiment: experiment.to_owned(),
                    name: name.clone(),
                    takes: takes.join(", "),
                });
            }
        }
        let mut values = BTreeMap::new();
        for (name, default) in defaults {
            let parameter = parameter(name).expect("every parameter is in the table");
            let text = given.get(*name).map_or(*default, String::as_str);
            values.insert(parameter.name(), list(parameter, text)?);
        }
        Ok(Self(values))
    }

    /// Every combination; the last of `order` changes fastest, others change slowest.
    pub(super) fn combinations(&self, order: &[&'static str]) -> Vec<Choice> {
        let mut names: Vec<&'static str> = self.0.keys().copied().collect();
        names.sort_by_key(|name| {
            let place = order.iter().position(|ordered| ordered == name);
            (place.map_or(0, |place| place + 1), *name)
        });
        let mut choices = vec![BTreeMap::new()];
        for name in names {
            let values = &self.0[name];
            choices = choices
                .iter()
                .flat_map(|choice: &BTreeMap<_, _>| {
                    values.iter().map(|value| {
                        let mut choice = choice.clone();
                        choice.insert(name, value.clone());
                        choice
                    })
                })
                .collect();
        }
        choices.into_iter().map(Choice).collect()
    }

    /// Whether a parameter has several values.
    pub(super) fn varies(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|values| values.len() > 1)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}

fn list(parameter: &Parameter, text: &str) -> Result<Vec<Value>, PlanError> {
    let refused = |value: &str| PlanError::BadValue {
        name: parameter.name(),
        value: value.to_owned(),
        takes: parameter.accepts(),
    };
    if matches!(parameter.kind(), Kind::Text { .. }) {
        return Ok(vec![json!(text.trim())]);
    }
    let mut values = Vec::new();
    for word in text.split(',') {
        let word = word.trim();
        let value = read(parameter.kind(), word).ok_or_else(|| refused(word))?;
        if values.contains(&value) {
            return Err(PlanError::Twice {
                name: parameter.name(),
                value: word.to_owned(),
            });
        }
        values.push(value);
    }
    Ok(values)
}

const DAY_MS: u64 = 86_400_000;
const YES_NO: Kind = Kind::Words(&[&["yes"], &["no"]]);
const TEXT: Kind = Kind::text("a text");

/// Every parameter.
pub static PARAMETERS: &[Parameter] = &[
    // The work.
    of(
        "bytes",
        Kind::count(1..=64 * 1024 * 1024),
        "bytes of each message",
    ),
    of(
        "federates",
        Kind::count(2..=4096),
        "federates of the federation",
    ),
    of(
        "receivers",
        Kind::count(1..=4095),
        "federates that receive what one sends",
    ),
    of(
        "senders",
        Kind::count(1..=4095),
        "federates that send to one",
    ),
    of(
        "repeaters",
        Kind::count(1..=4095),
        "federates that send back what the master sends",
    ),
    of(
        "samples",
        Kind::count(1..=1_000_000_000),
        "round trips that are measured",
    ),
    of(
        "warm-up",
        Kind::count(0..=1_000_000_000),
        "round trips or grants before measuring begins",
    ),
    of(
        "interval-us",
        Kind::count(0..=1_000_000_000),
        "microseconds from one planned start of a round trip to the next; 0 starts each when the last has ended",
    ),
    of(
        "lost-after-ms",
        Kind::count(1..=DAY_MS),
        "milliseconds after which an answer is taken for lost",
    ),
    of(
        "fresh",
        YES_NO,
        "whether each round trip has a federation of its own, as many as there are repetitions",
    ),
    of(
        "objects",
        Kind::count(1..=10_000_000),
        "objects that each sender updates in turn, or that are registered",
    ),
    of(
        "regions",
        Kind::count(0..=100_000),
        "regions that the routing space is divided into; 0 does without",
    ),
    of(
        "regions-of-receiver",
        Kind::count(0..=100_000),
        "how many of them a receiver subscribes to; 0 for all",
    ),
    of(
        "changes",
        Kind::Real {
            least: 0.0,
            most: 1e6,
        },
        "calls a second by which all receivers together change their interests; 0 for none",
    ),
    of(
        "rate",
        Kind::Real {
            least: 0.0,
            most: 1e9,
        },
        "messages a second of each sender; 0 for as many as it can",
    ),
    of(
        "warm-up-ms",
        Kind::count(0..=DAY_MS),
        "milliseconds of sending before measuring begins",
    ),
    of(
        "run-ms",
        Kind::count(1..=DAY_MS),
        "milliseconds of sending that are measured",
    ),
    of(
        "loss",
        Kind::Real {
            least: 0.0,
            most: 1.0,
        },
        "share of datagrams that each federate loses, by the module impair; tcp loses none",
    ),
    of(
        "loss-burst",
        Kind::count(1..=1_000_000),
        "datagrams that are lost together, on average; 1 for each by itself",
    ),
    of(
        "trace-every",
        Kind::count(0..=1_000_000_000),
        "each message of that many bears its time, for latency under load; 0 for none",
    ),
    of(
        "service",
        Kind::Words(&[&["lock-step"], &["next-message"]]),
        "how federates ask for time",
    ),
    of(
        "lookahead",
        Kind::Real {
            least: 0.0,
            most: 1e9,
        },
        "lookahead of every federate",
    ),
    of(
        "step",
        Kind::Real {
            least: 1e-9,
            most: 1e9,
        },
        "from one time to the next",
    ),
    of(
        "messages",
        Kind::count(0..=1_000_000),
        "time-stamped messages of each federate in each step",
    ),
    of(
        "grants",
        Kind::count(1..=1_000_000_000),
        "grants that are measured",
    ),
    of(
        "named",
        YES_NO,
        "whether each object has a name that is reserved first",
    ),
    of(
        "work",
        Kind::Words(&[&["round-trip"], &["stream"]]),
        "what federates do: round trips, or streams of all to all",
    ),
    of(
        "scenario",
        TEXT,
        "file that describes the sites and the ways between them",
    ),
    // The configuration.
    of(
        "transport",
        Kind::Words(&[
            &["auto"],
            &["shm"],
            &["tcp"],
            &["udp"],
            &["multicast"],
            &["reliable-multicast"],
            &["relay"],
            &["inproc"],
        ]),
        "what carries messages; relay is by way of the RTI",
    ),
    of(
        "qos",
        Kind::Words(&[&["auto"], &["reliable"], &["best-effort"]]),
        "transportation type; auto is best-effort for udp, else reliable",
    ),
    of(
        "profile",
        TEXT,
        "fields of the QoS profile, as in `priority=7; resources=dedicated`",
    ),
    of(
        "callbacks",
        Kind::Words(&[&["evoked"], &["immediate"]]),
        "how callbacks come",
    ),
    of(
        "process-model",
        Kind::Words(&[
            &["auto"],
            &["single-threaded"],
            &["asynchronous-io"],
            &["immediate"],
        ]),
        "which threads do the work of a federate",
    ),
    of(
        "wait",
        TEXT,
        "how a thread waits for the network: auto, block, yield:TIME or spin",
    ),
    of(
        "bundle-bytes",
        Kind::count(1..=16 * 1024 * 1024).or("auto"),
        "bytes at which a bundle leaves",
    ),
    of(
        "bundle-gap-us",
        Kind::count(0..=1_000_000).or("auto"),
        "microseconds that messages gather at most",
    ),
    of(
        "adaptive",
        Kind::Words(&[&["auto"], &["yes"], &["no"]]),
        "whether a message leaves at once while the wire is idle; no needs udp",
    ),
    of(
        "settings",
        TEXT,
        "further settings of Hyla, as in `channel.ring_bytes=65536`",
    ),
    of(
        "designator",
        TEXT,
        "the local settings designator of another RTI, as it is",
    ),
    of(
        "via",
        super::via::KIND,
        "level of the measured messages: hla for updates through an RTI, orb for calls over IIOP, tcp and tcp-yielding for bare TCP",
    ),
    of(
        "rt-priority",
        Kind::count(0..=99),
        "real-time priority (SCHED_FIFO) of the measuring processes; 0 for none",
    ),
    // The load.
    of(
        "pin",
        TEXT,
        "processors: none, auto for one for each federate, or their numbers in the order of federates",
    ),
    of(
        "compute-us",
        Kind::count(0..=1_000_000),
        "microseconds that federates compute between two looks for callbacks",
    ),
    of(
        "compute-side",
        Kind::Words(&[&["both"], &["sender"], &["receiver"]]),
        "which federates compute",
    ),
    of(
        "sender-load",
        Kind::Real {
            least: 0.0,
            most: 1.0,
        },
        "share of the senders' processors that a load keeps busy",
    ),
    of(
        "receiver-load",
        Kind::Real {
            least: 0.0,
            most: 1.0,
        },
        "share of the receivers' processors that a load keeps busy",
    ),
    of(
        "kernel",
        Kind::Words(&[&["integer"], &["float"]]),
        "what that load computes",
    ),
    of(
        "network-load-mbit",
        Kind::Real {
            least: 0.0,
            most: 1e6,
        },
        "million bits a second of datagrams from the first federate's host to the second's",
    ),
    of(
        "network-bytes",
        Kind::count(1..=65_507),
        "bytes of each such datagram",
    ),
    of(
        "baselines",
        TEXT,
        "what to compare with: auto, none, or names such as `tcp-yielding,ring-blocking`",
    ),
    of(
        "repetitions",
        Kind::count(1..=100_000),
        "how often each point is measured",
    ),
    of(
        "timeout-s",
        Kind::count(1..=86_400),
        "seconds for which federates wait for one another in each phase",
    ),
    of(
        "live-ms",
        Kind::count(0..=DAY_MS),
        "milliseconds from one live report of a federate to the next; 0 for none",
    ),
    of(
        "seed",
        Kind::count(0..=u32::MAX as u64),
        "seed of what is random",
    ),
];

/// Parameters that every experiment has, with their defaults.
pub(super) const EVERYWHERE: &[(&str, &str)] = &[
    ("transport", "auto"),
    ("qos", "auto"),
    ("profile", ""),
    ("callbacks", "evoked"),
    ("process-model", "auto"),
    ("wait", "auto"),
    ("bundle-bytes", "auto"),
    ("bundle-gap-us", "auto"),
    ("adaptive", "auto"),
    ("settings", ""),
    ("designator", ""),
    ("rt-priority", "0"),
    ("pin", "none"),
    ("compute-us", "0"),
    ("compute-side", "both"),
    ("sender-load", "0"),
    ("receiver-load", "0"),
    ("kernel", "integer"),
    ("network-load-mbit", "0"),
    ("network-bytes", "1400"),
    ("baselines", "auto"),
    ("repetitions", "5"),
    ("timeout-s", "30"),
    ("live-ms", "500"),
    ("seed", "1"),
];

const fn of(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter::without_place(name, kind, about)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFAULTS: &[(&str, &str)] = &[("bytes", "64"), ("qos", "reliable"), ("rate", "0.5")];

    fn read(given: &[(&str, &str)]) -> Result<Values, PlanError> {
        let given = given.iter().map(|(n, v)| ((*n).into(), (*v).into()));
        Values::read("latency", DEFAULTS, &given.collect())
    }

    #[test]
    fn every_combination_comes_once_and_the_last_of_the_order_changes_fastest() {
        let values = read(&[("bytes", "1Ki, 2k"), ("qos", "reliable,best-effort")]).unwrap();

        let choices = values.combinations(&["qos", "bytes"]);

        let seen: Vec<_> = choices
            .iter()
            .map(|choice| (choice.text("qos"), choice.count("bytes")))
            .collect();
        let expected = [
            ("reliable", 1024),
            ("reliable", 2000),
            ("best-effort", 1024),
            ("best-effort", 2000),
        ];
        assert_eq!(seen, expected);
        assert!(values.varies("qos") && !values.varies("rate"));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_what_is_accepted() {
        let refused = |name, value| read(&[(name, value)]).unwrap_err().to_string();

        assert!(refused("bytes", "many").contains("a whole number, 1 to"));
        assert!(refused("bytes", "0").contains("--bytes"));
        assert!(refused("bytes", "64,64").contains("twice"));
        assert!(refused("qos", "perhaps").contains("best-effort"));
        assert!(refused("rate", "NaN").contains("NaN"));
        assert!(refused("grants", "5").contains("bytes, qos, rate"));
    }

    #[test]
    fn no_parameter_is_there_twice() {
        for (number, parameter) in PARAMETERS.iter().enumerate() {
            let later = &PARAMETERS[number + 1..];
            assert!(!later.iter().any(|other| other.name() == parameter.name()));
        }
    }
}
