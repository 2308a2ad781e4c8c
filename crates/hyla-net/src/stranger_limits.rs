//! Limits of connections that have not said who they are, for listeners beside endpoints: HTTP, the Federate Protocol, reflectors.
//!
//! As at the port of the native protocol, the oldest connection of the address with most of them makes room for a new one, so
//! a client that asks at once gets in during a flood.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::future::poll_fn;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use crate::Endpoint;

/// Limits in all and for each address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrangerLimits {
    /// Connections in all.
    pub most: usize,
    /// Connections from one address; addresses of one IPv6 network count as one.
    pub most_alike: usize,
    /// Descriptors that the process keeps free; 0: none.
    pub reserved_descriptors: usize,
}

/// Such connections of one or several listeners.
#[derive(Debug)]
pub struct Strangers {
    limits: StrangerLimits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    next: u64,
    /// By age.
    waiting: BTreeMap<u64, (IpAddr, Arc<Leave>)>,
}

/// Whether a connection has to leave, and who waits for that.
#[derive(Default)]
struct Leave(Mutex<LeaveState>);

#[derive(Default)]
struct LeaveState {
    is_due: bool,
    waker: Option<Waker>,
    close: Option<Box<dyn FnOnce() + Send>>,
}

impl fmt::Debug for Leave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Leave(due: {})", locked(&self.0).is_due)
    }
}

/// Counts a connection among the strangers until it is dropped.
#[derive(Debug)]
pub struct StrangerPermit {
    strangers: Arc<Strangers>,
    number: u64,
    leave: Arc<Leave>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing that panics happens while it is locked.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Strangers {
    /// No connections so far.
    #[must_use]
    pub fn new(limits: StrangerLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            state: Mutex::default(),
        })
    }

    /// A permit for a connection from that address, and how many others have to make room for it. One of them may be this
    /// connection itself, if there is no other.
    pub fn admit(self: &Arc<Self>, from: IpAddr) -> (StrangerPermit, u64) {
        self.admit_with(from, None)
    }

    /// The same for a connection of a thread that waits in a system call: `close` is called, on another thread, when it has to
    /// make room.
    pub fn admit_closing(
        self: &Arc<Self>,
        from: IpAddr,
        close: impl FnOnce() + Send + 'static,
    ) -> (StrangerPermit, u64) {
        self.admit_with(from, Some(Box::new(close)))
    }

    fn admit_with(
        self: &Arc<Self>,
        from: IpAddr,
        close: Option<Box<dyn FnOnce() + Send>>,
    ) -> (StrangerPermit, u64) {
        let leave = Arc::new(Leave::default());
        locked(&leave.0).close = close;
        let mut state = locked(&self.state);
        let number = state.next;
        state.next += 1;
        let waiting = &mut state.waiting;
        waiting.insert(number, (Endpoint::network_of(from), Arc::clone(&leave)));
        let StrangerLimits {
            most,
            most_alike,
            reserved_descriptors,
        } = self.limits;
        let mut made_room = Vec::new();
        while let Some(oldest) = surplus(by_age(waiting), most, most_alike) {
            made_room.extend(waiting.remove(&oldest));
        }
        if reserved_descriptors > 0
            && Endpoint::is_short_of_descriptors(reserved_descriptors)
            && let Some(oldest) = surplus(by_age(waiting), 0, usize::MAX)
        {
            made_room.extend(waiting.remove(&oldest));
        }
        drop(state);
        for (_, leave) in &made_room {
            leave.tell();
        }
        let permit = StrangerPermit {
            strangers: Arc::clone(self),
            number,
            leave,
        };
        (permit, made_room.len() as u64)
    }
}

impl Leave {
    fn tell(&self) {
        let mut state = locked(&self.0);
        state.is_due = true;
        let (waker, close) = (state.waker.take(), state.close.take());
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
        if let Some(close) = close {
            close();
        }
    }
}

fn by_age<L>(waiting: &BTreeMap<u64, (IpAddr, L)>) -> impl Iterator<Item = (u64, IpAddr)> {
    let numbered = waiting.iter();
    numbered.map(|(number, (from, _))| (*number, *from))
}

/// The connection that has to make room, if there are more than allowed.
pub(crate) fn surplus(
    by_age: impl Iterator<Item = (u64, IpAddr)>,
    most: usize,
    most_alike: usize,
) -> Option<u64> {
    let mut alike: HashMap<IpAddr, (usize, u64)> = HashMap::new();
    let mut all = 0;
    for (number, from) in by_age {
        // The first is the oldest.
        alike.entry(from).or_insert((0, number)).0 += 1;
        all += 1;
    }
    let (count, oldest) = alike.into_values().max_by_key(|(count, oldest)| {
        // Of equal numbers, that of the older one.
        (*count, std::cmp::Reverse(*oldest))
    })?;
    (all > most || count > most_alike).then_some(oldest)
}

impl StrangerPermit {
    /// Returns when the connection has to make room for another one.
    pub async fn has_to_leave(&self) {
        poll_fn(|cx| self.poll_has_to_leave(cx)).await;
    }

    /// The same for a task that waits for other things, too.
    pub fn poll_has_to_leave(&self, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = locked(&self.leave.0);
        if state.is_due {
            return Poll::Ready(());
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for StrangerPermit {
    fn drop(&mut self) {
        locked(&self.strangers.state).waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
    use std::task::Wake;

    use super::*;

    fn strangers(most: usize, most_alike: usize) -> Arc<Strangers> {
        Strangers::new(StrangerLimits {
            most,
            most_alike,
            reserved_descriptors: 0,
        })
    }

    fn left(permit: &StrangerPermit) -> bool {
        let state = locked(&permit.strangers.state);
        !state.waiting.contains_key(&permit.number)
    }

    #[test]
    fn the_oldest_of_the_address_with_most_makes_room() {
        let strangers = strangers(3, 2);
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
        assert!(locked(&strangers.state).waiting.is_empty());
    }

    struct Woken(AtomicU32);

    impl Wake for Woken {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    #[test]
    fn who_has_to_leave_is_woken_and_closed_once() {
        let strangers = strangers(1, 1);
        let closed = Arc::new(AtomicU32::new(0));
        let also = Arc::clone(&closed);
        let close = move || {
            also.fetch_add(1, SeqCst);
        };
        let (first, _) = strangers.admit_closing([10, 0, 0, 1].into(), close);
        let woken = Arc::new(Woken(AtomicU32::new(0)));
        let waker = Waker::from(Arc::clone(&woken));
        let mut cx = Context::from_waker(&waker);
        let mut leaves = pin!(first.has_to_leave());
        assert!(leaves.as_mut().poll(&mut cx).is_pending());

        let (_second, _) = strangers.admit([10, 0, 0, 2].into());
        let (_third, _) = strangers.admit([10, 0, 0, 3].into());

        assert!(leaves.poll(&mut cx).is_ready());
        assert_eq!((woken.0.load(SeqCst), closed.load(SeqCst)), (1, 1));
    }
}
