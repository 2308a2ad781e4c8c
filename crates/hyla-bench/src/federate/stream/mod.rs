//! Streams: updates flow from senders to receivers, or to repeaters and back, and are counted end
//! to end.
//!
//! A sender numbers its messages by object. After the last message it sends their number; a
//! receiver waits until all have arrived, or until nothing has arrived for a while: missing ones
//! are lost.

mod arrivals;
mod intake;
mod interests;
mod message;
mod outflow;
mod parameters;
mod space;

use std::sync::{Arc, Mutex};

use hyla_lrc::Activity;
use hyla_types::{AttributeHandleSet, ObjectInstanceHandle, RegionHandleSet};

use self::intake::{Counts, Repeat, StreamReceiver, expected_of};
use self::interests::{ChangingInterests, MovingInterest};
use self::outflow::StreamSender;
pub(super) use self::parameters::Stream;
use super::ambassador::{Shared, locked};
use super::clock::{MILLISECOND, now};
use super::error::{Doing, FederateError};
use super::machine::Stopwatch;
use super::names::{Measured, Sent};
use super::reports::Outcome;
use super::session::{JoinedFederate, WorkContext};
use crate::job::StreamRole;

/// Time without a message after which missing ones count as lost. Longer than a reliable channel
/// needs to repeat lost packets.
const SETTLED: u64 = 1_500 * MILLISECOND;
/// Interval of a receiver's checks for completeness.
const LOOK: u64 = 2 * MILLISECOND;

pub(super) fn perform(start: &WorkContext<'_>, stream: Stream) -> Result<(), FederateError> {
    stream.check()?;
    let shared = Arc::new(Shared::new());
    let part = Arc::new(Mutex::new(StreamReceiver::new(shared.clone())));
    let mut session = start.join(shared, &part)?;
    let objects = declare(&session, &stream, &part)?;
    let mut moving = MovingInterest::declare(&session, &stream, &part)?;
    session.gather()?;
    let taken = stream.taken(session.job.index);
    let sources = expect(&session, &stream, &part, taken.len());
    session.wait_for(
        |_| (locked(&part).discovered >= sources.discoveries).then_some(()),
        |_| {
            let known = locked(&part).discovered;
            format!(
                "{} of {} objects",
                sources.discoveries - known,
                sources.discoveries
            )
        },
    )?;
    let receivers = stream.receivers(&session);
    session.prepare(receivers)?;
    session.begin()?;
    moving.begin(&stream);

    let mut outflow = StreamSender::new();
    let mut told = Counts::default();
    let mut live = |outflow: &mut StreamSender, session: &mut JoinedFederate<'_>, moment: u64| {
        session.live.look(moment, |figures| {
            let mut part = locked(&part);
            if stream.sends() {
                outflow.live(figures);
            }
            if !sources.indices.is_empty() {
                let counts = part.counts;
                figures.rate("delivered_per_s", counts.delivered - told.delivered);
                figures.rate("delivered_bytes_per_s", counts.bytes - told.bytes);
                told = counts;
                figures.durations(stream.ages(), &mut part.ages);
            }
        });
    };
    let watch = if stream.sends() {
        let watch = outflow.run(&mut session, &stream, &objects, &mut live)?;
        session.tell_sent(Sent {
            messages: outflow.sent,
            first: outflow.first,
        })?;
        watch
    } else {
        let measured_from = now() + stream.warm_up_ms * MILLISECOND;
        session.live.measured_from(measured_from);
        while now() < measured_from {
            session.turn(moving.next(measured_from))?;
            moving.turn(&session, &part)?;
            live(&mut outflow, &mut session, now());
        }
        outflow.bytes_before = session.bytes_sent();
        Stopwatch::start()
    };
    let expected = collect(&mut session, &stream, &part, &sources, &taken, |session| {
        moving.turn(session, &part)?;
        live(&mut outflow, session, now());
        Ok(())
    })?;

    let mut outcome = Outcome::default();
    outcome.process(&watch);
    let used_us = watch.processor_us();
    let bytes = session.bytes_sent().saturating_sub(outflow.bytes_before) as f64;
    let mut for_each = |role: &str, messages: u64| {
        let messages = messages as f64;
        outcome.metric(&format!("{role}_cpu_us_per_message"), used_us / messages);
        outcome.metric(&format!("{role}_bytes_per_message"), bytes / messages);
    };
    match stream.role {
        StreamRole::Sender => for_each("sender", outflow.sent),
        StreamRole::Receiver => {
            let part = locked(&part);
            let changing = part.interests.as_ref();
            let changing = changing.map_or(0, ChangingInterests::delivered);
            for_each("receiver", part.counts.delivered + changing);
        }
        _ => {}
    }
    if stream.sends() {
        outcome.count("sent", outflow.sent);
        outcome.metric("sent_per_s", outflow.rate());
    }
    {
        let part = locked(&part);
        if !sources.indices.is_empty() {
            let interests = part.interests.as_ref();
            part.counts.into_outcome(&mut outcome, expected, interests);
            outcome.histogram(stream.ages(), &part.ages);
        }
        if let Some(repeat) = &part.repeat {
            outcome.count("sent", repeat.sent);
        }
    }
    let heard = locked(&part).counts.heard;
    session.tell_carriers(&mut outcome, Some(heard));
    session.over()?;
    session.finish(outcome);
    Ok(())
}

