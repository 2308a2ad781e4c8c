//! Parameters of a member.

use std::time::Duration;

use crate::tuning::Tuning;

/// Parameters of a member; all members of a federation need the same, but for [`Self::tuning`].
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Largest datagram in bytes, with all headers of this crate. Default 1400. For a path with an MTU of 576: 548.
    pub datagram_bytes: usize,
    /// Packets of a stream that may be unacknowledged. Default 1024. A larger window costs memory at each end.
    pub window: u64,
    /// Packets beyond the window that a sender keeps for members on lanes. Default 8192; at most this many datagrams
    /// of memory for each group that is sent to.
    pub backlog: u64,
    /// Packets that a sender may send before the first report. Default 64.
    pub initial_window: u64,
    /// Packets that the receiving streams of a member hold together. Default 8192.
    pub pool_packets: usize,
    /// Largest message in bytes. Default 1 MiB. A receiver assembles one for each stream.
    pub message_bytes: usize,
    /// Members of a partition. Default 8. A larger one takes longer for a round; a smaller one has fewer caches.
    pub partition_members: usize,
    /// Shortest time between two rounds of a token. Default 10 ms.
    pub round_min: Duration,
    /// Longest time between two rounds while something is not acknowledged. Default 40 ms.
    pub round_max: Duration,
    /// Round-trip time assumed before one was measured. Default 2 ms.
    pub round_trip: Duration,
    /// Smallest round-trip time used for timers: what the scheduling of the hosts adds. Default 500 us.
    pub round_trip_floor: Duration,
    /// How long a member that holds up others is waited for before it gets a lane; half of it, and at most 2.5
    /// `round_max`, for one that does not take the token. Default 200 ms.
    pub straggler_after: Duration,
    /// How long a member that misses what others receive by multicast waits before it asks for a lane. Default 200 ms.
    pub deaf_after: Duration,
    /// How long a sender waits for any report before all members get lanes. Default 1 s.
    pub silence: Duration,
    /// Packets of a lane that may be unacknowledged. Default 256.
    pub lane_window: u64,
    /// Longest time between heartbeats while something is not acknowledged. Default 1 s.
    pub heartbeat_max: Duration,
    /// Lowest rate in bytes a second, also under congestion. Default 1 MB/s.
    pub rate_min: u64,
    /// Highest rate in bytes a second. Default 125 MB/s: one gigabit a second.
    pub rate_max: u64,
    /// Rate at first, in bytes a second. Default 25 MB/s.
    pub rate_start: u64,
    /// When the packets of this member leave.
    pub tuning: Tuning,
    /// Forward error correction. Default: none.
    pub fec: Option<FecConfig>,
    /// Whether members of the federation send to groups that they are not in. Default true. If not, the members of a group bound
    /// the number of its streams: what others say of strangers is dropped.
    pub outsiders: bool,
    /// How long the rest of a lost sender's stream is looked for among its receivers. Default 1 s.
    pub orphan: Duration,
    /// Rules that are switched off, to show that tests notice. Empty in use.
    pub sabotage: &'static [Rule],
}

/// Parameters of forward error correction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FecConfig {
    /// Packets of a block. Default 16, at most 64.
    pub block: usize,
    /// Most parity packets of a block. Default 8, at most 16.
    pub parity: usize,
    /// Parity packets of each block whatever was lost. Default 0: as measured losses demand.
    pub always: usize,
}

impl Default for FecConfig {
    fn default() -> Self {
        Self {
            block: 16,
            parity: 8,
            always: 0,
        }
    }
}

/// A rule of the protocol that [`Config::sabotage`] may switch off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// Missing packets are asked for.
    AskForMissing,
    /// Keepers answer requests.
    KeepersAnswer,
    /// The sender answers requests.
    SenderAnswers,
    /// Heartbeats reveal the last packets.
    Heartbeats,
    /// A message waits for those of other groups that were sent before it.
    OrderAcrossGroups,
    /// Packets that came before are dropped.
    DropDuplicates,
    /// A sender frees only what all have.
    FreeWhenAllHave,
    /// A lane begins at the oldest packet that is held.
    LanesBeginAtOldest,
    /// Silent members get lanes.
    LanesForSilent,
    /// Members that receive no multicast get lanes.
    LanesForDeaf,
    /// Members that hold up others get lanes.
    LanesForSlow,
    /// All members get lanes if nothing is reported.
    LanesWithoutReports,
    /// A lane ends after the member has caught up.
    LanesEnd,
    /// A token is sent again to a member that does not acknowledge it, and passes it by at last.
    TokenRetries,
    /// A member that waits too long for a token starts one.
    TokenTakeover,
    /// Reports go to another aggregator if the first is silent.
    AggregatorTakeover,
    /// Silent members are probed.
    Probes,
    /// The receivers' limits bound the sender.
    FlowControl,
    /// The pool of packets is bounded.
    BoundPool,
    /// Forged datagrams are dropped.
    CheckSeals,
    /// Requests that are replayed are dropped.
    CheckRequestNumbers,
    /// A member that hears nothing of a group joins it again.
    JoinAgain,
    /// Many requests for a packet are answered by multicast.
    GatherRequests,
    /// Keepers cache what was delivered until all have it.
    Cache,
}

