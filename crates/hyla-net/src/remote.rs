//! Reaches an endpoint from threads that do not own it.

use std::sync::Arc;

use crate::attention::Attention;
use crate::channel::{Link, Shared};
use crate::tcp::TcpLink;
use crate::{Address, Channel, ChannelId, CloseReason, InProcessName, in_process};

/// Reaches an [`Endpoint`](crate::Endpoint) from any thread, also from inside its event closure.
/// Does not keep it alive.
#[derive(Clone, Debug)]
pub struct Remote(pub(crate) Arc<Attention>);

impl Remote {
    /// Makes `poll` return, now or, if the owner is not in it, the next time.
    pub fn wake(&self) {
        self.0.put(|lists| lists.woken = true);
    }

    /// As [`Endpoint::connect`](crate::Endpoint::connect).
    pub fn connect(&self, to: &Address) -> Channel {
        let made = match *to {
            Address::InProcess(name) => in_process::connect(&self.0, name),
            Address::Tcp(at) => TcpLink::connect(at, &self.0.config)
                .map(|link| Shared::new(&self.0, ChannelId::next(), Link::Tcp(link)))
                .map_err(|error| CloseReason::ConnectFailed(error.kind())),
        };
        let shared = made.unwrap_or_else(|reason| {
            Shared::new(&self.0, ChannelId::next(), Link::Failed { to: *to, reason })
        });
        if !self.0.put(|lists| lists.new.push(Arc::clone(&shared))) {
            Channel(Arc::clone(&shared)).close("the endpoint is gone");
        }
        Channel(shared)
    }

    /// The address under which endpoints of this process reach this one.
    pub fn in_process_address(&self) -> Address {
        Address::InProcess(InProcessName::new(self.0.number))
    }
}
