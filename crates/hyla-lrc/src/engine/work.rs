//! The process models: who moves the channels, and when.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hyla_link::{GroupRequest, MulticastChange, MulticastNotice};
use hyla_net::network::Sockets;

use super::latency::HOST_LOADS;
use super::{Connection, Core, Engine, Process, locked};

/// Longest sleep of an I/O thread: bounds how late a deadline of the links is noticed.
pub(super) const LONGEST_SLEEP: Duration = Duration::from_millis(250);

impl Engine {
    /// One turn of I/O by the calling thread. Without a thread of its own, or while another caller
    /// has the turn, it waits for the endpoint at most as long as for events. Gives the time after the turn, before what follows from it.
    pub(super) fn pump(&self, connection: &Connection, wait: Option<Duration>) -> Instant {
        let ended = {
            let mut endpoint = locked(&connection.endpoint);
            let polled = endpoint.poll(wait, &mut |event| {
                let _turn = connection.turn();
                self.handle_event(connection, event);
            });
            match polled {
                Ok(0) => endpoint.clock(),
                Ok(_) => Instant::now(),
                Err(error) => {
                    self.fail(&format!("waiting for the network failed: {error}"));
                    Instant::now()
                }
            }
        };
        self.after_turn(connection, ended);
        ended
    }

    /// Work after a turn of I/O that ended at `now`: deadlines of links, frames to send, news to deliver.
    pub(super) fn after_turn(&self, connection: &Connection, now: Instant) {
        let mut core = self.core();
        core.links.at(now);
        let own = core.member.handle();
        core.links.joined_as(own);
        let is_due = core.links.next_deadline().is_some_and(|at| at <= now);
        let is_news = is_due && Self::turn_links(&mut core, now);
        if core.links.has_missing_receivers() {
            Self::warn_of_unheard(&mut core);
        }
        if core.links.has_multicast_notices() {
            Self::log_multicast(&mut core);
        }
        let requests = core.links.take_group_requests();
        let released = {
            let Core { member, links, .. } = &mut *core;
            member.look_at_boards(links)
        };
        core.deliver_stirred();
        core.settle();
        core.tell_holders(now);
        core.bound_callbacks();
        core.log_refused(now);
        let Core { member, links, .. } = &mut *core;
        member.handle_time(now.saturating_duration_since(self.started), links);
        member.confirm_declarations(links);
        // The end of a stream, or a message that was counted, for a caller that waits for both.
        let is_awaited = core.needs_streams > 0;
        drop(core);
        self.join_groups(connection, requests);
        self.depart();
        HOST_LOADS.refresh();
        if is_news || released || is_awaited {
            self.notify();
        }
        if connection.process == Process::Immediate {
            let _turn = connection.turn();
            self.deliver_due(connection);
        }
    }

    /// Work of links that no frame causes, and its log entries. Whether a call may wait for it.
    #[cold]
    fn turn_links(core: &mut Core, now: Instant) -> bool {
        core.settle();
        let waited = core.links.waits_for_groups();
        let changed = core.links.turn(now);
        let goes_on = waited && !core.links.waits_for_groups();
        let is_news = core.log_admissions() || goes_on;
        for peer in changed {
            let (federation, federate) = core.who();
            {
                let core = &mut *core;
                core.member.handle_way_changed(peer, &mut core.links);
            }
            let peer = core.member.federate_name(peer).unwrap_or("?").to_owned();
            tracing::warn!(
                federation,
                federate,
                peer,
                "direct connection to a member lost: messages in flight are lost, the RTI relays from now on"
            );
        }
        is_news
    }

    /// Says whom groups do not reach.
    #[cold]
    fn warn_of_unheard(core: &mut Core) {
        for unheard in core.links.take_missing_receivers() {
            let (federation, federate) = core.who();
            let peer = core.member.federate_name(unheard.peer).unwrap_or("?");
            tracing::warn!(
                federation,
                federate,
                peer,
                profile = unheard.profile,
                group = %unheard.group,
                reason = unheard.reason,
                "multicast does not reach a member: it gets separate datagrams"
            );
        }
    }

