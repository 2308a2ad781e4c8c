//! Channels bound explicitly: an extension of Hyla.

use hyla_core::Result;
use hyla_types::{Exception, ExceptionKind, FederateHandle};

use super::RtiAmbassador;
use crate::engine::BoundChannel;

impl RtiAmbassador {
    /// Sets up the channel by which messages of the transportation type `profile` go from this federate to
    /// `peer`, before the first one is sent, and waits until it is established. Without this a channel is made when
    /// the first message is sent, which takes the stream that the two federates have anyway.
    ///
    /// A type whose profile asks for nothing of its own gets a channel, too. Binding again returns the profile that was
    /// granted before, or tries again after a failure.
    ///
    /// Any thread, not in callbacks. A round trip to the peer, and making a channel there.
    ///
    /// # Errors
    /// `NotConnected`, `FederateNotExecutionMember`, `FederateHandleNotKnown`,
    /// `CallNotAllowedFromWithinCallback`, `InvalidTransportationName`; `RTIinternalError` with the reason if
    /// the profile cannot be honoured here or there, or not within `timeout.call_ms`.
    pub fn bind_channel(&self, peer: FederateHandle, profile: &str) -> Result<BoundChannel> {
        let engine = self.engine();
        self.check_bindable(peer, profile)?;
        engine.bind(peer, profile)
    }

    /// Establishes the channel that messages of the transportation type `profile` to `peer` use, before the first one
    /// is sent. `None` if they share the stream of the two federates, or go by way of the RTI.
    ///
    /// Differs from [`Self::bind_channel`] in that it never changes which channel carries the messages: it only
    /// moves the negotiation before the first message. For programs that measure.
    ///
    /// Any thread, not in callbacks. A round trip to the peer, and making a channel there.
    ///
    /// # Errors
    /// As [`Self::bind_channel`].
    pub fn prepare_channel(
        &self,
        peer: FederateHandle,
        profile: &str,
    ) -> Result<Option<BoundChannel>> {
        self.check_bindable(peer, profile)?;
        self.engine().prepare(peer, profile)
    }

    fn check_bindable(&self, peer: FederateHandle, profile: &str) -> Result<()> {
        let engine = self.engine();
        if engine.in_callback() {
            return Err(Exception::new(
                ExceptionKind::CallNotAllowedFromWithinCallback,
                "a channel cannot be bound inside a callback: the thread of the callback receives the answer",
            ));
        }
        {
            let core = engine.core();
            core.member.transportation_type_handle(profile)?;
            if core.member.federate_name(peer).is_err() || core.member.handle() == Some(peer) {
                return Err(Exception::new(
                    ExceptionKind::FederateHandleNotKnown,
                    format!("{peer} is not another joined federate"),
                ));
            }
        }
        Ok(())
    }
}
