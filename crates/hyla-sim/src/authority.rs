//! The judge of the RTI: membership, the control log, names, and the effects of resignation and
//! loss.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;
use std::rc::Rc;

use hyla_core::message::{FederationRequest, LogEvent, MemberRequest, OwnershipRequest};
use hyla_types::{Edition, FederateHandle, ResignAction};
use rustc_hash::FxHasher;

use crate::invariants::Judge;
use crate::model::{Execution, InstanceFate, Member, Membership, NameUse};
use crate::network::ProcessId;

/// Fingerprint of a log entry.
pub(crate) fn fingerprint(frame: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(frame);
    hasher.finish()
}

fn deletes(action: ResignAction) -> bool {
    matches!(
        action,
        ResignAction::DeleteObjects
            | ResignAction::DeleteObjectsThenDivest
            | ResignAction::CancelThenDeleteThenDivest
    )
}

impl Judge {
    /// The RTI accepted a federate.
    pub(crate) fn admitted(
        &mut self,
        process: ProcessId,
        membership: Membership,
        federation: &str,
        next: u64,
    ) {
        let execution = self
            .executions
            .entry(membership.execution)
            .or_insert_with(|| Execution {
                name: federation.to_owned(),
                schema: None,
                log: Vec::new(),
                declarations: BTreeMap::new(),
                members: BTreeMap::new(),
                names: BTreeMap::new(),
                objects: BTreeMap::new(),
            });
        let view: BTreeMap<_, _> = execution
            .members
            .iter()
            .map(|(f, (d, _))| (*f, d.clone()))
            .collect();
        let directive = ResignAction::CancelThenDeleteThenDivest;
        if execution
            .members
            .insert(membership.federate, (Rc::default(), directive))
            .is_some()
        {
            self.violated(format!("{membership:?} was granted twice"));
            return;
        }
        // The entry that announces the newcomer follows immediately.
        while (execution.log.len() as u64) < next {
            execution.log.push(0);
        }
        self.members.insert(
            membership,
            Member {
                process,
                mine: Rc::default(),
                sent: Default::default(),
                declared: 0,
                logged: Vec::new(),
                settling: None,
                newest: 0,
                view,
                next_log: next,
                first_log: next,
                known: BTreeMap::new(),
                removed: BTreeSet::new(),
                forgotten: BTreeMap::new(),
                reserved: BTreeSet::new(),
                reserving: Default::default(),
                resigning: false,
                told_interactions: BTreeSet::new(),
                told_registration: BTreeSet::new(),
                advised: Default::default(),
                managed: Default::default(),
                switched: false,
                changing: BTreeSet::new(),
                clock: Default::default(),
                announced: Default::default(),
                regions: BTreeMap::new(),
                part: Default::default(),
            },
        );
        self.point_newcomer(membership);
    }

    /// The RTI sent a log entry to a member.
    pub(crate) fn logged(&mut self, execution: u64, number: u64, event: &LogEvent, hash: u64) {
        let Some(known) = self.executions.get_mut(&execution) else {
            return;
        };
        let at = number as usize;
        while known.log.len() <= at {
            known.log.push(0);
        }
        let entry = &mut known.log[at];
        if *entry != 0 && *entry != hash {
            self.violated(format!(
                "log entry {number} of {execution} was sent in two forms"
            ));
            return;
        }
        *entry = hash;
        if let LogEvent::Declared { federate, .. } = event
            && let Some((declared, _)) = known.members.get(federate)
        {
            let declared = declared.clone();
            if let Entry::Vacant(entry) = known.declarations.entry(number) {
                entry.insert((*federate, declared));
                let membership = Membership {
                    execution,
                    federate: *federate,
                };
                if let Some(member) = self.members.get_mut(&membership) {
                    member.logged.push(number);
                }
            }
        }
    }

