//! Arguments of the Rust API as `hyla.h` wants them.

use std::collections::BTreeSet;
use std::mem::MaybeUninit;
use std::time::Duration;

use hyla_capi::*;
use hyla_lrc::{Activity, DirectedScope};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, DimensionHandle, FederateHandle, HandleSet,
    InteractionClassHandle, LogicalTime, LogicalTimeInterval, MessageRetractionHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle, RangeBounds, RegionHandle,
    RegionHandleSet, ResignAction, ServiceGroup, TransportationTypeHandle,
};

/// An argument as the scenarios give it.
pub(super) trait Given {
    /// Owner of its parts for the time of the call.
    type Held: Held;

    fn hold(self) -> Self::Held;
}

/// An argument ready to be lent.
pub(super) trait Held {
    /// Its type in the header.
    type C<'a>
    where
        Self: 'a;

    fn lend(&self) -> Self::C<'_>;
}

/// A handle, whose number crosses the border.
pub(super) trait Handle: Copy + Ord {
    fn of(number: u64) -> Self;
    fn number(self) -> u64;
}

macro_rules! handles {
    ($($kind:ident)*) => {
        $(impl Handle for $kind {
            fn of(number: u64) -> Self {
                Self::new(number.try_into().unwrap())
            }

            fn number(self) -> u64 {
                u64::from(self.raw())
            }
        }

        impl Given for $kind {
            type Held = Copied<u64>;

            fn hold(self) -> Copied<u64> {
                Copied(self.number())
            }
        })*
    };
}

handles! {
    FederateHandle ObjectClassHandle InteractionClassHandle AttributeHandle ParameterHandle DimensionHandle
    TransportationTypeHandle ObjectInstanceHandle RegionHandle MessageRetractionHandle
}

/// An argument that is passed by value.
pub(super) struct Copied<T>(T);

impl<T: Copy> Held for Copied<T> {
    type C<'a>
        = T
    where
        T: 'a;

    fn lend(&self) -> T {
        self.0
    }
}

macro_rules! by_value {
    ($($type:ty => $c:ty, |$value:ident| $made:expr;)*) => {
        $(impl Given for $type {
            type Held = Copied<$c>;

            fn hold(self) -> Copied<$c> {
                let $value = self;
                Copied($made)
            }
        })*
    };
}

by_value! {
    bool => bool, |on| on;
    Duration => f64, |duration| duration.as_secs_f64();
    RangeBounds => hyla_range_bounds, |bounds| hyla_range_bounds { lower: bounds.lower(), upper: bounds.upper() };
    OrderType => MaybeUninit<hyla_order_type>, |order| MaybeUninit::new(order.into());
    ResignAction => MaybeUninit<hyla_resign_action>, |action| MaybeUninit::new(action.into());
    ServiceGroup => MaybeUninit<hyla_service_group>, |group| MaybeUninit::new(group.into());
    Activity => MaybeUninit<hyla_activity>, |activity| MaybeUninit::new(match activity {
        Activity::Active => hyla_activity::HYLA_ACTIVITY_ACTIVE,
        Activity::Passive => hyla_activity::HYLA_ACTIVITY_PASSIVE,
    });
    DirectedScope => MaybeUninit<hyla_directed_scope>, |scope| MaybeUninit::new(match scope {
        DirectedScope::Owned => hyla_directed_scope::HYLA_DIRECTED_SCOPE_OWNED,
        DirectedScope::Universal => hyla_directed_scope::HYLA_DIRECTED_SCOPE_UNIVERSAL,
    });
    LogicalTime => hyla_time, |time| hyla_time {
        representation: MaybeUninit::new(time.implementation().into()),
        bits: match time {
            LogicalTime::Integer64(time) => time.value() as u64,
            LogicalTime::Float64(time) => time.value().to_bits(),
        },
    };
    LogicalTimeInterval => hyla_interval, |interval| hyla_interval {
        representation: MaybeUninit::new(interval.implementation().into()),
        bits: match interval {
            LogicalTimeInterval::Integer64(interval) => interval.value() as u64,
            LogicalTimeInterval::Float64(interval) => interval.value().to_bits(),
        },
    };
}

