//! Rate limit of logins: failures are counted for each user and each peer address; after some of
//! them the next attempt must wait, twice as long each time.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::time::Duration;

/// Failures that cost no time: mistyped passwords.
const FREE_FOR_USER: u32 = 3;
/// More for an address, which many users may share.
const FREE_FOR_PEER: u32 = 10;
/// The longest wait. Bounds how long another caller's attempts lock a user out.
const LONGEST: Duration = Duration::from_secs(60);
/// Failures older than this are forgotten.
const MEMORY: Duration = Duration::from_secs(15 * 60);
/// Most users, and addresses, with recorded failures.
const MOST: usize = 10_000;
/// Longer names are cut to this length.
const LONGEST_NAME: usize = 256;

/// Recent failed attempts.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    users: Failures<String>,
    peers: Failures<IpAddr>,
}

impl Attempts {
    /// How long this user, or any user at this address, must wait before the next attempt.
    /// Independent of whether the user exists.
    pub(super) fn wait(&self, now: Duration, user: &str, peer: Option<IpAddr>) -> Option<Duration> {
        let user = self.users.wait(now, &key(user));
        let peer = peer.and_then(|peer| self.peers.wait(now, &network(peer)));
        user.max(peer)
    }

    /// An attempt failed.
    pub(super) fn failed(&mut self, now: Duration, user: &str, peer: Option<IpAddr>) {
        self.users.add(now, key(user), FREE_FOR_USER);
        if let Some(peer) = peer {
            self.peers.add(now, network(peer), FREE_FOR_PEER);
        }
    }

    /// Records a success. The address keeps its failures: a user with one valid password may still
    /// guess another.
    pub(super) fn succeeded(&mut self, user: &str) {
        self.users.0.remove(&key(user));
    }
}

#[derive(Debug)]
struct Failures<K>(HashMap<K, Record>);

#[derive(Clone, Copy, Debug)]
struct Record {
    count: u32,
    last: Duration,
    until: Duration,
}

impl<K> Default for Failures<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Clone + Eq + Hash> Failures<K> {
    fn wait(&self, now: Duration, key: &K) -> Option<Duration> {
        let left = self.0.get(key)?.until.saturating_sub(now);
        (!left.is_zero()).then_some(left)
    }

    fn add(&mut self, now: Duration, key: K, free: u32) {
        if self.0.len() >= MOST && !self.0.contains_key(&key) {
            self.make_room(now);
        }
        let record = self.0.entry(key).or_insert(Record {
            count: 0,
            last: now,
            until: now,
        });
        if now.saturating_sub(record.last) >= MEMORY {
            record.count = 0;
        }
        record.count = record.count.saturating_add(1);
        record.last = now;
        if let Some(beyond) = record.count.checked_sub(free + 1) {
            // 1 s, 2 s, 4 s; limited, since the longest wait applies beyond.
            let wait = Duration::from_secs(1 << beyond.min(10));
            record.until = now + wait.min(LONGEST);
        }
    }

    /// Drops forgotten entries, or else the older half.
    fn make_room(&mut self, now: Duration) {
        self.0
            .retain(|_, record| now.saturating_sub(record.last) < MEMORY);
        if self.0.len() < MOST {
            return;
        }
        let mut times: Vec<Duration> = self.0.values().map(|record| record.last).collect();
        let (_, middle, _) = times.select_nth_unstable(MOST / 2);
        let middle = *middle;
        self.0.retain(|_, record| record.last > middle);
    }
}

fn key(user: &str) -> String {
    let mut end = user.len().min(LONGEST_NAME);
    while !user.is_char_boundary(end) {
        end -= 1;
    }
    user[..end].to_owned()
}

/// An IPv6 address counts as its whole /64.
fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(at) => IpAddr::V6(Ipv6Addr::from_bits(at.to_bits() >> 64 << 64)),
        v4 => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PEER: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1)));

    fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn mistakes_are_free_and_then_each_costs_twice_the_time() {
        let mut attempts = Attempts::default();
        let mut now = s(100);
        for _ in 0..FREE_FOR_USER {
            assert_eq!(attempts.wait(now, "anna", None), None);
            attempts.failed(now, "anna", None);
        }
        for seconds in [1, 2, 4, 8, 16, 32, 60, 60] {
            assert_eq!(attempts.wait(now, "anna", None), None);
            attempts.failed(now, "anna", None);
            assert_eq!(attempts.wait(now, "anna", None), Some(s(seconds)));
            let almost = s(seconds) - Duration::from_millis(1);
            assert!(attempts.wait(now + almost, "anna", None).is_some());
            now += s(seconds);
        }
        assert_eq!(attempts.wait(now - s(1), "berta", None), None);
    }

    #[test]
    fn success_clears_the_user_and_not_the_address() {
        let mut attempts = Attempts::default();
        for n in 0..=FREE_FOR_PEER {
            attempts.failed(s(1), &n.to_string(), PEER);
        }
        for _ in 0..=FREE_FOR_USER {
            attempts.failed(s(1), "anna", None);
        }
        assert_eq!(attempts.wait(s(1), "anna", None), Some(s(1)));

        attempts.succeeded("anna");

        assert_eq!(attempts.wait(s(1), "anna", None), None);
        assert_eq!(attempts.wait(s(1), "anna", PEER), Some(s(1)));
        assert_eq!(
            attempts.wait(s(1), "anna", Some(IpAddr::from([10, 0, 0, 2]))),
            None
        );
    }

    #[test]
    fn failures_of_long_ago_are_forgotten() {
        let mut attempts = Attempts::default();
        for _ in 0..20 {
            attempts.failed(s(1), "anna", None);
        }

        attempts.failed(s(1) + MEMORY, "anna", None);

        assert_eq!(attempts.wait(s(1) + MEMORY, "anna", None), None);
    }

    #[test]
    fn addresses_of_one_network_of_version_6_are_one() {
        let mut attempts = Attempts::default();
        for n in 0..=FREE_FOR_PEER {
            let at = format!("2001:db8::{n:x}").parse().unwrap();
            attempts.failed(s(1), &n.to_string(), Some(at));
        }
        let same = "2001:db8::ffff".parse().unwrap();
        let other = "2001:db8:0:1::1".parse().unwrap();
        assert!(attempts.wait(s(1), "anna", Some(same)).is_some());
        assert_eq!(attempts.wait(s(1), "anna", Some(other)), None);
    }

    #[test]
    fn memory_is_bounded() {
        let mut attempts = Attempts::default();
        let long = "ß".repeat(1000);
        for n in 0..3 * MOST {
            let now = Duration::from_millis(n as u64);
            attempts.failed(now, &format!("{n}{long}"), None);
        }
        assert!(attempts.users.0.len() <= MOST);
        assert!(attempts.users.0.keys().all(|k| k.len() <= LONGEST_NAME));
        assert!(
            attempts
                .users
                .0
                .contains_key(&key(&format!("{}{long}", 3 * MOST - 1)))
        );
    }
}