/// Senders whose messages are for this federate.
struct Sources {
    indices: Vec<usize>,
    /// Number of their objects for this one.
    discoveries: u64,
}

/// Prepares for received messages.
fn expect(
    session: &JoinedFederate<'_>,
    stream: &Stream,
    part: &Mutex<StreamReceiver>,
    taken: usize,
) -> Sources {
    let me = session.job.index as usize;
    let mut sources = Sources {
        indices: Vec::new(),
        discoveries: 0,
    };
    let mut part = locked(part);
    for (index, mate) in session.crew.iter().enumerate() {
        if index == me {
            continue;
        }
        let (objects, discoveries) = if stream.takes_items() && mate.sends() {
            (stream.objects, taken as u64)
        } else if stream.role == StreamRole::Master && mate.repeats() {
            (1, 1)
        } else {
            continue;
        };
        // Echoes carry this federate's own time.
        let same_clock = stream.role == StreamRole::Master || session.shares_clock_with(index);
        part.expect(index, objects, same_clock);
        sources.indices.push(index);
        sources.discoveries += discoveries;
    }
    sources
}

/// Publishes, subscribes and registers according to the role; gives the objects of a sender.
fn declare(
    session: &JoinedFederate<'_>,
    stream: &Stream,
    part: &Mutex<StreamReceiver>,
) -> Result<Vec<ObjectInstanceHandle>, FederateError> {
    let (item, echo) = (session.names.item, session.names.echo);
    let rti = &session.rti;
    if stream.takes_items() {
        subscribe(session, stream, item)?;
    }
    if stream.role == StreamRole::Master {
        rti.subscribe_object_class_attributes(echo.class, &echo.attributes(), Activity::Active, "")
            .doing("subscribing")?;
    }
    if stream.role == StreamRole::Repeater {
        let object = rti
            .publish_object_class_attributes(echo.class, &echo.attributes())
            .and_then(|()| rti.register_object_instance(echo.class, None))
            .doing("registering the object that sends back")?;
        locked(part).repeat = Some(Repeat {
            rti: rti.clone(),
            object,
            echo,
            index: session.job.index,
            value: vec![0; stream.bytes as usize],
            sent: 0,
            first: 0,
        });
    }
    if stream.sends() {
        rti.publish_object_class_attributes(item.class, &item.attributes())
            .doing("publishing")?;
        return register(session, stream, item);
    }
    Ok(Vec::new())
}

