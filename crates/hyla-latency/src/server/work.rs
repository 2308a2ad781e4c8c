//! Work of a server besides answering: reading states, measuring.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Shared;
use super::config::{Config, HostConfig, StateConfig};
use crate::estimator::{Action, End, Report};
use crate::peer;
use crate::source::{Kernel, Reading, ReadingError, Script, Snmp};

/// Validity of a step of a script: until the next one, however late.
const SCRIPTED: Duration = Duration::from_secs(1_000_000);

/// Starts the tasks of a server on the current runtime.
pub(super) fn start(config: &Config, script: Option<Script>, shared: &Arc<Shared>) {
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
    let peers = config.hosts.iter();
    let peers = peers.filter_map(|host| Some((host.name.clone(), host.peer.clone()?)));
    let local = config
        .hosts
        .iter()
        .filter(|host| host.state == StateConfig::Kernel);
    let measurer = Measurer {
        peers: peers.collect(),
        local: local.map(|host| host.name.clone()).collect(),
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
    let mut ticks = tokio::time::interval(host.interval());
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let read = kernel.read(shared.began.elapsed());
        tell(&shared, &host.name, host.interval() * 3, read);
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

/// Most simultaneous measurements: more would disturb one another.
const AT_A_TIME: usize = 4;

/// Performs the estimator's measurements.
struct Measurer {
    /// Addresses of reflectors.
    peers: HashMap<String, String>,
    /// Names of the server's own host, the only one it can measure from.
    local: Vec<String>,
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
        let shared = Arc::clone(&self.shared);
        let peer = match self.peer(&from, &to) {
            Ok(peer) => peer.to_owned(),
            Err(problem) => {
                shared.look(|estimator, now| {
                    estimator.handle_measurement_failed(now, measurement, &problem);
                });
                return;
            }
        };
        // On its own thread: other work of the server must not disturb it.
        tokio::task::spawn_blocking(move || {
            let timeout = Duration::from_millis(10) * round_trips + Duration::from_secs(1);
            let measured = peer::measure(&peer, bytes, round_trips, timeout);
            drop(place);
            shared.with(|estimator, now| match measured {
                Ok(times) => estimator.handle_measured(now, measurement, &times),
                Err(error) => {
                    estimator.handle_measurement_failed(now, measurement, &error.to_string());
                }
            });
        });
    }

    fn peer(&self, from: &End, to: &End) -> Result<&str, String> {
        if !self.local.contains(&from.host) {
            return Err(format!(
                "this server cannot measure from {}, only from the host whose state is that of its kernel",
                from.host
            ));
        }
        if let Some(federate) = &to.federate {
            return Err(format!("federate {federate} does not reflect; hosts do"));
        }
        self.peers
            .get(&to.host)
            .map(String::as_str)
            .ok_or_else(|| format!("no peer of {} is known", to.host))
    }
}
