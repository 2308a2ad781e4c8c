//! Members that lie beside what they say as federates: values, removals and discoveries of instances of others, and calls in the
//! name of others.
//!
//! The judge knows nothing of lies: a receiver that believes one delivers a callback that no rule allows.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use hyla_core::message::data::{self, Ending, Envelope};
use hyla_core::message::{Greeting, greeting_frame};
use hyla_core::secrets::{Challenge, LinkKey, Purpose, Token};
use hyla_link::lanes::{LinkFrame, link_frame};
use hyla_types::{AttributeHandle, AttributeHandleSet, FederateHandle, ObjectInstanceHandle};

use crate::model::{InstanceFate, Membership};
use crate::network::{ChannelId, Party, ProcessId, WireItem, mix};
use crate::world::World;

/// One lie for so many updates and interactions.
const TRUTHS: u64 = 3;

/// Numbers of channels of liars begin here: links know nothing of them.
const FIRST_CHANNEL: u64 = 1 << 60;

/// What liars do.
#[derive(Debug)]
pub(crate) struct Liars {
    pub(crate) rng: Rng,
    /// Processes that have lied about time.
    pub(crate) about_time: BTreeSet<ProcessId>,
    /// Streams, as far as the process has sent data there: lanes carry nothing but numbered messages.
    pub(crate) streams: BTreeSet<(ChannelId, ProcessId)>,
    /// Calls in the name of another federate, by channel.
    calls: BTreeMap<ChannelId, Impostor>,
    opened: u64,
}

/// A call in the name of another federate.
#[derive(Clone, Copy, Debug)]
struct Impostor {
    caller: ProcessId,
    victim: Membership,
    claims: FederateHandle,
}

impl Liars {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            rng: Rng::with_seed(mix(&[seed, 11])),
            about_time: BTreeSet::new(),
            streams: BTreeSet::new(),
            calls: BTreeMap::new(),
            opened: 0,
        }
    }
}

impl World {
    /// After a message of a member on its stream to another: now and then a lie behind it.
    pub(crate) fn lie_behind(&mut self, channel: ChannelId, party: Party) {
        if !self.config.hostile || self.liars.rng.u64(..TRUTHS) != 0 {
            return;
        }
        let (Party::Process(id), Some(Party::Process(to))) =
            (party, self.network.other_end(channel, party))
        else {
            return;
        };
        let (Some(liar), Some(victim)) = (self.membership_of(id), self.membership_of(to)) else {
            return;
        };
        if liar.execution != victim.execution {
            return;
        }
        if let Some(lie) = self.lie(liar) {
            self.outcome.lies += 1;
            let item = WireItem::Frame(lie.into());
            self.network.send(channel, party, item, &mut self.rng);
        }
        self.call_as_another(id, to, victim);
    }

    pub(crate) fn membership_of(&self, id: ProcessId) -> Option<Membership> {
        self.processes.get(id.0 as usize)?.membership
    }

    /// A message about an instance that another federate has registered, and that has never changed hands.
    fn lie(&mut self, liar: Membership) -> Option<Vec<u8>> {
        let execution = self.judge.executions.get(&liar.execution)?;
        let schema = execution.schema.clone()?;
        let of_others: Vec<_> = execution
            .objects
            .iter()
            .filter(|(object, it)| {
                object.registrant() != liar.federate
                    && !it.traded
                    && it.deleter.is_none()
                    && it.fate == InstanceFate::Alive
            })
            .map(|(object, it)| (*object, it.class, it.registered.clone()))
            .collect();
        let rng = &mut self.liars.rng;
        let (object, class, registered) = rng.choice(of_others)?;
        let tag = u64::MAX.to_le_bytes();
        let envelope = Envelope {
            tag: &tag,
            ..Envelope::rti(schema.reliable)
        };
        let mut lie = Vec::new();
        match rng.u8(..4) {
            0 => data::put_remove(&mut lie, object, &envelope),
            1 => {
                // One that the registrant may register one day.
                let index = object.index().saturating_add(rng.u32(..1000));
                let invented = ObjectInstanceHandle::of(object.registrant(), index);
                let owned: AttributeHandleSet = registered.into_iter().collect();
                data::put_discover(&mut lie, invented, class, "invented", &owned);
            }
            _ => {
                let attributes: Vec<AttributeHandle> = registered
                    .into_iter()
                    .filter(|attribute| *attribute != schema.privilege)
                    .collect();
                let values = attributes
                    .iter()
                    .map(|attribute| (*attribute, &b"a lie"[..]));
                let count = attributes.len();
                data::put_update(&mut lie, object, &envelope, count, values, Ending::Whole);
            }
        }
        Some(lie)
    }

