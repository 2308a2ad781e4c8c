//! From what has arrived to callbacks.

use std::time::Duration;

use hyla_types::{AttributeHandle, FederateHandle, ObjectInstanceHandle, OrderType};

use super::queue::NextFrame;
use super::step::{Resolved, Step};
use super::{ArrivedFrame, DeliveredFrame, Item, Member, Protocol};
use crate::callback::{AttributeValues, Callback, Delivery};
use crate::message::data::{self, DataFrame};
use crate::outbox::Outbox;

impl Member {
    /// Takes one step towards the next callback. `delivered` holds the values that it refers to.
    ///
    /// `now` is any steady clock; it paces reduced update rates. Values are copied once, from the
    /// queue to `delivered`, long ones not at all; nothing is allocated in steady state.
    pub fn next_callback<'a>(
        &mut self,
        now: Duration,
        delivered: &'a mut DeliveredFrame,
        out: &mut dyn Outbox,
    ) -> Step<'a> {
        self.parting = None;
        self.tell_changes(out);
        if !self.has_callback() {
            return Step::Idle;
        }
        if let Some(joined) = self.joined.steady() {
            joined.pass_time(now);
        }
        if let Some(callback) = self.queue.next_urgent() {
            if self.ends_wait(&callback) {
                self.callback_answered(out);
            }
            self.take_urgent_effect(&callback, out);
            return Step::Callback(callback);
        }
        if let Some(mut callback) = self.queue.next_follow_up() {
            let moot = self.is_moot_as_trimmed(&mut callback);
            self.take_effect(&callback);
            if moot {
                return Step::Again;
            }
            return Step::Callback(callback);
        }
        let Some(next) = self.queue.front(delivered) else {
            return Step::Idle;
        };
        let Some(NextFrame { from, serial, void }) = next.as_frame() else {
            return self.deliver_item(out);
        };
        if void {
            self.queue.pop();
            return Step::Again;
        }
        self.set_received_order(serial.is_some());
        let frame: &'a [u8] = delivered;
        let mut values = AttributeValues::new();
        if let Some(joined) = self.joined.steady().filter(|_| serial.is_none())
            && let Some((object, delivery)) = joined.reflect_plainly(from, frame, &mut values)
        {
            self.queue.pop();
            return Step::Callback(Callback::ReflectAttributeValues {
                object,
                values,
                delivery,
            });
        }
        let resolved = match data::decode(frame) {
            Ok(frame) => self.resolve(from, frame, &|| now, out),
            Err(_) => Resolved::Nothing, // checked on arrival
        };
        match resolved {
            Resolved::AfterFollowUps => Step::Again,
            Resolved::Nothing => {
                self.queue.pop();
                Step::Again
            }
            Resolved::Callback(callback) => {
                self.queue.pop();
                self.note_retraction(&callback);
                Step::Callback(callback)
            }
            Resolved::Discoverable(objects) => {
                self.queue.pop();
                self.queue.rediscover_first(objects);
                Step::Again
            }
        }
    }

    /// Whether the message in delivery was released in time-stamp order; a federate that is not
    /// constrained any more gets it in receive order.
    fn set_received_order(&mut self, in_order: bool) {
        if let Some(joined) = self.joined.steady() {
            joined.time.deliver_in(if in_order {
                OrderType::TimeStamp
            } else {
                OrderType::Receive
            });
        }
    }

    /// A message that can be retracted is delivered: its retraction will be reported to the federate.
    fn note_retraction(&mut self, callback: &Callback<'_>) {
        let (Callback::ReflectAttributeValues { delivery, .. }
        | Callback::ReceiveInteraction { delivery, .. }
        | Callback::ReceiveDirectedInteraction { delivery, .. }
        | Callback::RemoveObjectInstance { delivery, .. }) = callback
        else {
            return;
        };
        if let (Some(retraction), Some(joined)) = (delivery.retraction, self.joined.steady()) {
            joined.note_delivered(retraction.sender(), retraction.serial());
        }
    }

    /// The callback that removes an instance has returned: its name and class are forgotten.
    pub fn callback_returned(&mut self) {
        self.parting = None;
    }

    /// Removes the outdated parts of a callback that waited, and returns whether nothing is left. Only owners are asked
    /// to update, and only subscribed attributes are in scope: attributes that the federate has given up or unsubscribed
    /// meanwhile are left out. Instances unknown to the federate cause no callback: it has deleted them, here or everywhere, or
    /// their removal was delivered.
    fn is_moot_as_trimmed(&self, callback: &mut Callback<'_>) -> bool {
        let joined = self.joined.as_deref();
        let known = |object| Some((joined?, joined?.objects.known(object)?));
        match callback {
            Callback::ProvideAttributeValueUpdate {
                object, attributes, ..
            }
            | Callback::TurnUpdatesOnForObjectInstance {
                object, attributes, ..
            }
            | Callback::TurnUpdatesOffForObjectInstance { object, attributes } => {
                let owned =
                    known(*object).and_then(|(joined, (it, _))| it.owned(joined.identity.handle()));
                let owned = owned.map(|owned| owned.intersection(attributes));
                *attributes = owned.unwrap_or_default();
                attributes.is_empty()
            }
            Callback::AttributesInScope { object, attributes } => {
                let known = known(*object);
                let is_subscribed = |attribute: &AttributeHandle| {
                    known.is_some_and(|(joined, (_, at))| {
                        joined.declarations.own().subscribes(at, *attribute)
                    })
                };
                *attributes = attributes.iter().filter(is_subscribed).collect();
                attributes.is_empty()
            }
            Callback::AttributesOutOfScope { object, .. }
            | Callback::ConfirmAttributeTransportationTypeChange { object, .. }
            | Callback::ReportAttributeTransportationType { object, .. }
            | Callback::RemoveObjectInstance { object, .. } => known(*object).is_none(),
            _ => false,
        }
    }

    /// From now on a callback that changes what the federate may do (grants, changes of transportation types, saves) takes
    /// effect by [`Self::callback_answered`], not when it is handed out. Until then nothing but callbacks of saves
    /// and restores is handed out, since what follows depends on it. Those of them that change what the federate may do put it
    /// into effect first.
    pub fn await_answers(&mut self) {
        self.answers = true;
    }

    /// The callback that was handed out and waits for [`Self::callback_answered`].
    #[must_use]
    pub fn unanswered(&self) -> Option<&Callback<'static>> {
        self.unanswered.as_deref()
    }

    /// How many callbacks have waited for an answer so far, that of [`Self::unanswered`] included: its number.
    #[must_use]
    pub fn awaited_answers(&self) -> u64 {
        self.awaited_answers
    }

    /// Whether the callback without an answer takes effect before this urgent one: the state that this one changes includes it.
    fn ends_wait(&self, urgent: &Callback<'_>) -> bool {
        match urgent {
            Callback::FederationSaveStatusResponse { .. }
            | Callback::FederationRestoreStatusResponse { .. }
            | Callback::RequestFederationRestoreFailed { .. } => false,
            // The end of a save changes nothing where it has not begun.
            Callback::FederationSaved | Callback::FederationNotSaved { .. } => matches!(
                self.unanswered(),
                Some(Callback::InitiateFederateSave { .. })
            ),
            _ => true,
        }
    }

    /// The federate has had the callback that waited for this, if there is one: it takes effect.
    pub fn callback_answered(&mut self, out: &mut dyn Outbox) {
        if let Some(callback) = self.unanswered.take() {
            self.take_effect(&callback);
            self.take_effect_in_time(&callback, out);
        }
    }

    fn deliver_item(&mut self, out: &mut dyn Outbox) -> Step<'static> {
        match self.queue.pop() {
            Some(Item::Ready(mut callback)) => {
                if self.is_moot_as_trimmed(&mut callback) {
                    return Step::Again;
                }
                if self.answers && moves_state(&callback) {
                    self.unanswered = Some(callback.clone());
                    self.awaited_answers += 1;
                    return Step::Callback(*callback);
                }
                self.take_effect(&callback);
                self.take_effect_in_time(&callback, out);
                return Step::Callback(*callback);
            }
            Some(Item::Rediscover(object)) => {
                self.discover_if_due(object, out);
            }
            Some(Item::Ownership(due)) => {
                if let Some(callback) = self.tell_ownership(*due, out) {
                    return Step::Callback(callback);
                }
            }
            Some(Item::Sweep {
                federate,
                instances,
            }) => {
                // The message before has no order in common with these removals.
                self.set_received_order(false);
                self.sweep(federate, &instances);
            }
            Some(Item::Frame { .. } | Item::Kept(_)) | None => {}
        }
        Step::Again
    }

    /// `reflectAttributeValues` (6.11) of an ordinary update that is delivered at once: all of it
    /// is wanted, and no callback waits before it. The values replace those in `values`. `None` for everything else, which
    /// is for [`Self::deliver_data`]. Cheaper than that.
    #[inline]
    pub fn deliver_update<'a>(
        &mut self,
        from: FederateHandle,
        frame: &'a [u8],
        values: &mut AttributeValues<'a>,
    ) -> Option<(ObjectInstanceHandle, Delivery<'a>)> {
        let free = self.callbacks_enabled
            && self.queue.is_empty()
            && !self.queue.is_shut()
            && !self.is_held()
            && self.unanswered.is_none();
        let joined = self.joined.steady().filter(|_| free)?;
        if joined.streams.held().holds(from) {
            return None;
        }
        let reflection = joined.reflect_plainly(from, frame, values)?;
        self.parting = None;
        Some(reflection)
    }

    /// Takes the next callback out of the queue if it is `reflectAttributeValues` (6.11) of an ordinary update. The values
    /// replace those in `values` and refer to `delivered`. `None` for everything else, which is for [`Self::next_callback`].
    /// Cheaper than that; changes of the member's own state are reported by that one only.
    #[inline]
    pub fn next_update<'a>(
        &mut self,
        delivered: &'a mut DeliveredFrame,
        values: &mut AttributeValues<'a>,
    ) -> Option<(ObjectInstanceHandle, Delivery<'a>)> {
        if !self.has_callback() || self.queue.has_precedence() {
            return None;
        }
        let joined = self.joined.steady()?;
        let NextFrame {
            from,
            serial: None,
            void: false,
        } = self.queue.front(delivered)?.as_frame()?
        else {
            return None;
        };
        let reflection = joined.reflect_plainly(from, delivered, values)?;
        self.queue.pop();
        self.parting = None;
        Some(reflection)
    }

    /// A data frame from another member, delivered at once if nothing waits before it: the callback
    /// then refers to `frame` itself. Otherwise it is queued. `now` is the clock of [`Self::next_callback`]; it is
    /// read for subscriptions with a reduced rate only.
    ///
    /// # Errors
    /// [`Protocol`] if the frame is malformed; the stream should be closed.
    pub fn deliver_data<'a>(
        &mut self,
        from: FederateHandle,
        frame: impl Into<ArrivedFrame<'a>>,
        now: &dyn Fn() -> Duration,
        out: &mut dyn Outbox,
    ) -> std::result::Result<Step<'a>, Protocol> {
        let arrived = frame.into();
        let frame = arrived.bytes();
        let direct = self.callbacks_enabled
            && self.queue.is_empty()
            && !self.is_held()
            && self.unanswered.is_none();
        let sender_counts = self
            .joined
            .as_deref()
            .is_some_and(|joined| joined.may_send(from) && !joined.streams.held().holds(from));
        if !direct || !sender_counts {
            self.handle_data(from, arrived, out)?;
            return Ok(if direct { Step::Again } else { Step::Idle });
        }
        let decoded = data::decode(frame)?;
        let for_the_federate = !matches!(
            decoded,
            DataFrame::Leaving
                | DataFrame::Position(_)
                | DataFrame::Marker { .. }
                | DataFrame::Census { .. }
                | DataFrame::QueryAttribute { .. }
                | DataFrame::QueryInteraction { .. }
                | DataFrame::Retract { .. }
                | DataFrame::Count(_)
                | DataFrame::TimeReport { .. }
                | DataFrame::Probe { .. }
                | DataFrame::Echo { .. }
        );
        let overtakes = self
            .joined
            .as_deref()
            .is_some_and(|joined| joined.overtaken(from, &decoded, &self.queue).is_some());
        let waits_for_time = decoded.stamp().is_some() || self.queue.is_shut();
        if !for_the_federate || waits_for_time || overtakes {
            self.handle_data(from, arrived, out)?;
            return Ok(Step::Again);
        }
        self.parting = None;
        self.set_received_order(false);
        Ok(match self.resolve(from, decoded, now, out) {
            Resolved::Callback(callback) => Step::Callback(callback),
            Resolved::Nothing => Step::Again,
            Resolved::Discoverable(objects) => {
                self.queue.rediscover_first(objects);
                Step::Again
            }
            Resolved::AfterFollowUps => {
                self.queue.push_frame(from, arrived);
                Step::Again
            }
        })
    }
}

/// Whether the federate may do other things from the callback on.
fn moves_state(callback: &Callback<'_>) -> bool {
    matches!(
        callback,
        Callback::TimeAdvanceGrant { .. }
            | Callback::FlushQueueGrant { .. }
            | Callback::TimeRegulationEnabled { .. }
            | Callback::TimeConstrainedEnabled { .. }
            | Callback::ConfirmAttributeTransportationTypeChange { .. }
            | Callback::ConfirmInteractionTransportationTypeChange { .. }
            | Callback::InitiateFederateSave { .. }
    )
}
