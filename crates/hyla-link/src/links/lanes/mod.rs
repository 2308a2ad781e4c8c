//! Lanes: further channels between members, one per profile and direction.
//!
//! The sender offers a lane on the stream. The receiver grants it with a challenge, or rejects. The sender calls, sends a proof, and
//! uses the lane once the receiver confirms it. Until then, and after any failure, messages take the stream.
//! [`crate::lanes`] defines the order between lanes; this module establishes them.

mod incoming;
mod outgoing;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::lanes::{LaneGrant, LaneId};
use hyla_core::fdd::Transportation;
use hyla_core::secrets::LinkKey;
use hyla_net::network::Network;
use hyla_net::{Late, Profile, Reliability, Resources, Transport};
use hyla_types::TransportationTypeHandle;
use rustc_hash::FxHashMap;

use super::environment::LinkEnvironment;
pub use incoming::Timeliness;
pub(crate) use incoming::{IncomingLanes, MOST_LANES};
pub(crate) use outgoing::{LaneState, Noted, OutgoingLanes, SendPath};

/// Interval at which the proof is repeated on a lane that can lose it.
const SAY_AGAIN: Duration = Duration::from_millis(50);

/// Knowledge before there are lanes: transportation types, readers.
#[derive(Debug)]
pub(crate) struct Lanes {
    host: Arc<dyn LinkEnvironment>,
    started: Instant,
    /// Transportation types by the number of their handle.
    types: Vec<Option<Arc<Profile>>>,
    /// Profiles of the types that may have lanes: others are skipped fast.
    laned: Vec<Option<Arc<Profile>>>,
    /// Types that were bound explicitly, by name.
    bound: Vec<String>,
    /// Dedicated reader threads by profile: their addresses, and a description.
    readers: FxHashMap<String, (Vec<String>, String)>,
}

impl Lanes {
    pub(super) fn new(host: Arc<dyn LinkEnvironment>, now: Instant) -> Self {
        Self {
            host,
            started: now,
            types: Vec::new(),
            laned: Vec::new(),
            bound: Vec::new(),
            readers: FxHashMap::default(),
        }
    }

    /// Time since the start, as lanes count it.
    pub(super) fn since(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.started)
    }

    /// Reverses [`Self::since`].
    pub(super) fn at(&self, time: Duration) -> Instant {
        self.started + time
    }

    /// Sets the transportation types of the federation.
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

    /// Gives messages of the type a lane from now on, even if the profile needs none.
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

    /// Replaces the profile for lanes made from now on.
    pub(super) fn replace(&mut self, profile: Arc<Profile>) {
        let mut known = self.types.iter_mut().flatten();
        if let Some(known) = known.find(|known| known.name == profile.name) {
            *known = profile;
        }
    }

    /// Accepts a lane, or returns the reason to reject it. `key`: the secret that the two members share.
    pub(super) fn admit<N: Network>(
        &mut self,
        incoming: &mut IncomingLanes<N>,
        key: &LinkKey,
        lane: LaneId,
        name: &str,
        reliable: bool,
        sequenced: bool,
    ) -> Result<LaneGrant, String> {
        let profile = self
            .profile_named(name)
            .ok_or_else(|| format!("unknown transportation type {name}"))?;
        if incoming.is_full() {
            return Err(format!(
                "it has {MOST_LANES} lanes, which are all that one member may have"
            ));
        }
        let challenge = self.host.challenge();
        let proof = key.prove_lane(&challenge);
        if !incoming.expect(lane, profile.clone(), reliable, sequenced, proof) {
            return Err("the lane number is in use".to_owned());
        }
        let own = "read by the federate's own thread".to_owned();
        let (addresses, reader) = match self.readers.get(name) {
            Some((addresses, reader)) => (addresses.clone(), reader.clone()),
            None => (Vec::new(), own),
        };
        Ok(LaneGrant {
            challenge,
            addresses,
            reading: reading_of(&profile, reader),
        })
    }

    /// Registers the addresses of a dedicated reader thread.
    pub(super) fn add_reader(&mut self, profile: &str, addresses: &[String], reading: String) {
        let told = (addresses.to_vec(), reading);
        self.readers.insert(profile.to_owned(), told);
    }
}

/// Whether a profile needs more than the stream offers.
pub(super) fn is_special(profile: &Profile) -> bool {
    let by_itself = !matches!(profile.transport, Transport::Auto | Transport::Stream);
    let special = profile.resources == Resources::Dedicated
        || profile.priority > 0
        || profile.deadline.is_some()
        || !profile.modules.is_empty();
    by_itself || (special && profile.transport != Transport::Stream)
}

/// Describes how a receiver reads the lanes of a profile.
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
