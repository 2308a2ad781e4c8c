//! Channels of Hyla: messages of GIOP as frames.

use std::collections::VecDeque;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyla_net::{
    Address, Channel, Endpoint, Event, GroupOptions, GroupSender, Pressure, Profile, Reliability,
};

use crate::cdr::{Bulk, Limits};
use crate::client::carrier::{Carrier, Encode, ReceiveError, SendError, Urgency};
use crate::client::flush::{Bundled, Flusher, Member};
use crate::flow::{self, GO, HERE, OPEN};
use crate::qos::{Qos, Route, class_of};

/// Most redirections to a session.
const MOST_STEPS: usize = 3;

/// Messages that are kept for the next call; a server of Hyla sends no more than a goodbye and replies of calls that were given up.
const MOST_LATE: usize = 64;

/// A channel of a client, and the endpoint that its calls drive.
pub(crate) struct FlowChannel {
    endpoint: Endpoint,
    channel: Channel,
    bundled: Arc<ChannelBundle>,
    flusher: Member,
    /// Whether frames wait in a bundle, as over TCP.
    has_bundles: bool,
    /// Parts of a message that has a long sequence.
    scratch: Vec<u8>,
    /// Messages that came together with what was waited for: a goodbye, which must not be missed, or late replies.
    late: VecDeque<Vec<u8>>,
    ended: Option<String>,
}

struct ChannelBundle {
    channel: Channel,
    is_listed: std::sync::atomic::AtomicBool,
}

impl Bundled for ChannelBundle {
    fn flush(&self) {
        self.is_listed
            .store(false, std::sync::atomic::Ordering::SeqCst);
        self.channel.flush();
    }
}

fn failed(reason: impl Into<String>) -> io::Error {
    io::Error::other(reason.into())
}

/// The profile of channels of a binding.
fn profile(qos: &Qos, reliability: Reliability) -> Profile {
    let mut profile = Profile::standard("binding", reliability);
    profile.priority = qos.priority.map_or(0, class_of);
    profile.modules.clone_from(&qos.modules.0);
    profile
}

impl FlowChannel {
    /// Connects, and asks for a session.
    ///
    /// # Errors
    /// Why there is no channel.
    pub(crate) fn connect(
        to: Address,
        timeout: Duration,
        limits: &Limits,
        qos: &Qos,
        flusher: &Arc<Flusher>,
    ) -> io::Result<Self> {
        let mut endpoint = Endpoint::new(flow::config(qos, limits, timeout))?;
        let until = Instant::now() + timeout;
        let mut to = to;
        for _ in 0..MOST_STEPS {
            let profile = profile(qos, Reliability::Reliable);
            let channel = endpoint.remote().connect_with(&to, &profile);
            let Asked {
                answer,
                late,
                ended,
            } = ask(&mut endpoint, &channel, until)?;
            let Some(address) = answer else {
                let bundled = Arc::new(ChannelBundle {
                    channel: channel.clone(),
                    is_listed: false.into(),
                });
                return Ok(Self {
                    endpoint,
                    has_bundles: matches!(to, Address::Tcp(_)),
                    channel,
                    bundled,
                    flusher: flusher.member(),
                    scratch: Vec::new(),
                    late,
                    ended,
                });
            };
            channel.close("there is a session");
            to = reachable(address, &to);
        }
        Err(failed(
            "the server sends the client from one address to the next",
        ))
    }
}

/// An address of the server as the client reaches it: a listener at all addresses gives none.
fn reachable(address: Address, asked: &Address) -> Address {
    match (address, asked) {
        (Address::Tcp(at), Address::Tcp(asked)) => {
            Address::Tcp(SocketAddr::new(asked.ip(), at.port()))
        }
        _ => address,
    }
}

/// What came of the question for a session.
struct Asked {
    /// Where the session is; `None`: here.
    answer: Option<Address>,
    /// Messages that came with the answer.
    late: VecDeque<Vec<u8>>,
    ended: Option<String>,
}

