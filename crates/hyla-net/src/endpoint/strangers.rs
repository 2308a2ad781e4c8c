//! Callers that the owner of the endpoint does not trust yet, and what they may take of it.
//!
//! Each connection costs a descriptor and a buffer until its greeting has arrived. Limits in all and for each address
//! keep callers that never greet from keeping others out: the oldest stranger of the address with most of them makes
//! room, so a caller that greets at once gets in, whoever else calls. See `docs/decisions/0046-safety.md`.

use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::reception::ReceptionCounters;
use super::{Endpoint, line_budget};
use crate::address::network_of;
use crate::channel::Trust;
use crate::channel_entry::{ChannelEntry, StreamEntry};
use crate::{Address, ChannelId, CloseReason, Event};

/// Shortest time between two log lines about strangers.
const LOG_INTERVAL: Duration = Duration::from_secs(10);

/// Strangers that were disconnected.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    disconnected: u64,
    /// Of these, to keep descriptors in reserve.
    for_descriptors: u64,
    /// Trusted channels of users that left too much unfinished.
    over_budget: u64,
    /// Channels closed for what arrived on them.
    bad_input: u64,
    logged: u64,
    logged_at: Option<Instant>,
}

impl Strangers {
    /// Counts a channel that is closed because of what arrived on it. A trusted peer that ends within a frame has crashed, and a
    /// caller with another protocol has an [event](Event::ForeignCaller) of its own.
    pub(super) fn note_bad_input(&mut self, reason: &CloseReason, is_trusted: bool) {
        let is_counted = match reason {
            CloseReason::MidFrame { .. } => !is_trusted,
            CloseReason::WrongHandshake { .. } => false,
            other => other.is_bad_input(),
        };
        self.bad_input += u64::from(is_counted);
    }

    /// The number of those not logged yet, if a line is due.
    fn take_due(&mut self, disconnected: u64, now: Instant) -> Option<u64> {
        let is_new = disconnected > self.logged;
        let is_due = self
            .logged_at
            .is_none_or(|at| now.saturating_duration_since(at) >= LOG_INTERVAL);
        if !is_new || !is_due {
            return None;
        }
        let count = disconnected - self.logged;
        (self.logged, self.logged_at) = (disconnected, Some(now));
        Some(count)
    }
}

impl Endpoint {
    /// Callers that were disconnected since too many others had not been trusted yet.
    #[must_use]
    pub fn disconnected_strangers(&self) -> u64 {
        self.strangers.disconnected + self.at_receptions(|counters| &counters.crowded)
    }

    /// Those of them that made room since the process had few descriptors left ([`reserved_descriptors`](crate::EndpointConfig::reserved_descriptors)).
    #[must_use]
    pub fn disconnected_for_descriptors(&self) -> u64 {
        self.strangers.for_descriptors + self.at_receptions(|counters| &counters.descriptors)
    }

    /// Callers that said nothing, or did not end what they began to say, while the [reception](crate::EndpointConfig::reception)
    /// waited for it.
    #[must_use]
    pub fn silent_strangers(&self) -> u64 {
        self.at_receptions(|counters| &counters.silent)
    }

    fn at_receptions(&self, counter: impl Fn(&ReceptionCounters) -> &AtomicU64) -> u64 {
        let receptions = self.receptions.iter();
        receptions
            .map(|it| counter(it.counters()).load(Relaxed))
            .sum()
    }

    /// Channels of [users](crate::Channel::trust_user) that were closed since the user left too much unfinished.
    #[must_use]
    pub fn closed_over_budget(&self) -> u64 {
        self.strangers.over_budget
    }

    /// Channels that were closed because what arrived on them violated the protocol of channels: frames that are too large or
    /// broken, bytes that were not sealed. Without callers of [other protocols](Event::ForeignCaller).
    #[must_use]
    pub fn closed_for_bad_input(&self) -> u64 {
        self.strangers.bad_input + self.at_receptions(|counters| &counters.unfinished)
    }

