//! Conversions between messages of the schema and types of the estimator.

use std::time::Duration;

use super::schema;
use crate::estimator::{Answer, Basis, Connection, Hardness, Qos, Report, Validity};
use crate::profile::{Quantity, SizeBasis};

impl TryFrom<&schema::Connection> for Connection {
    type Error = String;

    fn try_from(asked: &schema::Connection) -> Result<Self, String> {
        let hardness = || {
            let per_cent = asked
                .hardness
                .ok_or_else(|| format!("QoS {} takes a hardness", asked.qos))?;
            Hardness::per_cent(per_cent).map_err(|error| error.to_string())
        };
        let qos = match asked.qos {
            1 => Qos::Mean,
            2 => Qos::Bound(hardness()?),
            3 => Qos::MeasuredMean,
            4 => Qos::MeasuredBound(hardness()?),
            5 => Qos::LiveBound(hardness()?),
            other => return Err(format!("QoS {other} is none from 1 to 5")),
        };
        if qos.percentile().is_none() && asked.hardness.is_some() {
            return Err(format!("QoS {} is a mean and takes no hardness", asked.qos));
        }
        let end = |text: &str| {
            text.parse()
                .map_err(|error: crate::estimator::InvalidEnd| error.to_string())
        };
        Ok(Self {
            from: end(&asked.from)?,
            to: end(&asked.to)?,
            bytes: asked.bytes,
            qos,
            quantity: match asked.quantity() {
                schema::Quantity::Any => None,
                schema::Quantity::OneWay => Some(Quantity::OneWay),
                schema::Quantity::RoundTrip => Some(Quantity::RoundTrip),
            },
        })
    }
}

fn quantity(of: Option<Quantity>) -> i32 {
    let of = match of {
        None => schema::Quantity::Any,
        Some(Quantity::OneWay) => schema::Quantity::OneWay,
        Some(Quantity::RoundTrip) => schema::Quantity::RoundTrip,
    };
    of.into()
}

impl From<&Connection> for schema::Connection {
    fn from(of: &Connection) -> Self {
        Self {
            from: of.from.to_string(),
            to: of.to.to_string(),
            bytes: of.bytes,
            qos: of.qos.number().into(),
            // 99.9 % exactly, not the result of 0.999 times 100.
            hardness: of.qos.percentile().map(|p| (p * 1e8).round() / 1e6),
            quantity: quantity(of.quantity),
            lease_s: None,
        }
    }
}

impl From<&Answer> for schema::Answer {
    fn from(of: &Answer) -> Self {
        let (validity, reason) = match &of.validity {
            Validity::Fresh => (schema::Validity::Fresh, String::new()),
            Validity::Stale(reason) => (schema::Validity::Stale, reason.to_string()),
            Validity::Unknown(reason) => (schema::Validity::Unknown, reason.to_string()),
        };
        let (basis, error_us) = match of.basis {
            Basis::Nothing => (schema::Basis::Nothing, None),
            Basis::Profile(SizeBasis::Measured) => (schema::Basis::Profile, None),
            Basis::Profile(SizeBasis::Interpolated { error_us, .. }) => {
                (schema::Basis::Interpolated, Some(error_us))
            }
            Basis::Profile(SizeBasis::Outside { .. }) => (schema::Basis::Outside, None),
            Basis::Measured => (schema::Basis::Measured, None),
            Basis::Live(_) => (schema::Basis::Live, None),
        };
        let coverage = match of.basis {
            Basis::Live(coverage) => Some(coverage),
            _ => None,
        };
        let band = |band: Option<crate::state::Band>| {
            band.map(|band| band.to_string()).unwrap_or_default()
        };
        Self {
            validity: validity.into(),
            reason,
            estimate_us: of.estimate.map(|estimate| estimate.value_us),
            low_us: of.estimate.map(|estimate| estimate.low_us),
            high_us: of.estimate.and_then(|estimate| estimate.high_us),
            quantity: quantity(Some(of.quantity)),
            updating: of.is_updating,
            age_s: of.age.map(|age| age.as_secs_f64()),
            samples: of.samples,
            basis: basis.into(),
            interpolation_error_us: error_us,
            sender_load: band(of.state.sender),
            receiver_load: band(of.state.receiver),
            port_load: of.state.port.map(|port| port.load.share()),
            spent_bytes: of.spent_bytes,
            covered: coverage.and_then(|coverage| coverage.share()),
            covered_lately: coverage.map(|coverage| coverage.recent),
            warnings: of.warnings.to_vec(),
            clock_error_us: None,
            from_messages: 0,
            asked: String::new(),
        }
    }
}

/// Longest validity of a report.
const MOST_VALID_S: f64 = 3600.0;

impl TryFrom<&schema::HostReport> for Report {
    type Error = String;

    fn try_from(told: &schema::HostReport) -> Result<Self, String> {
        if !(0.0..=MOST_VALID_S).contains(&told.valid_for_s) {
            return Err(format!(
                "valid_for_s is {}, and not from 0 to {MOST_VALID_S}",
                told.valid_for_s
            ));
        }
        if told.host.is_empty() {
            return Err("host is empty".to_owned());
        }
        Ok(Self {
            processor: told.processor,
            port: told.port.map(|share| (share, told.port_bits_per_s)),
            valid_for: Duration::from_secs_f64(told.valid_for_s),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(qos: u32, hardness: Option<f64>) -> schema::Connection {
        schema::Connection {
            from: "alpha".to_owned(),
            to: "beta/radar".to_owned(),
            bytes: 64,
            qos,
            hardness,
            quantity: schema::Quantity::RoundTrip.into(),
            lease_s: None,
        }
    }

    #[test]
    fn a_connection_is_told_as_it_was_asked_for() {
        for of in [
            asked(1, None),
            asked(2, Some(99.9)),
            asked(3, None),
            asked(4, Some(99.99)),
            asked(5, Some(50.0)),
        ] {
            let connection = Connection::try_from(&of).unwrap();

            assert_eq!(schema::Connection::from(&connection), of);
        }
    }

    #[test]
    fn what_cannot_be_asked_says_why() {
        for (of, problem) in [
            (asked(0, None), "QoS 0"),
            (asked(2, None), "takes a hardness"),
            (asked(1, Some(99.0)), "takes no hardness"),
            (asked(4, Some(100.0)), "99.99"),
        ] {
            let error = Connection::try_from(&of).unwrap_err();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn json_has_names_and_protocol_buffers_have_numbers() {
        let json = serde_json::to_value(asked(2, Some(99.0))).unwrap();
        assert_eq!(json["quantity"], "ROUND_TRIP");

        let read: schema::Connection = serde_json::from_value(json).unwrap();
        assert_eq!(read, asked(2, Some(99.0)));
        let short: schema::Connection =
            serde_json::from_str(r#"{"from":"a","to":"b","bytes":64,"qos":1}"#).unwrap();
        assert_eq!(short.quantity(), schema::Quantity::Any);
        let wrong = serde_json::from_str::<schema::Connection>(r#"{"form":"a"}"#);
        assert!(wrong.unwrap_err().to_string().contains("form"));
    }
}
