//! Carrier that a point requires for its messages, and whether they used it.

use std::collections::BTreeMap;
use std::fmt;

use super::parameter::Choice;
use crate::job::Work;

/// Required carrier of a point's messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierPlan {
    /// The transport, as in [`crate::result::Sample::carriers`]; `None` where Hyla chooses.
    transport: Option<String>,
    /// Whether the messages have a channel of their transportation type.
    lane: bool,
    /// Whether the RTI relays everything.
    relayed: bool,
    /// Whether the work consists of services, which always involve the RTI.
    services: bool,
}

impl CarrierPlan {
    /// The carrier of that work, from the parameters and the resulting fields of the profile.
    pub(super) fn of(choice: &Choice, fields: &[(String, String)], work: &Work) -> Self {
        let field = |name: &str| {
            let found = fields.iter().find(|(key, _)| key == name);
            found.map(|(_, value)| value.as_str())
        };
        let services = match work {
            Work::Register { .. } => true,
            Work::TimeAdvance { messages, .. } => *messages == 0,
            _ => false,
        };
        // Time-stamped messages and discoveries use the stream.
        let unordered = matches!(work, Work::RoundTrip { .. } | Work::Stream { .. });
        let own = match field("transport") {
            // Reliable multicast uses the stream until its group is agreed on.
            Some("stream" | "auto" | "reliable-multicast") | None => None,
            own => own.filter(|_| unordered),
        };
        let special = field("resources") == Some("dedicated")
            || field("priority").is_some_and(|priority| priority != "0")
            || field("deadline_us").is_some()
            || field("modules").is_some_and(|modules| !matches!(modules, "" | "impair"));
        let lane =
            unordered && (own.is_some() || (special && field("transport") != Some("stream")));
        let named = match choice.text("transport") {
            "shm" => Some("shared-memory"),
            "tcp" => Some("tcp"),
            "udp" => Some("udp"),
            _ => None,
        };
        Self {
            // Datagrams to single members are valid for multicast, too, since groups change at run
            // time.
            transport: own
                .or(named)
                .filter(|name| *name != "multicast")
                .map(str::to_owned),
            lane,
            relayed: choice.text("transport") == "relay",
            services,
        }
    }

    /// Whether no carrier is required.
    fn is_open(&self) -> bool {
        self.transport.is_none() && !self.lane && !self.relayed
    }

    fn accepts(&self, carrier: &str) -> bool {
        let (transport, kind) = carrier.split_once(' ').unwrap_or((carrier, ""));
        let named = self
            .transport
            .as_ref()
            .is_none_or(|named| named == transport);
        match kind {
            "lane" => named && !self.relayed,
            "stream" => named && !self.relayed && !self.lane,
            _ => self.relayed || self.is_open() || (self.services && named),
        }
    }

    /// Warning about figures whose messages used these carriers; `None` if they match.
    pub(crate) fn objection(&self, carriers: &BTreeMap<String, u64>) -> Option<String> {
        if self.is_open() {
            return None;
        }
        let all: u64 = carriers.values().sum();
        if all == 0 {
            return Some(format!(
                "the federates do not report what carried their messages; planned: {self}"
            ));
        }
        let others = carriers.iter().filter(|(name, _)| !self.accepts(name));
        let others: Vec<String> = others
            .map(|(name, count)| format!("{count} by {name}"))
            .collect();
        (!others.is_empty()).then(|| {
            format!(
                "of {all} messages came {}; planned: {self}. The figures are not those of the planned carrier",
                others.join(", ")
            )
        })
    }
}

impl fmt::Display for CarrierPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let transport = self.transport.as_deref().unwrap_or("any transport");
        match (self.relayed, self.lane) {
            (true, _) => write!(f, "by way of the RTI"),
            (false, true) => write!(f, "{transport}, a lane"),
            (false, false) => write!(f, "{transport}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::experiment;

    fn plan(name: &str, given: &[(&str, &str)]) -> CarrierPlan {
        let given = given.iter().map(|(n, v)| ((*n).into(), (*v).into()));
        let plan = experiment(name).unwrap().plan(&given.collect()).unwrap();
        plan.points[0].carrier.clone()
    }

    fn objection(plan: &CarrierPlan, carriers: &[(&str, u64)]) -> Option<String> {
        let carriers = carriers.iter().map(|(name, n)| ((*name).to_owned(), *n));
        plan.objection(&carriers.collect())
    }

    #[test]
    fn messages_of_a_link_that_came_by_another_way_are_counted() {
        let scenario = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../bench/scenarios/two-sites.toml"
        );
        let wan = plan("wan", &[("scenario", scenario)]);

        assert_eq!(objection(&wan, &[("udp lane", 420)]), None);
        let text = objection(&wan, &[("shared-memory stream", 200), ("udp lane", 220)]).unwrap();
        assert!(
            text.contains("of 420 messages came 200 by shared-memory stream"),
            "{text}"
        );
        assert!(text.contains("planned: udp"), "{text}");
    }

    #[test]
    fn each_transport_accepts_what_it_names() {
        let all = [
            "shared-memory stream",
            "tcp stream",
            "udp lane",
            "tcp by way of the RTI",
        ];
        for (transport, accepted) in [
            ("auto", &all[..]),
            ("shm", &all[..1]),
            ("tcp", &all[1..2]),
            ("udp", &all[2..3]),
            ("relay", &all[3..]),
        ] {
            let plan = plan("latency", &[("transport", transport)]);
            for carrier in all {
                let accepts = objection(&plan, &[(carrier, 1)]).is_none();
                assert_eq!(
                    accepts,
                    accepted.contains(&carrier),
                    "{transport}: {carrier}"
                );
            }
        }
    }

    #[test]
    fn a_profile_that_asks_for_a_lane_does_not_accept_the_stream() {
        let dedicated = [("transport", "tcp"), ("profile", "resources=dedicated")];
        let plan = plan("latency", &dedicated);

        assert_eq!(objection(&plan, &[("tcp lane", 1)]), None);
        assert!(objection(&plan, &[("tcp stream", 1)]).is_some());
    }

    #[test]
    fn time_and_discoveries_take_the_stream_and_involve_the_rti() {
        for name in ["register", "time-advance"] {
            let plan = plan(name, &[("transport", "tcp")]);
            let services = [("tcp stream", 1), ("tcp by way of the RTI", 9)];

            assert_eq!(objection(&plan, &services), None, "{name}");
            assert!(objection(&plan, &[("shared-memory stream", 1)]).is_some());
        }
    }

    #[test]
    fn federates_that_do_not_say_what_carried_their_messages_are_told_of() {
        let named = plan("latency", &[("transport", "udp")]);
        let open = plan("latency", &[]);

        assert!(objection(&named, &[]).unwrap().contains("do not report"));
        assert_eq!(objection(&open, &[]), None);
    }
}