fn subscribe(
    session: &JoinedFederate<'_>,
    stream: &Stream,
    item: Measured,
) -> Result<(), FederateError> {
    let rti = &session.rti;
    if stream.regions == 0 {
        return rti
            .subscribe_object_class_attributes(item.class, &item.attributes(), Activity::Active, "")
            .doing("subscribing");
    }
    let index = session.job.index;
    let parts = space::subscribed(index, stream.regions, stream.regions_of_receiver);
    let regions = space::regions(rti, stream.regions, &parts)?;
    let regions: RegionHandleSet = regions.into_iter().collect();
    rti.subscribe_object_class_attributes_with_regions(
        item.class,
        &[(item.attributes(), regions)],
        Activity::Active,
        "",
    )
    .doing("subscribing with regions")
}

fn register(
    session: &JoinedFederate<'_>,
    stream: &Stream,
    item: Measured,
) -> Result<Vec<ObjectInstanceHandle>, FederateError> {
    let rti = &session.rti;
    let what = "registering the objects of a sender";
    let mut objects = Vec::with_capacity(stream.objects as usize);
    if stream.regions == 0 {
        for _ in 0..stream.objects {
            session.check()?;
            objects.push(rti.register_object_instance(item.class, None).doing(what)?);
        }
        return Ok(objects);
    }
    let used: Vec<u32> = (0..stream.regions.min(stream.objects)).collect();
    let regions = space::regions(rti, stream.regions, &used)?;
    let attributes: AttributeHandleSet = item.attributes();
    for object in 0..stream.objects {
        session.check()?;
        let region = regions[(object % stream.regions) as usize];
        let pair = (attributes.clone(), RegionHandleSet::from([region]));
        objects.push(
            rti.register_object_instance_with_regions(item.class, &[pair], None)
                .doing(what)?,
        );
    }
    Ok(objects)
}

/// Waits until all messages for this federate have arrived, or nothing arrives any more. Gives the
/// expected number.
fn collect(
    session: &mut JoinedFederate<'_>,
    stream: &Stream,
    part: &Mutex<StreamReceiver>,
    sources: &Sources,
    taken: &[u32],
    mut each_turn: impl FnMut(&mut JoinedFederate<'_>) -> Result<(), FederateError>,
) -> Result<u64, FederateError> {
    // A source may be silent while it sends to others, and while another waits for lost messages.
    let silence =
        (session.job.timeout_ms + stream.warm_up_ms + stream.run_ms) * MILLISECOND + SETTLED;
    let (mut heard, mut since) = (0, now());
    let mut ends = vec![None; sources.indices.len()];
    loop {
        for (end, index) in ends.iter_mut().zip(&sources.indices) {
            if end.is_none() {
                *end = session.sent(*index)?;
                if end.is_some() {
                    since = now();
                }
            }
        }
        let counts = locked(part).counts;
        if counts.heard != heard {
            (heard, since) = (counts.heard, now());
        }
        let quiet = now().saturating_sub(since);
        if ends.iter().all(Option::is_some) {
            let expected = ends
                .iter()
                .flatten()
                .map(|sent: &Sent| match stream.role {
                    StreamRole::Master => sent.messages,
                    _ => expected_of(sent.messages, stream.objects, taken.iter().copied()),
                })
                .sum();
            if counts.delivered >= expected || quiet >= SETTLED {
                if stream.role == StreamRole::Repeater {
                    tell_repeated(session, part)?;
                }
                return Ok(expected);
            }
        } else if quiet > silence {
            let missing = ends
                .iter()
                .zip(&sources.indices)
                .find(|(end, _)| end.is_none());
            let index = missing.map_or(0, |(_, index)| *index);
            return Err(session.late(format!("the end of what bench-{index} sends")));
        }
        session.turn(now() + LOOK)?;
        each_turn(session)?;
    }
}

fn tell_repeated(
    session: &JoinedFederate<'_>,
    part: &Mutex<StreamReceiver>,
) -> Result<(), FederateError> {
    let sent = {
        let part = locked(part);
        part.repeat.as_ref().map(|repeat| Sent {
            messages: repeat.sent,
            first: repeat.first,
        })
    };
    sent.map_or(Ok(()), |sent| session.tell_sent(sent))
}
