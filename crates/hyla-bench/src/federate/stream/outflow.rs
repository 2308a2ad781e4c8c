//! Sending of a stream.

use hyla_types::ObjectInstanceHandle;

use super::super::clock::{MILLISECOND, SECOND, now, seconds};
use super::super::error::{Doing, FederateError};
use super::super::filler::fill;
use super::super::machine::Stopwatch;
use super::super::reports::Figures;
use super::super::session::JoinedFederate;
use super::message::Header;
use super::parameters::Stream;

/// Messages without a planned time between two polls for callbacks.
const BURST: u32 = 16;

/// Measured part of a sender.
#[derive(Debug)]
pub(super) struct StreamSender {
    /// Messages.
    pub(super) sent: u64,
    /// When sending began.
    pub(super) first: u64,
    /// When sending ended.
    ended: u64,
    /// Messages in earlier progress reports.
    told: u64,
    /// Bytes that the federate had sent when measuring began.
    pub(super) bytes_before: u64,
}

impl StreamSender {
    pub(super) fn new() -> Self {
        Self {
            sent: 0,
            first: 0,
            ended: 0,
            told: 0,
            bytes_before: 0,
        }
    }

    /// Messages a second while measured.
    pub(super) fn rate(&self) -> f64 {
        self.sent as f64 / seconds(self.first, self.ended)
    }

    pub(super) fn live(&mut self, figures: &mut Figures) {
        figures.rate("sent_per_s", self.sent - self.told);
        self.told = self.sent;
    }

    /// Sends through warm-up and measured time; calls `each_turn` between messages, with the time.
    /// Gives the start of measuring. The clock is read once per message: more would reduce the
    /// rate.
    pub(super) fn run(
        &mut self,
        session: &mut JoinedFederate<'_>,
        stream: &Stream,
        objects: &[ObjectInstanceHandle],
        mut each_turn: impl FnMut(&mut Self, &mut JoinedFederate<'_>, u64),
    ) -> Result<Stopwatch, FederateError> {
        let mut value = vec![0; stream.bytes as usize];
        fill(&mut value, session.job.seed ^ u64::from(session.job.index));
        let attribute = session.names.item.value;
        let began = now();
        let measured_from = began + stream.warm_up_ms * MILLISECOND;
        let end = measured_from + stream.run_ms * MILLISECOND;
        session.live.measured_from(measured_from);
        // Of the warm-up, then of the measured time.
        let (mut phase_began, mut index) = (began, 0_u64);
        let mut measuring: Option<Stopwatch> = None;
        loop {
            let moment = now();
            let planned = if stream.rate_per_s > 0.0 {
                phase_began + (index as f64 / stream.rate_per_s * SECOND as f64) as u64
            } else {
                moment
            };
            let phase_end = if measuring.is_some() {
                end
            } else {
                measured_from
            };
            if planned.max(moment) >= phase_end {
                if let Some(watch) = measuring {
                    self.ended = moment.max(end);
                    return Ok(watch);
                }
                session.wait_until(measured_from)?;
                self.bytes_before = session.bytes_sent();
                measuring = Some(Stopwatch::start());
                (phase_began, index) = (measured_from, 0);
                self.first = measured_from;
                continue;
            }
            if stream.rate_per_s > 0.0 {
                session.wait_until(planned)?;
                session.look_if_computing()?;
            } else if index.is_multiple_of(u64::from(BURST)) || session.job.compute_us > 0 {
                session.look()?;
            }
            let object = (index % objects.len() as u64) as usize;
            let traced =
                stream.trace_every > 0 && index.is_multiple_of(u64::from(stream.trace_every));
            let header = Header {
                number: if measuring.is_some() {
                    index / objects.len() as u64 + 1
                } else {
                    0
                },
                // Without a plan: as soon as possible.
                time: if traced { planned } else { 0 },
                sender: session.job.index,
                object: object as u32,
            };
            header.write(&mut value);
            session
                .rti
                .update_attribute_values(objects[object], &[(attribute, &value)], b"", None)
                .doing("updating")?;
            index += 1;
            if measuring.is_some() {
                self.sent += 1;
            }
            each_turn(self, session, moment);
        }
    }
}
