//! A flyer: the federate that flies the aircraft of one sector.
//!
//! Its callbacks are evoked (`HLA_EVOKED`) between the slices of its schedule: the aircraft of a sector do not
//! all move at the same instant, but slice by slice through the period.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, RtiAmbassador};
use hyla_omt::encoding::encode;
use hyla_types::{AttributeHandleSet, CallbackModel, Exception, ResignAction};

use super::clock::utc_ns;
use super::federation::{DemoError, Doing, Orders, TIMEOUT};
use super::fleet::Fleet;
use super::heard::{Ambassador, Heard, locked};
use super::plan::{Plan, SECTORS, Sector};
use super::report::{Report, Stage};
use super::vocabulary::Vocabulary;

/// Longest evocation while waiting.
const EVOKE: Duration = Duration::from_millis(10);
/// Time after which something is said or asked again.
const AGAIN: Duration = Duration::from_millis(100);
/// How often it reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// Least time from one slice to the next.
const SLICE: Duration = Duration::from_millis(5);
/// The sector that hands an aircraft over, and the one that takes it.
const GIVES: usize = 0;
const TAKES: usize = 1;

/// The federate of the sector with this index, from beginning to end.
pub(super) fn run(plan: &Plan, sector: usize, orders: &Orders) -> Result<(), DemoError> {
    let Sector { name, .. } = SECTORS[sector];
    let heard = Arc::new(Mutex::new(Heard::default()));
    let ambassador = Box::new(Ambassador {
        heard: heard.clone(),
        sector: name,
    });
    let (rti, names) = orders.join(ambassador, CallbackModel::Evoked, name, "Flyer")?;
    locked(&heard).vocabulary = Some(names.clone());
    let mut flyer = Flyer {
        plan,
        sector,
        name,
        orders,
        fleet: Fleet::new(rti.clone(), names.clone(), SECTORS[sector]),
        rti,
        names,
        heard,
        handovers: 0,
        taken: 0,
        expected: None,
    };
    flyer.declare().doing("declaring what a flyer sends")?;
    flyer.register()?;
    let start = flyer.gather()?;
    flyer.fly(start)?;
    flyer.await_handover()?;
    flyer.finish()
}

struct Flyer<'a> {
    plan: &'a Plan,
    sector: usize,
    name: &'static str,
    orders: &'a Orders,
    rti: RtiAmbassador,
    names: Vocabulary,
    heard: Arc<Mutex<Heard>>,
    fleet: Fleet,
    handovers: u64,
    /// Aircraft taken over.
    taken: u64,
    /// An aircraft on its way into this sector.
    expected: Option<Expected>,
}

/// An aircraft that was announced by a handover.
struct Expected {
    callsign: String,
    /// Whether its name was asked for.
    asked: bool,
}

