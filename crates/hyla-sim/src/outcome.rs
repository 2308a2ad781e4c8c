//! What came of a run, with what was counted on the way.

use std::collections::BTreeMap;
use std::fmt;

use hyla_types::Service;

/// What came of a run.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The seed.
    pub seed: u64,
    /// Equal for equal runs.
    pub trace_hash: u64,
    /// The first invariant that did not hold, with the last lines of the trace.
    pub violation: Option<String>,
    /// How often each callback was delivered.
    pub callbacks: BTreeMap<Service, u64>,
    /// How often each service was called with success.
    pub services: BTreeMap<Service, u64>,
    /// Refused calls.
    pub refusals: u64,
    /// Messages that had to arrive, and did.
    pub fulfilled: u64,
    /// Of these, such as came by a subscription with a region only.
    pub through_regions: u64,
    /// Restores that were put in force.
    pub restores: u64,
    /// Of these, such in which a federate became another one.
    pub moved: u64,
    /// Frames that went through the RTI.
    pub relayed: u64,
    /// Frames that came before the log told of their sender.
    pub held_back: u64,
    /// Messages that went by lanes.
    pub by_lanes: u64,
    /// Datagrams of lanes that were lost.
    pub lost_datagrams: u64,
    /// Frames that went through protocol modules.
    pub chained: u64,
    /// Packets that these made of them, with acknowledgements and what was sent again.
    pub packets: u64,
    /// Of these, such as their wires lost or damaged.
    pub lost_packets: u64,
    /// Packets that were sent again.
    pub resent: u64,
    /// Messages that were put together of several packets.
    pub reassembled: u64,
    /// How often frames had to wait in front of a chain that was full.
    pub full_chains: u64,
    /// Datagrams to groups.
    pub casts: u64,
    /// Best-effort messages for which there was no room on a stream or lane.
    pub dropped: u64,
    /// Frames that links have dropped, since the RTI had told them to wait or their receiver was gone.
    pub dropped_for_relays: u64,
    /// Datagrams of groups that a process did not take, since callbacks waited.
    pub overflowed: u64,
    /// How often a sender was told to wait, since what the RTI has to pass on to a receiver waits.
    pub relay_pressures: u64,
    /// How often another RTI took the place of one that died.
    pub restarts: u64,
    /// Cuts of the wires of clients.
    pub client_cuts: u64,
    /// Sessions that went on over another connection.
    pub resumes: u64,
    /// Sessions that ended, most since their clients did not come back.
    pub parted: u64,
    /// Of these, such as their clients ended.
    pub farewells: u64,
    /// Best effort that was left out, since a client did not take what waited for it.
    pub left_out: u64,
    /// Files of which a part was written when an RTI died.
    pub torn: u64,
    /// Files that were being written when an RTI died, where the disk does as it says.
    pub unflushed: u64,
    /// How often a process stopped reading from others, since callbacks waited.
    pub paused: u64,
    /// Steps that a federate did not take, since it was held back.
    pub held_steps: u64,
    /// Processes killed, cut off or stopped for a while; channels between two of them cut.
    pub faults: u64,
}

impl Outcome {
    /// What kind of invariant did not hold: the violation without numbers, names and values. Two runs with the
    /// same kind are taken for the same finding.
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
                "seed {}: all held, trace {:016x}",
                self.seed, self.trace_hash
            ),
            Some(violation) => write!(f, "seed {}: {violation}", self.seed),
        }
    }
}
