//! A member's answer to `HylaRequestLatency`, an extension.

use hyla_types::FederateHandle;

use super::fields::{Fault, Fields};
use crate::latency::{LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity};
use crate::member::Joined;
use crate::metrics::STREAM;
use crate::outbox::Outbox;

impl Joined {
    /// One report, with what is known now. A first question starts to measure; later ones get better answers.
    pub(super) fn report_latency(
        &self,
        fields: Fields<'_>,
        out: &mut dyn Outbox,
    ) -> Result<(), Fault> {
        let question = question(fields)?;
        let answer = out.latency(&question).map_err(Fault::Parameter)?;
        let Some(report) = self.report("HylaReportLatency") else {
            return Ok(());
        };
        let mut report = report
            .with("HylaPeer", &question.peer)
            .with("HylaProfile", &*question.profile)
            .with("HylaMessageBytes", &i64::from(question.bytes))
            .with("HylaQos", &i32::from(question.qos))
            .with("HylaValidity", validity(answer.validity))
            .with("HylaReason", &*answer.reason)
            .with("HylaQuantity", quantity(answer.quantity))
            .with("HylaUpdating", &answer.updating)
            .with("HylaSamples", &signed(answer.samples))
            .with("HylaFromMessages", &signed(answer.from_messages))
            .with("HylaSenderLoad", &*answer.sender_load)
            .with("HylaReceiverLoad", &*answer.receiver_load)
            .with("HylaSpentBytes", &signed(answer.spent_bytes));
        for (name, us) in times(&answer) {
            if let Some(us) = us {
                report = report.with(name, &nanoseconds(us));
            }
        }
        let shares = [
            ("HylaHardness", question.hardness),
            ("HylaCovered", answer.covered.map(|share| share * 100.0)),
            ("HylaPortLoad", answer.port_load.map(|share| share * 100.0)),
            (
                "HylaCoveredLately",
                answer.covered_lately.map(|share| share * 100.0),
            ),
        ];
        for (name, per_cent) in shares {
            if let Some(per_cent) = per_cent {
                report = report.with(name, &per_cent);
            }
        }
        self.send_report(report, None, out);
        Ok(())
    }
}

fn question(fields: Fields<'_>) -> Result<LatencyQuestion, Fault> {
    let number = |name: &str, value: i64| {
        u32::try_from(value)
            .map_err(|_| Fault::Parameter(format!("{name}: {value} is not from 0 to {}", u32::MAX)))
    };
    let qos: i32 = fields.value("HylaQos")?;
    let wanted: Option<String> = fields.optional("HylaQuantity")?;
    Ok(LatencyQuestion {
        peer: fields.handle("HylaPeer", FederateHandle::decode)?,
        profile: fields
            .optional::<String>("HylaProfile")?
            .unwrap_or_else(|| STREAM.to_owned()),
        bytes: number("HylaMessageBytes", fields.value("HylaMessageBytes")?)?,
        qos: u8::try_from(qos)
            .map_err(|_| Fault::Parameter(format!("HylaQos: {qos} is not from 1 to 5")))?,
        hardness: fields.optional("HylaHardness")?,
        quantity: match wanted.as_deref() {
            None | Some("" | "any") => LatencyQuantity::Any,
            Some("one-way") => LatencyQuantity::OneWay,
            Some("round-trip") => LatencyQuantity::RoundTrip,
            Some(other) => {
                return Err(Fault::Parameter(format!(
                    "HylaQuantity: {other:?} is none of any, one-way and round-trip"
                )));
            }
        },
    })
}

fn validity(of: LatencyValidity) -> &'static str {
    match of {
        LatencyValidity::Unknown => "unknown",
        LatencyValidity::Stale => "stale",
        LatencyValidity::Fresh => "fresh",
    }
}

fn quantity(of: LatencyQuantity) -> &'static str {
    match of {
        LatencyQuantity::Any => "any",
        LatencyQuantity::OneWay => "one-way",
        LatencyQuantity::RoundTrip => "round-trip",
    }
}

fn times(answer: &LatencyAnswer) -> [(&'static str, Option<f64>); 5] {
    [
        ("HylaLatency", answer.estimate_us),
        ("HylaLowerEnd", answer.low_us),
        ("HylaUpperEnd", answer.high_us),
        ("HylaAge", answer.age_s.map(|s| s * 1e6)),
        ("HylaClockError", answer.clock_error_us),
    ]
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "casts of floating-point numbers saturate"
)]
fn nanoseconds(us: f64) -> i64 {
    (us * 1e3).round() as i64
}

fn signed(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
