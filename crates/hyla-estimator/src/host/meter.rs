//! Loads from counters of processors and ports, of agents with their own update intervals.

use std::time::Duration;

use super::ReadingError;
use crate::state::{Counter, Rate, RecentLoad, Width};

/// Implausible number of ticks per second: ten thousand processors at 100 Hz.
const MOST_TICKS: f64 = 1e6;
/// Without a tick for this long an agent is broken, not just slow.
const STILL: Duration = Duration::from_secs(15);
/// Without an octet for this long a port is idle, not just its agent slow: Debian's updates every 3
/// to 15 s.
pub const IDLE_BY_AGENT: Duration = Duration::from_secs(20);
/// The same for the kernel, some of whose drivers update every second.
pub const IDLE_BY_KERNEL: Duration = Duration::from_secs(3);

/// Busy share of processors.
#[derive(Debug)]
pub struct ProcessorMeter {
    busy: Counter,
    idle: Counter,
    last: Option<(Duration, u64, u64)>,
    /// Ticks since the first reading: those of the host may wrap.
    so_far: (f64, f64),
    recent: RecentLoad,
    share: Option<f64>,
}

impl ProcessorMeter {
    /// A meter without a reading.
    #[must_use]
    pub fn new(width: Width) -> Self {
        let counter = Counter::new(width, MOST_TICKS);
        Self {
            busy: counter,
            idle: counter,
            last: None,
            so_far: (0.0, 0.0),
            recent: RecentLoad::default(),
            share: None,
        }
    }

    /// Adds ticks since the host started. The share is that of the recent time ([`RecentLoad`]), or between the last two
    /// different readings if these are rarer; `None` before there are enough.
    ///
    /// # Errors
    /// [`ReadingError::Reset`] if a counter was reset or cannot be true, [`ReadingError::StandsStill`] without a tick for long.
    pub fn read(
        &mut self,
        at: Duration,
        busy: u64,
        idle: u64,
    ) -> Result<Option<f64>, ReadingError> {
        if let Some((since, was_busy, was_idle)) = self.last
            && (was_busy, was_idle) == (busy, idle)
        {
            let still = at.saturating_sub(since);
            return if still > STILL {
                Err(ReadingError::StandsStill(still.as_secs()))
            } else {
                Ok(self.share)
            };
        }
        let seconds = self
            .last
            .map(|(since, ..)| at.saturating_sub(since).as_secs_f64());
        self.last = Some((at, busy, idle));
        match (self.busy.read(at, busy), self.idle.read(at, idle)) {
            (Rate::PerSecond(busy), Rate::PerSecond(idle)) => {
                let seconds = seconds.unwrap_or_default();
                self.so_far.0 += busy * seconds;
                self.so_far.1 += (busy + idle) * seconds;
            }
            (Rate::First, _) => {}
            _ => {
                self.recent = RecentLoad::default();
                let (busy, all) = self.so_far;
                self.share = self.recent.read(at, busy, all, 1.0);
                return Err(ReadingError::Reset("processor"));
            }
        }
        let (busy, all) = self.so_far;
        self.share = self.recent.read(at, busy, all, 1.0).or(self.share);
        Ok(self.share)
    }
}

/// Busy share of a port.
#[derive(Debug)]
pub struct PortMeter {
    width: Width,
    /// Time without an octet after which the port is idle.
    idle_after: Duration,
    /// Received and sent octets, and the speed for their limit.
    counters: Option<(Counter, Counter, f64)>,
    last: Option<(Duration, u64, u64)>,
    /// Octets since the first reading, in both directions.
    so_far: [f64; 2],
    recent: [RecentLoad; 2],
    share: Option<f64>,
}

impl PortMeter {
    /// A meter without a reading. Without an octet for `idle_after` the port is idle ([`IDLE_BY_AGENT`], [`IDLE_BY_KERNEL`]).
    #[must_use]
    pub fn new(width: Width, idle_after: Duration) -> Self {
        Self {
            width,
            idle_after,
            counters: None,
            last: None,
            so_far: [0.0; 2],
            recent: Default::default(),
            share: None,
        }
    }

    /// Adds octets since the port was made. The share is that of the busier direction in the recent time
    /// ([`RecentLoad`]), or between the last two different readings if these are rarer; `None` before there are enough.
    ///
    /// # Errors
    /// [`ReadingError::Reset`] if a counter was reset or cannot be true.
    pub fn read(
        &mut self,
        at: Duration,
        octets: (u64, u64),
        bits_per_s: f64,
    ) -> Result<Option<f64>, ReadingError> {
        if let Some((since, received, sent)) = self.last
            && (received, sent) == octets
        {
            if at.saturating_sub(since) > self.idle_after {
                self.share = Some(0.0);
            }
            return Ok(self.share);
        }
        let seconds = self
            .last
            .map(|(since, ..)| at.saturating_sub(since).as_secs_f64());
        self.last = Some((at, octets.0, octets.1));
        // The exact time of an agent's reading is unknown.
        let most = bits_per_s / 8.0 * 1.3;
        let (received, sent, speed) = self.counters.get_or_insert_with(|| {
            let counter = Counter::new(self.width, most);
            (counter, counter, bits_per_s)
        });
        if *speed != bits_per_s {
            // Renegotiated: earlier readings do not apply.
            self.counters = None;
            self.recent = Default::default();
            self.share = None;
            return Ok(None);
        }
        match (received.read(at, octets.0), sent.read(at, octets.1)) {
            (Rate::PerSecond(received), Rate::PerSecond(sent)) => {
                let seconds = seconds.unwrap_or_default();
                for (so_far, rate) in self.so_far.iter_mut().zip([received, sent]) {
                    *so_far += rate * seconds;
                }
            }
            (Rate::First, _) => {}
            _ => {
                self.recent = Default::default();
                self.share = None;
                self.busier(at, bits_per_s);
                return Err(ReadingError::Reset("port"));
            }
        }
        self.share = self.busier(at, bits_per_s).or(self.share);
        Ok(self.share)
    }

