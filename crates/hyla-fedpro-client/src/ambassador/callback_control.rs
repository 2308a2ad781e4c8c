//! Evoking, and the thread of immediate callbacks.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_fedpro_messages::callback_response::CallbackResponse;
use hyla_types::{CallbackModel, RangeBounds, Region, RegionHandle, RegionHandleSet, Service};

use super::{FedProAmbassador, Result, Shared, locked, number_of_thread};
use crate::callback::Ears;
use crate::client_session::ClientSession;
use crate::convert::{FromWire, broken};

/// Handles of conveyed regions begin here, beyond those of any RTI.
const FIRST_CONVEYED: u64 = 1 << 62;

impl FedProAmbassador {
    /// As `hyla_lrc::RtiAmbassador::evoke_callback`.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`.
    pub fn evoke_callback(&self, minimum: Duration) -> Result<bool> {
        let evoked = self.check_outside_callback().map(|()| {
            self.0.deliver_one(Instant::now() + minimum);
            self.0.pending()
        });
        self.finish(Service::EvokeCallback, evoked)
    }

    /// As `hyla_lrc::RtiAmbassador::evoke_multiple_callbacks`.
    ///
    /// # Errors
    /// `CallNotAllowedFromWithinCallback`.
    pub fn evoke_multiple_callbacks(&self, minimum: Duration, maximum: Duration) -> Result<bool> {
        let evoked = self.check_outside_callback().map(|()| {
            let start = Instant::now();
            let (least, most) = (start + minimum.min(maximum), start + maximum);
            loop {
                let delivered = self.0.deliver_one(least);
                let now = Instant::now();
                if now >= most || (!delivered && now >= least) {
                    break;
                }
            }
            self.0.pending()
        });
        self.finish(Service::EvokeMultipleCallbacks, evoked)
    }

    /// As `hyla_lrc::RtiAmbassador::enable_callbacks`.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn enable_callbacks(&self) -> Result<()> {
        self.switch_callbacks(Service::EnableCallbacks, true)
    }

    /// As `hyla_lrc::RtiAmbassador::disable_callbacks`.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn disable_callbacks(&self) -> Result<()> {
        self.switch_callbacks(Service::DisableCallbacks, false)
    }

    fn switch_callbacks(&self, service: Service, on: bool) -> Result<()> {
        self.0.enabled.store(on, Ordering::SeqCst);
        if !on && !self.in_callback() {
            self.finish_callback();
        }
        self.finish(service, Ok(()))
    }

    /// Waits until the callback in progress, if there is one, has been answered: the next call finds its effect. Not to be
    /// called inside a callback.
    pub fn finish_callback(&self) {
        drop(locked(&self.0.federate));
    }

    /// Starts the thread of immediate callbacks.
    pub(super) fn deliver_at_once(&self, session: &ClientSession) {
        let (shared, session) = (Arc::downgrade(&self.0), session.clone());
        std::thread::spawn(move || deliver_all(&shared, &session));
    }
}

/// Marks this thread as being in a callback until dropped. Meanwhile the federate is locked.
struct InCallback<'s>(&'s Shared);

impl<'s> InCallback<'s> {
    fn of(shared: &'s Shared) -> Self {
        let here = number_of_thread();
        shared.calls_back_on.store(here, Ordering::Relaxed);
        Self(shared)
    }
}

impl Drop for InCallback<'_> {
    fn drop(&mut self) {
        self.0.calls_back_on.store(0, Ordering::Relaxed);
    }
}

fn deliver_all(shared: &Weak<Shared>, session: &ClientSession) {
    while let Some(shared) = shared.upgrade() {
        let here = locked(&shared.connection).as_ref().map(|c| c.session.id());
        if here != Some(session.id()) {
            return;
        }
        shared.deliver_one(Instant::now() + Duration::from_millis(20));
    }
}

impl Shared {
    fn pending(&self) -> bool {
        let connection = locked(&self.connection).clone();
        connection.is_some_and(|c| c.session.pending_callbacks() > 0)
    }

