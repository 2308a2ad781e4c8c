//! Data frames become callbacks: the hot path of receiving.
//!
//! The receiver's own subscription decides: values that it does not subscribe at the class by which
//! it knows the instance are left out, interactions are promoted to the nearest subscribed class.

use std::time::Duration;

use hyla_types::{
    AttributeHandle, Edition, FederateHandle, InteractionClassHandle, MessageRetractionHandle,
    ObjectInstanceHandle, OrderType, ParameterHandle,
};

use crate::callback::{AttributeValues, Callback, Delivery, ParameterValues};
use crate::ddm::{effective, receives_interaction};
use crate::declaration::Reach;
use crate::member::{Joined, Resolved};
use crate::message::data::{Envelope, PlainUpdate, Values};
use crate::object::memo::{Named, View};
use crate::object::rights::RefusedAttempt;

impl Joined {
    /// An update without a time, of which this federate gets what it wants as often as it comes: nothing waits before it,
    /// and it is delivered in receive order. Puts the values into `values`. `None` if it is no such update: then nothing
    /// was done.
    #[inline]
    pub(crate) fn reflect_plainly<'a>(
        &mut self,
        from: FederateHandle,
        frame: &'a [u8],
        values: &mut AttributeValues<'a>,
    ) -> Option<(ObjectInstanceHandle, Delivery<'a>)> {
        let update = PlainUpdate::read(frame)?;
        let object = update.object;
        values.clear();
        let sound = update.each_value(|attribute, value| {
            values.push((AttributeHandle::new(attribute), value));
        });
        let instance = self
            .objects
            .instances
            .record_mut(object)
            .filter(|_| sound)?;
        if !instance.is_plainly_of_another(self.identity.handle()) {
            return None;
        }
        if !Self::is_source(from, object) {
            let ownership = &self.ownership;
            let mut named = values.iter();
            if !named.all(|(attribute, _)| ownership.has_gained(from, object, *attribute)) {
                return None;
            }
        }
        let classes = (instance.class, instance.known?);
        let Some(view) = self.objects.memo.view(from, classes, values) else {
            let view = self.find_view(from, object, values)?;
            self.objects.memo.keep_view(view);
            return self.reflect_plainly(from, frame, values);
        };
        if !view.is_plain {
            return None;
        }
        let delivery = Delivery {
            tag: update.tag,
            transportation: update.transportation,
            producer: view.producer,
            time: None,
            sent_order: OrderType::Receive,
            received_order: OrderType::Receive,
            sent_regions: None,
            retraction: None,
        };
        let counters = self.managed.counters_mut();
        counters.count_reflection(instance, update.transportation);
        self.time.deliver_in(OrderType::Receive);
        debug_assert_eq!(
            Some(view),
            self.find_view(from, object, values).as_ref(),
            "what was remembered of {object:?} holds no more"
        );
        if !view.left_out.is_empty() {
            values.retain(|(attribute, _)| !view.left_out.contains(attribute));
        }
        Some((object, delivery))
    }

    /// How such an update is seen.
    #[cold]
    fn find_view(
        &self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<View> {
        let (instance, known) = self.objects.known(object)?;
        if !instance.is_plainly_of_another(self.identity.handle()) || !self.may_send(from) {
            return None;
        }
        let class = instance.class;
        let subscription = |attribute: &AttributeHandle| {
            let (mine, ddm) = (self.declarations.own(), &self.ddm);
            effective(mine, ddm, &self.fdd, class, known, *attribute, None)
        };
        let attributes: Named = values.iter().map(|(attribute, _)| *attribute).collect();
        let unwanted = |attribute: &AttributeHandle| subscription(attribute).is_none();
        let left_out: Named = attributes.iter().copied().filter(unwanted).collect();
        let mut wanted = attributes.iter().filter_map(subscription);
        Some(View {
            from,
            class,
            known,
            is_plain: left_out.len() < attributes.len() && wanted.all(|one| one.rate.is_none()),
            attributes,
            left_out,
            producer: self.told_producer(from),
        })
    }

    /// The sender, if this federate has asked for it.
    fn told_producer(&self, from: FederateHandle) -> Option<FederateHandle> {
        let tell =
            self.identity.edition() == Edition::Hla2025 || self.switches.convey_producing_federate;
        Some(from).filter(|from| tell && *from != FederateHandle::RTI)
    }

    /// Everything that comes with a message but its values.
    pub(crate) fn delivery<'a>(
        &mut self,
        from: FederateHandle,
        envelope: Envelope<'a>,
    ) -> Delivery<'a> {
        Delivery {
            tag: envelope.tag,
            transportation: envelope.transportation,
            producer: self.told_producer(from),
            time: envelope
                .time
                .and_then(|time| self.identity.time().decode_time(&time).ok()),
            sent_order: match envelope.serial {
                Some(_) => OrderType::TimeStamp,
                None => OrderType::Receive,
            },
            received_order: self.time.delivering(),
            sent_regions: self.conveyed(envelope.regions),
            retraction: envelope
                .serial
                .map(|serial| MessageRetractionHandle::of(from, serial)),
        }
    }

    pub(super) fn reflect<'a>(
        &mut self,
        from: FederateHandle,
        object: ObjectInstanceHandle,
        envelope: Envelope<'a>,
        values: Values<'a>,
        now: &dyn Fn() -> Duration,
    ) -> Resolved<'a> {
        let Some((instance, known)) = self.objects.known(object) else {
            return Resolved::Nothing;
        };
        let owned = instance.owned(self.identity.handle());
        let mut wanted = AttributeValues::new();
        let mut reduced = false;
        let mut is_refused = false;
        for (attribute, value) in values {
            let attribute = AttributeHandle::new(attribute);
            if !self.may_update(from, object, attribute) {
                is_refused = true;
                continue;
            }
            let registered = instance.class;
            let (mine, ddm) = (self.declarations.own(), &self.ddm);
            let sent = envelope.regions;
            let subscribed = effective(mine, ddm, &self.fdd, registered, known, attribute, sent);
            let Some(subscription) = subscribed else {
                continue;
            };
            if owned.is_some_and(|owned| owned.contains(attribute)) {
                continue;
            }
            reduced |= subscription.rate.is_some();
            wanted.push((attribute, value));
        }
        if is_refused {
            self.refuse(from, object, RefusedAttempt::Update);
        }
        if reduced {
            self.reduce_rate(object, known, &envelope, now(), &mut wanted);
        }
        if wanted.is_empty() {
            return Resolved::Nothing;
        }
        if let Some(instance) = self.objects.record_mut(object) {
            let counters = self.managed.counters_mut();
            counters.count_reflection(instance, envelope.transportation);
        }
        let delivery = self.delivery(from, envelope);
        Resolved::Callback(Callback::ReflectAttributeValues {
            object,
            values: wanted,
            delivery,
        })
    }

    /// Drops best-effort values that come sooner than the subscription's rate allows.
    fn reduce_rate(
        &mut self,
        object: ObjectInstanceHandle,
        known: hyla_types::ObjectClassHandle,
        envelope: &Envelope<'_>,
        now: Duration,
        wanted: &mut AttributeValues<'_>,
    ) {
        let Self {
            fdd,
            declarations,
            objects,
            ddm,
            ..
        } = self;
        if fdd
            .transportation(envelope.transportation)
            .is_none_or(|t| t.reliable)
        {
            return;
        }
        let Some(instance) = objects.record_mut(object) else {
            return;
        };
        let registered = instance.class;
        let reflected = &mut instance.special().reflected;
        wanted.retain(|(attribute, _)| {
            let (ddm, sent) = (&*ddm, envelope.regions);
            let mine = declarations.own();
            let rate = effective(mine, ddm, fdd, registered, known, *attribute, sent)
                .and_then(|subscription| subscription.rate);
            let Some(rate) = rate.and_then(|r| fdd.update_rate(r)) else {
                return true;
            };
            let due = reflected
                .get(attribute)
                .is_none_or(|last| now.saturating_sub(*last).as_secs_f64() * rate.rate_hz >= 1.0);
            if due {
                reflected.insert(*attribute, now);
            }
            due
        });
    }

    fn parameters<'a>(
        &self,
        received: InteractionClassHandle,
        values: Values<'a>,
    ) -> ParameterValues<'a> {
        let available = self.fdd.interaction_class(received).map(|c| &c.parameters);
        values
            .map(|(parameter, value)| (ParameterHandle::new(parameter), value))
            .filter(|(parameter, _)| available.is_some_and(|a| a.contains(*parameter)))
            .collect()
    }

    pub(super) fn receive<'a>(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        envelope: Envelope<'a>,
        values: Values<'a>,
    ) -> Resolved<'a> {
        let lineage = self
            .fdd
            .interaction_class(class)
            .map(|c| c.lineage.as_slice());
        let Some((received, _)) = self
            .declarations
            .own()
            .received_as(lineage.unwrap_or_default())
        else {
            return Resolved::Nothing;
        };
        let Self {
            declarations,
            ddm,
            fdd,
            ..
        } = self;
        if !receives_interaction(
            declarations.own(),
            ddm,
            fdd,
            class,
            received,
            envelope.regions,
        ) {
            return Resolved::Nothing;
        }
        let counters = self.managed.counters_mut();
        counters.count_interaction_received(class, envelope.transportation);
        Resolved::Callback(Callback::ReceiveInteraction {
            class: received,
            values: self.parameters(received, values),
            delivery: self.delivery(from, envelope),
        })
    }

    pub(super) fn receive_directed<'a>(
        &mut self,
        from: FederateHandle,
        class: InteractionClassHandle,
        object: ObjectInstanceHandle,
        envelope: Envelope<'a>,
        values: Values<'a>,
    ) -> Resolved<'a> {
        let Some((instance, known)) = self.objects.known(object) else {
            return Resolved::Nothing;
        };
        let classes = self.fdd.object_class(known).map(|c| c.lineage.as_slice());
        let interactions = self
            .fdd
            .interaction_class(class)
            .map(|c| c.lineage.as_slice());
        let subscribed = self.declarations.own().directed_as(
            classes.unwrap_or_default(),
            interactions.unwrap_or_default(),
        );
        let received = match subscribed {
            Some((received, Reach::Known)) => received,
            Some((received, Reach::Owned)) if instance.owned(self.identity.handle()).is_some() => {
                received
            }
            _ => return Resolved::Nothing,
        };
        let counters = self.managed.counters_mut();
        counters.count_directed_received(class, envelope.transportation);
        Resolved::Callback(Callback::ReceiveDirectedInteraction {
            class: received,
            object,
            values: self.parameters(received, values),
            delivery: self.delivery(from, envelope),
        })
    }
}
