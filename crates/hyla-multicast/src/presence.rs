//! The time in which this process itself did not run. It does not count as silence of others: their answers may wait
//! in its sockets.

use std::time::{Duration, Instant};

/// An engine that is called later than this did not run meanwhile.
const LATE: Duration = Duration::from_millis(5);

#[derive(Debug, Default)]
pub(crate) struct Presence {
    absent: Duration,
    called_at: Option<Instant>,
}

/// A time from which the time is counted in which this process runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    pub(crate) at: Instant,
    absent: Duration,
}

impl Presence {
    /// The engine is called; it asked to be called when it was `due`.
    pub(crate) fn called(&mut self, now: Instant, due: Option<Instant>) {
        let called_at = self.called_at.replace(now);
        let Some(due) = due else { return };
        let late = now.saturating_duration_since(called_at.map_or(due, |at| at.max(due)));
        if late > LATE {
            self.absent += late;
        }
    }

    pub(crate) fn moment(&self, now: Instant) -> Moment {
        Moment {
            at: now,
            absent: self.absent,
        }
    }

    /// How long this process ran since then.
    pub(crate) fn ran(&self, since: Moment, now: Instant) -> Duration {
        now.saturating_duration_since(since.at + (self.absent - since.absent))
    }

    /// When it has run for that time since then, if it goes on running.
    pub(crate) fn after(&self, since: Moment, time: Duration) -> Instant {
        since.at + (self.absent - since.absent) + time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_only_while_the_engine_is_called_when_it_wants_to_be() {
        let ms = Duration::from_millis;
        let start = Instant::now();
        let mut presence = Presence::default();
        presence.called(start, None);
        let since = presence.moment(start);
        presence.called(start + ms(30), Some(start + ms(28)));
        assert_eq!(presence.ran(since, start + ms(30)), ms(30));

        // Due after 40 ms; several datagrams wait for a process that runs again after 140 ms.
        for late in 0..3 {
            presence.called(start + ms(140 + late), Some(start + ms(40)));
        }
        assert_eq!(presence.ran(since, start + ms(142)), ms(42));
        assert_eq!(presence.after(since, ms(50)), start + ms(150));
        let later = presence.moment(start + ms(142));
        assert_eq!(presence.ran(later, start + ms(152)), ms(10));
    }
}
