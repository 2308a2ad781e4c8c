//! Evoking, and the thread of immediate callbacks.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, Weak};
use std::time::{Duration, Instant};

use hyla_core::callback::FederateAmbassador;
use hyla_fedpro_messages as pb;
use hyla_fedpro_messages::callback_request::CallbackRequest;
use hyla_fedpro_messages::callback_response::CallbackResponse;
use hyla_types::{CallbackModel, RangeBounds, Region, RegionHandle, RegionHandleSet, Service};

use super::{
    Connection, DEPTH, FedProAmbassador, Result, Shared, in_any_callback, locked, number_of_thread,
};
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

    /// As `hyla_lrc::RtiAmbassador::disable_callbacks`: in the immediate model a callback in progress on another thread is
    /// finished first.
    ///
    /// # Errors
    /// `NotConnected`.
    pub fn disable_callbacks(&self) -> Result<()> {
        self.switch_callbacks(Service::DisableCallbacks, false)
    }

    fn switch_callbacks(&self, service: Service, on: bool) -> Result<()> {
        self.0.enabled.store(on, Ordering::SeqCst);
        // Don't wait inside a callback of any ambassador: two callbacks that wait for each other would deadlock.
        if !on && self.is_immediate() && !in_any_callback() {
            self.finish_callback();
        }
        self.finish(service, Ok(()))
    }

    fn is_immediate(&self) -> bool {
        let connection = locked(&self.0.connection);
        connection
            .as_ref()
            .is_some_and(|c| c.callbacks == CallbackModel::Immediate)
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
        shared
            .calls_back_on
            .store(number_of_thread(), Ordering::Relaxed);
        DEPTH.set(DEPTH.get() + 1);
        Self(shared)
    }
}

