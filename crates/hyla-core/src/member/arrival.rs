//! Arrivals at a member: answers and log entries from the RTI, data from other members.

use hyla_types::{Exception, FederateHandle, LogicalTime};

use super::joined::Joined;
use super::protocol::Protocol;
use super::{ArrivedFrame, Item, Member};
use crate::callback::Callback;
use crate::message::data::{self, DataFrame, PlainUpdate};
use crate::message::{DepartedInstances, FromRti, LeaveCause, LogEvent, Reply, RequestId};
use crate::object::{Probe, RefusedAttempt};
use crate::outbox::{LinkEnd, MemberLinks, Outbox};
use crate::roster::Peer;

/// Action that the driver takes on a message from the RTI.
#[derive(Debug)]
pub enum Arrival {
    /// Nothing: the member has dealt with it.
    Handled,
    /// The answer to one of the driver's blocking calls.
    Answer(RequestId, crate::Result<Reply>),
    /// The RTI accepted the connection; its version.
    Welcome(String),
    /// The RTI refused the connection.
    Refused(Exception),
}

impl Member {
    /// The connection is established: services that need one may be called.
    pub fn handle_connected(&mut self) {
        self.connected = true;
    }

    /// The connection to the RTI is lost (`connectionLost`, 4.4). Waiting calls will
    /// not get an answer.
    pub fn handle_connection_lost(&mut self, fault_description: &str) {
        if !self.connected {
            return;
        }
        self.connected = false;
        self.leave_execution();
        self.queue.push(Callback::ConnectionLost {
            fault_description: fault_description.into(),
        });
    }

    /// A message from the RTI.
    ///
    /// # Errors
    /// [`Protocol`] if it makes no sense in this state; the connection should be closed.
    pub fn handle_rti(
        &mut self,
        message: FromRti,
        out: &mut dyn Outbox,
    ) -> std::result::Result<Arrival, Protocol> {
        match message {
            FromRti::Welcome { version } => return Ok(Arrival::Welcome(version)),
            FromRti::Refused(exception) => return Ok(Arrival::Refused(exception)),
            FromRti::Answer { request, outcome } => {
                let outcome = match outcome {
                    Ok(Reply::Joined {
                        handle,
                        name,
                        snapshot,
                    }) => {
                        self.handle_joined(handle, &name, *snapshot, out)?;
                        Ok(Reply::Done)
                    }
                    Ok(Reply::Galt { galt, expected }) => {
                        self.note_galt(galt, &expected);
                        Ok(Reply::Done)
                    }
                    Ok(Reply::Settled { position, everyone }) => {
                        if everyone {
                            self.handle_settled(position, out);
                        }
                        Ok(Reply::Done)
                    }
                    other => other,
                };
                return Ok(Arrival::Answer(request, outcome));
            }
            FromRti::Executions(executions) => {
                self.queue
                    .push(Callback::ReportFederationExecutions { executions });
            }
            FromRti::Members {
                federation,
                members: Some(members),
            } => {
                self.queue.push(Callback::ReportFederationExecutionMembers {
                    federation,
                    members,
                });
            }
            FromRti::Members {
                federation,
                members: None,
            } => {
                self.queue
                    .push(Callback::ReportFederationExecutionDoesNotExist { federation });
            }
            FromRti::Log { number, event } => self.handle_log(number, event, out)?,
            FromRti::Time(news) => self.handle_time_news(news, out),
            FromRti::NamesReserved { number, refused } => {
                self.handle_names_reserved(number, &refused);
            }
            FromRti::Ownership(notice) => self.handle_ownership_notice(notice, out),
            FromRti::Mom { class, parameters } => self.handle_mom(class, &parameters, out),
            FromRti::MomProvide { attributes } => self.handle_mom_provide(&attributes, out),
            FromRti::ReportMetrics => self.report_metrics(out),
            FromRti::ReportLatency { number, question } => {
                self.report_latency_of(number, &question, out);
            }
            FromRti::Removed { reason } => self.handle_removed(reason, out),
            FromRti::Callback(callback) => self.handle_callback(*callback, out)?,
            FromRti::Federation(notice) => self.handle_federation_notice(notice, out)?,
            FromRti::RelayOpened { with } => {
                out.relay_opened(with);
                self.handle_way_changed(with, out);
            }
            FromRti::RelayPressure { to, high } => out.relay_pressure(to, high),
        }
        Ok(Arrival::Handled)
    }

