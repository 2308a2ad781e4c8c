//! The air picture: discovers every aircraft, counts every update, receives every advisory.
//!
//! Its callbacks come on Hyla's thread (`HLA_IMMEDIATE`), so that latency is measured where a federate that
//! reacts at once would feel it.

use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use hyla_lrc::{Activity, RtiAmbassador};
use hyla_omt::encoding::encode;
use hyla_types::{AttributeHandleSet, CallbackModel, Exception, ResignAction};

use super::clock::utc_ns;
use super::federation::{DemoError, Doing, Orders};
use super::plan::{Plan, SECTORS};
use super::report::{Report, Stage};
use super::seen::{Ambassador, Seen, locked};
use super::vocabulary::Vocabulary;

/// Its name in the federation.
pub(super) const NAME: &str = "AirPicture";
/// Time from the announcement of the start to the start.
const NOTICE: Duration = Duration::from_millis(300);
/// Interval of its checks of the recorded callbacks.
const LOOK: Duration = Duration::from_millis(20);
/// How often it reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The federate from beginning to end.
pub(super) fn run(plan: &Plan, orders: &Orders) -> Result<(), DemoError> {
    let seen = Arc::new(Mutex::new(Seen::new()));
    let ambassador = Box::new(Ambassador(seen.clone()));
    let (rti, names) = orders.join(ambassador, CallbackModel::Immediate, NAME, "AirPicture")?;
    locked(&seen).vocabulary = Some(names.clone());
    let picture = Picture {
        plan,
        orders,
        rti,
        names,
        seen,
    };
    picture
        .declare()
        .doing("declaring what the air picture receives")?;
    picture.gather()?;
    picture.start()?;
    picture.observe()?;
    picture.finish()
}

struct Picture<'a> {
    plan: &'a Plan,
    orders: &'a Orders,
    rti: RtiAmbassador,
    names: Vocabulary,
    seen: Arc<Mutex<Seen>>,
}

impl Picture<'_> {
    fn declare(&self) -> Result<(), Exception> {
        let names = &self.names;
        self.rti.publish_interaction_class(names.picture_ready)?;
        self.rti.publish_interaction_class(names.picture_complete)?;
        // Traffic advisories arrive promoted to their superclass.
        for class in [
            names.advisory,
            names.handover.class,
            names.flights_ready,
            names.flights_ended.class,
        ] {
            self.rti
                .subscribe_interaction_class(class, Activity::Active)?;
        }
        // The class comes last: who knows of it knows of the interactions too.
        let wanted = AttributeHandleSet::from([names.callsign, names.position, names.sector]);
        self.rti
            .subscribe_object_class_attributes(names.aircraft, &wanted, Activity::Active, "")
    }

    /// Waits until `look` finds what it looks for in what the callbacks noted.
    fn wait_for(
        &self,
        awaited: &str,
        mut look: impl FnMut(&mut Seen) -> bool,
    ) -> Result<(), DemoError> {
        let pause = || {
            sleep(LOOK);
            Ok(())
        };
        self.orders.wait_for(awaited, pause, || {
            let mut seen = locked(&self.seen);
            match seen.trouble.take() {
                Some(trouble) => Err(trouble),
                None => Ok(look(&mut seen).then_some(())),
            }
        })
    }

    /// Until all aircraft are discovered and all sectors are ready.
    fn gather(&self) -> Result<(), DemoError> {
        let expected = self.plan.aircraft as usize;
        self.wait_for("all aircraft to be registered", |seen| {
            seen.tally.known() == expected && seen.ready.len() == SECTORS.len()
        })?;
        self.orders.stage(NAME, Stage::Ready);
        Ok(())
    }

    /// Announces the start until every sector flies: one that has only just subscribed may not be known here yet.
    fn start(&self) -> Result<(), DemoError> {
        let notice = i64::try_from(NOTICE.as_nanos()).unwrap_or(0);
        let starts_at = encode(&(utc_ns() + notice));
        let values = [(self.names.starts_at, &starts_at[..])];
        let mut next = Instant::now();
        self.orders.wait_for(
            "the first update of every sector",
            || {
                sleep(LOOK);
                if Instant::now() >= next {
                    next = Instant::now() + REPORT_EVERY;
                    self.rti
                        .send_interaction(self.names.picture_ready, &values, b"", None)
                        .doing("announcing the start")?;
                }
                Ok(())
            },
            || {
                let mut seen = locked(&self.seen);
                match seen.trouble.take() {
                    Some(trouble) => Err(trouble),
                    None => Ok((seen.tally.senders() == SECTORS.len()).then_some(())),
                }
            },
        )?;
        self.orders.stage(NAME, Stage::Flying);
        Ok(())
    }

    /// Reports until every sector has ended.
    fn observe(&self) -> Result<(), DemoError> {
        let flying = Instant::now() + Duration::from_secs(u64::from(self.plan.seconds));
        let mut next = Instant::now();
        let mut look = |seen: &mut Seen| {
            if Instant::now() >= next {
                next = Instant::now() + REPORT_EVERY;
                (self.orders.reporter)(Report::Received(seen.snapshot()));
            }
            seen.ended.len() == SECTORS.len()
        };
        // The timeout of the last wait counts from the planned end.
        while Instant::now() < flying {
            self.orders.check_stopped()?;
            let mut seen = locked(&self.seen);
            if let Some(trouble) = seen.trouble.take() {
                return Err(trouble);
            }
            if look(&mut seen) {
                break;
            }
            drop(seen);
            sleep(LOOK);
        }
        self.wait_for("the last update of every sector", look)?;
        self.orders.stage(NAME, Stage::Ended);
        Ok(())
    }

    /// Lets the sectors go, sees their aircraft vanish, adds up and leaves.
    fn finish(&self) -> Result<(), DemoError> {
        self.rti
            .send_interaction(self.names.picture_complete, &[], b"", None)
            .doing("ending the exercise")?;
        self.wait_for("the aircraft to be deleted", |seen| seen.tally.known() == 0)?;
        let totals = locked(&self.seen).totals();
        (self.orders.reporter)(Report::Result(totals));
        self.orders.leave(&self.rti, NAME, ResignAction::NoAction)
    }
}
