//! Reflections, interactions and removals: what comes a hundred thousand times a second. They are
//! written straight from what the ambassador lends, and nothing is allocated for them.

use bytes::BytesMut;
use hyla_fedpro_messages as fp;
use hyla_fedpro_messages::Written;
use hyla_lrc::{AttributeValues, Delivery, ParameterValues};
use hyla_types::{
    AttributeHandle, Edition, InteractionClassHandle, ObjectInstanceHandle, OrderType,
    ParameterHandle, TransportationTypeHandle,
};
use prost::Message as _;

use super::fields::{Count, Sink, begin, boxed, boxed_length, bytes, choice, field_length};
use super::lookup::BEST_EFFORT;
use super::{Callbacks, Urgency};
use crate::convert::ToField;

/// A handle that identifies values.
trait Numbered: Copy {
    fn encode(self) -> [u8; KEY];
}

/// Bytes of a handle that identifies values.
const KEY: usize = AttributeHandle::ENCODED_LENGTH;

impl Numbered for AttributeHandle {
    fn encode(self) -> [u8; KEY] {
        AttributeHandle::encode(self)
    }
}

impl Numbered for ParameterHandle {
    fn encode(self) -> [u8; KEY] {
        ParameterHandle::encode(self)
    }
}

/// The numbers of a message's fields. Class and object come first, and the fields of a time follow each other.
#[derive(Clone, Copy)]
struct Layout {
    /// Of the message in the callback: without a time, and with one.
    message: (u32, u32),
    values: u32,
    tag: u32,
    transportation: u32,
    producer: u32,
    regions: u32,
    time: u32,
}

/// Number of an absent field.
const NONE: u32 = 0;

const REFLECT: Layout = Layout {
    message: (31, 32),
    values: 2,
    tag: 3,
    transportation: 4,
    producer: 5,
    regions: 6,
    time: 7,
};
const RECEIVE: Layout = Layout {
    message: (33, 34),
    ..REFLECT
};
const RECEIVE_DIRECTED: Layout = Layout {
    message: (35, 36),
    values: 3,
    tag: 4,
    transportation: 5,
    producer: 6,
    regions: NONE,
    time: 7,
};
const REMOVE: Layout = Layout {
    message: (37, 38),
    values: NONE,
    tag: 2,
    transportation: NONE,
    producer: 3,
    regions: NONE,
    time: 4,
};

/// Subject of a message.
#[derive(Clone, Copy)]
struct About {
    class: Option<InteractionClassHandle>,
    object: Option<ObjectInstanceHandle>,
}

/// One callback, to be written.
struct Told<'a, H> {
    layout: Layout,
    /// Class and object, whichever it has, from field 1 on.
    about: About,
    values: &'a [(H, &'a [u8])],
    /// Bytes of `values` as a message.
    values_length: usize,
    /// As the client knows it.
    transportation: TransportationTypeHandle,
    regions: Option<fp::ConveyedRegionSet>,
    delivery: &'a Delivery<'a>,
    /// Bytes of the message in the callback.
    length: usize,
}

