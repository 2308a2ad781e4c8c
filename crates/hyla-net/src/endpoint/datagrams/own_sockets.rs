//! Sockets of their own for the channels of a listener that strangers write to.
//!
//! All channels of a listener share its socket, which costs one descriptor and one call for the datagrams of many peers. A stranger
//! who floods the port fills it: datagrams of peers wait behind the stranger's, or are dropped. From some uninvited datagrams on, each
//! channel therefore gets a socket at the same port that is connected to its peer: the system sorts by source, and what strangers
//! send stays at the listener, which is read a little in each turn.

use std::net::SocketAddr;
use std::sync::Arc;

use super::super::Endpoint;
use super::{ChannelId, Datagrams, Listener, SocketUse};
use crate::datagram::Destination;

/// Uninvited datagrams of a listener from which its channels get sockets of their own. Not reached by repeated and late datagrams of
/// usual calls.
const MOST_UNINVITED: u64 = 1000;

/// Most sockets of this kind: where nothing is sealed a stranger, too, can begin channels, and must not take all descriptors.
const MOST_OWN: usize = 128;

impl Listener {
    fn is_flooded(&self) -> bool {
        self.uninvited >= MOST_UNINVITED
    }
}

impl Endpoint {
    /// Counts datagrams of no channel. Those of a flood make the channels of a listener leave its socket.
    pub(super) fn count_uninvited(&mut self, socket: ChannelId, count: u64) {
        let Some((wire, listener)) = self.datagrams.listener(socket) else {
            return;
        };
        let was_flooded = listener.is_flooded();
        listener.uninvited += count;
        if was_flooded || !listener.is_flooded() {
            return;
        }
        let channels: Vec<_> = listener.peers.values().copied().collect();
        if let Ok(at) = wire.local_address() {
            tracing::warn!(
                %at, uninvited = listener.uninvited,
                "many datagrams at this port belong to no channel: its channels get sockets of their own"
            );
        }
        for channel in channels {
            self.give_own_socket(channel);
        }
    }

    /// Gives a channel of a flooded listener a socket of its own. Where the system refuses it, or there are too many, the channel stays
    /// at the listener.
    pub(super) fn give_own_socket(&mut self, channel: ChannelId) {
        let Some(entry) = self.datagrams.channels.get(&channel) else {
            return;
        };
        let listener = entry.socket;
        let link = Arc::clone(&entry.link);
        if entry.own_socket.is_some() {
            return;
        }
        let own_sockets = self.datagrams.own_sockets();
        let Some((wire, state)) = self.datagrams.listener(listener) else {
            return;
        };
        if !state.is_flooded() || own_sockets >= MOST_OWN {
            return;
        }
        let beside = wire
            .local_address()
            .and_then(|at| wire.beside(source(at, link.peer()), link.peer().to));
        let own = ChannelId::next();
        let added = beside.and_then(|beside| {
            let beside = Arc::new(beside);
            self.add_socket(own, Arc::clone(&beside), SocketUse::Peer { listener })?;
            Ok(beside)
        });
        match added {
            Ok(beside) => {
                link.hear_on(beside);
                if let Some(entry) = self.datagrams.channels.get_mut(&channel) {
                    entry.own_socket = Some(own);
                }
            }
            Err(error) => {
                tracing::debug!(%channel, %error, "a channel stays at the socket of all");
            }
        }
    }
}

impl Datagrams {
    fn own_sockets(&self) -> usize {
        let roles = self.sockets.values().map(|socket| &socket.role);
        roles
            .filter(|role| matches!(role, SocketUse::Peer { .. }))
            .count()
    }
}

/// Where a peer sends to: a listener at all addresses was called at one of them.
fn source(listener: SocketAddr, peer: &Destination) -> SocketAddr {
    let mut at = listener;
    if let Some(called) = peer.from.filter(|_| at.ip().is_unspecified()) {
        at.set_ip(called);
    }
    at
}

#[cfg(all(test, target_os = "linux"))]
#[allow(clippy::unwrap_used, reason = "test code")]
mod tests {
    use std::net::UdpSocket;
    use std::time::Duration;

    use super::*;
    use crate::{Address, EndpointConfig, Event, Profile, Reliability};

    fn endpoint() -> Endpoint {
        Endpoint::new(EndpointConfig::default()).unwrap()
    }

    /// Calls `at`, and polls both until the channel is accepted. Gives the caller's end.
    fn call(caller: &mut Endpoint, called: &mut Endpoint, at: SocketAddr) -> crate::Channel {
        let profile = Profile::standard("HLAbestEffort", Reliability::BestEffort);
        let channel = caller.remote().connect_with(&Address::Udp(at), &profile);
        let turn = Some(Duration::from_millis(1));
        let (mut is_open, mut is_accepted) = (false, false);
        while !(is_open && is_accepted) {
            caller
                .poll(turn, &mut |event| {
                    is_open |= matches!(event, Event::Opened { .. });
                })
                .unwrap();
            called
                .poll(turn, &mut |event| {
                    is_accepted |= matches!(event, Event::Accepted { .. });
                })
                .unwrap();
        }
        channel
    }

    fn flood(at: SocketAddr, endpoint: &mut Endpoint) {
        let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
        for _ in 0..MOST_UNINVITED {
            stranger.send_to(b"nobody asked for this", at).unwrap();
            endpoint.poll(Some(Duration::ZERO), &mut |_| {}).unwrap();
        }
        while endpoint.strange_datagrams() < MOST_UNINVITED {
            endpoint
                .poll(Some(Duration::from_millis(1)), &mut |_| {})
                .unwrap();
        }
    }

    #[test]
    fn channels_of_a_flooded_listener_have_sockets_of_their_own_until_they_end() {
        for listens_at in ["127.0.0.1:0", "0.0.0.0:0"] {
            let (mut caller, mut called) = (endpoint(), endpoint());
            let at = called.listen_udp(listens_at.parse().unwrap()).unwrap();
            let at = SocketAddr::new("127.0.0.1".parse().unwrap(), at.port());
            let before = call(&mut caller, &mut called, at);
            assert_eq!(called.datagrams.sockets.len(), 1);

            flood(at, &mut called);
            assert_eq!(called.datagrams.sockets.len(), 2);
            let after = call(&mut caller, &mut called, at);
            assert_eq!(called.datagrams.sockets.len(), 3);

            for channel in [before, after] {
                channel.send_parts(&[b"the last"]).unwrap();
                channel.close("done");
            }
            let mut frames = 0;
            while called.datagrams.has_channels() {
                let turn = Some(Duration::from_millis(1));
                caller.poll(turn, &mut |_| {}).unwrap();
                let on = &mut |event: Event<'_>| {
                    frames += u32::from(matches!(event, Event::Frame { .. }));
                };
                called.poll(turn, on).unwrap();
            }
            assert_eq!(frames, 2);
            assert_eq!(called.datagrams.sockets.len(), 1);
        }
    }

    #[test]
    fn channels_beyond_the_most_sockets_stay_at_the_listener() {
        let (mut caller, mut called) = (endpoint(), endpoint());
        let at = called.listen_udp("127.0.0.1:0".parse().unwrap()).unwrap();
        flood(at, &mut called);

        let channels: Vec<_> = (0..MOST_OWN + 2)
            .map(|_| call(&mut caller, &mut called, at))
            .collect();

        assert_eq!(called.datagrams.channels.len(), channels.len());
        assert_eq!(called.datagrams.sockets.len(), 1 + MOST_OWN);
    }
}