    /// A member applied a log entry.
    pub(crate) fn applied(
        &mut self,
        membership: Membership,
        number: u64,
        event: &LogEvent,
        hash: u64,
    ) {
        let Some(execution) = self.executions.get(&membership.execution) else {
            return;
        };
        let Some(member) = self.members.get_mut(&membership) else {
            return;
        };
        if number < member.first_log {
            return;
        }
        let due = member.next_log;
        let same = execution.log.get(number as usize) == Some(&hash);
        if number != due || !same {
            self.violated(format!(
                "{membership:?} applied entry {number} (same: {same}), {due} was due"
            ));
            return;
        }
        member.next_log += 1;
        if matches!(event, LogEvent::Declared { .. }) {
            member.newest = member.next_log;
        }
        match event {
            LogEvent::MemberJoined(info) => {
                member.view.insert(info.handle, Rc::default());
            }
            LogEvent::MemberLeft { federate, .. } => {
                member.view.remove(federate);
            }
            LogEvent::Declared { federate, .. } if *federate != membership.federate => {
                if let Some((_, declared)) = execution.declarations.get(&number) {
                    member.view.insert(*federate, declared.clone());
                }
            }
            _ => {}
        }
    }

    /// The RTI is about to handle a member's request. Gives the positions of the names that a
    /// reservation must refuse.
    pub(crate) fn requested(
        &mut self,
        membership: Membership,
        edition: Edition,
        request: &MemberRequest,
    ) -> Option<Vec<u32>> {
        let execution = self.executions.get_mut(&membership.execution)?;
        match request {
            MemberRequest::Settle { .. } => {
                self.asked_to_settle(membership);
                return None;
            }
            MemberRequest::Declare(_) => {
                let declared = self.members.get_mut(&membership)?.sent.pop_front()?;
                execution.members.get_mut(&membership.federate)?.0 = declared;
            }
            MemberRequest::ResignDirective(action) => {
                execution.members.get_mut(&membership.federate)?.1 = *action;
            }
            MemberRequest::ReserveNames {
                names, multiple, ..
            } => {
                let (taken, free): (Vec<_>, Vec<_>) = (0..)
                    .zip(names)
                    .partition(|(_, name)| execution.names.contains_key(&***name));
                if *multiple && edition == Edition::Hla2010 && !taken.is_empty() {
                    return Some((0..).zip(names).map(|(at, _)| at).collect());
                }
                for (_, name) in free {
                    let using = NameUse::Reserved(membership.federate);
                    execution.names.insert(name.to_string(), using);
                }
                return Some(taken.into_iter().map(|(at, _)| at).collect());
            }
            MemberRequest::ReleaseNames { names } => {
                for name in names {
                    if execution.names.get(&**name) == Some(&NameUse::Reserved(membership.federate))
                    {
                        execution.names.remove(&**name);
                    }
                }
            }
            MemberRequest::Registered { object, name, .. } => {
                let before = execution
                    .names
                    .insert(name.clone(), NameUse::Instance(*object));
                if let Some(it) = execution.objects.get_mut(object) {
                    it.owned_at_rti = Some(it.registered.clone());
                }
                if before.is_some_and(|used| used != NameUse::Reserved(membership.federate)) {
                    self.violated(format!(
                        "{membership:?} registered {name:?}, which was {before:?}"
                    ));
                }
            }
            MemberRequest::Deleted { object } => {
                if let Some(it) = execution.objects.get_mut(object) {
                    execution.names.remove(&it.name);
                    it.owned_at_rti = None;
                    it.doomed_at_rti = None;
                }
            }
            MemberRequest::DeletionScheduled { object, stands } => {
                if let Some(it) = execution.objects.get_mut(object) {
                    it.doomed_at_rti = stands.then_some(membership.federate);
                }
            }
            MemberRequest::Ownership(OwnershipRequest::Divested {
                object, attributes, ..
            }) => {
                if let Some(owned) = execution
                    .objects
                    .get_mut(object)
                    .and_then(|it| it.owned_at_rti.as_mut())
                {
                    owned.retain(|a| !attributes.contains(*a));
                }
            }
            MemberRequest::Resign { action, .. } => self.departed(membership, *action, false),
            MemberRequest::Federation(FederationRequest::RegisterPoint { label, set, .. }) => {
                self.point_registered(membership, label, set.iter().collect());
            }
            MemberRequest::Federation(FederationRequest::PointAchieved {
                label,
                successfully,
            }) => self.point_achieved(membership, label, *successfully),
            MemberRequest::Federation(request) => self.asked_of_saves(membership, request),
            MemberRequest::RelayOpened { .. }
            | MemberRequest::Metrics(_)
            | MemberRequest::Latency { .. }
            | MemberRequest::Ownership(_)
            | MemberRequest::Time(_)
            | MemberRequest::MomUpdate { .. }
            | MemberRequest::MomRequest { .. }
            | MemberRequest::MomClassRequest { .. }
            | MemberRequest::MomModifyAttribute { .. }
            | MemberRequest::MomInteraction { .. }
            | MemberRequest::Confirmed { .. }
            | MemberRequest::MomReport { .. } => {}
        }
        None
    }