    /// Says who is served by multicast and who is not, and why.
    #[cold]
    fn log_multicast(core: &mut Core) {
        for MulticastNotice {
            peer,
            profile,
            group,
            change,
        } in core.links.take_multicast_notices()
        {
            let (federation, federate) = core.who();
            // One that has left has no name any more.
            let name = core.member.federate_name(peer).map(str::to_owned);
            let peer = name.unwrap_or_else(|_| peer.to_string());
            let group = group.map(|group| group.to_string()).unwrap_or_default();
            match change {
                MulticastChange::Excluded(reason) => tracing::warn!(
                    federation,
                    federate,
                    peer,
                    profile,
                    group,
                    reason,
                    "multicast does not reach a member: the stream serves it"
                ),
                MulticastChange::OnStream(reason) => tracing::warn!(
                    federation,
                    federate,
                    peer,
                    profile,
                    group,
                    reason,
                    "the stream serves a member of a group until it has caught up"
                ),
                MulticastChange::InGroup => tracing::info!(
                    federation,
                    federate,
                    peer,
                    profile,
                    group,
                    "multicast serves a member again"
                ),
                MulticastChange::Nobody(reason) => tracing::warn!(
                    federation,
                    federate,
                    profile,
                    group,
                    reason,
                    "no multicast here: streams serve all members"
                ),
                MulticastChange::EndedEarly(messages) => tracing::warn!(
                    federation,
                    federate,
                    peer,
                    messages,
                    "a federate was lost; its last messages were dropped, since earlier ones that it had sent to a multicast group \
                     never came"
                ),
                _ => {}
            }
        }
    }

    /// Joins groups and leaves them, as others have asked for. Nobody of this thread holds the endpoint.
    fn join_groups(&self, connection: &Connection, requests: Vec<GroupRequest<Sockets>>) {
        if requests.is_empty() {
            return;
        }
        let mut joined = Vec::new();
        {
            let mut endpoint = locked(&connection.endpoint);
            for wish in requests {
                match wish {
                    GroupRequest::Join(at, options) => {
                        let outcome = endpoint.join_group(at, options);
                        joined.push((at, outcome.map_err(|error| error.to_string())));
                    }
                    GroupRequest::Leave(group) => endpoint.leave_group(&group),
                    GroupRequest::JoinAgain(at, id) => {
                        tracing::debug!(group = %at, "nothing comes to a multicast group: it is joined again");
                        endpoint.rejoin_group(id);
                    }
                }
            }
        }
        let mut core = self.core();
        for (at, outcome) in joined {
            if let Err(reason) = &outcome {
                let (federation, federate) = core.who();
                tracing::warn!(federation, federate, group = %at, reason, "cannot join a multicast group");
            }
            core.links.joined_group(at, outcome);
        }
    }

    /// When links or the member have something to do, if ever.
    pub(super) fn next_deadline(&self, core: &Core) -> Option<Instant> {
        let member = core.member.next_deadline().map(|at| self.started + at);
        [core.links.next_deadline(), member]
            .into_iter()
            .flatten()
            .min()
    }

    /// Waits until what was sent has a stream to each receiver, until `deadline` at the latest.
    pub(crate) fn let_streams_open(&self, connection: &Connection, deadline: Instant) {
        self.wait_while(connection, deadline, |core| core.links.has_pending());
    }

    /// Gives what streams still have to write the chance to leave, until `deadline` at the latest.
    pub(crate) fn let_flow(&self, connection: &Connection, deadline: Instant) {
        self.wait_while(connection, deadline, |core| core.links.is_writing());
    }

    /// Waits until members of groups have acknowledged what was sent to them, until `deadline` at the latest; their
    /// streams carry the rest.
    pub(crate) fn let_groups_flow(&self, connection: &Connection, deadline: Instant) {
        if self.core().links.has_sent_to_groups() {
            return;
        }
        self.wait_while(connection, deadline, |core| {
            !core.links.has_sent_to_groups()
        });
        let mut core = self.core();
        core.links.at(Instant::now());
        core.links.send_rest_by_streams();
        drop(core);
        self.depart();
    }

