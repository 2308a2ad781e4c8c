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

use hyla_net::{Profile, Reliability, Wait};

pub(super) use draft::{Draft, FieldName};

/// The two transportation types that every object model has.
pub(super) const RELIABLE: &str = "HLAreliable";
pub(super) const BEST_EFFORT: &str = "HLAbestEffort";

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