    /// The addresses that count as one with this one: a host with IPv6 has at least 2^64 of them, which begin alike.
    #[must_use]
    pub fn network_of(address: IpAddr) -> IpAddr {
        network_of(address)
    }

    /// Whether this process can open fewer than `reserve` more descriptors; of a large reserve, a quarter of the process's
    /// limit counts. Costs a few system calls. `false` where the system has no such limit.
    #[must_use]
    pub fn is_short_of_descriptors(reserve: usize) -> bool {
        crate::sys::is_short_of_descriptors(reserve)
    }

    /// Whether this process may log a line now about a caller that has not proven who it is, and how many lines were left out
    /// since the last one. All faces of a process share one budget: 20 lines at once, then one each second.
    #[must_use]
    pub fn stranger_line() -> Option<u64> {
        line_budget::stranger_line()
    }

    /// Lines about such callers that this process has left out.
    #[must_use]
    pub fn suppressed_stranger_lines() -> u64 {
        line_budget::suppressed_stranger_lines()
    }

    /// Disconnects strangers while there are more than the configuration allows.
    pub(super) fn limit_strangers(&mut self, on: &mut impl FnMut(Event<'_>)) {
        let config = &self.mailbox.config;
        let (most, most_alike) = (config.max_strangers, config.max_strangers_per_address);
        while let Some(id) = self.surplus_stranger(Trust::None, most, most_alike) {
            self.disconnect_stranger(id, on);
        }
    }

    /// Disconnects one stranger, so that its descriptor becomes free; without one, a caller that is admitted and not trusted. Returns whether
    /// there was one.
    pub(super) fn free_descriptor(&mut self, on: &mut impl FnMut(Event<'_>)) -> bool {
        let stranger = self.surplus_stranger(Trust::None, 0, usize::MAX);
        let unknown = stranger.or_else(|| self.surplus_stranger(Trust::Admitted, 0, usize::MAX));
        let Some(id) = unknown else {
            return false;
        };
        self.disconnect_stranger(id, on);
        self.strangers.for_descriptors += 1;
        true
    }

    /// Disconnects a stranger for the one that has come, if the process has few descriptors left.
    pub(super) fn reserve_descriptors(&mut self, on: &mut impl FnMut(Event<'_>)) {
        let reserve = self.mailbox.config.reserved_descriptors;
        if reserve > 0 && Self::is_short_of_descriptors(reserve) {
            self.free_descriptor(on);
        }
    }

    /// The caller, trusted that far, that has to make room.
    fn surplus_stranger(&self, trust: Trust, most: usize, most_alike: usize) -> Option<ChannelId> {
        let mut groups: Vec<(usize, ChannelId)> = Vec::new();
        let mut by_network: FxHashMap<Option<IpAddr>, usize> = FxHashMap::default();
        // Most callers of a flood have one address, which is looked up once.
        let mut last = None;
        let mut count = 0;
        for (id, entry) in &self.channels {
            let stream = entry.stream.as_ref();
            let has_called = stream.is_some_and(StreamEntry::is_accepted_call);
            if !has_called || entry.shared.trust() != trust {
                continue;
            }
            count += 1;
            let address = match entry.shared.link.peer_address() {
                Address::Tcp(at) => Some(at.ip()),
                _ => None,
            };
            let group = match last {
                Some((of, group)) if of == address => group,
                _ => {
                    let fresh = groups.len();
                    let group = *by_network.entry(address.map(network_of)).or_insert(fresh);
                    if group == fresh {
                        groups.push((0, *id));
                    }
                    last = Some((address, group));
                    group
                }
            };
            // Numbers of channels rise: the least is the oldest.
            let (alike, oldest) = &mut groups[group];
            *alike += 1;
            *oldest = (*oldest).min(*id);
        }
        let (alike, oldest) = groups.into_iter().max()?;
        (count > most || alike > most_alike).then_some(oldest)
    }

    /// The frame that a channel has not finished is long. While callers that were admitted leave too much unfinished together, or the trusted
    /// channels of its user do, the one that left most is disconnected.
    pub(super) fn limit_unfinished(&mut self, by: ChannelId, on: &mut impl FnMut(Event<'_>)) {
        let config = &self.mailbox.config;
        let of = |entry: &ChannelEntry| (entry.shared.trust(), entry.shared.user());
        let (group, most) = match self.channels.get(&by).map(of) {
            Some((Trust::Admitted, _)) => (None, config.max_unfinished_bytes),
            Some((Trust::Full, Some(user))) => (Some(user), config.max_unfinished_bytes_of_user),
            _ => return,
        };
        let is_in = |entry: &ChannelEntry| match (of(entry), group) {
            ((Trust::Admitted, _), None) => true,
            ((Trust::Full, user), Some(_)) => user == group,
            _ => false,
        };
        loop {
            let unfinished = self.channels.iter().filter_map(|(id, entry)| {
                let stream = entry.stream.as_ref()?;
                let bytes = stream.decoder.unfinished();
                is_in(entry).then_some((bytes, *id))
            });
            let (together, largest) = unfinished.fold((0, None), |(together, largest), next| {
                (together + next.0, largest.max(Some(next)))
            });
            match (largest, group) {
                (Some((_, id)), None) if together > most => self.disconnect_stranger(id, on),
                (Some((_, id)), Some(_)) if together > most => {
                    self.strangers.over_budget += 1;
                    self.end(id, CloseReason::OverBudget, on);
                }
                _ => return,
            }
        }
    }

    fn disconnect_stranger(&mut self, id: ChannelId, on: &mut impl FnMut(Event<'_>)) {
        self.strangers.disconnected += 1;
        self.end(id, CloseReason::Crowded, on);
    }

    /// Logs disconnected strangers, at most once in [`LOG_INTERVAL`].
    pub(super) fn log_strangers(&mut self, now: Instant) {
        super::line_budget::log_suppressed(now);
        let in_all = self.disconnected_strangers();
        if let Some(count) = self.strangers.take_due(in_all, now) {
            tracing::warn!(
                count,
                in_all,
                for_descriptors = self.disconnected_for_descriptors(),
                "callers that had not said who they are were disconnected to make room for others"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;
    use crate::EndpointConfig;
    use crate::endpoint::streams::MOST_ACCEPTED;

    /// Polls until that many callers were disconnected.
    fn poll_until(endpoint: &mut Endpoint, disconnected: u64) {
        while endpoint.disconnected_strangers() < disconnected {
            endpoint
                .poll(Some(Duration::from_millis(1)), &mut |_| {})
                .unwrap();
        }
    }

    fn crowded(max_strangers: usize) -> (Endpoint, std::net::SocketAddr) {
        let mut endpoint = Endpoint::new(EndpointConfig {
            max_strangers,
            shared_memory: false,
            ..EndpointConfig::default()
        })
        .unwrap();
        let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        (endpoint, at)
    }

    #[test]
    fn the_oldest_silent_caller_makes_room() {
        let (mut endpoint, at) = crowded(3);
        let mut silent: Vec<_> = (0..5).map(|_| TcpStream::connect(at).unwrap()).collect();

        poll_until(&mut endpoint, 2);

        for caller in &mut silent[..2] {
            assert_eq!(caller.read(&mut [0; 8]).unwrap_or(0), 0);
        }
        assert_eq!(endpoint.channels.len(), 3);
    }

    #[test]
    fn a_caller_that_is_trusted_stays_whoever_else_calls() {
        let (mut endpoint, at) = crowded(2);
        let mut member = Endpoint::new(EndpointConfig::default()).unwrap();
        let channel = member.connect(&Address::Tcp(at));
        channel.send_parts(&[b"hello"]).unwrap();
        let mut trusted = None;
        while trusted.is_none() {
            let turn = Some(Duration::from_millis(1));
            member.poll(turn, &mut |_| {}).unwrap();
            let on = &mut |event: Event<'_>| {
                if let Event::Accepted { channel, .. } = event {
                    channel.trust();
                    trusted = Some(channel.id());
                }
            };
            endpoint.poll(turn, on).unwrap();
        }

        let _silent: Vec<_> = (0..6).map(|_| TcpStream::connect(at).unwrap()).collect();
        poll_until(&mut endpoint, 4);

        let id = trusted.unwrap();
        assert!(endpoint.channels.contains_key(&id));
        assert_eq!(endpoint.channels.len(), 3);
    }

    #[test]
    fn what_admitted_callers_leave_unfinished_is_limited_and_what_others_leave_is_not() {
        const PART: usize = 200_000;
        let mut endpoint = Endpoint::new(EndpointConfig {
            max_unfinished_bytes: 2 * PART + PART / 2,
            shared_memory: false,
            ..EndpointConfig::default()
        })
        .unwrap();
        let at = endpoint.listen("127.0.0.1:0".parse().unwrap()).unwrap();
        // The last two are trusted.
        let mut callers = Vec::new();
        for number in 0..6 {
            let mut caller = TcpStream::connect(at).unwrap();
            let begun = [&b"HYLA\x01\0\0\0"[..], &[1, 0, 0, 0, 7]].concat();
            caller.write_all(&begun).unwrap();
            let mut is_in = false;
            while !is_in {
                let on = &mut |event: Event<'_>| match event {
                    Event::Accepted { channel, .. } if number < 4 => channel.admit(),
                    Event::Accepted { channel, .. } => channel.trust(),
                    Event::Frame { .. } => is_in = true,
                    _ => {}
                };
                let turn = Some(Duration::from_millis(1));
                endpoint.poll(turn, on).unwrap();
            }
            callers.push(caller);
        }

        for caller in &mut callers {
            let length = u32::try_from(PART * 2).unwrap().to_le_bytes();
            // Its end may have closed the connection by then.
            let _ = caller.write_all(&[&length[..], &vec![0; PART]].concat());
            for _ in 0..20 {
                let turn = Some(Duration::from_millis(1));
                endpoint.poll(turn, &mut |_| {}).unwrap();
            }
        }

        poll_until(&mut endpoint, 2);
        assert_eq!(endpoint.disconnected_strangers(), 2);
        assert_eq!(endpoint.channels.len(), 4);
    }

    #[test]
    fn a_flood_of_callers_is_accepted_a_few_in_each_turn() {
        let (mut endpoint, at) = crowded(100);
        let _silent: Vec<_> = (0..13).map(|_| TcpStream::connect(at).unwrap()).collect();
        let mut accepted = 0;

        while accepted < 13 {
            endpoint.poll(Some(Duration::ZERO), &mut |_| {}).unwrap();
            let now = endpoint.channels.len();
            assert!(now <= accepted + MOST_ACCEPTED, "{accepted}, then {now}");
            accepted = now;
        }
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one() {
        let network = |text: &str| network_of(text.parse().unwrap()).to_string();

        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("2001:db8:1:2::7"), "2001:db8:1:2::");
        assert_eq!(network("10.1.2.3"), "10.1.2.3");
        assert_eq!(network("::ffff:10.1.2.3"), "10.1.2.3");
    }

    #[test]
    fn log_lines_about_strangers_have_an_interval_and_a_count() {
        let start = Instant::now();
        let mut strangers = Strangers::default();
        assert_eq!(strangers.take_due(0, start), None);

        assert_eq!(strangers.take_due(3, start), Some(3));
        assert_eq!(strangers.take_due(1000, start + LOG_INTERVAL / 2), None);
        assert_eq!(strangers.take_due(1000, start + LOG_INTERVAL), Some(997));
        assert_eq!(strangers.take_due(1000, start + 3 * LOG_INTERVAL), None);
    }
}
