//! Membership: joining, resigning, being lost.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use hyla_types::{Exception, ExceptionKind, FederateHandle, ResignAction, TimeName};

use super::applicant::Applicant;
use super::kept::USERS_KEPT;
use super::notice::object_model_notices;
use super::session::transmit;
use super::{Audited, ControlLog, Enrolled, Executive, NoticeLevel, RtiNotice, Transmit, User};
use crate::Result;
use crate::declaration::{Declarations, Following, Settlements};
use crate::fdd::Fdd;
use crate::federation::{Coordination, ExecutionIdentity, Extension, Models};
use crate::latency::LatencyInquiries;
use crate::member::Joined;
use crate::message::{
    DepartedInstances, FromRti, LeaveCause, LogEvent, MOST_MEMBERS, MemberInfo, Reply, RequestId,
    Snapshot, SnapshotMember,
};
use crate::metrics::Inquiries;
use crate::object::Registry;
use crate::ownership::ExecutiveOwnership;
use crate::secrets::{ExecutionId, Seed};
use crate::time::ExecutiveTime;

impl Executive {
    pub(super) fn new(
        name: String,
        (seed, execution): (Seed, ExecutionId),
        models: Models,
        time: &TimeName,
        creator: User,
    ) -> Self {
        Self {
            identity: ExecutionIdentity::new(name, execution, time.implementation(), time.name()),
            models: models.into(),
            seed,
            members: BTreeMap::new(),
            registry: Registry::default(),
            mom: crate::mom::Mom::default(),
            points: BTreeMap::new(),
            coordination: Coordination::default(),
            ownership: ExecutiveOwnership::default(),
            time: ExecutiveTime::default(),
            metrics: Inquiries::default(),
            latency: LatencyInquiries::default(),
            settlements: Settlements::default(),
            now: std::time::Duration::ZERO,
            next_handle: 1,
            log: ControlLog::default(),
            creator,
            brought: BTreeMap::new(),
            users: BTreeMap::new(),
            most_users: USERS_KEPT,
        }
    }

    pub(crate) fn notice(&self, federate: Option<&str>, text: impl Into<String>) -> RtiNotice {
        let federation = Some(self.identity.name().to_owned());
        RtiNotice {
            federation,
            federate: federate.map(str::to_owned),
            level: NoticeLevel::Information,
            text: text.into(),
        }
    }

    /// A notice of a risk.
    pub(crate) fn warning(&self, federate: Option<&str>, text: impl Into<String>) -> RtiNotice {
        RtiNotice {
            level: NoticeLevel::Warning,
            ..self.notice(federate, text)
        }
    }

    /// A notice for the audit log of what became of a member.
    fn audit(&self, audited: Audited, member: &Enrolled, text: impl Into<String>) -> RtiNotice {
        RtiNotice {
            level: NoticeLevel::Audit(audited, member.session),
            ..self.notice(Some(&member.info.name), text)
        }
    }

    /// Checks an applicant without its modules; `Err` has the reason against it.
    pub(super) fn check_applicant(&self, applicant: &Applicant) -> Result<()> {
        self.check_no_save_or_restore()?;
        if let Some(name) = &applicant.name
            && let Some(holder) = self.members.values().find(|m| &m.info.name == name)
        {
            let federation = self.identity.name();
            let mut text = format!("a federate named {name:?} has joined {federation:?}");
            if let Some(cut) = self.cut_of(holder) {
                // Writing to a string cannot fail.
                let _ = write!(text, "; {cut} (fedpro.resume_ms)");
            }
            let _ = write!(text, "; `hyla remove` frees the name at once");
            return Err(Exception::new(
                ExceptionKind::FederateNameAlreadyInUse,
                text,
            ));
        }
        has_room(self.identity.name(), self.members.len())
    }