/// Why a [`Config`] was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is {value}, must be between {least} and {most}")]
pub struct ConfigError {
    name: &'static str,
    value: u64,
    least: u64,
    most: u64,
}

impl Default for Config {
    fn default() -> Self {
        let ms = Duration::from_millis;
        Self {
            datagram_bytes: 1400,
            window: 1024,
            backlog: 8192,
            initial_window: 64,
            pool_packets: 8192,
            message_bytes: 1 << 20,
            partition_members: 8,
            round_min: ms(10),
            round_max: ms(40),
            round_trip: ms(2),
            round_trip_floor: Duration::from_micros(500),
            straggler_after: ms(200),
            deaf_after: ms(200),
            silence: ms(1000),
            lane_window: 256,
            heartbeat_max: ms(1000),
            rate_min: 1_000_000,
            rate_max: 125_000_000,
            rate_start: 25_000_000,
            tuning: Tuning::default(),
            fec: None,
            outsiders: true,
            orphan: ms(1000),
            sabotage: &[],
        }
    }
}

impl Config {
    /// Checks all parameters against their bounds.
    ///
    /// # Errors
    /// The first parameter that is out of bounds.
    pub fn check(&self) -> Result<(), ConfigError> {
        within("datagram_bytes", self.datagram_bytes as u64, 256, 65_000)?;
        within("window", self.window, 8, 1 << 20)?;
        within("backlog", self.backlog, 0, 1 << 24)?;
        within("initial_window", self.initial_window, 1, self.window)?;
        within("pool_packets", self.pool_packets as u64, 16, 1 << 24)?;
        within("message_bytes", self.message_bytes as u64, 1, 1 << 30)?;
        within("partition_members", self.partition_members as u64, 1, 64)?;
        within("lane_window", self.lane_window, 1, self.window)?;
        within("rate_min", self.rate_min, 1_000, self.rate_max)?;
        within("rate_start", self.rate_start, self.rate_min, self.rate_max)?;
        let micros = |time: Duration| time.as_micros() as u64;
        let minute = 60_000_000;
        within("round_min", micros(self.round_min), 100, minute)?;
        within(
            "round_max",
            micros(self.round_max),
            micros(self.round_min),
            minute,
        )?;
        within(
            "round_trip_floor",
            micros(self.round_trip_floor),
            10,
            minute,
        )?;
        within(
            "straggler_after",
            micros(self.straggler_after),
            1_000,
            minute,
        )?;
        within("deaf_after", micros(self.deaf_after), 1_000, minute)?;
        within("silence", micros(self.silence), 1_000, 10 * minute)?;
        self.tuning.check()?;
        if let Some(fec) = &self.fec {
            within("fec.block", fec.block as u64, 2, 64)?;
            within("fec.parity", fec.parity as u64, 1, 16)?;
            within("fec.always", fec.always as u64, 0, fec.parity as u64)?;
        }
        Ok(())
    }

    /// Most bytes that a sender holds for one group.
    #[must_use]
    pub fn sender_bytes_most(&self) -> u64 {
        (self.window + self.backlog) * self.datagram_bytes as u64
    }

    /// Most bytes that a member holds for all that it receives, with this many unfinished streams.
    #[must_use]
    pub fn receiver_bytes_most(&self, streams: u64) -> u64 {
        self.pool_packets as u64 * self.datagram_bytes as u64
            + streams * (self.message_bytes as u64 + 80 * self.window)
    }

    /// Whether so many unacknowledged packets of a stream call for a round at once.
    pub(crate) fn is_urgent(&self, unstable: u64) -> bool {
        unstable * 8 >= self.window || unstable * 2 >= self.initial_window
    }

    /// How long a member may keep a token waiting: members that wait for a processor are not silent.
    pub(crate) fn silent_after(&self) -> Duration {
        (self.straggler_after / 2).min(self.round_max * 5 / 2)
    }

    /// How long nothing may come by multicast, though something is to come, before a member joins again.
    pub(crate) fn unheard_after(&self) -> Duration {
        self.silent_after() * 2
    }

    pub(crate) fn applies(&self, rule: Rule) -> bool {
        !self.sabotage.contains(&rule)
    }
}

/// Refuses a value outside of its bounds.
pub(crate) fn within(
    name: &'static str,
    value: u64,
    least: u64,
    most: u64,
) -> Result<(), ConfigError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(ConfigError {
        name,
        value,
        least,
        most,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_out_of_bounds_is_named_with_its_bounds() {
        let config = Config {
            lane_window: 5000,
            ..Config::default()
        };
        let error = config.check().unwrap_err().to_string();
        assert_eq!(error, "lane_window is 5000, must be between 1 and 1024");
        assert_eq!(Config::default().check(), Ok(()));
    }
}