impl<H: Numbered> Told<'_, H> {
    fn measured(mut self) -> Self {
        let values = self.values.iter();
        self.values_length = values.map(|(_, value)| field_length(1, entry(value))).sum();
        let mut count = Count::default();
        self.message(&mut count);
        self.length = count.0;
        self
    }

    fn field(&self) -> u32 {
        let (without_time, with_time) = self.layout.message;
        if self.delivery.time.is_some() {
            with_time
        } else {
            without_time
        }
    }

    fn message(&self, out: &mut impl Sink) {
        let (layout, delivery) = (&self.layout, self.delivery);
        let mut field = 1;
        if let Some(class) = self.about.class {
            boxed(out, field, class.encode());
            field += 1;
        }
        if let Some(object) = self.about.object {
            boxed(out, field, object.encode());
        }
        if layout.values != NONE {
            begin(out, layout.values, self.values_length);
            for &(handle, value) in self.values {
                begin(out, 1, entry(value));
                boxed(out, 1, handle.encode());
                bytes(out, 2, value);
            }
        }
        bytes(out, layout.tag, delivery.tag);
        if layout.transportation != NONE {
            boxed(out, layout.transportation, self.transportation.encode());
        }
        if let Some(producer) = delivery.producer {
            boxed(out, layout.producer, producer.encode());
        }
        if let Some(regions) = &self.regions {
            let encoded = regions.encode_to_vec();
            begin(out, layout.regions, encoded.len());
            out.put(&encoded);
        }
        if let Some(time) = delivery.time {
            boxed(out, layout.time, time.encode());
            choice(out, layout.time + 1, delivery.sent_order.field());
            choice(out, layout.time + 2, delivery.received_order.field());
            if let Some(retraction) = delivery.retraction {
                boxed(out, layout.time + 3, retraction.encode());
            }
        }
    }
}

impl About {
    fn object(object: ObjectInstanceHandle) -> Self {
        Self {
            class: None,
            object: Some(object),
        }
    }
}

/// Bytes of a handle with its value.
fn entry(value: &[u8]) -> usize {
    let value = match value.len() {
        0 => 0,
        length => field_length(2, length),
    };
    boxed_length(KEY) + value
}

impl<H: Numbered> Written for Told<'_, H> {
    fn length(&self) -> usize {
        field_length(self.field(), self.length)
    }

    fn write(&self, into: &mut BytesMut) {
        into.reserve(self.length());
        begin(into, self.field(), self.length);
        self.message(into);
    }
}

impl<S: FnMut(&dyn Written, Urgency) + Send> Callbacks<S> {
    fn urgency(&self, delivery: &Delivery<'_>) -> Urgency {
        let best_effort = self.lookup.standard(delivery.transportation) == BEST_EFFORT;
        if best_effort && delivery.received_order == OrderType::Receive {
            Urgency::Droppable
        } else {
            Urgency::Needed
        }
    }

    fn tell<H: Numbered>(
        &mut self,
        layout: Layout,
        about: About,
        values: &[(H, &[u8])],
        delivery: &Delivery<'_>,
        urgency: Urgency,
    ) {
        let regions = delivery.sent_regions.as_ref();
        let told = Told {
            layout,
            about,
            values,
            values_length: 0,
            transportation: self.lookup.standard(delivery.transportation),
            regions: regions
                .filter(|_| layout.regions != NONE)
                .map(|regions| self.lookup.conveyed(regions)),
            delivery,
            length: 0,
        };
        (self.sink)(&told.measured(), urgency);
    }

    pub(super) fn reflect(
        &mut self,
        object: ObjectInstanceHandle,
        values: &AttributeValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let (about, urgency) = (About::object(object), self.urgency(delivery));
        self.tell(REFLECT, about, values, delivery, urgency);
    }

    pub(super) fn receive(
        &mut self,
        class: InteractionClassHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        let about = About {
            class: Some(class),
            object: None,
        };
        let urgency = self.urgency(delivery);
        self.tell(RECEIVE, about, values, delivery, urgency);
    }

    /// For a client of 2025 only.
    pub(super) fn receive_directed(
        &mut self,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        values: &ParameterValues<'_>,
        delivery: &Delivery<'_>,
    ) {
        if self.edition == Edition::Hla2010 {
            return;
        }
        let about = About {
            class: Some(class),
            object: Some(object),
        };
        let urgency = self.urgency(delivery);
        self.tell(RECEIVE_DIRECTED, about, values, delivery, urgency);
    }

    pub(super) fn remove(&mut self, object: ObjectInstanceHandle, delivery: &Delivery<'_>) {
        let (about, no_values) = (About::object(object), &[][..]);
        self.tell::<AttributeHandle>(REMOVE, about, no_values, delivery, Urgency::Needed);
    }
}

#[cfg(test)]
mod tests;