    /// Removed by the RTI or through the MOM (`federateResigned`, 4.13 in 2025).
    fn handle_removed(&mut self, reason: String, out: &mut dyn MemberLinks) {
        let Some(joined) = self.joined.as_deref() else {
            return;
        };
        for (_, peer) in joined.roster.peers() {
            out.link_down(peer.info.handle, LinkEnd::Cut);
        }
        self.leave_execution();
        if self.edition == hyla_types::Edition::Hla2025 {
            self.queue.push(Callback::FederateResigned { reason });
        }
    }

    fn handle_log(
        &mut self,
        number: u64,
        event: LogEvent,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let Some(joined) = self.joined.as_deref_mut() else {
            // Sent before the RTI saw the resignation.
            return Ok(());
        };
        if number != joined.declarations.next_log() {
            return Err(Protocol(format!(
                "log entry {number} arrived where {} was due",
                joined.declarations.next_log()
            )));
        }
        if let LogEvent::FddExtended(fdd) = &event
            && !fdd.is_sound()
        {
            return Err(Protocol(format!(
                "the object model in log entry {number} has dangling handles"
            )));
        }
        joined.declarations.advance_log();
        match event {
            LogEvent::MemberJoined(info) => {
                if info.handle != joined.identity.handle() {
                    let peer = Peer {
                        info: info.clone(),
                        declarations: Default::default(),
                        declared: 0,
                        traffic: Default::default(),
                    };
                    if joined.roster.insert(peer).is_none() {
                        return Err(Protocol(format!(
                            "log entry {number} lets {:?} join a second time",
                            info.handle
                        )));
                    }
                    let key = joined.identity.link_key(&info.token);
                    out.link_up(&info, key, None);
                    joined.tell_deletions(info.handle, out);
                    joined.declarations.forget_interest();
                }
            }
            LogEvent::MemberLeft {
                federate,
                cause,
                instances,
            } => {
                self.handle_member_left(federate, &cause, instances, out);
            }
            LogEvent::FddExtended(mut fdd) => {
                fdd.index_names();
                joined.fdd = std::sync::Arc::new(*fdd);
                out.transportation_types(&mut joined.fdd.transportations());
                joined.declarations.forget_interest();
                joined.rebuild_overlaps(out);
            }
            LogEvent::Declared { federate, change } => {
                joined.note_applied(federate, out);
                self.handle_declared(federate, &change, out);
            }
            LogEvent::AutoProvide { on } => joined.set_auto_provide(on),
            LogEvent::OwnershipForced { .. } => self.handle_ownership_forced(&event, out),
            LogEvent::OwnershipChanged { .. }
            | LogEvent::OwnershipOffered { .. }
            | LogEvent::OfferWithdrawn { .. } => self.handle_ownership_log(&event, out),
            LogEvent::TimeDirect { pair, coordinator } => {
                self.handle_time_direct(number, pair, *coordinator, out);
            }
            LogEvent::TimeBoards { sharers } => self.handle_time_boards(number, sharers, out),
            LogEvent::TimeCentral => self.handle_time_central(out),
            LogEvent::ObjectDeleted {
                object,
                by,
                ref tag,
            } => {
                if joined.objects.record(object).is_some() {
                    joined.ownership.note_deleted(object);
                }
                joined.ownership.apply(&event);
                self.handle_object_deleted(object, by, tag, out);
            }
        }
        self.answer_probes(out);
        self.release_held(out);
        Ok(())
    }