    fn wait_while(
        &self,
        connection: &Connection,
        deadline: Instant,
        is_busy: impl Fn(&Core) -> bool,
    ) {
        loop {
            let busy = is_busy(&self.core());
            let left = deadline.saturating_duration_since(Instant::now());
            if !busy || left.is_zero() {
                return;
            }
            let turn = left.min(Duration::from_millis(2));
            if connection.process.pumps() {
                self.pump(connection, Some(turn));
            } else {
                self.recall_own_thread(connection);
                let core = self.core();
                drop(self.wait_for_news(core, Instant::now() + turn, false));
            }
        }
    }

    /// Body of the I/O thread.
    pub(super) fn run(self: &Arc<Self>, connection: &Arc<Connection>) {
        while !connection.stop.load(Ordering::SeqCst) {
            if connection.shares_polling && !self.leadership.takes_over() {
                self.leadership.stand_by();
                continue;
            }
            let deadline = {
                let core = self.core();
                connection.remote.hurry(core.member.waits_for_time());
                self.next_deadline(&core)
            };
            let sleep = left_until(deadline, LONGEST_SLEEP);
            self.pump(connection, Some(sleep));
        }
        // Closed from inside a callback: nobody else can do the rest.
        if self.connection().is_err() && locked(&connection.thread).is_some() {
            self.finish_closing(connection);
        }
    }

    /// Waits until `ready` gives something or the deadline passes. Does the I/O itself, unless another thread has to.
    pub(super) fn wait_until<T>(
        &self,
        connection: &Connection,
        deadline: Instant,
        ready: impl FnMut(&mut Core) -> Option<T>,
    ) -> Option<T> {
        self.wait_in_turns(connection, deadline, &mut None, true, ready)
    }

    /// The same; notes when the last turn that this thread took ended. Of what `is_answer` somebody waits for each message, else only while
    /// the federate waits for time.
    pub(super) fn wait_in_turns<T>(
        &self,
        connection: &Connection,
        deadline: Instant,
        turned: &mut Option<Instant>,
        is_answer: bool,
        mut ready: impl FnMut(&mut Core) -> Option<T>,
    ) -> Option<T> {
        let mut leading = None;
        loop {
            let mut core = self.core();
            if let Some(found) = ready(&mut core) {
                return Some(found);
            }
            let now = turned.take().unwrap_or_else(Instant::now);
            if now >= deadline {
                return None;
            }
            if connection.process.pumps() || leading.is_some() {
                let next = self
                    .next_deadline(&core)
                    .map_or(deadline, |at| at.min(deadline));
                connection
                    .remote
                    .hurry(is_answer || core.member.waits_for_time());
                drop(core);
                let left = next.saturating_duration_since(now).min(LONGEST_SLEEP);
                *turned = Some(self.pump(connection, Some(left)));
                continue;
            }
            drop(core);
            // Hyla's thread may have received it by the time that it has left the endpoint.
            leading = self.lead(connection);
            if leading.is_none() {
                let mut core = self.core();
                if let Some(found) = ready(&mut core) {
                    return Some(found);
                }
                self.follow(connection, core, deadline);
            }
        }
    }
}

/// Time left until the deadline, so long at most.
pub(super) fn left_until(deadline: Option<Instant>, most: Duration) -> Duration {
    deadline.map_or(most, |at| {
        at.saturating_duration_since(Instant::now()).min(most)
    })
}

impl Core {
    /// Carries over from the links to the member what happened to streams.
    pub(super) fn settle(&mut self) {
        let ended = self.links.take_ended();
        self.deliver_stirred();
        for (from, problem) in self.links.settle(&mut self.member, ended) {
            let (federation, federate) = self.who();
            tracing::warn!(federation, federate, %from, problem, "a channel is closed");
        }
    }
}
