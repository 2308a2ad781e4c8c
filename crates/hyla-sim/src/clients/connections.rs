//! The session and its connections: accepting, reading and writing at the host.

use std::time::Duration;

use bytes::{Buf, Bytes};
use hyla_fedpro_session::call_order::{CallOrder, ReceivedFrame};
use hyla_fedpro_session::session::{
    ClientSession, Cut, Opening, Reading, ResumeRefusal, ResumeRequest, resume_refused,
};
use hyla_fedpro_session::wire::{FrameDecoder, MessageType};

use super::wire::Read;
use super::{ClientFederate, WireEnd};
use crate::faults::Sabotage;
use crate::network::{Micros, mix};

/// Most bytes of a message from the client.
const LONGEST: usize = 1 << 20;

impl ClientFederate {
    /// Accepts connections: the first begins a session, others resume it. Gives whether the client
    /// is lost by that.
    pub(super) fn accepts(&mut self, now: Micros, out: &mut Vec<Micros>) -> Result<bool, String> {
        let mut lost = false;
        for (at, mut decoder) in std::mem::take(&mut self.host.callers) {
            let Some(wire) = self.wires.get_mut(&at) else {
                continue;
            };
            match wire.read(WireEnd::Host, now) {
                Read::Bytes(bytes) => decoder.extend(&bytes),
                Read::Closed => continue,
                Read::Nothing => {}
            }
            let Some(frame) = decoder.next_frame().map_err(|e| e.to_string())? else {
                self.host.callers.push((at, decoder));
                continue;
            };
            decoder.set_limit(LONGEST);
            match Opening::parse(&frame).map_err(|e| e.to_string())? {
                Opening::New => self.begins(at, decoder, now),
                Opening::Resume(request) => {
                    lost |= self.goes_on(&request, (at, decoder), now, out)?;
                }
                Opening::UnsupportedVersion(version) => return Err(format!("version {version}")),
            }
        }
        Ok(lost)
    }

    /// Begins a session, and discards one without calls that its client never learned of.
    fn begins(&mut self, at: u32, decoder: FrameDecoder, now: Micros) {
        let number = mix(&[self.lot, 6, u64::from(at)]) | 1;
        let session = ClientSession::new(number, self.limits(), Duration::from_micros(now));
        let in_callbacks = !mix(&[self.lot, 7]).is_multiple_of(4);
        self.host.call_order = Some(CallOrder::new(session, in_callbacks));
        self.host.connection = Some((at, decoder));
        self.host.out = Bytes::new();
    }

    fn goes_on(
        &mut self,
        request: &ResumeRequest,
        (at, decoder): (u32, FrameDecoder),
        now: Micros,
        out: &mut Vec<Micros>,
    ) -> Result<bool, String> {
        let clock = Duration::from_micros(now);
        let Some(call_order) = &mut self.host.call_order else {
            return Err("the client resumes an unknown session".into());
        };
        let Err(refusal) = call_order.session.resume(request, clock) else {
            self.host.connection = Some((at, decoder));
            self.host.out = Bytes::new();
            self.host.resumed = true;
            return Ok(false);
        };
        let lost = refusal == ResumeRefusal::NotEnoughMessages;
        if lost && call_order.session.counts().forgotten == 0 {
            return Err("the resume was refused although no message is missing".into());
        }
        if let Some(wire) = self.wires.get_mut(&at) {
            let refused = resume_refused(request.session, refusal);
            out.extend(wire.write(WireEnd::Client, &refused, now));
            out.push(wire.close(WireEnd::Client, now));
        }
        Ok(lost)
    }

    /// Reads; gives whether there was a message.
    pub(super) fn host_reads(&mut self, now: Micros) -> Result<bool, String> {
        let clock = Duration::from_micros(now);
        let (Some(call_order), Some((at, decoder))) =
            (&mut self.host.call_order, &mut self.host.connection)
        else {
            return Ok(false);
        };
        let mut end = false;
        if call_order.session.reading(clock) == Reading::Now {
            match self
                .wires
                .get_mut(at)
                .map(|wire| wire.read(WireEnd::Host, now))
            {
                Some(Read::Bytes(bytes)) => {
                    call_order.session.heard(clock);
                    decoder.extend(&bytes);
                }
                Some(Read::Closed) | None => end = true,
                Some(Read::Nothing) => {}
            }
        } else {
            call_order.session.heard(clock);
        }
        let mut any = false;
        while !call_order.is_leaving()
            && let Some(frame) = decoder.next_frame().map_err(|e| e.to_string())?
        {
            any |= frame.header.kind != MessageType::Heartbeat;
            let taken = call_order.take(frame, clock).map_err(|e| e.to_string())?;
            any |= taken != ReceivedFrame::Nothing;
        }
        if end {
            call_order.session.dropped(clock, Cut::Closed);
            self.host.connection = None;
        }
        Ok(any)
    }

    /// Closes its connection; gives when the client notices.
    pub(super) fn host_closes(&mut self, now: Micros) -> Option<Micros> {
        let (at, _) = self.host.connection.take()?;
        let wire = self.wires.get_mut(&at)?;
        Some(wire.close(WireEnd::Client, now))
    }

    /// Writes as much as the wire takes; gives the arrival times. `all`: ignore the limit.
    pub(super) fn host_writes(
        &mut self,
        now: Micros,
        all: bool,
        sabotage: Option<Sabotage>,
    ) -> Vec<Micros> {
        let clock = Duration::from_micros(now);
        let single = sabotage.is_some() || mix(&[self.lot, 8]).is_multiple_of(2);
        let host = &mut self.host;
        let (Some(call_order), Some((at, _))) = (&mut host.call_order, &host.connection) else {
            return Vec::new();
        };
        let Some(wire) = self.wires.get_mut(at) else {
            return Vec::new();
        };
        let mut arrivals = Vec::new();
        loop {
            if host.out.is_empty() {
                let next = if single {
                    call_order.session.next_output()
                } else {
                    call_order.session.next_batch()
                };
                let Some(next) = next else {
                    return arrivals;
                };
                host.out = match sabotage {
                    Some(sabotage) if host.resumed => {
                        let (frames, done) = sabotaged(sabotage, next);
                        host.resumed = !done;
                        frames
                    }
                    _ => next,
                };
            }
            let room = if all { usize::MAX } else { wire.room() };
            let bytes = host.out.len().min(room);
            if bytes == 0 && !host.out.is_empty() {
                return arrivals;
            }
            arrivals.extend(wire.write(WireEnd::Client, &host.out[..bytes], now));
            host.out.advance(bytes);
            call_order.written(bytes, clock);
        }
    }
}

/// Applies sabotage to a frame behind a resume; gives whether the fault occurred.
fn sabotaged(sabotage: Sabotage, frame: Bytes) -> (Bytes, bool) {
    let kind = frame.get(20..24).map(|kind| kind[3]);
    let is = |wanted: MessageType| kind == Some(wanted as u8);
    match sabotage {
        Sabotage::LoseAnswerOnResume if is(MessageType::CallResponse) => (Bytes::new(), true),
        Sabotage::CallBackTwiceOnResume if is(MessageType::CallbackRequest) => {
            ([&frame[..], &frame[..]].concat().into(), true)
        }
        _ => (frame, false),
    }
}
