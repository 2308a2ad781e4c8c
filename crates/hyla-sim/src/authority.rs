//! The judge at the RTI: membership, the control log, names, and what departures leave behind.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;
use std::rc::Rc;

use hyla_core::message::{FederationRequest, LogEvent, MemberRequest, OwnershipRequest};
use hyla_types::{Edition, FederateHandle, ResignAction};
use rustc_hash::FxHasher;

use crate::invariants::Judge;
use crate::model::{Execution, Fate, Member, NameUse, Seat};
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
    /// The RTI let somebody in.
    pub(crate) fn admitted(&mut self, process: ProcessId, seat: Seat, federation: &str, next: u64) {
        let execution = self
            .executions
            .entry(seat.execution)
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
            .insert(seat.federate, (Rc::default(), directive))
            .is_some()
        {
            self.violated(format!("{seat:?} was given away twice"));
            return;
        }
        // The entry that tells the others of the newcomer comes right after.
        while (execution.log.len() as u64) < next {
            execution.log.push(0);
        }
        self.members.insert(
            seat,
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
        self.point_newcomer(seat);
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
                let seat = Seat {
                    execution,
                    federate: *federate,
                };
                if let Some(member) = self.members.get_mut(&seat) {
                    member.logged.push(number);
                }
            }
        }
    }

    /// A member applied a log entry.
    pub(crate) fn applied(&mut self, seat: Seat, number: u64, event: &LogEvent, hash: u64) {
        let Some(execution) = self.executions.get(&seat.execution) else {
            return;
        };
        let Some(member) = self.members.get_mut(&seat) else {
            return;
        };
        if number < member.first_log {
            return;
        }
        let due = member.next_log;
        let same = execution.log.get(number as usize) == Some(&hash);
        if number != due || !same {
            self.violated(format!(
                "{seat:?} applied entry {number} (same: {same}), {due} was due"
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
            LogEvent::Declared { federate, .. } if *federate != seat.federate => {
                if let Some((_, declared)) = execution.declarations.get(&number) {
                    member.view.insert(*federate, declared.clone());
                }
            }
            _ => {}
        }
    }

    /// The RTI is about to handle a member's request. For a reservation: the names it must grant.
    pub(crate) fn requested(
        &mut self,
        seat: Seat,
        edition: Edition,
        request: &MemberRequest,
    ) -> Option<BTreeSet<String>> {
        let execution = self.executions.get_mut(&seat.execution)?;
        match request {
            MemberRequest::Settle { .. } => {
                self.asked_to_settle(seat);
                return None;
            }
            MemberRequest::Declare(_) => {
                let declared = self.members.get_mut(&seat)?.sent.pop_front()?;
                execution.members.get_mut(&seat.federate)?.0 = declared;
            }
            MemberRequest::ResignDirective(action) => {
                execution.members.get_mut(&seat.federate)?.1 = *action;
            }
            MemberRequest::ReserveNames { names, multiple } => {
                let free: BTreeSet<_> = names
                    .iter()
                    .filter(|name| !execution.names.contains_key(*name))
                    .cloned()
                    .collect();
                let together = *multiple && edition == Edition::Hla2010;
                let granted = if together && free.len() < names.len() {
                    BTreeSet::new()
                } else {
                    free
                };
                for name in &granted {
                    execution
                        .names
                        .insert(name.clone(), NameUse::Reserved(seat.federate));
                }
                return Some(granted);
            }
            MemberRequest::ReleaseNames { names } => {
                for name in names {
                    if execution.names.get(name) == Some(&NameUse::Reserved(seat.federate)) {
                        execution.names.remove(name);
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
                if before.is_some_and(|used| used != NameUse::Reserved(seat.federate)) {
                    self.violated(format!(
                        "{seat:?} registered {name:?}, which was {before:?}"
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
                    it.doomed_at_rti = stands.then_some(seat.federate);
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
            MemberRequest::Resign { action, .. } => self.departed(seat, *action, false),
            MemberRequest::Federation(FederationRequest::RegisterPoint { label, set, .. }) => {
                self.point_registered(seat, label, set.iter().collect());
            }
            MemberRequest::Federation(FederationRequest::PointAchieved {
                label,
                successfully,
            }) => self.point_achieved(seat, label, *successfully),
            MemberRequest::Federation(request) => self.asked_of_saves(seat, request),
            MemberRequest::RelayOpened { .. }
            | MemberRequest::Metrics(_)
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

    /// The RTI sees a session of a member end.
    pub(crate) fn closed(&mut self, seat: Seat) {
        let Some(execution) = self.executions.get(&seat.execution) else {
            return;
        };
        if let Some((_, directive)) = execution.members.get(&seat.federate) {
            let directive = *directive;
            self.must_report(seat);
            self.departed(seat, directive, true);
        }
    }

    fn departed(&mut self, seat: Seat, action: ResignAction, lost: bool) {
        let Some(execution) = self.executions.get_mut(&seat.execution) else {
            return;
        };
        execution.members.remove(&seat.federate);
        if lost {
            self.lost.insert(seat);
        }
        let federate = seat.federate;
        execution
            .names
            .retain(|_, used| *used != NameUse::Reserved(federate));
        let privilege = execution.schema.as_ref().map(|s| s.privilege);
        let empty = execution.members.is_empty();
        for (object, it) in &mut execution.objects {
            if empty {
                it.fate = Fate::Swept;
            }
            if it.doomed_at_rti == Some(federate) {
                // Nobody can retract its deletion any more.
                it.doomed_at_rti = None;
                it.owned_at_rti = None;
                execution.names.remove(&it.name);
            } else if lost && it.deleter == Some(federate) && it.owned_at_rti.is_some() {
                // The RTI has not heard of its deletion, and others may have.
                if matches!(it.fate, Fate::Deleted(_)) {
                    it.fate = Fate::Unsure;
                }
            }
            if it.traded {
                // Who owned the privilege may not be agreed yet.
                let at_stake = privilege
                    .and_then(|p| it.owner.get(&p))
                    .is_none_or(|owner| *owner == federate);
                if it.fate == Fate::Alive && (at_stake || object.registrant() == federate) {
                    it.fate = Fate::Unsure;
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
                (Fate::Swept, _) | (Fate::Unsure | Fate::Deleted(_), None) => {}
                (Fate::Alive, None) => it.fate = Fate::Swept,
                // One that it has deleted and brought back goes with it, though some may have been told before.
                (fate, Some(owned)) => {
                    if deletes(action) && deletable(&owned) {
                        if *fate == Fate::Alive {
                            it.fate = Fate::Swept;
                        }
                        execution.names.remove(&it.name);
                    } else if *fate != Fate::Alive {
                        it.fate = Fate::Unsure;
                    }
                }
            }
        }
        if empty {
            execution.names.clear();
        }
        self.point_leaver(seat);
        self.spoil_save(seat.execution);
    }

    /// Whether the RTI lists that member.
    pub(crate) fn is_enrolled(&self, seat: Seat) -> bool {
        let execution = self.executions.get(&seat.execution);
        execution.is_some_and(|e| e.members.contains_key(&seat.federate))
    }

    /// Names of members as the RTI sees them, to choose from.
    pub(crate) fn others(&self, seat: Seat) -> Vec<FederateHandle> {
        self.members
            .get(&seat)
            .map(|m| m.view.keys().copied().collect())
            .unwrap_or_default()
    }
}