    fn handle_member_left(
        &mut self,
        federate: FederateHandle,
        cause: &LeaveCause,
        instances: DepartedInstances,
        out: &mut dyn Outbox,
    ) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        let Some((slot, _)) = joined.roster.remove(federate) else {
            return;
        };
        joined.objects.forget_member(slot, federate);
        joined.ownership.forget_member(federate);
        joined.ddm.forget_member(slot);
        joined.time.forget_announcements(slot);
        joined.declarations.forget_interest();
        let orderly = *cause == LeaveCause::Resigned;
        let end = match joined.streams.member_left(federate, instances) {
            Some(instances) => {
                self.queue.push_item(Item::Sweep {
                    federate,
                    instances,
                });
                joined.note_drained(federate);
                LinkEnd::Cut
            }
            None if orderly => LinkEnd::Drain,
            None => LinkEnd::Cut,
        };
        out.link_down(federate, end);
        self.refresh_advisories();
        self.end_flush_if_quiet(out);
        self.move_time(out);
    }

    /// Nothing more arrives from that member: its stream said goodbye or is closed.
    pub fn handle_stream_end(&mut self, from: FederateHandle, out: &mut dyn Outbox) {
        let Some(joined) = self.joined.as_deref_mut() else {
            return;
        };
        if joined.streams.held_mut().hold_end(from) {
            return;
        }
        if let Some(instances) = joined.streams.stream_ended(from, &joined.roster) {
            self.queue.push_item(Item::Sweep {
                federate: from,
                instances,
            });
            joined.note_drained(from);
            self.move_time(out);
        }
        if let Some(joined) = self.joined.as_deref_mut() {
            joined.streams.held_mut().stop_waiting_for(from);
        }
        self.release_held(out);
        self.end_flush_if_quiet(out);
    }

    /// Whether anything may still arrive from that federate: it is a member, or left and its stream
    /// has not ended.
    #[must_use]
    pub fn expects_data_from(&self, from: FederateHandle) -> bool {
        self.joined
            .as_deref()
            .is_some_and(|joined| joined.may_send(from))
    }

    /// Whether that member has said goodbye, as far as its stream has been read: no frame of it is missing when the
    /// stream ends, though its departure may not be in the log yet.
    #[must_use]
    pub fn has_said_goodbye(&self, from: FederateHandle) -> bool {
        self.joined.as_deref().is_some_and(|joined| {
            joined.streams.has_ended(from)
                || joined.streams.held().holds_goodbye(from)
                || joined.participation.holds_goodbye(from)
        })
    }

    /// Queues an ordinary update that nothing holds back. `false` for everything else, which is for [`Self::handle_data`]: then
    /// nothing was done. Cheaper than that.
    #[inline]
    pub fn queue_update<'f>(
        &mut self,
        from: FederateHandle,
        frame: impl Into<ArrivedFrame<'f>>,
    ) -> bool {
        let frame = frame.into();
        let Some(update) = PlainUpdate::read(frame.bytes()) else {
            return false;
        };
        let Some(joined) = self.joined.steady() else {
            return false;
        };
        let is_free = update.each_value(|_, _| ())
            && joined.may_send(from)
            && !joined.streams.held().holds(from)
            && !joined.participation.is_in_restore()
            && (update.object.registrant() == from
                || joined.objects.record(update.object).is_some());
        if is_free {
            self.queue.push_frame(from, frame);
        }
        is_free
    }

    /// A data frame from another member: checked now, interpreted when it is delivered.
    ///
    /// # Errors
    /// [`Protocol`] if the frame is malformed; the stream should be closed.
    pub fn handle_data<'f>(
        &mut self,
        from: FederateHandle,
        frame: impl Into<ArrivedFrame<'f>>,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        self.handle_arrived(from, frame.into(), out)
    }

    fn handle_arrived(
        &mut self,
        from: FederateHandle,
        arrived: ArrivedFrame<'_>,
        out: &mut dyn Outbox,
    ) -> std::result::Result<(), Protocol> {
        let frame = arrived.bytes();
        let decoded = data::decode(frame)?;
        if decoded.brings_values() && decoded.stamp().is_none() {
            // Most frames: nothing changes before they are delivered.
            if let Some(joined) = self.joined.steady()
                && joined.may_send(from)
                && !joined.streams.held_mut().hold(from, frame)
                && !joined.participation.hold_for_restore(from, frame)
                && !joined
                    .overtaken(from, &decoded, &self.queue)
                    .is_some_and(|object| joined.hold_for_registrant(from, object, frame, out))
            {
                self.queue.push_frame(from, arrived);
            }
            return Ok(());
        }
        let held = self.is_held();
        let Some(joined) = self.joined.as_deref_mut() else {
            return Ok(());
        };
        if !joined.may_send(from) {
            return Ok(());
        }
        if let DataFrame::Probe { question, log } = decoded {
            // The answer does not depend on the reason for which the stream waits.
            let probe = Probe {
                from,
                question,
                log,
            };
            self.hear_probe(probe, out);
            return Ok(());
        }
        if joined.streams.held_mut().hold(from, frame) {
            return Ok(());
        }
        match decoded {
            // The marker of a restore may wait for this answer.
            DataFrame::Echo { question } => self.hear_echo(from, question, out),
            DataFrame::Marker { round } => self.handle_marker(from, round, out),
            // A position, too, counts positions of the restored log.
            _ if joined.participation.hold_for_restore(from, frame) => {}
            DataFrame::Position(position) => joined.handle_position(from, position),
            DataFrame::Leaving => self.handle_stream_end(from, out),
            // In a save or restore nothing is sent: such a question waits with the rest.
            DataFrame::QueryAttribute { object, attribute } if !held => {
                joined.answer_attribute_query(from, object, attribute, out);
            }
            DataFrame::QueryInteraction { class } if !held => {
                joined.answer_interaction_query(from, class, out);
            }
            DataFrame::Retract { serial } => self.handle_retract(from, serial, out),
            DataFrame::TimeReport { epoch, report } => {
                self.handle_time_report(from, epoch, report, out)?;
            }
            DataFrame::Count(count) => {
                joined.roster.set_received(from, count);
                self.move_time(out);
            }
            DataFrame::Census { there, .. } => {
                joined.expect_no_removals(from, &there.ranges());
                self.queue.push_frame(from, arrived);
            }
            _ if joined
                .overtaken(from, &decoded, &self.queue)
                .is_some_and(|object| joined.hold_for_registrant(from, object, frame, out)) => {}
            _ => {
                let stamp = joined.stamp_of(&decoded)?;
                if stamp.is_some_and(|(time, _)| joined.time.has_passed(time)) {
                    // Not counted: as if it had not been sent, which no honest member did.
                    joined.refuse(from, None, RefusedAttempt::Past);
                    return Ok(());
                }
                if stamp.is_some() {
                    joined.roster.count_received(from);
                }
                if !stamp.is_some_and(|stamp| joined.time.keep_until_due(from, stamp, arrived)) {
                    self.queue.push_frame(from, arrived);
                }
                if stamp.is_some() {
                    self.move_time(out);
                }
            }
        }
        Ok(())
    }
}

impl Joined {
    /// Time and number of a message in time-stamp order.
    fn stamp_of(
        &self,
        frame: &DataFrame<'_>,
    ) -> std::result::Result<Option<(LogicalTime, u32)>, Protocol> {
        let Some((time, serial)) = frame.stamp() else {
            return Ok(None);
        };
        let time = self
            .identity
            .time()
            .decode_time(&time)
            .map_err(|error| Protocol(error.to_string()))?;
        Ok(Some((time, serial)))
    }

    /// Whether data from that federate still counts: it is a member, or left and is draining.
    pub(crate) fn may_send(&self, from: FederateHandle) -> bool {
        self.streams.may_send(from, &self.roster)
    }
}