    /// Calls a member in the name of another one, of which the caller knows the handle alone.
    fn call_as_another(&mut self, id: ProcessId, to: ProcessId, victim: Membership) {
        if self.liars.rng.u8(..8) != 0 {
            return;
        }
        let Some(execution) = self.judge.executions.get(&victim.execution) else {
            return;
        };
        let others: Vec<_> = execution
            .members
            .keys()
            .copied()
            .filter(|handle| *handle != victim.federate)
            .collect();
        let Some(claims) = self.liars.rng.choice(others) else {
            return;
        };
        self.liars.opened += 1;
        let channel = ChannelId(FIRST_CHANNEL + self.liars.opened);
        let impostor = Impostor {
            caller: id,
            victim,
            claims,
        };
        self.liars.calls.insert(channel, impostor);
        self.network.call(
            channel,
            Party::Process(id),
            Party::Process(to),
            &mut self.rng,
        );
    }

    /// What the called member says to an impostor. `false` for a channel of links.
    pub(crate) fn arrives_at_impostor(
        &mut self,
        id: ProcessId,
        channel: ChannelId,
        item: &WireItem,
    ) -> bool {
        let Some(impostor) = self.liars.calls.get(&channel).copied() else {
            return false;
        };
        if impostor.caller != id {
            return false;
        }
        match item {
            WireItem::Opened => {
                let mut call = Vec::new();
                link_frame(&LinkFrame::Call, &mut call);
                self.say_as_impostor(id, channel, call);
            }
            WireItem::Frame(frame) => {
                if let Ok(LinkFrame::Challenge(challenge)) = LinkFrame::decode(frame) {
                    self.greet_as_impostor(id, channel, impostor, &challenge);
                }
            }
            WireItem::Closed => {
                self.outcome.impostors_refused += 1;
                self.liars.calls.remove(&channel);
            }
            WireItem::Call => {}
        }
        true
    }

    /// Answers the challenge with a guess, and sends a lie at once.
    fn greet_as_impostor(
        &mut self,
        id: ProcessId,
        channel: ChannelId,
        impostor: Impostor,
        challenge: &Challenge,
    ) {
        let Impostor { victim, claims, .. } = impostor;
        let Some(execution) = self.process(id).member.execution() else {
            return;
        };
        // Without the tokens of the two, a proof with any others is a guess.
        let guess = LinkKey::between(execution, &Token::default(), &Token::default());
        let pair = (claims, victim.federate);
        let greeting = Greeting::ToMember {
            from: claims,
            to: victim.federate,
            challenge: Challenge([7; 16]),
            proof: guess.prove(Purpose::Call, pair, challenge),
        };
        let mut frame = Vec::new();
        greeting_frame(&greeting, &mut frame);
        self.say_as_impostor(id, channel, frame);
        let of_claimed = Membership {
            federate: claims,
            ..victim
        };
        let mine = self.judge.executions.get(&victim.execution);
        let own = mine.and_then(|execution| {
            let mut objects = execution.objects.iter();
            objects.find(|(object, it)| {
                object.registrant() == of_claimed.federate && it.fate == InstanceFate::Alive
            })
        });
        if let Some((object, _)) = own {
            // Of the federate whose handle is claimed: only the proof speaks against it.
            let tag = u64::MAX.to_le_bytes();
            let envelope = Envelope {
                tag: &tag,
                ..Envelope::rti(hyla_types::TransportationTypeHandle::new(1))
            };
            let mut lie = Vec::new();
            data::put_remove(&mut lie, *object, &envelope);
            self.say_as_impostor(id, channel, lie);
        }
    }

    fn say_as_impostor(&mut self, id: ProcessId, channel: ChannelId, frame: Vec<u8>) {
        let item = WireItem::Frame(frame.into());
        self.network
            .send(channel, Party::Process(id), item, &mut self.rng);
    }
}