    /// Admits a checked applicant: its modules extend the object model, and the log has both.
    pub(super) fn join(
        &mut self,
        applicant: Applicant,
        extension: Extension,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) -> Reply {
        let Extension {
            models,
            modules,
            warnings,
        } = extension;
        notices.extend(object_model_notices(self.identity.name(), &warnings));
        if let Some(models) = models {
            let changed = models.fdd != self.models.fdd;
            self.models = models.into();
            if changed {
                let fdd = Box::new(Fdd::clone(&self.models.fdd));
                self.append(LogEvent::FddExtended(fdd), out);
            }
            self.federation_changed(&["HLAFOMmoduleDesignatorList", "HLAcurrentFDD"], out);
        }
        let handle = FederateHandle::new(self.next_handle);
        self.next_handle += 1;
        let name = applicant
            .name
            .unwrap_or_else(|| self.free_name(&applicant.federate_type, handle));
        let info = MemberInfo {
            handle,
            name: name.clone(),
            federate_type: applicant.federate_type,
            edition: applicant.edition,
            addresses: applicant.addresses,
            token: self
                .seed
                .token(self.identity.execution(), (handle, applicant.session.0)),
        };
        // The log informs the others of the newcomer; its own log starts after that entry.
        self.append(LogEvent::MemberJoined(info.clone()), out);
        let snapshot = Snapshot {
            federation: self.identity.name().to_owned(),
            execution: self.identity.execution(),
            token: info.token,
            next: self.log_length(),
            fdd: self.models.fdd.clone(),
            time: self.identity.time(),
            time_name: self.identity.time_name().to_owned(),
            members: self
                .members
                .values()
                .map(|m| SnapshotMember {
                    info: m.info.clone(),
                    declarations: m.declarations.clone(),
                    declared: m.following.declared,
                })
                .collect(),
            ownership: self.ownership.table().clone(),
        };
        notices.push_back(self.notice(
            Some(&name),
            format!(
                "joined as {} ({})",
                info.federate_type,
                info.addresses.join(", ")
            ),
        ));
        let resign_directive = self.models.fdd.switches().automatic_resign_action;
        self.users.insert(handle, applicant.user.clone());
        self.members.insert(
            handle,
            Enrolled {
                info,
                session: applicant.session,
                user: applicant.user,
                declarations: Declarations::default(),
                following: Following::from(self.log_length()),
                resign_directive,
                registered_up_to: 0,
                objects: 0,
                host: applicant.host,
                modules,
                cut: applicant.cut,
                expected: VecDeque::new(),
            },
        );
        self.announce_points(handle, out);
        self.tell_of_wanted_save(handle, out);
        self.coordinate_join(handle, applicant.edition);
        self.mom_joined(handle, out);
        Reply::Joined {
            handle,
            name,
            snapshot: Box::new(snapshot),
        }
    }

    /// Joins are refused during a save or restore (4.9 in 2010, 4.11 in 2025).
    fn check_no_save_or_restore(&self) -> Result<()> {
        let (kind, what) = if self.is_saving() {
            (ExceptionKind::SaveInProgress, "saved")
        } else if self.is_restoring() {
            (ExceptionKind::RestoreInProgress, "restored")
        } else {
            return Ok(());
        };
        Err(Exception::new(
            kind,
            format!("{:?} is being {what}", self.identity.name()),
        ))
    }

    fn free_name(&self, federate_type: &str, handle: FederateHandle) -> String {
        let taken = |name: &str| self.members.values().any(|m| m.info.name == name);
        let first = format!("{federate_type}-{handle}");
        if !taken(&first) {
            return first;
        }
        (2..)
            .map(|n| format!("{first}-{n}"))
            .find(|name| !taken(name))
            .unwrap_or(first)
    }

    pub(crate) fn resign(
        &mut self,
        federate: FederateHandle,
        request: RequestId,
        action: ResignAction,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let session = member.session;
        notices.push_back(self.notice(Some(&member.info.name), format!("resigned ({action})")));
        notices.push_back(self.audit(Audited::Resigned, member, action.to_string()));
        self.depart(federate, LeaveCause::Resigned, action, out);
        out.push(transmit(
            session,
            &FromRti::Answer {
                request,
                outcome: Ok(Reply::Done),
            },
        ));
    }

    /// The connection of a member is lost: its automatic resign directive is carried out; where
    /// its preconditions do not hold, attributes that are not deleted become unowned.
    pub(super) fn lose(
        &mut self,
        federate: FederateHandle,
        reason: &str,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let action = member.resign_directive;
        notices.push_back(self.notice(
            Some(&member.info.name),
            format!("lost ({reason}); resigned by its directive {action}"),
        ));
        notices.push_back(self.audit(Audited::Lost, member, reason));
        self.depart(federate, LeaveCause::Lost(reason.to_owned()), action, out);
    }

    /// A member is removed by the RTI; it stays connected.
    pub(super) fn remove(
        &mut self,
        federate: FederateHandle,
        reason: &str,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        if let Some(member) = self.members.get(&federate) {
            self.remove_by(federate, member.resign_directive, reason, out, notices);
        }
    }