impl Drop for InCallback<'_> {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
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
            let is_due = self.enabled.load(Ordering::SeqCst)
                && (connection.session.wait_for_callback(deadline)
                    || connection.session.ended().is_some());
            if is_due && self.deliver_next(&connection) {
                return true;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return false;
            }
            std::thread::sleep(left.min(Duration::from_millis(1)));
        }
    }

    /// Delivers the next callback, or that the connection is lost; `false` if neither is due, or callbacks are disabled.
    fn deliver_next(&self, connection: &Connection) -> bool {
        let federate = locked(&self.federate);
        // Checked under the lock: `disable_callbacks` locks the federate, too, and no callback begins after that.
        if !self.enabled.load(Ordering::SeqCst) {
            return false;
        }
        let session = &connection.session;
        if let Some((number, request)) = session.next_callback(Instant::now()) {
            if let CallbackRequest::ConnectionLost(lost) = &request {
                self.lost_told.store(true, Ordering::SeqCst);
                session.give_up(&lost.fault_description);
            }
            self.hear(federate, request, |outcome| {
                answer(session, number, outcome);
            });
            return true;
        }
        if let Some(end) = session.ended()
            && self.is_lost_untold()
        {
            let lost = pb::ConnectionLost {
                fault_description: end.0,
            };
            self.hear(federate, CallbackRequest::ConnectionLost(lost), drop);
            return true;
        }
        false
    }

    /// Hands a callback to the federate, then its outcome to `answer`. The federate stays locked until the answer is sent, so
    /// `finish_callback` waits for both.
    fn hear(
        &self,
        mut federate: MutexGuard<'_, Option<Box<dyn FederateAmbassador>>>,
        request: CallbackRequest,
        answer: impl FnOnce(Result<()>),
    ) {
        let Some(federate) = federate.as_deref_mut() else {
            return answer(Ok(()));
        };
        let time = *locked(&self.time);
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
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc::channel;
    use std::thread::{sleep, spawn};

    use hyla_types::ExceptionKind;
    use prost::Message;

    use super::*;
    use crate::transport::TransportKind;
    use crate::wire::{Kind, NO_NUMBER, frame};

    /// Watchdog of waits that could hang.
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// Calls something in a callback.
    struct Inside(Option<Box<dyn FnOnce() + Send>>);

    impl FederateAmbassador for Inside {
        fn announce_synchronization_point(&mut self, _: &str, _: &[u8]) {
            self.0.take().expect("one callback")();
        }

        fn connection_lost(&mut self, _: &str) {
            self.0.take().expect("one callback")();
        }
    }

    impl FedProAmbassador {
        /// The next callback is that.
        fn listen(&self, act: impl FnOnce() + Send + 'static) {
            *locked(&self.0.federate) = Some(Box::new(Inside(Some(Box::new(act)))));
        }
    }

    /// Has this federate called back by the ambassador.
    fn call_back(rti: &FedProAmbassador, act: impl FnOnce() + Send + 'static) {
        rti.listen(act);
        let lost = pb::ConnectionLost::default();
        let federate = locked(&rti.0.federate);
        rti.0
            .hear(federate, CallbackRequest::ConnectionLost(lost), drop);
    }

    /// A server that welcomes one session and sends callbacks.
    struct Server {
        session: ClientSession,
        stream: TcpStream,
        sent: i32,
    }

    impl Server {
        /// Starts one, and gives the ambassador a session with it.
        fn start(rti: &FedProAmbassador, callbacks: CallbackModel) -> Self {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let way = TransportKind::Tcp(listener.local_addr().unwrap());
            let welcome = spawn(move || {
                let mut stream = listener.accept().unwrap().0;
                stream.read_exact(&mut [0; 28]).unwrap();
                let status = 0i32.to_be_bytes();
                let status = frame(Kind::NewSessionStatus, 0, 1, NO_NUMBER, &status);
                stream.write_all(&status).unwrap();
                stream
            });
            let session = ClientSession::start(way).unwrap();
            *locked(&rti.0.connection) = Some(Connection {
                session: session.clone(),
                callbacks,
            });
            Self {
                session,
                stream: welcome.join().unwrap(),
                sent: 0,
            }
        }

        fn call_back(&mut self) {
            let callback = pb::CallbackRequest {
                callback_request: Some(CallbackRequest::AnnounceSynchronizationPoint(
                    pb::AnnounceSynchronizationPoint::default(),
                )),
            };
            self.sent += 1;
            let callback = callback.encode_to_vec();
            let callback = frame(Kind::CallbackRequest, self.sent, 1, NO_NUMBER, &callback);
            self.stream.write_all(&callback).unwrap();
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            // Nobody waits for a resume.
            self.session.abandon();
        }
    }

    fn until(what: &str, holds: impl Fn() -> bool) {
        let end = Instant::now() + TIMEOUT;
        while !holds() {
            assert!(Instant::now() < end, "waited in vain for {what}");
            std::thread::yield_now();
        }
    }

    /// The callback that a server sends, or the end of the session.
    fn a_callback_does_not_begin_once_callbacks_are_disabled(is_sent: bool) {
        let rti = FedProAmbassador::new();
        let mut server = Server::start(&rti, CallbackModel::Evoked);
        if is_sent {
            server.call_back();
        } else {
            server.session.abandon();
        }
        until("a callback", || {
            rti.0.pending() || server.session.ended().is_some()
        });
        let (tell, told) = channel();
        rti.listen(move || tell.send(()).unwrap());

        let federate = locked(&rti.0.federate);
        let evoker = rti.clone();
        let evoking = spawn(move || evoker.evoke_callback(Duration::ZERO));
        // Time to come to the lock: with less, the test shows less.
        sleep(Duration::from_millis(50));
        rti.0.enabled.store(false, Ordering::SeqCst);
        drop(federate);
        let pending = evoking.join().unwrap();

        assert!(told.try_recv().is_err());
        assert_eq!(pending.unwrap(), is_sent);
        rti.enable_callbacks().unwrap();
        rti.evoke_callback(Duration::ZERO).unwrap();
        assert_eq!(told.try_recv(), Ok(()));
    }

    #[test]
    fn a_sent_callback_does_not_begin_once_callbacks_are_disabled() {
        a_callback_does_not_begin_once_callbacks_are_disabled(true);
    }

    #[test]
    fn the_loss_of_the_connection_is_not_reported_once_callbacks_are_disabled() {
        a_callback_does_not_begin_once_callbacks_are_disabled(false);
    }

    #[test]
    fn disabling_immediate_callbacks_waits_for_the_one_in_progress() {
        let rti = FedProAmbassador::new();
        let mut server = Server::start(&rti, CallbackModel::Immediate);
        let (begin, begun) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        rti.listen(move || {
            begin.send(()).unwrap();
            // Time to disable callbacks: with less, the test shows less.
            sleep(Duration::from_millis(50));
            ends.store(true, Ordering::SeqCst);
        });
        server.call_back();
        rti.deliver_at_once(&server.session);
        begun.recv_timeout(TIMEOUT).unwrap();

        rti.disable_callbacks().unwrap();

        assert!(is_over.load(Ordering::SeqCst));
    }

    /// A thread that is in a callback of one ambassador disables the callbacks of another, which is in a callback, too.
    #[test]
    fn disabling_callbacks_in_a_callback_of_another_ambassador_waits_for_nothing() {
        let (outer, inner) = (FedProAmbassador::new(), FedProAmbassador::new());
        let _server = Server::start(&inner, CallbackModel::Immediate);
        let (tell, told) = channel();
        let in_callback = locked(&inner.0.federate);

        let other = inner.clone();
        spawn(move || {
            call_back(&outer, move || {
                tell.send(other.disable_callbacks()).unwrap();
            });
        });

        told.recv_timeout(TIMEOUT).unwrap().unwrap();
        drop(in_callback);
    }

    #[test]
    fn disabling_evoked_callbacks_waits_for_nothing() {
        let rti = FedProAmbassador::new();
        let _server = Server::start(&rti, CallbackModel::Evoked);
        let (tell, told) = channel();
        let in_callback = locked(&rti.0.federate);

        let other = rti.clone();
        spawn(move || tell.send(other.disable_callbacks()).unwrap());

        told.recv_timeout(TIMEOUT).unwrap().unwrap();
        drop(in_callback);
    }

    #[test]
    fn a_callback_knows_all_ambassadors_whose_callbacks_it_is_in() {
        let (outer, inner) = (FedProAmbassador::new(), FedProAmbassador::new());
        let (tell, told) = channel();
        let (within, other) = (outer.clone(), inner.clone());

        call_back(&outer, move || {
            let again = within.clone();
            call_back(&other, move || {
                let refused = again.evoke_callback(Duration::ZERO).unwrap_err();
                tell.send(refused.kind).unwrap();
            });
            assert!(within.in_callback());
            assert!(!other.in_callback());
            assert!(in_any_callback());
        });

        let refused = ExceptionKind::CallNotAllowedFromWithinCallback;
        assert_eq!(told.recv(), Ok(refused));
        assert!(!outer.in_callback());
        assert!(!in_any_callback());
    }
}
