//! Connections that have not asked for a session yet: limits in all and for each address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts of such connections, against their limits.
pub(super) struct Strangers {
    most: usize,
    most_alike: usize,
    counts: Mutex<HashMap<IpAddr, usize>>,
}

/// Counts a connection until it is dropped.
pub(super) struct StrangerPermit {
    strangers: Arc<Strangers>,
    from: IpAddr,
}

impl Strangers {
    pub(super) fn new(most: usize, most_alike: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            most_alike,
            counts: Mutex::default(),
        })
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        // Nothing that panics happens while it is locked.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A permit for a connection from that address, if there is room.
    pub(super) fn admit(self: &Arc<Self>, from: IpAddr) -> Option<StrangerPermit> {
        let from = from.to_canonical();
        let mut counts = self.locked();
        let alike = counts.get(&from).copied().unwrap_or(0);
        if alike >= self.most_alike || counts.values().sum::<usize>() >= self.most {
            return None;
        }
        counts.insert(from, alike + 1);
        Some(StrangerPermit {
            strangers: Arc::clone(self),
            from,
        })
    }
}

impl Drop for StrangerPermit {
    fn drop(&mut self) {
        let mut counts = self.strangers.locked();
        let alike = counts.get(&self.from).copied().unwrap_or(0);
        if alike > 1 {
            counts.insert(self.from, alike - 1);
        } else {
            counts.remove(&self.from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_leaves_room_for_others() {
        let strangers = Strangers::new(3, 2);
        let [one, other] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);

        let mut held: Vec<_> = (0..9).filter_map(|_| strangers.admit(one)).collect();
        assert_eq!(held.len(), 2);
        held.extend(strangers.admit(other));
        assert_eq!(held.len(), 3);
        assert!(strangers.admit(other).is_none(), "in all");

        held.clear();
        assert!(strangers.locked().is_empty());
        assert!(strangers.admit(one).is_some());
    }
}
