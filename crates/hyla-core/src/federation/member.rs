//! The member's side of clause 4.
//!
//! A service that needs an answer of the RTI returns a [`RequestId`]; the driver waits for the answer with
//! that number from [`Member::handle_rti`] and carries on.

use std::sync::Arc;
use std::time::Duration;

use hyla_types::{Exception, ExceptionKind, FederateHandle, ResignAction};

use super::Identity;
use crate::Result;
use crate::declaration::{MemberDeclarations, Position};
use crate::member::{Joined, Member, Membership, Protocol};
use crate::message::{MemberRequest, ModuleSource, RequestId, Snapshot, ToRti, data};
use crate::mom::Managed;
use crate::mom::ServiceReport;
use crate::object::MemberObjects;
use crate::outbox::{LinkEnd, Outbox};
use crate::ownership::MemberOwnership;
use crate::roster::{Peer, Roster};
use crate::time::MemberTime;

impl Member {
    /// `disconnect` (4.3): the driver closes the connection. Without a connection it does nothing.
    ///
    /// # Errors
    /// `FederateIsExecutionMember`.
    pub fn disconnect(&mut self) -> Result<()> {
        if let Some(joined) = self.joined.as_deref() {
            return Err(Exception::new(
                ExceptionKind::FederateIsExecutionMember,
                format!("resign from {:?} first", joined.identity.federation()),
            ));
        }
        self.connected = false;
        Ok(())
    }

    /// `createFederationExecution` and `createFederationExecutionWithMIM` (4.5).
    ///
    /// # Errors
    /// `NotConnected`, `DesignatorIsHLAstandardMIM`, `RTIinternalError` for an empty name; the rest
    /// comes with the answer.
    pub fn create_federation_execution(
        &mut self,
        federation: &str,
        modules: Vec<ModuleSource>,
        mim: Option<ModuleSource>,
        time: &str,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.connection()?;
        if federation.is_empty() {
            return Err(Exception::new(
                ExceptionKind::RTIinternalError,
                "a federation execution needs a name",
            ));
        }
        if mim
            .as_ref()
            .is_some_and(|m| m.designator == hyla_omt::mim::HLA_STANDARD_MIM)
        {
            return Err(Exception::new(
                ExceptionKind::DesignatorIsHLAstandardMIM,
                "leave the MIM out to get the standard one",
            ));
        }
        let request = self.new_request();
        let (federation, time) = (federation.to_owned(), time.to_owned());
        out.control(&ToRti::Create {
            request,
            federation,
            modules,
            mim,
            time,
        });
        Ok(request)
    }

    /// `destroyFederationExecution` (4.6).
    ///
    /// # Errors
    /// `NotConnected`; the rest comes with the answer.
    pub fn destroy_federation_execution(
        &mut self,
        federation: &str,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        out.control(&ToRti::Destroy {
            request,
            federation: federation.to_owned(),
        });
        Ok(request)
    }

