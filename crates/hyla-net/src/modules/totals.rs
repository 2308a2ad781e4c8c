//! Counters of a chain, as a channel reports them.

use super::Chain;
use crate::{ChannelCounters, Dropped};

/// Counters that all chains have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ChainTotals {
    dropped: Dropped,
    retransmissions: u64,
    /// `None` without `bundle`.
    bundles: Option<u64>,
}

impl ChainTotals {
    pub(crate) fn of(chain: &Chain) -> Self {
        let mut counted = Self::default();
        let dropped = &mut counted.dropped;
        chain.counters(&mut |module, counter, value| match (module, counter) {
            ("bundle", "bundles") => counted.bundles = Some(value),
            ("retransmit", "resent_by_gap" | "resent_by_timeout") => {
                counted.retransmissions += value;
            }
            ("rate-limit", "dropped") => dropped.rate_limit += value,
            ("sequence", "missed") => dropped.missed += value,
            ("fragment", "abandoned") => dropped.reassembly += value,
            // Its effects are intended.
            ("impair", _) => {}
            (_, "overtaken" | "doubled") => dropped.late += value,
            (_, "malformed" | "damaged") => dropped.damaged += value,
            _ => {}
        });
        counted
    }

    pub(crate) fn fill(&self, counters: &mut ChannelCounters) {
        let Dropped {
            queue_full,
            socket_full,
            refused,
            ..
        } = counters.dropped;
        counters.dropped = Dropped {
            queue_full,
            socket_full,
            refused,
            ..self.dropped
        };
        counters.retransmissions = self.retransmissions;
        if let Some(bundles) = self.bundles {
            counters.bundles = bundles;
        }
    }
}
