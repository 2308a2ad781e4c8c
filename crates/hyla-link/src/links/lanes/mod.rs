//! Lanes: further channels to and from other members, one for each profile.
//!
//! A lane is offered on the stream, the receiver lets it in or says why not, the sender calls and says the
//! key it was given, and when the receiver says that the lane stands it is used. Until then, and whenever
//! anything of this fails, its messages take the stream. What holds between lanes is the core's
//! ([`crate::lanes`]); this is the way there.

mod incoming;
mod outgoing;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{Admission, LaneId};
use hyla_core::fdd::Transportation;
use hyla_net::network::Network;
use hyla_net::{Late, Profile, Reliability, Resources, Transport};
use hyla_types::TransportationTypeHandle;
use rustc_hash::FxHashMap;

use super::host::Host;
pub use incoming::Arrived;
pub(crate) use incoming::Incoming;
pub(crate) use outgoing::{Noted, Outgoing, State, Way};

/// How often a caller says who it is on a lane that may lose it.
const SAY_AGAIN: Duration = Duration::from_millis(50);

/// What is known of lanes before there are any: transportation types, readers, keys.
#[derive(Debug)]
pub(crate) struct Lanes {
    host: Arc<dyn Host>,
    started: Instant,
    /// Transportation types by the number of their handle.
    types: Vec<Option<Arc<Profile>>>,
    /// Of these, such as may have lanes: all others need not look.
    laned: Vec<Option<Arc<Profile>>>,
    /// Types that were bound explicitly, by name.
    bound: Vec<String>,
    /// Of profiles that are read by threads of their own: where these are called, and how they read.
    readers: FxHashMap<String, (Vec<String>, String)>,
}

impl Lanes {
    pub(super) fn new(host: Arc<dyn Host>, now: Instant) -> Self {
        Self {
            host,
            started: now,
            types: Vec::new(),
            laned: Vec::new(),
            bound: Vec::new(),
            readers: FxHashMap::default(),
        }
    }

    /// A time as lanes count it.
    pub(super) fn since(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started)
    }

    /// A time of [`Self::since`] as others know it.
    pub(super) fn at(&self, time: Duration) -> Instant {
        self.started + time
    }

    /// The federation's transportation types are these.
    pub(super) fn set_types(
        &mut self,
        types: &mut dyn Iterator<Item = (TransportationTypeHandle, &Transportation)>,
    ) {
        let before = std::mem::take(&mut self.types);
        for (handle, known) in types {
            let at = handle.raw() as usize;
            if self.types.len() <= at {
                self.types.resize(at + 1, None);
            }
            let profile = self.host.profile_for(&known.name, known.reliable);
            let mut same = before.iter().flatten();
            let same = same.find(|other| ***other == profile).cloned();
            self.types[at] = Some(same.unwrap_or_else(|| Arc::new(profile)));
        }
        self.find_laned();
    }

    fn find_laned(&mut self) {
        let bound = &self.bound;
        let may = |profile: &&Arc<Profile>| {
            is_special(profile)
                || profile.reliability == Reliability::BestEffort
                || bound.contains(&profile.name)
        };
        let types = self.types.iter();
        self.laned = types
            .map(|known| known.as_ref().filter(may).cloned())
            .collect();
    }

    /// Messages of the type have a lane from now on, whatever its profile.
    pub(super) fn bind(&mut self, profile: &Profile) {
        if !self.bound.contains(&profile.name) {
            self.bound.push(profile.name.clone());
            self.find_laned();
        }
    }

    /// The profile of a type, if it may have a lane.
    #[inline]
    pub(super) fn profile_of(&self, handle: TransportationTypeHandle) -> Option<&Arc<Profile>> {
        self.laned.get(handle.raw() as usize)?.as_ref()
    }

    /// The profile of that name, if the federation has such a transportation type.
    pub(super) fn profile_named(&self, name: &str) -> Option<Arc<Profile>> {
        let mut known = self.types.iter().flatten();
        known.find(|profile| profile.name == name).cloned()
    }

    /// The profile is another one for lanes that are made from now on.
    pub(super) fn replace(&mut self, profile: Profile) {
        let mut known = self.types.iter_mut().flatten();
        if let Some(known) = known.find(|known| known.name == profile.name) {
            *known = Arc::new(profile);
        }
    }

    /// Lets a lane in, or says why not.
    pub(super) fn admit<N: Network>(
        &mut self,
        incoming: &mut Incoming<N>,
        lane: LaneId,
        name: &str,
        reliable: bool,
        stamped: bool,
    ) -> Result<Admission, String> {
        let profile = self
            .profile_named(name)
            .ok_or_else(|| format!("no transportation type {name} is known here"))?;
        let key = self.host.secret();
        if !incoming.expect(lane, profile.clone(), reliable, stamped, key) {
            return Err("a lane of that number is there already".to_owned());
        }
        let own = "read by the federate's own thread".to_owned();
        let (addresses, reader) = match self.readers.get(name) {
            Some((addresses, reader)) => (addresses.clone(), reader.clone()),
            None => (Vec::new(), own),
        };
        Ok(Admission {
            key,
            addresses,
            reading: reading_of(&profile, reader),
        })
    }

    /// Lanes of that profile are read by a thread of its own, which is called there.
    pub(super) fn add_reader(&mut self, profile: &str, addresses: &[String], reading: String) {
        let told = (addresses.to_vec(), reading);
        self.readers.insert(profile.to_owned(), told);
    }
}

/// Whether a profile asks for something that the stream does not give.
pub(super) fn is_special(profile: &Profile) -> bool {
    let by_itself = !matches!(profile.transport, Transport::Auto | Transport::Stream);
    let special = profile.resources == Resources::Dedicated
        || profile.priority > 0
        || profile.deadline.is_some()
        || !profile.modules.is_empty();
    by_itself || (special && profile.transport != Transport::Stream)
}

/// How a receiver reads the lanes of a profile, in words.
fn reading_of(profile: &Profile, reader: String) -> String {
    let mut words = vec![format!("priority {}", profile.priority)];
    if let Some(deadline) = profile.deadline {
        let late = match profile.late {
            Late::Flag => "told of",
            Late::Drop => "dropped",
        };
        words.push(format!("late after {deadline:?} is {late}"));
    }
    words.push(reader);
    words.join(", ")
}
