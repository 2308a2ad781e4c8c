//! The types of `std` for threads outside of a model, steps of the model for those inside.

use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::atomic::Ordering::{self, Relaxed};
use std::sync::{self, LockResult, PoisonError, atomic};
use std::time::Duration;

use super::model::{self, Site};

macro_rules! wrapped_atomic {
    ($name:ident, $value:ty, $from:expr, $into:expr) => {
        #[derive(Debug, Default)]
        #[repr(transparent)]
        pub(crate) struct $name(atomic::$name);

        #[allow(dead_code, reason = "each type is used by a part")]
        impl $name {
            pub(crate) const fn new(value: $value) -> Self {
                Self(atomic::$name::new(value))
            }

            fn address(&self) -> usize {
                (&raw const self.0).addr()
            }

            /// Initial value of a word that is new to the model.
            fn first(&self) -> u64 {
                $into(self.0.load(Relaxed))
            }

            /// Keeps the atomic at the newest value, for threads outside of the model.
            fn keep(&self, newest: Option<u64>) {
                if let Some(newest) = newest {
                    self.0.store($from(newest), Relaxed);
                }
            }

            #[track_caller]
            pub(crate) fn load(&self, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                match model::load(self.address(), self.first(), order, site) {
                    Some(value) => $from(value),
                    None => self.0.load(order),
                }
            }

            #[track_caller]
            pub(crate) fn store(&self, value: $value, order: Ordering) {
                let site = Site::of(Location::caller());
                match model::store(self.address(), self.first(), $into(value), order, site) {
                    Some(newest) => self.keep(newest),
                    None => self.0.store(value, order),
                }
            }

            /// A read-modify-write; if `change` gives nothing, only a load.
            fn change(
                &self,
                change: &dyn Fn(u64) -> Option<u64>,
                orders: (Ordering, Ordering),
                site: Site,
            ) -> Option<($value, bool)> {
                let (before, newest) =
                    model::change(self.address(), self.first(), change, orders, site)?;
                let changed = change(before).is_some();
                self.keep(newest);
                Some(($from(before), changed))
            }

            #[track_caller]
            pub(crate) fn swap(&self, value: $value, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                match self.change(&|_| Some($into(value)), (order, order), site) {
                    Some((before, _)) => before,
                    None => self.0.swap(value, order),
                }
            }

            #[track_caller]
            pub(crate) fn compare_exchange(
                &self,
                from: $value,
                to: $value,
                order: Ordering,
                failed: Ordering,
            ) -> Result<$value, $value> {
                let site = Site::of(Location::caller());
                let change = |now| (now == $into(from)).then(|| $into(to));
                match self.change(&change, (order, failed), site) {
                    Some((before, true)) => Ok(before),
                    Some((before, false)) => Err(before),
                    None => self.0.compare_exchange(from, to, order, failed),
                }
            }
        }
    };
}

macro_rules! wrapped_number {
    ($name:ident, $value:ty) => {
        wrapped_atomic!(
            $name,
            $value,
            |value: u64| value as $value,
            |value: $value| { value as u64 }
        );

        #[allow(dead_code, reason = "each type is used by a part")]
        impl $name {
            /// # Safety
            /// As that of `std`.
            #[expect(unsafe_code, reason = "as that of std")]
            pub(crate) unsafe fn from_ptr<'a>(pointer: *mut $value) -> &'a Self {
                // SAFETY: what the caller promises; the wrapper is transparent.
                unsafe {
                    let inside: &'a atomic::$name = atomic::$name::from_ptr(pointer);
                    &*(&raw const *inside).cast::<Self>()
                }
            }

            #[track_caller]
            pub(crate) fn fetch_or(&self, value: $value, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                let change = |now| Some(now | value as u64);
                match self.change(&change, (order, order), site) {
                    Some((before, _)) => before,
                    None => self.0.fetch_or(value, order),
                }
            }

            #[track_caller]
            pub(crate) fn fetch_and(&self, value: $value, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                let change = |now| Some(now & value as u64);
                match self.change(&change, (order, order), site) {
                    Some((before, _)) => before,
                    None => self.0.fetch_and(value, order),
                }
            }

            #[track_caller]
            pub(crate) fn fetch_add(&self, value: $value, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                let change = |now| Some((now as $value).wrapping_add(value) as u64);
                match self.change(&change, (order, order), site) {
                    Some((before, _)) => before,
                    None => self.0.fetch_add(value, order),
                }
            }

            #[track_caller]
            pub(crate) fn fetch_sub(&self, value: $value, order: Ordering) -> $value {
                let site = Site::of(Location::caller());
                let change = |now| Some((now as $value).wrapping_sub(value) as u64);
                match self.change(&change, (order, order), site) {
                    Some((before, _)) => before,
                    None => self.0.fetch_sub(value, order),
                }
            }
        }
    };
}