impl Flyer<'_> {
    fn declare(&self) -> Result<(), Exception> {
        let names = &self.names;
        for class in [
            names.traffic.class,
            names.handover.class,
            names.flights_ready,
            names.flights_ended.class,
        ] {
            self.rti.publish_interaction_class(class)?;
        }
        for class in [
            names.picture_ready,
            names.handover.class,
            names.picture_complete,
        ] {
            self.rti
                .subscribe_interaction_class(class, Activity::Active)?;
        }
        let sent = AttributeHandleSet::from([
            names.callsign,
            names.position,
            names.sector,
            names.airline,
            names.aircraft_type,
        ]);
        self.rti
            .publish_object_class_attributes(names.airliner, &sent)?;
        // Enough to know which aircraft the others have, without their positions.
        let known = AttributeHandleSet::from([names.callsign]);
        self.rti
            .subscribe_object_class_attributes(names.aircraft, &known, Activity::Active, "")
    }

    /// Evokes until `look` finds its value in the record of callbacks.
    fn wait_for<T>(
        &self,
        awaited: &str,
        mut look: impl FnMut(&mut Heard) -> Option<T>,
    ) -> Result<T, DemoError> {
        self.orders.wait_for(
            awaited,
            || self.evoke(EVOKE),
            || {
                let mut heard = locked(&self.heard);
                heard.check()?;
                Ok(look(&mut heard))
            },
        )
    }

    fn evoke(&self, at_most: Duration) -> Result<(), DemoError> {
        self.rti
            .evoke_multiple_callbacks(at_most, at_most)
            .doing("evoking callbacks")?;
        Ok(())
    }

    /// Reserves all callsigns, then registers an aircraft for each.
    fn register(&mut self) -> Result<(), DemoError> {
        self.wait_for("a subscriber of aircraft", |heard| {
            heard.registration_wanted.then_some(())
        })?;
        let flights = self.plan.flights(self.sector);
        let callsigns: BTreeSet<String> = flights.iter().map(|f| f.callsign.clone()).collect();
        self.rti
            .reserve_multiple_object_instance_names(&callsigns)
            .doing("reserving callsigns")?;
        self.wait_for("the reservation of callsigns", |heard| {
            callsigns.is_subset(&heard.reserved).then_some(())
        })?;
        for flight in flights {
            self.fleet
                .register(flight)
                .doing("registering an aircraft")?;
        }
        Ok(())
    }

    /// Until the aircraft of the other sectors are known and the air picture announces the start.
    fn gather(&mut self) -> Result<Instant, DemoError> {
        let others = self.plan.aircraft - self.plan.aircraft_of(self.sector);
        self.wait_for("the aircraft of the other sectors", |heard| {
            (heard.others.len() == others as usize).then_some(())
        })?;
        self.orders.stage(self.name, Stage::Ready);
        let sector = encode(self.name);
        let values = [(self.names.flights_ready_sector, &sector[..])];
        let mut next = Instant::now();
        let starts_at = self.orders.wait_for(
            "the air picture to be ready",
            || {
                // Repeated, since the air picture may only just have subscribed.
                if Instant::now() >= next {
                    next = Instant::now() + AGAIN;
                    self.rti
                        .send_interaction(self.names.flights_ready, &values, b"", None)
                        .doing("reporting ready")?;
                }
                self.evoke(EVOKE)
            },
            || {
                let mut heard = locked(&self.heard);
                heard.check()?;
                Ok(heard.starts_at)
            },
        )?;
        let wait = u64::try_from(starts_at - utc_ns()).unwrap_or(0);
        Ok(Instant::now() + Duration::from_nanos(wait))
    }

    /// Sends every update of the schedule. A slice that is late is not left out, the next ones catch up.
    fn fly(&mut self, start: Instant) -> Result<(), DemoError> {
        self.orders.stage(self.name, Stage::Flying);
        let period = self.plan.period();
        let slices = (period.as_nanos() / SLICE.as_nanos()).clamp(1, 64) as u32;
        let mut report_at = start;
        for tick in 0..self.plan.ticks() {
            if self.sector == GIVES && tick == self.plan.handover_tick() {
                self.hand_over()?;
            }
            for slice in 0..slices {
                let since = Duration::from_secs_f64(tick as f64 / f64::from(self.plan.rate))
                    + period * slice / slices;
                self.evoke_until(start + since)?;
                self.take_over()?;
                let every_second = tick % u64::from(self.plan.rate) == 0;
                self.fleet
                    .fly_slice(
                        slice as usize,
                        slices as usize,
                        since.as_secs_f64(),
                        every_second,
                    )
                    .doing("updating an aircraft")?;
                if Instant::now() >= report_at {
                    report_at = Instant::now() + REPORT_EVERY;
                    self.report();
                }
            }
        }
        Ok(())
    }

    fn report(&self) {
        let federate = self.name.to_owned();
        (self.orders.reporter)(Report::Sent {
            federate,
            updates: self.fleet.updates(),
        });
    }

    fn evoke_until(&self, moment: Instant) -> Result<(), DemoError> {
        self.orders.check_stopped()?;
        loop {
            let left = moment.saturating_duration_since(Instant::now());
            self.evoke(left)?;
            locked(&self.heard).check()?;
            if Instant::now() >= moment {
                return Ok(());
            }
        }
    }

    /// Announces that the last aircraft goes to the next sector and deletes it.
    fn hand_over(&mut self) -> Result<(), DemoError> {
        let Some(plane) = self.fleet.release_last() else {
            return Ok(());
        };
        let names = &self.names.handover;
        let (callsign, from, to) = (
            encode(plane.callsign()),
            encode(self.name),
            encode(SECTORS[TAKES].name),
        );
        let values = [
            (names.callsign, &callsign[..]),
            (names.from, &from),
            (names.to, &to),
        ];
        self.rti
            .send_interaction(names.class, &values, b"", None)
            .and_then(|_| {
                self.rti
                    .delete_object_instance(plane.object(), b"handover", None)
            })
            .doing("handing an aircraft over")?;
        self.handovers += 1;
        Ok(())
    }

    /// Goes on with a handover into this sector: once the instance is removed its name is reserved, and once that
    /// is granted the aircraft is registered again. The reservation may reach the RTI before the
    /// deletion; then it is requested again.
    fn take_over(&mut self) -> Result<(), DemoError> {
        let mut heard = locked(&self.heard);
        if let Some(callsign) = heard.handed_over.pop() {
            self.expected = Some(Expected {
                callsign,
                asked: false,
            });
        }
        let Some(expected) = &mut self.expected else {
            return Ok(());
        };
        if heard.reserved.contains(&expected.callsign) {
            drop(heard);
            let flights = self.plan.flights(GIVES);
            let flight = flights
                .into_iter()
                .find(|flight| flight.callsign == expected.callsign);
            self.expected = None;
            if let Some(flight) = flight {
                self.fleet
                    .register(flight)
                    .doing("registering an aircraft handed over")?;
                self.taken += 1;
            }
            return Ok(());
        }
        let refused = heard.refused.remove(&expected.callsign);
        let ask = heard.removed.contains(&expected.callsign) && (refused || !expected.asked);
        drop(heard);
        if ask {
            expected.asked = true;
            self.rti
                .reserve_object_instance_name(&expected.callsign)
                .doing("reserving the callsign of an aircraft handed over")?;
        }
        Ok(())
    }

    /// A short exercise may end while an aircraft is still on its way into this sector.
    fn await_handover(&mut self) -> Result<(), DemoError> {
        let deadline = Instant::now() + TIMEOUT;
        while self.sector == TAKES && self.taken == 0 {
            if Instant::now() >= deadline {
                let awaited = "the aircraft that is handed over".to_owned();
                return Err(DemoError::Late { awaited });
            }
            self.evoke_until(Instant::now() + EVOKE)?;
            self.take_over()?;
        }
        Ok(())
    }

    /// Reports the totals, waits until the air picture has everything, leaves.
    fn finish(&mut self) -> Result<(), DemoError> {
        let names = self.names.flights_ended.clone();
        let sector = encode(self.name);
        let total = |number: u64| encode(&i64::try_from(number).unwrap_or(i64::MAX));
        let updates = total(self.fleet.updates());
        let advisories = total(self.fleet.advisories());
        let handovers = total(self.handovers);
        let values = [
            (names.sector, &sector[..]),
            (names.updates, &updates),
            (names.advisories, &advisories),
            (names.handovers, &handovers),
        ];
        self.rti
            .send_interaction(names.class, &values, b"", None)
            .doing("telling the totals")?;
        self.report();
        self.orders.stage(self.name, Stage::Ended);
        self.wait_for("the air picture to have everything", |heard| {
            heard.complete.then_some(())
        })?;
        self.orders
            .leave(&self.rti, self.name, ResignAction::DeleteObjects)
    }
}
