//! Steps of model threads, called by the wrappers of `std`'s types, and bells. Outside of a model
//! they do nothing, and give nothing.

use std::panic::{Location, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::Ordering::{self, SeqCst};

use super::schedule::Footprint;
use super::{Access, Inner, Note, Site, Stopped, member};

pub(crate) fn load(address: usize, first: u64, order: Ordering, site: Site) -> Option<u64> {
    let (run, me) = member()?;
    let footprint = Footprint::word(address, false, order == SeqCst);
    Some(run.step(me, footprint, |inner| {
        let order = inner.order(Access::Load, order, site);
        let Inner {
            memory, schedule, ..
        } = inner;
        let mut choose = |count| schedule.choose_value(count);
        let (value, by) = memory.load(me, address, first, order, &mut choose);
        if let Some(by) = by {
            schedule.comes_after(by);
        }
        inner.note(me, Note::Load { value, order }, site);
        value
    }))
}

/// Gives the value to show outside of the model, if it is new.
pub(crate) fn store(
    address: usize,
    first: u64,
    value: u64,
    order: Ordering,
    site: Site,
) -> Option<Option<u64>> {
    let (run, me) = member()?;
    let footprint = Footprint::word(address, true, order == SeqCst);
    Some(run.step(me, footprint, |inner| {
        let order = inner.order(Access::Store, order, site);
        let Inner {
            memory, schedule, ..
        } = inner;
        let mut choose = |count| schedule.choose_value(count);
        let newest = memory.store(me, address, first, value, order, &mut choose);
        inner.note(me, Note::Store { value, order }, site);
        newest.then_some(value)
    }))
}

/// Gives the old value, and the one to show outside of the model, if it is new.
pub(crate) fn change(
    address: usize,
    first: u64,
    change: &dyn Fn(u64) -> Option<u64>,
    (order, failed): (Ordering, Ordering),
    site: Site,
) -> Option<(u64, Option<u64>)> {
    let (run, me) = member()?;
    let footprint = Footprint::word(address, true, order == SeqCst);
    Some(run.step(me, footprint, |inner| {
        let order = inner.order(Access::Change, order, site);
        let Inner {
            memory, schedule, ..
        } = inner;
        let mut choose = |count| schedule.choose_value(count);
        let (before, newest) =
            memory.change(me, address, first, change, (order, failed), &mut choose);
        let after = change(before);
        let note = Note::Change {
            from: before,
            to: after,
            order,
        };
        inner.note(me, note, site);
        (before, after.filter(|_| newest))
    }))
}

pub(crate) fn fence(order: Ordering, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::fence(order == SeqCst), |inner| {
        let order = inner.order(Access::Fence, order, site);
        inner.memory.fence(me, order);
        inner.note(me, Note::Fence(order), site);
    });
    Some(())
}

pub(crate) fn lock(address: usize, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::lock(address), |inner| {
        inner.schedule.held.insert(address);
        inner.memory.take_over(me, address);
        inner.note(me, Note::Lock, site);
    });
    Some(())
}

/// Not a step: waiting threads may continue at once.
pub(crate) fn unlock(address: usize) -> Option<()> {
    let (run, me) = member()?;
    let mut inner = run.lock();
    inner.unlock(me, address);
    Some(())
}

impl Inner {
    fn unlock(&mut self, me: usize, address: usize) {
        self.schedule.unlock(me, address);
        self.memory.begin(me);
        self.memory.leave(me, address);
    }
}

/// Unlocks the mutex and sleeps until the condition variable is notified. The mutex must be locked
/// again.
pub(crate) fn wait(condvar: usize, mutex: usize, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::word(condvar, true, false), |inner| {
        inner.note(me, Note::Wait, site);
        inner.unlock(me, mutex);
        inner.schedule.sleep(me, condvar);
    });
    Some(())
}

pub(crate) fn notify_all(condvar: usize, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::word(condvar, true, false), |inner| {
        let woken = inner.schedule.wake_all(me, condvar);
        inner.note(me, Note::Notify(woken), site);
    });
    Some(())
}

/// The system reads the newest value and puts the thread to sleep in one step.
pub(crate) fn futex_wait(address: usize, first: u64, now: u64, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::word(address, true, false), |inner| {
        let newest = inner.memory.newest(me, address, first);
        let note = Note::FutexWait {
            expects: now,
            finds: newest,
        };
        inner.note(me, note, site);
        if newest == now {
            inner.schedule.sleep(me, address);
        }
    });
    Some(())
}

pub(crate) fn futex_wake(address: usize, site: Site) -> Option<()> {
    let (run, me) = member()?;
    run.step(me, Footprint::word(address, true, false), |inner| {
        let woken = inner.schedule.wake_all(me, address);
        inner.note(me, Note::FutexWake(woken), site);
    });
    Some(())
}

/// Non-atomic bytes are read or written. Not a step: its time does not matter.
pub(crate) fn touch(address: usize, count: usize, writes: bool) {
    let Some((run, me)) = member() else {
        return;
    };
    let mut inner = run.lock();
    if let Some(other) = inner.memory.touch(me, address, count, writes) {
        inner.fail(format!("data race of threads {other} and {me}"));
        drop(inner);
        run.stop();
        resume_unwind(Box::new(Stopped));
    }
}

/// An eventfd as `epoll` sees it: each signal is an edge, and stays until it is taken.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    rung: Mutex<Vec<usize>>,
}

impl Bell {
    fn address(&self) -> usize {
        (&raw const *self).addr()
    }

    /// Signals with a number that identifies it.
    #[track_caller]
    pub(crate) fn ring(&self, number: usize) {
        let site = Site::of(Location::caller());
        let (run, me) = member().expect("bells are for models");
        run.step(me, Footprint::word(self.address(), true, false), |inner| {
            self.rung.lock().expect("nothing panics here").push(number);
            inner.schedule.ring(self.address(), true);
            inner.memory.leave(me, self.address());
            inner.note(me, Note::Ring(number), site);
        });
    }

    /// Sleeps until signalled; gives the numbers of all signals since.
    #[track_caller]
    pub(crate) fn hear(&self) -> Vec<usize> {
        let site = Site::of(Location::caller());
        let (run, me) = member().expect("bells are for models");
        run.step(me, Footprint::hear(self.address()), |inner| {
            inner.schedule.ring(self.address(), false);
            inner.memory.take_over(me, self.address());
            let rung = std::mem::take(&mut *self.rung.lock().expect("nothing panics here"));
            inner.note(me, Note::Hear(rung.clone()), site);
            rung
        })
    }
}