    /// The same with another action than that of its directive.
    pub(crate) fn remove_by(
        &mut self,
        federate: FederateHandle,
        action: ResignAction,
        reason: &str,
        out: &mut Vec<Transmit>,
        notices: &mut VecDeque<RtiNotice>,
    ) {
        let Some(member) = self.members.get(&federate) else {
            return;
        };
        let session = member.session;
        notices.push_back(self.notice(Some(&member.info.name), format!("removed ({reason})")));
        notices.push_back(self.audit(Audited::Removed, member, reason));
        let reason = reason.to_owned();
        self.depart(federate, LeaveCause::Removed(reason.clone()), action, out);
        out.push(transmit(session, &FromRti::Removed { reason }));
    }

    /// Preconditions of the resign actions, for a federate that others resign.
    ///
    /// # Errors
    /// `FederateOwnsAttributes`, `OwnershipAcquisitionPending` as the action demands.
    pub(crate) fn check_resignation(
        &self,
        federate: FederateHandle,
        action: ResignAction,
    ) -> Result<()> {
        let privilege = self.models.fdd.privilege_to_delete();
        let owns = |without_privilege: bool| {
            let own = self.registry.of(federate);
            let gained = self.ownership.table().owned_by(federate).into_iter();
            let gained =
                gained.filter_map(|(object, _)| Some((object, self.registry.get(object)?)));
            own.chain(gained).any(|(object, registered)| {
                let class = self.models.fdd.object_class(registered.class);
                let attributes = class.into_iter().flat_map(|c| &c.attributes);
                let theirs = |a| self.owner_of(object, a) == Some(federate);
                attributes.into_iter().any(theirs) && !(without_privilege && theirs(privilege))
            })
        };
        let refused = match action {
            ResignAction::NoAction | ResignAction::CancelPendingOwnershipAcquisitions => {
                owns(false)
            }
            ResignAction::DeleteObjects => owns(true),
            _ => false,
        };
        let cancels = matches!(
            action,
            ResignAction::CancelPendingOwnershipAcquisitions
                | ResignAction::CancelThenDeleteThenDivest
        );
        if !refused && !cancels && self.ownership.is_acquiring(federate) {
            return Err(Exception::new(
                ExceptionKind::OwnershipAcquisitionPending,
                format!("the federate is acquiring attributes: {action} does not cancel that"),
            ));
        }
        if refused {
            return Err(Exception::new(
                ExceptionKind::FederateOwnsAttributes,
                format!("the federate owns attributes: {action} is not enough"),
            ));
        }
        Ok(())
    }

    fn depart(
        &mut self,
        federate: FederateHandle,
        cause: LeaveCause,
        action: ResignAction,
        out: &mut Vec<Transmit>,
    ) {
        let belongings = self.belongings(federate);
        let Some(departed) = self.members.remove(&federate) else {
            return;
        };
        let departure = Joined::departure_of(action);
        self.registry.release_all(federate);
        if self.members.is_empty() {
            // An execution without members holds no instances.
            self.registry.clear();
            self.ownership.clear();
        } else {
            self.settle_belongings(federate, belongings, departure, out);
        }
        let instances = match cause {
            LeaveCause::Resigned => DepartedInstances::Orderly(departure),
            LeaveCause::Lost(_) | LeaveCause::Removed(_) => {
                let theirs = self.registry.of(federate);
                let survivors = theirs.map(|(object, _)| object.index()).collect();
                DepartedInstances::CutOff { survivors }
            }
        };
        self.append(
            LogEvent::MemberLeft {
                federate,
                cause: cause.clone(),
                instances,
            },
            out,
        );
        self.answer_settled(out);
        let last_time = self.time.time_of(federate);
        self.inquire_without(federate, out);
        self.ask_latency_without(federate, out);
        self.leave_points(federate, out);
        self.leave_save(federate, out);
        self.leave_restore(federate, out);
        self.coordination.forget_member(federate);
        self.coordinate_leave(federate, out);
        self.announce_home_of(federate, out);
        self.mom_left(federate, &departed.info.name, &cause, last_time, out);
        self.forget_departed_users();
    }
}

/// Whether a federation of so many members takes one more.
fn has_room(federation: &str, members: usize) -> Result<()> {
    if members < MOST_MEMBERS {
        return Ok(());
    }
    Err(Exception::new(
        ExceptionKind::RTIinternalError,
        format!("{federation:?} has {MOST_MEMBERS} members, which is the limit"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_federation_has_most_members_of_which_the_refusal_tells() {
        assert!(has_room("air", 4095).is_ok());

        let refused = has_room("air", 4096).unwrap_err();
        assert_eq!(refused.kind, ExceptionKind::RTIinternalError);
        assert_eq!(
            refused.message,
            "\"air\" has 4096 members, which is the limit"
        );
    }
}