wrapped_atomic!(AtomicBool, bool, |value: u64| value != 0, u64::from);
wrapped_number!(AtomicU8, u8);
wrapped_number!(AtomicU32, u32);
wrapped_number!(AtomicU64, u64);
wrapped_number!(AtomicUsize, usize);

#[track_caller]
pub(crate) fn fence(order: Ordering) {
    let site = Site::of(Location::caller());
    if model::fence(order, site).is_none() {
        atomic::fence(order);
    }
}

#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn futex_wait(word: &AtomicU32, now: u32, at_most: Duration) {
    let site = Site::of(Location::caller());
    if model::futex_wait(word.address(), word.first(), now.into(), site).is_none() {
        super::system::futex_wait(&word.0, now, at_most);
    }
}

#[cfg(target_os = "linux")]
#[track_caller]
pub(crate) fn futex_wake(word: &AtomicU32) {
    let site = Site::of(Location::caller());
    if model::futex_wake(word.address(), site).is_none() {
        super::system::futex_wake(&word.0);
    }
}

#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(sync::Mutex<T>);

/// Unlocks when dropped; the model first, then `std`.
#[derive(Debug)]
pub(crate) struct MutexGuard<'a, T> {
    of: &'a Mutex<T>,
    /// Present, except while the guard waits at a [`Condvar`].
    inside: Option<sync::MutexGuard<'a, T>>,
}

impl<T> Mutex<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(sync::Mutex::new(value))
    }

    fn address(&self) -> usize {
        (&raw const self.0).addr()
    }

    #[track_caller]
    pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        let _outside = model::lock(self.address(), Site::of(Location::caller()));
        let guard = |inside| MutexGuard {
            of: self,
            inside: Some(inside),
        };
        match self.0.lock() {
            Ok(inside) => Ok(guard(inside)),
            Err(poisoned) => Err(PoisonError::new(guard(poisoned.into_inner()))),
        }
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.inside.as_ref().expect("it does not wait")
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.inside.as_mut().expect("it does not wait")
    }
}

impl<T> Drop for MutexGuard<'_, T> {
    fn drop(&mut self) {
        if self.inside.is_some() {
            let _outside = model::unlock(self.of.address());
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct Condvar(sync::Condvar);

impl Condvar {
    pub(crate) const fn new() -> Self {
        Self(sync::Condvar::new())
    }

    #[track_caller]
    pub(crate) fn notify_all(&self) {
        let site = Site::of(Location::caller());
        if model::notify_all((&raw const self.0).addr(), site).is_none() {
            self.0.notify_all();
        }
    }

    /// No time passes in a model: a thread that is not woken sleeps for ever.
    #[track_caller]
    pub(crate) fn wait_timeout<'a, T>(
        &self,
        mut guard: MutexGuard<'a, T>,
        at_most: Duration,
    ) -> LockResult<(MutexGuard<'a, T>, bool)> {
        let site = Site::of(Location::caller());
        let of = guard.of;
        if model::is_inside() {
            drop(guard.inside.take());
            let _inside = model::wait((&raw const self.0).addr(), of.address(), site);
            drop(guard);
            let guard = of.lock().unwrap_or_else(PoisonError::into_inner);
            return Ok((guard, false));
        }
        let inside = guard.inside.take().expect("it does not wait");
        let (inside, waited) = match self.0.wait_timeout(inside, at_most) {
            Ok(woken) => woken,
            Err(poisoned) => poisoned.into_inner(),
        };
        guard.inside = Some(inside);
        Ok((guard, waited.timed_out()))
    }
}