/// Asks for a session.
fn ask(endpoint: &mut Endpoint, channel: &Channel, until: Instant) -> io::Result<Asked> {
    channel
        .send_parts(&[&OPEN])
        .map_err(|closed| failed(closed.to_string()))?;
    channel.flush();
    let mut answer = None;
    let (mut late, mut ended) = (VecDeque::new(), None);
    while answer.is_none() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        endpoint.poll(Some(left), &mut |event| match event {
            Event::Frame {
                channel: of, bytes, ..
            } if of == channel.id() => {
                if answer.is_some() {
                    return late.push_back(bytes.to_vec());
                }
                answer = Some(match bytes.split_at_checked(4) {
                    Some((kind, [])) if kind == HERE => Ok(None),
                    Some((kind, address)) if kind == GO => std::str::from_utf8(address)
                        .ok()
                        .and_then(|address| address.parse().ok())
                        .map(Some)
                        .ok_or_else(|| failed("the address of the session cannot be read")),
                    _ => Err(failed("the server does not speak the flow protocol")),
                });
            }
            Event::Closed {
                channel: of,
                reason,
            } if of == channel.id() => {
                ended = Some(reason.to_string());
                answer.get_or_insert(Err(failed(reason.to_string())));
            }
            _ => {}
        })?;
    }
    let answer = answer.expect("the loop ended with one")?;
    Ok(Asked {
        answer,
        late,
        ended,
    })
}

impl Drop for FlowChannel {
    fn drop(&mut self) {
        self.channel.flush();
    }
}

impl FlowChannel {
    /// Waits for room behind a message; the server reads slowly.
    fn depart(&mut self, pressure: Pressure, urgency: Urgency, qos: &Qos) -> Result<(), SendError> {
        use std::sync::atomic::Ordering::SeqCst;
        if pressure == Pressure::High {
            self.channel.flush();
            let room = self.channel.wait_for_room(qos.deadline);
            room.map_err(|why| match why {
                hyla_net::NoRoom::TimedOut => SendError::Carrier(io::ErrorKind::TimedOut.into()),
                closed => SendError::Carrier(failed(closed.to_string())),
            })?;
        }
        if !self.has_bundles {
            if self.channel.has_to_depart() {
                self.channel.depart();
            }
        } else if urgency == Urgency::Now || qos.bundle_gap.is_zero() {
            self.channel.flush();
        } else {
            self.channel.depart();
            if !self.bundled.is_listed.swap(true, SeqCst) {
                let bundled: Arc<dyn Bundled> = Arc::clone(&self.bundled) as _;
                if !self.flusher.add(bundled, qos.bundle_gap) {
                    self.bundled.flush();
                }
            }
        }
        Ok(())
    }
}

impl Carrier for FlowChannel {
    fn send(&mut self, qos: &Qos, urgency: Urgency, encode: Encode<'_>) -> Result<(), SendError> {
        let closed = |_| SendError::Carrier(io::ErrorKind::NotConnected.into());
        let mut size = None;
        let appended = self.channel.append(|frame| {
            let start = frame.len();
            let written = encode(frame, Bulk::Count);
            if !matches!(&written, Ok(size) if !size.is_partial) {
                frame.truncate(start);
            }
            size = Some(written);
        });
        let mut pressure = appended.map_err(closed)?;
        let size = size
            .ok_or(SendError::Carrier(io::ErrorKind::NotConnected.into()))?
            .map_err(SendError::Marshal)?;
        if size.is_partial {
            // A long sequence at the end goes from the caller's memory to the channel.
            self.scratch.clear();
            let channel = &self.channel;
            let mut sent = None;
            let mut sink = |head: &[u8], bulk: &[u8], is_end: bool| {
                if is_end {
                    sent = Some(channel.append_with(|frame| frame.extend_from_slice(head), bulk));
                }
                is_end
            };
            let pass = Bulk::Pass {
                size: size.whole,
                sink: &mut sink,
            };
            encode(&mut self.scratch, pass).map_err(SendError::Marshal)?;
            let sent = sent.unwrap_or_else(|| channel.append_with(|_| {}, &self.scratch));
            pressure = sent.map_err(closed)?;
            if !qos.pooled {
                self.scratch = Vec::new();
            }
        }
        self.depart(pressure, urgency, qos)
    }