/// An argument that is passed as a pointer, null for absent.
pub(super) struct Optional<T>(Option<T>);

impl<T: Copy> Held for Optional<T> {
    type C<'a>
        = Option<&'a T>
    where
        T: 'a;

    fn lend(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<'a> Given for Option<&'a str> {
    type Held = Optional<hyla_text<'a>>;

    fn hold(self) -> Self::Held {
        Optional(self.map(hyla_text::new))
    }
}

impl Given for Option<LogicalTime> {
    type Held = Optional<hyla_time>;

    fn hold(self) -> Self::Held {
        Optional(self.map(|time| time.hold().lend()))
    }
}

impl<'a> Given for &'a str {
    type Held = Copied<hyla_text<'a>>;

    fn hold(self) -> Self::Held {
        Copied(hyla_text::new(self))
    }
}

impl<'a> Given for &'a [u8] {
    type Held = Copied<hyla_bytes<'a>>;

    fn hold(self) -> Self::Held {
        Copied(hyla_bytes::new(self))
    }
}

/// Texts that are lent as a list.
pub(super) struct Texts<'t>(Vec<hyla_text<'t>>);

impl<'t> Held for Texts<'t> {
    type C<'a>
        = hyla_texts<'a>
    where
        't: 'a;

    fn lend(&self) -> hyla_texts<'_> {
        hyla_texts::new(&self.0)
    }
}

impl<'a> Given for &'a [&'a str] {
    type Held = Texts<'a>;

    fn hold(self) -> Self::Held {
        Texts(self.iter().map(|text| hyla_text::new(text)).collect())
    }
}

impl<'a> Given for &'a BTreeSet<String> {
    type Held = Texts<'a>;

    fn hold(self) -> Self::Held {
        Texts(self.iter().map(|text| hyla_text::new(text)).collect())
    }
}

/// Numbers that are lent as a list.
pub(super) struct Numbers(Vec<u64>);

fn numbers<H: Handle>(set: &HandleSet<H>) -> Vec<u64> {
    set.iter().map(Handle::number).collect()
}

impl Held for Numbers {
    type C<'a> = hyla_handles<'a>;

    fn lend(&self) -> hyla_handles<'_> {
        hyla_handles::new(&self.0)
    }
}

impl<H: Handle> Given for &HandleSet<H> {
    type Held = Numbers;

    fn hold(self) -> Numbers {
        Numbers(numbers(self))
    }
}

/// Lists of numbers that others point to.
fn kept<T>(elements: Vec<T>) -> &'static [T] {
    // A test's memory: it is not much, and outlives every call.
    elements.leak()
}

impl<H: Handle> Given for Option<&HandleSet<H>> {
    type Held = Optional<hyla_handles<'static>>;

    fn hold(self) -> Self::Held {
        Optional(self.map(|set| hyla_handles::new(kept(numbers(set)))))
    }
}

/// Values that are lent as a list.
pub(super) struct Values<'v>(Vec<hyla_value<'v>>);

impl<'v> Held for Values<'v> {
    type C<'a>
        = hyla_values<'a>
    where
        'v: 'a;

    fn lend(&self) -> hyla_values<'_> {
        hyla_values::new(&self.0)
    }
}

impl<'a, H: Handle> Given for &'a [(H, &'a [u8])] {
    type Held = Values<'a>;

    fn hold(self) -> Self::Held {
        let values = self.iter().map(|(handle, bytes)| hyla_value {
            handle: handle.number(),
            bytes: hyla_bytes::new(bytes),
        });
        Values(values.collect())
    }
}

impl Given for &[(AttributeHandleSet, RegionHandleSet)] {
    type Held = Copied<hyla_attribute_region_pairs<'static>>;

    fn hold(self) -> Self::Held {
        let pairs = self
            .iter()
            .map(|(attributes, regions)| hyla_attributes_and_regions {
                attributes: hyla_handles::new(kept(numbers(attributes))),
                regions: hyla_handles::new(kept(numbers(regions))),
            });
        Copied(hyla_attribute_region_pairs::new(kept(pairs.collect())))
    }
}
