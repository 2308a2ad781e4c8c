//! A member's answer to `HylaRequestChannelMetrics`, an extension.

use super::fields::count;
use crate::member::Joined;
use crate::metrics::{ChannelMetrics, GroupMetrics, ROUND_TRIP_BOUNDS_NS, RecoveryMetrics};
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

impl Joined {
    /// One report for each profile with groups, each with their number; a single one that says zero if there is none.
    pub(super) fn report_groups(&self, groups: &[GroupMetrics], out: &mut dyn Control) {
        let number = count(groups.len());
        let start = || {
            let report = self.report("HylaReportGroupMetrics")?;
            Some(report.with("HylaNumberOfProfiles", &number))
        };
        if groups.is_empty()
            && let Some(report) = start()
        {
            self.send_report(report, None, out);
        }
        for group in groups {
            let Some(report) = start() else { return };
            let numbers = [
                ("groups", group.groups),
                ("joined", group.joined),
                ("messages", group.messages),
                ("reached", group.reached),
                ("datagrams", group.datagrams),
                ("bytes", group.bytes),
                ("probes", group.probes),
                ("fallbacks", group.fallbacks),
                ("unheard", group.unheard),
            ];
            let recovery = group.recovery.as_ref().map(|recovery| {
                RecoveryMetrics::NUMBERS.map(|number| (number.name, (number.of)(recovery)))
            });
            let numbers = numbers.into_iter().chain(recovery.into_iter().flatten());
            let numbers: Vec<_> = numbers
                .map(|(name, value)| (name.to_owned(), signed(value)))
                .collect();
            let dropped = group.dropped.iter();
            let dropped: Vec<_> = dropped.map(|(why, n)| (why.clone(), signed(*n))).collect();
            let report = report
                .with("HylaProfile", &*group.profile)
                .with("HylaNumbers", &numbers)
                .with("HylaDropped", &dropped);
            self.send_report(report, None, out);
        }
    }
}

/// A counter as `HLAinteger64BE`.
fn signed(counter: u64) -> i64 {
    i64::try_from(counter).unwrap_or(i64::MAX)
}
