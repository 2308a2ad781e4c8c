//! Work of a server besides answering: reading states, measuring.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::config::{Config, HostConfig, StateConfig};
use super::{RoundTrips, Shared, federates};
use crate::estimator::{Action, End, Estimator, Report};
use crate::peer::{self, NotMeasured};
use crate::source::{Kernel, Reading, ReadingError, Script, Snmp};

/// Validity of a step of a script: until the next one, however late.
const SCRIPTED: Duration = Duration::from_secs(1_000_000);

/// Starts the tasks of a server on the current runtime.
pub(super) fn start(
    config: &Config,
    script: Option<Script>,
    shared: &Arc<Shared>,
    wire: Arc<dyn RoundTrips>,
) {
    if let Some(script) = script {
        tokio::spawn(play(script, Arc::clone(shared)));
    } else {
        for host in &config.hosts {
            match host.state {
                StateConfig::Reports => {}
                StateConfig::Kernel => {
                    tokio::spawn(watch_kernel(host.clone(), Arc::clone(shared)));
                }
                StateConfig::Snmp => {
                    tokio::spawn(watch_agent(host.clone(), Arc::clone(shared)));
                }
            }
        }
    }
    tokio::spawn(end_leases(Arc::clone(shared)));
    if shared.federates.is_some() {
        tokio::spawn(federates::ask(Arc::clone(shared)));
    }
    let measurer = Measurer {
        wire,
        shared: Arc::clone(shared),
    };
    tokio::spawn(measurer.run());
}

fn tell(
    shared: &Shared,
    host: &str,
    valid_for: Duration,
    read: Result<Option<Reading>, ReadingError>,
) {
    match read {
        Ok(None) => {}
        Ok(Some(Reading { processor, port })) => {
            let report = Report {
                processor,
                port,
                valid_for,
            };
            shared.with(|estimator, now| estimator.handle_report(now, host, report));
        }
        Err(error) => {
            shared.with(|estimator, now| {
                estimator.handle_source_failed(now, host, &error.to_string());
            });
        }
    }
}

async fn watch_kernel(host: HostConfig, shared: Arc<Shared>) {
    let mut kernel = Kernel::new(host.port.clone(), host.bits_per_s());
    let mut pace = Pace::new(host.interval());
    loop {
        let began = shared.began.elapsed();
        let read = kernel.read(began);
        let every = pace.after(shared.began.elapsed().saturating_sub(began));
        tell(&shared, &host.name, every * 3 + KERNEL_LATE, read);
        tokio::time::sleep(every).await;
    }
}

/// How much later than its interval a reading of the kernel may come on a busy host.
const KERNEL_LATE: Duration = Duration::from_millis(500);

/// Interval of readings of the kernel, which take longer the more processors and interrupts a host has.
struct Pace {
    wanted: Duration,
    /// Times that the last readings took.
    took: VecDeque<Duration>,
}

impl Pace {
    /// Readings over which their cost is taken. The least of them was not interrupted.
    const OVER: usize = 16;
    /// A reading takes at most this part of its interval.
    const PART: u32 = 200;

    fn new(wanted: Duration) -> Self {
        Self {
            wanted,
            took: VecDeque::new(),
        }
    }

    /// The interval after a reading that took so long.
    fn after(&mut self, took: Duration) -> Duration {
        self.took.push_back(took);
        if self.took.len() > Self::OVER {
            self.took.pop_front();
        }
        let cost = self.took.iter().min().copied().unwrap_or_default();
        self.wanted.max(cost * Self::PART)
    }
}

async fn watch_agent(host: HostConfig, shared: Arc<Shared>) {
    let mut ticks = tokio::time::interval(host.interval());
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut snmp: Option<Snmp> = None;
    loop {
        ticks.tick().await;
        let read = match &mut snmp {
            Some(snmp) => snmp.read(shared.began.elapsed()).await,
            None => match connect(&host).await {
                Ok(connected) => snmp.insert(connected).read(shared.began.elapsed()).await,
                Err(problem) => Err(ReadingError::Unreadable(problem)),
            },
        };
        // Includes the agent's timeout.
        tell(
            &shared,
            &host.name,
            host.interval() * 3 + Duration::from_secs(2),
            read,
        );
    }
}

async fn connect(host: &HostConfig) -> Result<Snmp, String> {
    Snmp::connect(&host.agent()?)
        .await
        .map_err(|error| error.to_string())
}

async fn play(mut script: Script, shared: Arc<Shared>) {
    while let Some(next) = script.next_at() {
        tokio::time::sleep(next.saturating_sub(shared.began.elapsed())).await;
        while let Some(step) = script.poll(shared.began.elapsed()) {
            let silent = Err(ReadingError::Unreadable("it has fallen silent".to_owned()));
            tell(
                &shared,
                &step.host,
                SCRIPTED,
                step.reading.map_or(silent, |reading| Ok(Some(reading))),
            );
        }
    }
}