    fn receive(
        &mut self,
        _: &Qos,
        until: Option<Instant>,
        on: &mut dyn FnMut(&[u8]) -> bool,
    ) -> Result<(), ReceiveError> {
        let own = self.channel.id();
        let mut is_done = false;
        while !is_done {
            if let Some(message) = self.late.pop_front() {
                is_done = on(&message);
                continue;
            }
            if let Some(why) = &self.ended {
                return Err(ReceiveError::Ended(why.clone()));
            }
            let left = match until {
                None => None,
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(ReceiveError::TimedOut);
                    }
                    Some(left)
                }
            };
            let (ended, late) = (&mut self.ended, &mut self.late);
            let polled = self.endpoint.poll(left, &mut |event| match event {
                Event::Frame { channel, bytes, .. } if channel == own && !is_done => {
                    is_done = on(bytes);
                }
                Event::Frame { channel, bytes, .. } if channel == own && late.len() < MOST_LATE => {
                    late.push_back(bytes.to_vec());
                }
                Event::Closed { channel, reason } if channel == own => {
                    *ended = Some(reason.to_string());
                }
                _ => {}
            });
            polled.map_err(|error| ReceiveError::Ended(error.to_string()))?;
        }
        Ok(())
    }

    fn look(&mut self, on: &mut dyn FnMut(&[u8])) -> bool {
        let own = self.channel.id();
        while let Some(message) = self.late.pop_front() {
            on(&message);
        }
        let ended = &mut self.ended;
        let polled = self
            .endpoint
            .poll(Some(Duration::ZERO), &mut |event| match event {
                Event::Frame { channel, bytes, .. } if channel == own => on(bytes),
                Event::Closed { channel, reason } if channel == own => {
                    *ended = Some(reason.to_string());
                }
                _ => {}
            });
        polled.is_ok() && self.ended.is_none()
    }

    fn name(&self) -> (&'static str, String) {
        let peer = self.channel.peer_address();
        (peer.transport(), peer.to_string())
    }

    fn class(&self) -> Option<u8> {
        None
    }
}

/// Way of oneway calls that may get lost.
pub(crate) struct Lossy {
    way: Way,
    /// Buffer of a call.
    pub(crate) message: Vec<u8>,
}

enum Way {
    /// Datagrams to the server. The endpoint only keeps the channel alive.
    Datagrams(Box<(Endpoint, Channel)>),
    /// A multicast group.
    Group(GroupSender, SocketAddr),
}

impl Lossy {
    /// Opens the way that the binding asks for, among those of the server; `None`: it asks for none.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn open(
        addresses: &[String],
        timeout: Duration,
        limits: &Limits,
        qos: &Qos,
    ) -> io::Result<Option<Self>> {
        let way = Way::open(addresses, timeout, limits, qos)?;
        Ok(way.map(|way| Self {
            way,
            message: Vec::with_capacity(qos.buffer_bytes),
        }))
    }

    /// Name of the carrier.
    pub(crate) fn name(&self) -> &'static str {
        match self.way {
            Way::Datagrams(_) => "udp",
            Way::Group(..) => "multicast",
        }
    }

    /// Sends a message; gives false if it was dropped here.
    pub(crate) fn send(&mut self, message: &[u8]) -> bool {
        match &mut self.way {
            Way::Datagrams(both) => {
                let (endpoint, channel) = &mut **both;
                let sent = channel.append_lossy(|_| {}, message) == Ok(true);
                channel.depart();
                channel.flush();
                // The protocol of the channel answers the server here.
                let _ = endpoint.poll(Some(Duration::ZERO), &mut |_| {});
                sent
            }
            Way::Group(sender, group) => {
                let sent = sender.append(*group, message);
                sender.depart();
                sent
            }
        }
    }
}

impl Way {
    fn open(
        addresses: &[String],
        timeout: Duration,
        limits: &Limits,
        qos: &Qos,
    ) -> io::Result<Option<Self>> {
        match qos.route {
            Route::Udp => {
                let mut all = addresses.iter().filter_map(|text| text.parse().ok());
                let to = all
                    .find(|address| matches!(address, Address::Udp(_)))
                    .ok_or_else(|| failed("the server takes no datagrams"))?;
                let mut endpoint = Endpoint::new(flow::config(qos, limits, timeout))?;
                let profile = profile(qos, Reliability::BestEffort);
                let channel = endpoint.remote().connect_with(&to, &profile);
                let mut opened = None;
                let until = Instant::now() + timeout;
                while opened.is_none() {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Err(io::ErrorKind::TimedOut.into());
                    }
                    endpoint.poll(Some(left), &mut |event| match event {
                        Event::Opened { .. } => opened = Some(Ok(())),
                        Event::Closed { reason, .. } => {
                            opened = Some(Err(failed(reason.to_string())));
                        }
                        _ => {}
                    })?;
                }
                opened.expect("the loop ended with it")?;
                Ok(Some(Self::Datagrams(Box::new((endpoint, channel)))))
            }
            Route::Multicast => {
                let group = addresses
                    .iter()
                    .filter_map(|text| text.strip_prefix("group:")?.parse::<SocketAddr>().ok())
                    .next()
                    .ok_or_else(|| failed("the server has joined no multicast group"))?;
                let options = GroupOptions {
                    priority: qos.priority.map_or(0, class_of),
                    ..GroupOptions::default()
                };
                let sender = GroupSender::open(group.is_ipv4(), options)?;
                Ok(Some(Self::Group(sender, group)))
            }
            _ => Ok(None),
        }
    }
}