    /// Delivers the next callback if one comes until `deadline`; `true` if one did.
    fn deliver_one(&self, deadline: Instant) -> bool {
        let Some(connection) = locked(&self.connection).clone() else {
            return false;
        };
        loop {
            if !self.enabled.load(Ordering::SeqCst) {
                std::thread::sleep(deadline.saturating_duration_since(Instant::now()));
                return false;
            }
            // The lock is taken first, so that a caller that disables callbacks waits for this one.
            let poll = match connection.callbacks {
                CallbackModel::Immediate => Instant::now() + Duration::from_millis(5),
                CallbackModel::Evoked => deadline,
            };
            let next = connection.session.next_callback(poll.min(deadline));
            if let Some((number, request)) = next {
                while !self.enabled.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                if let CallbackRequest::ConnectionLost(lost) = &request {
                    self.lost_told.store(true, Ordering::SeqCst);
                    connection.session.give_up(&lost.fault_description);
                }
                self.hear(request, |outcome| {
                    answer(&connection.session, number, outcome);
                });
                return true;
            }
            if let Some(end) = connection.session.ended()
                && self.is_lost_untold()
            {
                let lost = pb::ConnectionLost {
                    fault_description: end.0,
                };
                self.hear(CallbackRequest::ConnectionLost(lost), drop);
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
        }
    }

    /// Hands a callback to the federate, then its outcome to `answer`. Who waits for the callback waits for both.
    fn hear(&self, request: CallbackRequest, answer: impl FnOnce(Result<()>)) {
        let time = *locked(&self.time);
        let mut federate = locked(&self.federate);
        let Some(federate) = federate.as_deref_mut() else {
            return answer(Ok(()));
        };
        let mark = InCallback::of(self);
        let heard = Ears {
            federate,
            time,
            regions: &mut |regions| self.keep_conveyed(regions),
        }
        .hear(request);
        drop(mark);
        answer(heard.map(|service| self.usage.count(service)));
    }

    fn keep_conveyed(&self, regions: pb::ConveyedRegionSet) -> Result<RegionHandleSet> {
        let mut conveyed = locked(&self.conveyed);
        let mut handles = RegionHandleSet::new();
        for region in regions.conveyed_regions {
            let mut ranges = Vec::new();
            for range in region.dimension_and_range {
                let bounds = range.range_bounds.unwrap_or_default();
                let bounds = RangeBounds::new(bounds.lower, bounds.upper)
                    .map_err(|error| broken(error.to_string()))?;
                ranges.push((FromWire::from_wire(range.dimension_handle)?, bounds));
            }
            let handle = RegionHandle::new(FIRST_CONVEYED + conveyed.len() as u64);
            conveyed.insert(handle, Region::new(ranges));
            handles.insert(handle);
        }
        Ok(handles)
    }
}

fn answer(session: &ClientSession, number: i32, outcome: Result<()>) {
    let response = match outcome {
        Ok(()) => CallbackResponse::CallbackSucceeded(pb::CallbackSucceeded {}),
        Err(exception) => CallbackResponse::CallbackFailed(pb::ExceptionData {
            exception_name: "FederateInternalError".to_owned(),
            details: exception.message,
        }),
    };
    let response = pb::CallbackResponse {
        callback_response: Some(response),
    };
    session.answer_callback(number, &response);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hyla_core::callback::FederateAmbassador;
    use hyla_types::ExceptionKind;

    /// Calls something in a callback.
    struct Inside(Option<Box<dyn FnOnce() + Send>>);

    impl FederateAmbassador for Inside {
        fn connection_lost(&mut self, _: &str) {
            self.0.take().expect("one callback")();
        }
    }

    /// Has this federate called back by the ambassador.
    fn call_back(rti: &FedProAmbassador, act: impl FnOnce() + Send + 'static) {
        *locked(&rti.0.federate) = Some(Box::new(Inside(Some(Box::new(act)))));
        let lost = pb::ConnectionLost::default();
        rti.0.hear(CallbackRequest::ConnectionLost(lost), drop);
    }

    #[test]
    fn a_callback_knows_all_ambassadors_whose_callbacks_it_is_in() {
        let (outer, inner) = (FedProAmbassador::new(), FedProAmbassador::new());
        let (tell, told) = std::sync::mpsc::channel();
        let (within, other) = (outer.clone(), inner.clone());

        call_back(&outer, move || {
            let again = within.clone();
            call_back(&other, move || {
                let refused = again.evoke_callback(Duration::ZERO).unwrap_err();
                tell.send(refused.kind).unwrap();
            });
            assert!(within.in_callback());
            assert!(!other.in_callback());
        });

        let refused = ExceptionKind::CallNotAllowedFromWithinCallback;
        assert_eq!(told.recv(), Ok(refused));
        assert!(!outer.in_callback());
    }
}