/// Interval of looks for connections that nobody asks for any longer.
const LEASES_EVERY: Duration = Duration::from_secs(1);

async fn end_leases(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(LEASES_EVERY).await;
        let ended = shared.look(Estimator::end_leases);
        if let Some(federates) = &shared.federates {
            federates.forget(&ended);
        }
    }
}

/// Most simultaneous measurements: more would disturb one another.
const AT_A_TIME: usize = 4;

/// Performs the estimator's measurements.
struct Measurer {
    wire: Arc<dyn RoundTrips>,
    shared: Arc<Shared>,
}

impl Measurer {
    async fn run(self) {
        let places = Arc::new(Semaphore::new(AT_A_TIME));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let (action, next) = self.shared.look(|estimator, now| {
                let action = estimator.poll_action(now);
                let due = estimator.next_deadline();
                (action, due.map(|due| due.saturating_sub(now)))
            });
            if let Some(action) = action {
                self.act(action, place);
                continue;
            }
            drop(place);
            // An hour is long enough.
            let wait = next.unwrap_or(Duration::from_secs(3600));
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = self.shared.news.notified() => {}
            }
        }
    }

    fn act(&self, action: Action, place: OwnedSemaphorePermit) {
        let Action::Measure {
            measurement,
            from,
            to,
            bytes,
            round_trips,
        } = action;
        let (shared, wire) = (Arc::clone(&self.shared), Arc::clone(&self.wire));
        // On its own thread: other work of the server must not disturb it.
        tokio::task::spawn_blocking(move || {
            let measured = wire.measure(&from, &to, bytes, round_trips);
            drop(place);
            shared.with(|estimator, now| match measured {
                Ok(times) => estimator.handle_measured(now, measurement, &times),
                Err(NotMeasured { problem, begun }) => {
                    estimator.handle_measurement_failed(now, measurement, &problem, begun);
                }
            });
        });
    }
}

/// Time for a measurement of so many round trips: the estimator waits a second longer.
#[must_use]
pub fn time_for(round_trips: u32) -> Duration {
    Duration::from_millis(10) * round_trips + Duration::from_secs(1)
}

/// Measurements with peers, over TCP, between hosts.
#[derive(Debug)]
pub struct Peers {
    /// Addresses of reflectors.
    peers: HashMap<String, String>,
    /// Names of the server's own host, the only one it can measure from.
    local: Vec<String>,
}

impl RoundTrips for Peers {
    fn measure(
        &self,
        from: &End,
        to: &End,
        bytes: u64,
        count: u32,
    ) -> Result<Vec<f64>, NotMeasured> {
        let peer = self.peer(from, to)?;
        peer::measure(peer, bytes, count, time_for(count))
    }
}

impl Peers {
    /// The peers of a configuration.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        let peers = config.hosts.iter();
        let peers = peers.filter_map(|host| Some((host.name.clone(), host.peer.clone()?)));
        let local = config
            .hosts
            .iter()
            .filter(|host| host.state == StateConfig::Kernel);
        Self {
            peers: peers.collect(),
            local: local.map(|host| host.name.clone()).collect(),
        }
    }

    fn peer(&self, from: &End, to: &End) -> Result<&str, String> {
        match (&from.federate, &to.federate) {
            (None, None) => {}
            (Some(_), Some(_)) => {
                return Err(format!(
                    "{from} and {to} are federates, and the file of this server has no [federation] whose federates it could ask"
                ));
            }
            (Some(_), None) | (None, Some(_)) => {
                let (host, federate) = if from.federate.is_none() {
                    (from, to)
                } else {
                    (to, from)
                };
                return Err(format!(
                    "{host} is a host and {federate} a federate, between which nothing is sent: write {host}/FEDERATE, or {host}/RTI \
                     for the RTI"
                ));
            }
        }
        if !self.local.contains(&from.host) {
            return Err(format!(
                "this server cannot measure from {}, only from the host whose state is that of its kernel",
                from.host
            ));
        }
        self.peers
            .get(&to.host)
            .map(String::as_str)
            .ok_or_else(|| format!("no peer of {} is known", to.host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_take_no_more_than_their_part_of_the_time() {
        let ms = Duration::from_millis;
        let mut pace = Pace::new(ms(20));

        assert_eq!(pace.after(Duration::from_micros(10)), ms(20));
        for _ in 0..Pace::OVER {
            pace.after(Duration::from_micros(800));
        }
        assert_eq!(pace.after(ms(50)), ms(160));
    }
}
