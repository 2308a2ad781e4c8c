//! What a server does besides answering: reads states, measures.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Shared;
use super::config::{Config, HostConfig, StateConfig};
use crate::estimator::{Action, End, Report};
use crate::peer;
use crate::source::{Kernel, Reading, ReadingError, Script, Snmp};

/// How long a step of a script is relied on: until the next, whenever that comes.
const SCRIPTED: Duration = Duration::from_secs(1_000_000);

/// Starts the tasks of a server on the present runtime.
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
        // The agent may take as long as its patience.
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

/// Most measurements at a time: more would disturb one another.
const AT_A_TIME: usize = 4;

/// Makes the measurements that the estimator asks for.
struct Measurer {
    /// Where hosts reflect.
    peers: HashMap<String, String>,
    /// Names of the server's own host, from which alone it can measure.
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
            // An hour is as good as for ever.
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
        // On a thread of its own: what else the server does is not measured with it.
        tokio::task::spawn_blocking(move || {
            let patience = Duration::from_millis(10) * round_trips + Duration::from_secs(1);
            let measured = peer::measure(&peer, bytes, round_trips, patience);
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