    /// `listFederationExecutions` (4.7); the list comes as callback.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn list_federation_executions(&mut self, out: &mut dyn Outbox) -> Result<()> {
        self.connection()?;
        out.control(&ToRti::ListExecutions);
        Ok(())
    }

    /// `listFederationExecutionMembers` (4.9, 2025); the list, or that there is no such execution,
    /// comes as callback.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn list_federation_execution_members(
        &mut self,
        federation: &str,
        out: &mut dyn Outbox,
    ) -> Result<()> {
        self.connection()?;
        out.control(&ToRti::ListMembers {
            federation: federation.to_owned(),
        });
        Ok(())
    }

    /// Lists the federation executions of the RTI, for tools; the answer comes with the number.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn status(&mut self, out: &mut dyn Outbox) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        out.control(&ToRti::Status { request });
        Ok(request)
    }

    /// Removes a federate from its execution, for tools; the answer comes with the number.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn remove_federate(
        &mut self,
        federation: &str,
        federate: &str,
        reason: &str,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.connection()?;
        let request = self.new_request();
        let [federation, federate, reason] = [federation, federate, reason].map(str::to_owned);
        out.control(&ToRti::RemoveFederate {
            request,
            federation,
            federate,
            reason,
        });
        Ok(request)
    }

    /// Reports to the RTI that the connection of this member's client is cut, and the time that the client
    /// has to come back; `None` once it is back.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn client_cut(&mut self, kept: Option<Duration>, out: &mut dyn Outbox) -> Result<()> {
        self.connection()?;
        out.control(&ToRti::ClientCut { kept });
        Ok(())
    }

    /// `joinFederationExecution` in all its forms (4.9 in 2010, 4.11 in 2025). `addresses` is where
    /// other members reach this one, best first.
    ///
    /// # Errors
    /// `NotConnected`, `FederateAlreadyExecutionMember`; the rest comes with the answer.
    pub fn join_federation_execution(
        &mut self,
        name: Option<&str>,
        federate_type: &str,
        federation: &str,
        modules: Vec<ModuleSource>,
        addresses: Vec<String>,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.connection()?;
        if let Some(joined) = self.joined.as_deref() {
            return Err(Exception::new(
                ExceptionKind::FederateAlreadyExecutionMember,
                format!(
                    "{} is a member of {:?}",
                    joined.identity.name(),
                    joined.identity.federation()
                ),
            ));
        }
        let request = self.new_request();
        out.control(&ToRti::Join {
            request,
            name: name.filter(|n| !n.is_empty()).map(str::to_owned),
            federate_type: federate_type.to_owned(),
            federation: federation.to_owned(),
            modules,
            addresses,
            host: self.host.clone(),
        });
        Ok(request)
    }

    /// The RTI let this federate in.
    pub(crate) fn handle_joined(
        &mut self,
        handle: FederateHandle,
        name: &str,
        mut snapshot: Snapshot,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let identity = Identity::new(handle, name, self.edition, &mut snapshot);
        let Snapshot {
            federation: _,
            execution: _,
            token: _,
            next,
            mut fdd,
            time,
            time_name: _,
            members,
            ownership,
        } = snapshot;
        if !fdd.is_sound() {
            return Err(Protocol(
                "the object model from the RTI has dangling handles".into(),
            ));
        }
        Arc::make_mut(&mut fdd).index_names();
        out.transportation_types(&mut fdd.transportations());
        out.position_moved(Position::default());
        let mut roster = Roster::default();
        for member in members {
            let info = member.info.clone();
            let peer = Peer {
                info: member.info,
                declarations: member.declarations,
                declared: member.declared,
                traffic: Default::default(),
            };
            if roster.insert(peer).is_none() {
                return Err(Protocol(format!(
                    "the RTI lists {:?} twice, or too many members",
                    info.handle
                )));
            }
            out.link_up(&info, identity.link_key(&info.token), Some(handle));
        }
        self.joined = Membership::of(Joined {
            identity,
            switches: fdd.switches().clone(),
            managed: Managed::new(&fdd),
            fdd,
            roster,
            streams: Default::default(),
            declarations: MemberDeclarations::starting_at(next),
            ddm: Default::default(),
            objects: MemberObjects::default(),
            ownership: MemberOwnership::new(ownership),
            refused: crate::object::Refused::default(),
            points: Default::default(),
            participation: Default::default(),
            time: MemberTime::new(time),
        });
        Ok(())
    }

    /// `resignFederationExecution` (4.10 in 2010, 4.12 in 2025), first half: checks, deletes what the
    /// action deletes, says goodbye to the members and asks the RTI. [`Self::resigned`] is the second.
    ///
    /// # Errors
    /// `FederateOwnsAttributes` and `OwnershipAcquisitionPending` as the action demands.
    pub fn resign_federation_execution(
        &mut self,
        action: ResignAction,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.resign(action, None, out)
    }

    /// The same; the call is reported as `report` if it succeeds.
    ///
    /// # Errors
    /// As [`Self::resign_federation_execution`].
    pub fn resign(
        &mut self,
        action: ResignAction,
        report: Option<ServiceReport>,
        out: &mut dyn Outbox,
    ) -> Result<RequestId> {
        self.joined()?.check_resign(action)?;
        if let Some(report) = report {
            self.report_service(report, out);
        }
        let joined = self.joined()?;
        joined.finish_deletions(None, out);
        if Joined::departure_of(action) == crate::message::Departure::Delete {
            joined.delete_all(out);
        }
        for (_, peer) in joined.roster.peers() {
            out.settle_lanes(peer.info.handle);
            out.frame(peer.info.handle, &mut data::put_leaving);
        }
        let request = self.new_request();
        out.control(&ToRti::Member(MemberRequest::Resign { request, action }));
        Ok(request)
    }

    /// Whether the federate may resign with that action.
    ///
    /// # Errors
    /// As [`Self::resign_federation_execution`].
    pub fn check_resign(&self, action: ResignAction) -> Result<()> {
        self.joined_ref()?.check_resign(action)
    }

    /// The RTI has confirmed the resignation, or does not answer: the federate is out.
    pub fn resigned(&mut self, out: &mut dyn Outbox) {
        if let Some(joined) = self.joined.as_deref() {
            for (_, peer) in joined.roster.peers() {
                out.link_down(peer.info.handle, LinkEnd::Drain);
            }
        }
        self.leave_execution();
    }
}

impl Joined {
    /// Preconditions of the resign actions.
    fn check_resign(&self, action: ResignAction) -> Result<()> {
        let privilege = self.fdd.privilege_to_delete();
        let owns = |without_privilege: bool| {
            self.objects.iter().find(|i| {
                i.owned(self.identity.handle()).is_some()
                    && !(without_privilege && i.owns(self.identity.handle(), privilege))
            })
        };
        let offending = match action {
            ResignAction::NoAction | ResignAction::CancelPendingOwnershipAcquisitions => {
                owns(false)
            }
            ResignAction::DeleteObjects => owns(true),
            _ => None,
        };
        let cancels = matches!(
            action,
            ResignAction::CancelPendingOwnershipAcquisitions
                | ResignAction::CancelThenDeleteThenDivest
        );
        // Of an instance that it has deleted, and could only bring back, the federate wants nothing any more.
        let mut wanted = self.ownership.acquiring();
        let wanted = wanted.find(|(object, _)| self.objects.known(*object).is_some());
        match offending {
            None if cancels => Ok(()),
            None => match wanted {
                None => Ok(()),
                Some((object, attribute)) => Err(Exception::new(
                    ExceptionKind::OwnershipAcquisitionPending,
                    format!(
                        "{} is acquiring {attribute:?} of {object:?}: {action} does not cancel that",
                        self.identity.name()
                    ),
                )),
            },
            Some(instance) => Err(Exception::new(
                ExceptionKind::FederateOwnsAttributes,
                format!(
                    "{} owns attributes of {:?} ({:?}): {action} is not enough",
                    self.identity.name(),
                    instance.object,
                    instance.name()
                ),
            )),
        }
    }
}