    fn busier(&mut self, at: Duration, bits_per_s: f64) -> Option<f64> {
        let able = at.as_secs_f64() * bits_per_s / 8.0;
        let ways = self.recent.iter_mut().zip(self.so_far);
        let shares = ways.filter_map(|(recent, so_far)| recent.read(at, so_far, able, 0.0));
        shares.reduce(f64::max)
    }
}

/// Uptime of an agent, which shows restarts that its counters may not: a 32-bit counter that begins anew looks like one that
/// wraps.
#[derive(Debug, Default)]
pub struct Uptime {
    last: Option<(Duration, u64)>,
}

impl Uptime {
    /// How much less an uptime may grow than the time that has passed: an agent may renew it late.
    const LATE: u64 = 500;

    /// Adds an uptime in hundredths of a second; whether the agent was restarted since the last one. It wraps after 497 days,
    /// which counts as a restart.
    pub fn was_restarted(&mut self, at: Duration, hundredths: u64) -> bool {
        let Some((before, last)) = self.last.replace((at, hundredths)) else {
            return false;
        };
        let passed = u64::try_from(at.saturating_sub(before).as_millis() / 10).unwrap_or(u64::MAX);
        hundredths < last || hundredths.saturating_add(Self::LATE) < last.saturating_add(passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_share_is_that_between_readings_that_differ() {
        let mut meter = ProcessorMeter::new(Width::Bits32);

        assert_eq!(meter.read(at(0), 100, 100), Ok(None));
        assert_eq!(meter.read(at(5), 130, 110), Ok(Some(0.75)));
        // An agent that updates its counters every 5 s, polled every second.
        assert_eq!(meter.read(at(6), 130, 110), Ok(Some(0.75)));
        assert_eq!(meter.read(at(10), 130, 150), Ok(Some(0.0)));
    }

    #[test]
    fn processor_counters_that_stand_still_or_start_again_are_errors() {
        let mut meter = ProcessorMeter::new(Width::Bits32);
        meter.read(at(0), 100_000, 100_000).unwrap();

        assert_eq!(
            meter.read(at(16), 100_000, 100_000),
            Err(ReadingError::StandsStill(16))
        );
        assert_eq!(
            meter.read(at(17), 10, 10),
            Err(ReadingError::Reset("processor"))
        );
        assert_eq!(meter.read(at(18), 20, 10), Ok(Some(1.0)));
    }

    #[test]
    fn an_uptime_that_grows_less_than_the_time_shows_a_restart() {
        let mut uptime = Uptime::default();

        assert!(!uptime.was_restarted(at(10), 100_000));
        assert!(!uptime.was_restarted(at(20), 101_000));
        // Renewed late.
        assert!(!uptime.was_restarted(at(21), 101_000));
        assert!(uptime.was_restarted(at(22), 30));
        // It ran for longer than before, and yet not as long as the pause.
        assert!(uptime.was_restarted(at(9_000), 200_000));
        assert!(!uptime.was_restarted(at(9_001), 200_100));
    }

    #[test]
    fn a_port_has_the_share_of_its_busier_direction() {
        let mut meter = PortMeter::new(Width::Bits64, IDLE_BY_AGENT);
        let speed = 8000.0;

        assert_eq!(meter.read(at(0), (0, 0), speed), Ok(None));
        assert_eq!(meter.read(at(2), (1000, 500), speed), Ok(Some(0.5)));
        assert_eq!(meter.read(at(3), (1000, 500), speed), Ok(Some(0.5)));
        assert_eq!(meter.read(at(23), (1000, 500), speed), Ok(Some(0.0)));
        assert_eq!(
            meter.read(at(24), (0, 0), speed),
            Err(ReadingError::Reset("port"))
        );
    }

    #[test]
    fn more_than_a_port_carries_is_an_error_and_another_speed_begins_anew() {
        let mut meter = PortMeter::new(Width::Bits64, IDLE_BY_AGENT);
        meter.read(at(0), (0, 0), 8000.0).unwrap();

        assert_eq!(
            meter.read(at(1), (5000, 0), 8000.0),
            Err(ReadingError::Reset("port"))
        );
        assert_eq!(meter.read(at(2), (6000, 0), 80_000.0), Ok(None));
        assert_eq!(meter.read(at(3), (7000, 0), 80_000.0), Ok(None));
        assert_eq!(meter.read(at(4), (12_000, 0), 80_000.0), Ok(Some(0.5)));
    }
}