    /// The RTI noticed the end of a member's session.
    pub(crate) fn closed(&mut self, membership: Membership) {
        let Some(execution) = self.executions.get(&membership.execution) else {
            return;
        };
        if let Some((_, directive)) = execution.members.get(&membership.federate) {
            let directive = *directive;
            self.must_report(membership);
            self.departed(membership, directive, true);
        }
    }

    fn departed(&mut self, membership: Membership, action: ResignAction, lost: bool) {
        let Some(execution) = self.executions.get_mut(&membership.execution) else {
            return;
        };
        execution.members.remove(&membership.federate);
        if lost {
            self.lost.insert(membership);
        }
        let federate = membership.federate;
        execution
            .names
            .retain(|_, used| *used != NameUse::Reserved(federate));
        let privilege = execution.schema.as_ref().map(|s| s.privilege);
        let empty = execution.members.is_empty();
        for (object, it) in &mut execution.objects {
            if empty {
                it.fate = InstanceFate::Swept;
            }
            if it.doomed_at_rti == Some(federate) {
                // The deletion cannot be retracted any more.
                it.doomed_at_rti = None;
                it.owned_at_rti = None;
                execution.names.remove(&it.name);
            } else if lost && it.deleter == Some(federate) && it.owned_at_rti.is_some() {
                // The RTI does not know of the deletion, while others may.
                if matches!(it.fate, InstanceFate::Deleted(_)) {
                    it.fate = InstanceFate::Unsure;
                }
            }
            if it.traded {
                // The owner of the privilege may not be agreed yet.
                let at_stake = privilege
                    .and_then(|p| it.owner.get(&p))
                    .is_none_or(|owner| *owner == federate);
                if it.fate == InstanceFate::Alive && (at_stake || object.registrant() == federate) {
                    it.fate = InstanceFate::Unsure;
                }
                it.give_up(federate);
            }
            if it.traded || object.registrant() != federate {
                continue;
            }
            if !lost {
                it.owner.clear();
            }
            let deletable = |owned: &BTreeSet<_>| privilege.is_some_and(|p| owned.contains(&p));
            match (&it.fate, it.owned_at_rti.take()) {
                (InstanceFate::Swept, _)
                | (InstanceFate::Unsure | InstanceFate::Deleted(_), None) => {}
                (InstanceFate::Alive, None) => it.fate = InstanceFate::Swept,
                // An instance that was deleted and restored is removed too, though some federates
                // may have seen the deletion before.
                (fate, Some(owned)) => {
                    if deletes(action) && deletable(&owned) {
                        if *fate == InstanceFate::Alive {
                            it.fate = InstanceFate::Swept;
                        }
                        execution.names.remove(&it.name);
                    } else if *fate != InstanceFate::Alive {
                        it.fate = InstanceFate::Unsure;
                    }
                }
            }
        }
        if empty {
            execution.names.clear();
        }
        self.point_leaver(membership);
        self.spoil_save(membership.execution);
    }

    /// Whether the RTI lists that member.
    pub(crate) fn is_enrolled(&self, membership: Membership) -> bool {
        let execution = self.executions.get(&membership.execution);
        execution.is_some_and(|e| e.members.contains_key(&membership.federate))
    }

    /// Names of members as the RTI knows them, to choose from.
    pub(crate) fn others(&self, membership: Membership) -> Vec<FederateHandle> {
        self.members
            .get(&membership)
            .map(|m| m.view.keys().copied().collect())
            .unwrap_or_default()
    }
}
