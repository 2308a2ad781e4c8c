//! Result of a run, with counters.

use std::collections::BTreeMap;
use std::fmt;

use hyla_types::Service;

/// Result of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Seed of the run.
    pub seed: u64,
    /// Equal for equal runs.
    pub trace_hash: u64,
    /// The first violated invariant, with the last lines of the trace.
    pub violation: Option<String>,
    /// Callbacks delivered, by service.
    pub callbacks: BTreeMap<Service, u64>,
    /// Successful calls, by service.
    pub services: BTreeMap<Service, u64>,
    /// Refused calls.
    pub refusals: u64,
    /// Messages that had to arrive, and did.
    pub fulfilled: u64,
    /// Of these, messages subscribed only with a region.
    pub through_regions: u64,
    /// Restores that were completed.
    pub restores: u64,
    /// Of these, restores in which a federate took another handle.
    pub moved: u64,
    /// Frames that went through the RTI.
    pub relayed: u64,
    /// Frames that arrived before the log entry of their sender.
    pub held_back: u64,
    /// Messages on lanes.
    pub by_lanes: u64,
    /// Postings of federates that coordinate time by boards.
    pub postings: u64,
    /// Datagrams of lanes that were lost.
    pub lost_datagrams: u64,
    /// Frames that went through protocol modules.
    pub chained: u64,
    /// Packets of these frames, including acknowledgements and retransmissions.
    pub packets: u64,
    /// Of these, packets lost or damaged by their wires.
    pub lost_packets: u64,
    /// Retransmitted packets.
    pub resent: u64,
    /// Messages reassembled from fragments.
    pub reassembled: u64,
    /// Times that frames waited in front of a full chain.
    pub full_chains: u64,
    /// Datagrams to groups.
    pub casts: u64,
    /// Datagrams to groups of reliable multicast.
    pub reliable_casts: u64,
    /// Of these, datagrams with new messages.
    pub by_groups: u64,
    /// Times that a sender put a member of a group on its stream for a while.
    pub rescued: u64,
    /// Resignations that did not wait for acknowledgements to the end.
    pub hasty: u64,
    /// Best-effort messages dropped for lack of room on a stream or lane.
    pub dropped: u64,
    /// Frames that links dropped because of the RTI's back-pressure or a lost receiver.
    pub dropped_for_relays: u64,
    /// Group datagrams that a process dropped, since its callback queue was full.
    pub overflowed: u64,
    /// Times that the RTI asked a sender to wait, since a receiver does not keep up.
    pub relay_pressures: u64,
    /// Times that a new RTI replaced one that died.
    pub restarts: u64,
    /// Cuts of the wires of clients.
    pub client_cuts: u64,
    /// Sessions resumed on a new connection.
    pub resumes: u64,
    /// Sessions that ended, mostly because their clients did not come back.
    pub parted: u64,
    /// Of these, sessions terminated by their clients.
    pub farewells: u64,
    /// Best-effort callbacks dropped because a client did not keep up.
    pub left_out: u64,
    /// Files partly written when an RTI died.
    pub torn: u64,
    /// Files being written when an RTI died, on an honest disk.
    pub unflushed: u64,
    /// Times that a process paused reading, since its callback queue was full.
    pub paused: u64,
    /// Steps that a federate skipped because of back-pressure.
    pub held_steps: u64,
    /// Messages of members about instances of others, to which they had no right.
    pub lies: u64,
    /// Of these, messages that a receiver refused.
    pub refused_lies: u64,
    /// Calls in the name of another federate that were refused.
    pub impostors_refused: u64,
    /// Processes killed, cut off or stopped for a while; channels between two of them cut.
    pub faults: u64,
}

impl Outcome {
    /// Kind of the violated invariant: the violation without numbers, names and values. Runs of the
    /// same kind count as the same finding.
    #[must_use]
    pub fn kind(&self) -> Option<String> {
        let line = self.violation.as_ref()?.lines().next().unwrap_or_default();
        let (mut depth, mut quoted) = (0_u32, false);
        let mut kind = String::new();
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 && !c.is_ascii_digit() => kind.push(c),
                _ => {}
            }
        }
        Some(kind.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    pub(crate) fn of(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.violation {
            None => write!(
                f,
                "seed {}: no violation, trace {:016x}",
                self.seed, self.trace_hash
            ),
            Some(violation) => write!(f, "seed {}: {violation}", self.seed),
        }
    }
}
