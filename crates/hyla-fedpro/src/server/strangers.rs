//! Connections that have not asked for a session yet: limits in all and for each address.
//!
//! As at the port of the native protocol, the oldest connection of the address with most of them makes room for a new one, so
//! a client that asks at once gets in during a flood.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hyla_net::Endpoint;
use tokio::sync::Notify;

/// Such connections, against their limits.
pub(super) struct Strangers {
    most: usize,
    most_alike: usize,
    reserved_descriptors: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    next: u64,
    /// By age.
    waiting: BTreeMap<u64, (IpAddr, Arc<Notify>)>,
}

/// Counts a connection until it is dropped.
pub(super) struct StrangerPermit {
    strangers: Arc<Strangers>,
    number: u64,
    leave: Arc<Notify>,
}

impl Strangers {
    pub(super) fn new(most: usize, most_alike: usize, reserved_descriptors: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            most_alike,
            reserved_descriptors,
            state: Mutex::default(),
        })
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        // Nothing that panics happens while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A permit for a connection from that address, and how many others have to make room for it. One of them may be this
    /// connection itself, if there is no other.
    pub(super) fn admit(self: &Arc<Self>, from: IpAddr) -> (StrangerPermit, u64) {
        let leave = Arc::new(Notify::new());
        let mut state = self.locked();
        let number = state.next;
        state.next += 1;
        let waiting = &mut state.waiting;
        waiting.insert(number, (Endpoint::network_of(from), Arc::clone(&leave)));
        let mut made_room = 0;
        while let Some(oldest) = surplus(waiting, self.most, self.most_alike) {
            made_room += 1;
            dismiss(waiting, oldest);
        }
        if self.reserved_descriptors > 0
            && Endpoint::is_short_of_descriptors(self.reserved_descriptors)
            && let Some(oldest) = surplus(waiting, 0, usize::MAX)
        {
            made_room += 1;
            dismiss(waiting, oldest);
        }
        drop(state);
        let permit = StrangerPermit {
            strangers: Arc::clone(self),
            number,
            leave,
        };
        (permit, made_room)
    }
}

/// The connection that has to make room, if there are more than allowed.
fn surplus(
    waiting: &BTreeMap<u64, (IpAddr, Arc<Notify>)>,
    most: usize,
    most_alike: usize,
) -> Option<u64> {
    let mut alike: HashMap<IpAddr, (usize, u64)> = HashMap::new();
    for (number, (from, _)) in waiting {
        // In order of age: the first is the oldest.
        alike.entry(*from).or_insert((0, *number)).0 += 1;
    }
    let (count, oldest) = alike.into_values().max_by_key(|(count, oldest)| {
        // Of equal numbers, that of the older one.
        (*count, std::cmp::Reverse(*oldest))
    })?;
    (waiting.len() > most || count > most_alike).then_some(oldest)
}

fn dismiss(waiting: &mut BTreeMap<u64, (IpAddr, Arc<Notify>)>, number: u64) {
    if let Some((_, leave)) = waiting.remove(&number) {
        leave.notify_one();
    }
}

impl StrangerPermit {
    /// Returns when the connection has to make room for another one.
    pub(super) async fn has_to_leave(&self) {
        self.leave.notified().await;
    }
}

impl Drop for StrangerPermit {
    fn drop(&mut self) {
        self.strangers.locked().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(permit: &StrangerPermit) -> bool {
        !permit
            .strangers
            .locked()
            .waiting
            .contains_key(&permit.number)
    }

    #[test]
    fn the_oldest_of_the_address_with_most_makes_room() {
        let strangers = Strangers::new(3, 2, 0);
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);

        let (first, made_room) = strangers.admit(one);
        assert_eq!(made_room, 0);
        let (second, _) = strangers.admit(one);
        let (third, made_room) = strangers.admit(one);
        assert_eq!(made_room, 1);
        assert_eq!([&first, &second, &third].map(left), [true, false, false]);

        let (fourth, made_room) = strangers.admit(other);
        assert_eq!(made_room, 0);
        let (fifth, made_room) = strangers.admit(other);
        assert_eq!(made_room, 1, "in all");
        let all = [&second, &third, &fourth, &fifth].map(left);
        assert_eq!(all, [true, false, false, false]);

        drop((first, second, third, fourth, fifth));
        assert!(strangers.locked().waiting.is_empty());
    }

    #[tokio::test]
    async fn who_has_to_leave_is_told_once() {
        let strangers = Strangers::new(1, 1, 0);
        let (first, _) = strangers.admit([10, 0, 0, 1].into());
        let (_second, _) = strangers.admit([10, 0, 0, 2].into());

        first.has_to_leave().await;
    }
}
