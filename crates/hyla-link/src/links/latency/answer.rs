//! Questions and answers, from and to those of the estimator.

use std::time::Instant;

use hyla_core::latency::{LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity};
use hyla_estimator::estimator::{Basis, ConnectionId, Hardness, Qos, Reason, Validity};
use hyla_estimator::profile::Quantity;

use super::LatencyProbes;

/// Quality of service of a question.
pub(super) fn qos(question: &LatencyQuestion) -> Result<Qos, String> {
    let hardness = || {
        let per_cent = question
            .hardness
            .ok_or_else(|| format!("HylaHardness: missing, and QoS {} is a bound", question.qos))?;
        Hardness::per_cent(per_cent).map_err(|error| format!("HylaHardness: {error}"))
    };
    let qos = match question.qos {
        1 => Qos::Mean,
        2 => Qos::Bound(hardness()?),
        3 => Qos::MeasuredMean,
        4 => Qos::MeasuredBound(hardness()?),
        5 => Qos::LiveBound(hardness()?),
        other => return Err(format!("HylaQos: {other} is not from 1 to 5")),
    };
    if matches!(question.qos, 3 | 4) && question.quantity == LatencyQuantity::OneWay {
        return Err(format!(
            "HylaQuantity: QoS {} measures round trips; QoS 5 has one-way latency",
            question.qos
        ));
    }
    Ok(qos)
}

pub(super) fn wanted(quantity: LatencyQuantity) -> Option<Quantity> {
    match quantity {
        LatencyQuantity::Any => None,
        LatencyQuantity::OneWay => Some(Quantity::OneWay),
        LatencyQuantity::RoundTrip => Some(Quantity::RoundTrip),
    }
}

impl LatencyProbes {
    /// The answer to a question by now; `channel` is why its channel cannot be measured, if it cannot.
    pub(super) fn answer(
        &mut self,
        question: &LatencyQuestion,
        id: ConnectionId,
        now: Instant,
        channel: Result<(), &'static str>,
    ) -> LatencyAnswer {
        let since = self.since(now);
        let Some(mut found) = self.estimator.ask(since, id) else {
            return LatencyAnswer::default();
        };
        let clock = self
            .peers
            .get(&question.peer)
            .and_then(|peer| peer.clock.as_ref());
        let is_live_one_way = question.qos == 5 && found.quantity == Quantity::OneWay;
        let mut clock_error_us = None;
        if is_live_one_way && let Some((_, clock)) = clock {
            let now_ns = self.last_stamp;
            clock_error_us = clock.uncertainty_us(now_ns).map(|width| width / 2.0);
            let widened = found.estimate.zip(clock_error_us);
            found.estimate = widened
                .map(|(estimate, error)| estimate.widened(error))
                .or(found.estimate);
        }
        let (validity, reason) = match &found.validity {
            Validity::Fresh => (LatencyValidity::Fresh, None),
            Validity::Stale(reason) => (LatencyValidity::Stale, Some(reason)),
            Validity::Unknown(reason) => (LatencyValidity::Unknown, Some(reason)),
        };
        let text = match (reason, &self.profile_problem, channel) {
            (None, ..) => String::new(),
            (Some(Reason::NoProfile), Some(problem), _) => problem.clone(),
            (Some(Reason::NoProfile), None, _) => {
                "no profile is loaded (latency.profile)".to_owned()
            }
            (Some(_), _, Err(problem)) if question.qos >= 3 => problem.to_owned(),
            (Some(Reason::NotMeasured | Reason::FewSamples { .. }), ..)
                if is_live_one_way && self.clocks_differ(question) =>
            {
                "the clocks of the two hosts cannot be compared; ask for the round trip".to_owned()
            }
            (Some(reason), ..) => reason.to_string(),
        };
        let coverage = match found.basis {
            Basis::Live(coverage) => Some(coverage),
            _ => None,
        };
        let flow = self.flows.iter().find(|flow| {
            flow.subject.peer == question.peer
                && *flow.subject.profile == *question.profile
                && flow.subject.bytes == question.bytes
        });
        let live_bytes =
            flow.map_or(0, |flow| flow.spent_live) + self.spent_for_state(question.peer);
        let from_messages = flow.map_or(0, |flow| flow.from_messages);
        let load = |of: Option<hyla_estimator::state::Band>| of.map(|b| b.to_string());
        LatencyAnswer {
            validity,
            reason: text,
            estimate_us: found.estimate.map(|estimate| estimate.value_us),
            low_us: found.estimate.map(|estimate| estimate.low_us),
            high_us: found.estimate.and_then(|estimate| estimate.high_us),
            quantity: match found.quantity {
                Quantity::OneWay => LatencyQuantity::OneWay,
                Quantity::RoundTrip => LatencyQuantity::RoundTrip,
            },
            updating: found.is_updating || (question.qos == 5 && channel.is_ok()),
            age_s: found.age.map(|age| age.as_secs_f64()),
            samples: found.samples,
            from_messages: if question.qos == 5 { from_messages } else { 0 },
            sender_load: load(found.state.sender).unwrap_or_default(),
            receiver_load: load(found.state.receiver).unwrap_or_default(),
            port_load: found.state.port.map(|port| port.load.share()),
            spent_bytes: found.spent_bytes + live_bytes,
            covered: coverage.and_then(|coverage| coverage.share()),
            covered_lately: coverage.map(|coverage| coverage.recent),
            clock_error_us,
            warnings: found.warnings.to_vec(),
        }
    }

    /// Whether answers came, but no clock with them.
    fn clocks_differ(&self, question: &LatencyQuestion) -> bool {
        let peer = self.peers.get(&question.peer);
        peer.is_some_and(|peer| peer.reported.is_some() && peer.clock.is_none())
    }
}
