//! Profiles of transportation types: the sections `[qos.NAME]`.
//!
//! | module | what is there |
//! |---|---|
//! | [`table`] | every field of a profile, for parser and documentation |
//! | [`modules`] | every protocol module with its parameters |
//! | `draft` | collects what the sources say, each word with its place |
//! | `check` | what does not go together |

mod check;
mod draft;
pub mod modules;
pub mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use hyla_net::{Profile, Reliability, Wait};

pub(super) use draft::{Draft, Place};

/// The two transportation types that every object model has.
pub(super) const RELIABLE: &str = "HLAreliable";
pub(super) const BEST_EFFORT: &str = "HLAbestEffort";

/// The profiles that the settings describe, by the name of the transportation type.
#[derive(Clone, Debug, PartialEq)]
pub struct Profiles {
    named: BTreeMap<String, Named>,
    /// How threads wait where a profile does not say.
    wait: Wait,
}

#[derive(Clone, Debug, PartialEq)]
struct Named {
    profile: Profile,
    /// The reliability is the object model's.
    as_modelled: bool,
}

impl Default for Profiles {
    /// None at all: every type is treated as the object model says.
    fn default() -> Self {
        Self {
            named: BTreeMap::new(),
            wait: standard("", true).wait,
        }
    }
}

impl Profiles {
    /// The profile of that transportation type, if the settings have one. Where they leave the reliability
    /// to the object model it is [`Reliability::Reliable`] here; see [`Self::profile_for`].
    pub fn get(&self, name: &str) -> Option<&Profile> {
        self.named.get(name).map(|named| &named.profile)
    }

    /// How a transportation type is treated: by its profile, else as the object model says (`fom_reliable`),
    /// which also decides where a profile does not name the reliability.
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

/// What a type is without settings.
fn standard(name: &str, reliable: bool) -> Profile {
    Profile::standard(name, Reliability::of(reliable))
}
