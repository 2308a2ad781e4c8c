//! The federate behind the table of function pointers, and how to lend to it what callbacks bring.
#![expect(unsafe_code, reason = "calls functions of C by pointer")]

use std::mem::{MaybeUninit, offset_of};

use hyla_lrc::Delivery;
use hyla_types::HandleSet;
use smallvec::SmallVec;

use crate::borrowed::{INLINE, hyla_bytes, hyla_handles, hyla_value, hyla_values};
use crate::callbacks::hyla_federate_ambassador;
use crate::delivery::hyla_delivery;
use crate::fault::{Result, fault};
use crate::handle::Handle;
use crate::to_c::ToC;

/// A short list, without allocation.
pub(crate) type Few<T> = SmallVec<[T; INLINE]>;

/// A federate in C. Dropping it notifies the federate that no callback comes any more.
pub(crate) struct CFederate {
    pub(crate) callbacks: hyla_federate_ambassador,
}

// SAFETY: the header says that callbacks may run on a thread of Hyla, one at a time; the context is for them.
unsafe impl Send for CFederate {}

impl hyla_federate_ambassador {
    /// A table without callbacks.
    #[must_use]
    pub const fn none() -> Self {
        // SAFETY: zeros are a null context and absent functions.
        let mut table = unsafe { MaybeUninit::<Self>::zeroed().assume_init() };
        table.size = size_of::<Self>();
        table
    }
}

impl CFederate {
    /// The federate behind the table; null stands for one that listens to nothing.
    ///
    /// # Errors
    /// `RTIinternalError` for a table that is too short to be one.
    ///
    /// # Safety
    /// Null, or as many bytes of a table as its `size` says, with pointers to functions of these types.
    pub(crate) unsafe fn of(table: *const hyla_federate_ambassador) -> Result<Self> {
        let mut callbacks = hyla_federate_ambassador::none();
        if !table.is_null() {
            if !table.is_aligned() {
                return Err(fault(format!("ambassador: {table:p} is not aligned")));
            }
            // SAFETY: a table begins with its size.
            let size = unsafe { (&raw const (*table).size).read() };
            let least = offset_of!(hyla_federate_ambassador, connection_lost);
            if size < least {
                return Err(fault(format!(
                    "ambassador: its size is {size}; set it to sizeof(hyla_federate_ambassador)"
                )));
            }
            let known = size.min(size_of::<hyla_federate_ambassador>());
            // SAFETY: the caller's promise; what the table does not have stays unwanted.
            unsafe {
                let to = (&raw mut callbacks).cast::<u8>();
                std::ptr::copy_nonoverlapping(table.cast::<u8>(), to, known);
            }
        }
        Ok(Self { callbacks })
    }
}

/// Calls a function of the table, with the context before its arguments, if it is wanted.
macro_rules! tell {
    ($self:ident.$callback:ident($($argument:expr),*)) => {
        if let Some(wanted) = $self.callbacks.$callback {
            // SAFETY: the pointer is one to a function of this type, and the arguments live until it returns.
            unsafe { wanted($self.callbacks.context, $($argument),*) }
        }
    };
}
pub(crate) use tell;

impl Drop for CFederate {
    fn drop(&mut self) {
        tell!(self.dropped());
    }
}

/// The elements of a list as C has them.
pub(crate) fn few<'a, E, C>(elements: &'a [E], element: impl Fn(&'a E) -> C) -> Few<C> {
    elements.iter().map(element).collect()
}

/// The numbers of a set.
pub(crate) fn numbers<H: Handle>(set: &HandleSet<H>) -> Few<u64> {
    set.iter().map(Handle::number).collect()
}

/// Lends values in the form of C.
#[inline]
pub(crate) fn lend_values<'a, H: Handle>(
    values: &[(H, &'a [u8])],
    to: impl FnOnce(hyla_values<'_>),
) {
    // This is on the way of every reflection: what is short is put into a row that never moves.
    let lend = |&(handle, bytes): &(H, &'a [u8])| hyla_value {
        handle: handle.number(),
        bytes: hyla_bytes::new(bytes),
    };
    if let [value] = values {
        return to(hyla_values::new(&[lend(value)]));
    }
    let nothing = hyla_value {
        handle: 0,
        bytes: hyla_bytes::default(),
    };
    let mut few = [nothing; INLINE];
    let Some(lent) = few.get_mut(..values.len()) else {
        return to(hyla_values::new(
            &values.iter().map(lend).collect::<Vec<_>>(),
        ));
    };
    for (to, value) in lent.iter_mut().zip(values) {
        *to = lend(value);
    }
    to(hyla_values::new(lent));
}

/// Lends what comes with values.
pub(crate) fn lend_delivery(delivery: &Delivery<'_>, to: impl FnOnce(&hyla_delivery<'_>)) {
    let time = delivery.time.map(ToC::to_c);
    let regions = delivery.sent_regions.as_ref().map(numbers);
    let regions = regions.as_ref().map(|regions| hyla_handles::new(regions));
    let retraction = delivery.retraction.map(Handle::number);
    to(&hyla_delivery {
        tag: hyla_bytes::new(delivery.tag),
        transportation: delivery.transportation.number(),
        producer: delivery.producer.map_or(0, Handle::number),
        time: time.as_ref(),
        sent_order: delivery.sent_order.into(),
        received_order: delivery.received_order.into(),
        sent_regions: regions.as_ref(),
        retraction: retraction.as_ref(),
    });
}
