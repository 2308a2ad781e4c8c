//! A member's answer to `HylaRequestChannelMetrics`, an extension.

use super::fields::count;
use crate::member::Joined;
use crate::metrics::{ChannelMetrics, ROUND_TRIP_BOUNDS_NS};
use crate::outbox::Control;

impl Joined {
    /// One report for each channel, each with their number; a single one that says zero if there is none.
    pub(super) fn report_channels(&self, channels: &[ChannelMetrics], out: &mut dyn Control) {
        let number = count(channels.len());
        let start = || {
            let report = self.report("HylaReportChannelMetrics")?;
            Some(report.with("HylaNumberOfChannels", &number))
        };
        if channels.is_empty()
            && let Some(report) = start()
        {
            self.send_report(report, None, out);
        }
        for channel in channels {
            let Some(report) = start() else { return };
            let dropped = channel.dropped.iter();
            let dropped: Vec<_> = dropped.map(|(why, n)| (why.clone(), signed(*n))).collect();
            let trips = &channel.round_trips;
            let bounds = ROUND_TRIP_BOUNDS_NS
                .map(signed)
                .into_iter()
                .chain([i64::MAX]);
            let histogram: Vec<_> = bounds
                .zip(trips.counts.iter().copied().map(signed))
                .collect();
            let report = report
                .with("HylaPeer", &channel.peer)
                .with("HylaProfile", &*channel.profile)
                .with("HylaTransport", &*channel.transport)
                .with("HylaMessagesSent", &signed(channel.messages_sent))
                .with("HylaMessagesReceived", &signed(channel.messages_received))
                .with("HylaBytesSent", &signed(channel.bytes_sent))
                .with("HylaBytesReceived", &signed(channel.bytes_received))
                .with("HylaQueuedBytes", &signed(channel.queue_bytes))
                .with("HylaPressedBack", &signed(channel.pressed_back))
                .with("HylaHeldBackFor", &signed(channel.held_ms))
                .with("HylaBundles", &signed(channel.bundles))
                .with("HylaMeanBundleSize", &channel.mean_bundle_bytes())
                .with("HylaDropped", &dropped)
                .with("HylaRetransmissions", &signed(channel.retransmissions))
                .with("HylaRoundTrips", &histogram)
                .with("HylaRoundTripMedian", &signed(trips.p50_ns))
                .with("HylaRoundTripTail", &signed(trips.p99_ns));
            let report = match channel.deadline {
                None => report,
                Some(deadline) => report
                    .with("HylaTimedMessages", &signed(deadline.messages))
                    .with("HylaLateMessages", &signed(deadline.late))
                    .with("HylaHardness", &deadline.hardness),
            };
            self.send_report(report, None, out);
        }
    }
}

/// A counter as `HLAinteger64BE`.
fn signed(counter: u64) -> i64 {
    i64::try_from(counter).unwrap_or(i64::MAX)
}
