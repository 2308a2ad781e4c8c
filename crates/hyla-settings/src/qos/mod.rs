//! Profiles of transportation types: the sections `[qos.NAME]`.
//!
//! | module | contents |
//! |---|---|
//! | [`table`] | every field of a profile, for parser and documentation |
//! | [`modules`] | every protocol module with its parameters |
//! | `draft` | collects values with their locations |
//! | `check` | contradictions, with the reason |

mod check;
mod draft;
pub mod modules;
pub mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use hyla_net::{Profile, Recovery, Reliability, Wait};

pub(super) use draft::{Draft, FieldName};

use crate::parameter::Parameter;
use crate::raw::Raw;

/// The two transportation types that every object model has.
pub(super) const RELIABLE: &str = "HLAreliable";
pub(super) const BEST_EFFORT: &str = "HLAbestEffort";

/// The parameters of reliable multicast that a federate may change while it runs. The others need buffers, or the same value in all
/// federates.
const AT_RUN_TIME: [&str; 3] = ["wish", "bytes_per_second", "straggler_ms"];

/// The parameters of reliable multicast of a profile with one changed, in the form of a settings string.
///
/// # Errors
/// A name of something else, or an invalid value.
pub fn changed_recovery(of: &Profile, key: &str, value: &str) -> Result<Recovery, String> {
    let Some(field) = table::find(key).filter(|_| AT_RUN_TIME.contains(&key)) else {
        let reason = match table::find(key) {
            Some(_) => "is read when a federate connects and cannot be changed while it runs",
            None => "is no parameter",
        };
        let name = &of.name;
        return Err(format!(
            "HylaParameter: {key:?} of the profile {name} {reason}; it takes: {}",
            AT_RUN_TIME.join(", ")
        ));
    };
    Ok(assigned(field, of, key, value)?.multicast.recovery)
}

/// `of` with another value of a parameter, which is shown under that name where it does not fit.
fn assigned<T: Clone>(
    parameter: &Parameter<T>,
    of: &T,
    name: &str,
    value: &str,
) -> Result<T, String> {
    let mut changed = of.clone();
    if parameter.assign(&mut changed, &Raw::Text(value.to_owned())) {
        return Ok(changed);
    }
    Err(format!(
        "HylaValue: {value:?} does not fit {name}, which is {}",
        parameter.accepts()
    ))
}

/// The profiles of the settings, by the name of the transportation type.
#[derive(Clone, Debug, PartialEq)]
pub struct Profiles {
    named: BTreeMap<String, Named>,
    /// Wait strategy of threads without one in the profile.
    wait: Wait,
}

#[derive(Clone, Debug, PartialEq)]
struct Named {
    profile: Profile,
    /// The object model determines the reliability.
    as_modelled: bool,
}

impl Default for Profiles {
    /// No profiles: the object model determines every type.
    fn default() -> Self {
        Self {
            named: BTreeMap::new(),
            wait: standard("", true).wait,
        }
    }
}

impl Profiles {
    /// The profile of that transportation type, if the settings have one. Where the object model
    /// determines the reliability, it is [`Reliability::Reliable`] here; see [`Self::profile_for`].
    pub fn get(&self, name: &str) -> Option<&Profile> {
        self.named.get(name).map(|named| &named.profile)
    }

    /// Profile of a transportation type, or defaults from the object model (`fom_reliable`), which
    /// also determines the reliability of a profile without one.
    pub fn profile_for(&self, name: &str, fom_reliable: bool) -> Profile {
        let Some(named) = self.named.get(name) else {
            return Profile {
                wait: self.wait,
                ..standard(name, fom_reliable)
            };
        };
        let mut profile = named.profile.clone();
        if named.as_modelled {
            profile.reliability = Reliability::of(fom_reliable);
        }
        profile
    }

    /// All profiles of the settings, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.named.values().map(|named| &named.profile)
    }

    /// Whether the settings have no profile at all.
    pub fn is_empty(&self) -> bool {
        self.named.is_empty()
    }
}

/// Profile of a type without settings.
fn standard(name: &str, reliable: bool) -> Profile {
    Profile::standard(name, Reliability::of(reliable))
}
