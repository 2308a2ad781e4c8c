//! Threads on which calls wait for the RTI, and how the addresses of clients share them.
//!
//! A call may wait for half a minute. In one queue for all, sessions of one address could keep everybody else from connecting,
//! declaring and resigning.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::future::BoxFuture;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Uses of a thread by a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ThreadUse {
    /// A call that waits for the RTI.
    Call,
    /// The same before the federate has connected: its connect.
    Connect,
    /// The federate leaves at the end of its session.
    Leave,
}

/// A place in the queue for a thread. Yields the permit once a thread is free; to drop the request gives up the place.
pub(crate) type ThreadRequest = BoxFuture<'static, ThreadPermit>;

/// Permits for the threads of a pool. Each use has a share of them, and so has each IPv4 address or IPv6 network of clients.
/// There are never more permits than threads, so a call with a permit finds a thread.
pub(crate) struct CallThreads {
    calls: Arc<Share>,
    connects: Arc<Share>,
    leaves: Arc<Share>,
}

impl CallThreads {
    /// Shares of a pool of so many threads, at least three: a quarter for connects, a sixteenth for leaving, which is quick, and the
    /// rest for other calls. An address has at most a quarter of the pool for calls, and a quarter of what is for connects.
    pub(crate) fn new(pool: usize) -> Self {
        let (connects, leaves) = ((pool / 4).max(1), (pool / 16).max(1));
        let calls = pool.saturating_sub(connects + leaves);
        Self {
            calls: Share::new(calls, pool / 4),
            connects: Share::new(connects, connects / 4),
            leaves: Share::new(leaves, leaves),
        }
    }

    /// Requests a thread for a session. `network`: of its client.
    pub(crate) fn request(&self, wanted: ThreadUse, network: IpAddr) -> ThreadRequest {
        let share = match wanted {
            ThreadUse::Call => &self.calls,
            ThreadUse::Connect => &self.connects,
            ThreadUse::Leave => &self.leaves,
        };
        Arc::clone(share).request(network)
    }
}

/// The threads for one use.
struct Share {
    of_all: Arc<Semaphore>,
    /// Most that one network has at a time.
    most_of_network: usize,
    networks: Mutex<HashMap<IpAddr, Network>>,
}

struct Network {
    threads: Arc<Semaphore>,
    /// Requests and permits; with the last one the entry goes.
    users: usize,
}

impl Share {
    fn new(of_all: usize, of_network: usize) -> Arc<Self> {
        Arc::new(Self {
            of_all: Arc::new(Semaphore::new(of_all.max(1))),
            most_of_network: of_network.max(1),
            networks: Mutex::default(),
        })
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<IpAddr, Network>> {
        // Nothing that panics happens while it is locked.
        self.networks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(self: Arc<Self>, network: IpAddr) -> ThreadRequest {
        let of_network = {
            let mut networks = self.locked();
            let network = networks.entry(network).or_insert_with(|| Network {
                threads: Arc::new(Semaphore::new(self.most_of_network)),
                users: 0,
            });
            network.users += 1;
            Arc::clone(&network.threads)
        };
        let of_all = Arc::clone(&self.of_all);
        let user = NetworkUser {
            share: self,
            network,
        };
        Box::pin(async move {
            // First the share of the network: a network waits in the queue of all with at most its share of requests.
            let of_network = of_network.acquire_owned().await;
            let of_all = of_all.acquire_owned().await;
            ThreadPermit {
                _of_network: of_network.expect("it is never closed"),
                _of_all: of_all.expect("it is never closed"),
                _user: user,
            }
        })
    }
}

/// The right to occupy a thread, until it is dropped.
pub(crate) struct ThreadPermit {
    _of_network: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
    _user: NetworkUser,
}

/// A request or permit, counted in [`Network::users`] until it is dropped.
struct NetworkUser {
    share: Arc<Share>,
    network: IpAddr,
}

impl Drop for NetworkUser {
    fn drop(&mut self) {
        let mut networks = self.share.locked();
        if let Some(network) = networks.get_mut(&self.network) {
            network.users -= 1;
            if network.users == 0 {
                networks.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const USES: [ThreadUse; 3] = [ThreadUse::Call, ThreadUse::Connect, ThreadUse::Leave];

    fn network(number: u8) -> IpAddr {
        [10, 0, 0, number].into()
    }

    fn at_once(threads: &CallThreads, wanted: ThreadUse, of: u8) -> Option<ThreadPermit> {
        threads.request(wanted, network(of)).now_or_never()
    }

    /// All permits that the networks get at once.
    fn all(threads: &CallThreads, wanted: ThreadUse, of: &[u8]) -> Vec<ThreadPermit> {
        let permits = of
            .iter()
            .flat_map(|of| std::iter::from_fn(|| at_once(threads, wanted, *of)));
        permits.collect()
    }

    #[test]
    fn one_network_leaves_threads_to_others_and_all_together_have_no_more_than_there_are() {
        for pool in [3, 16, 256] {
            let threads = CallThreads::new(pool);
            let one: Vec<_> = USES
                .iter()
                .flat_map(|wanted| all(&threads, *wanted, &[1]))
                .collect();
            if pool > 3 {
                assert!(one.len() <= pool / 2, "{} of {pool}", one.len());
                assert!(at_once(&threads, ThreadUse::Call, 2).is_some());
                assert!(at_once(&threads, ThreadUse::Connect, 2).is_some());
            }
            drop(one);

            let everybody: Vec<u8> = (0..100).collect();
            let together = USES.map(|wanted| all(&threads, wanted, &everybody));
            let number: usize = together.iter().map(Vec::len).sum();
            assert_eq!(number, pool);
        }
    }

    #[test]
    fn threads_for_one_use_are_left_when_those_for_others_are_taken() {
        let threads = CallThreads::new(16);
        let everybody: Vec<u8> = (0..100).collect();
        let _calls = all(&threads, ThreadUse::Call, &everybody);

        let _connects = all(&threads, ThreadUse::Connect, &everybody);

        assert!(at_once(&threads, ThreadUse::Leave, 1).is_some());
    }

    #[test]
    fn who_waits_gets_the_next_thread_of_its_network_and_networks_without_users_are_forgotten() {
        let threads = CallThreads::new(16);
        let mut permits = all(&threads, ThreadUse::Call, &[1]);
        assert_eq!(permits.len(), 4);
        let mut first = threads.request(ThreadUse::Call, network(1));
        let mut second = threads.request(ThreadUse::Call, network(1));
        let mut third = threads.request(ThreadUse::Call, network(1));
        for waits in [&mut first, &mut second, &mut third] {
            assert!(waits.now_or_never().is_none());
        }

        drop(first);
        permits.pop();
        assert!((&mut third).now_or_never().is_none());
        permits.extend((&mut second).now_or_never());
        assert_eq!(permits.len(), 4);

        let networks = || threads.calls.locked().len();
        assert_eq!(networks(), 1);
        permits.clear();
        drop(second);
        assert_eq!(networks(), 1);
        drop(third);
        assert_eq!(networks(), 0);
    }
}
