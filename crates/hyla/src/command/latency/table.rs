//! Answers as text.

use hyla_latency::interface::schema::{Answer, Basis, Connection, Quantity, Row, Validity};
use hyla_terminal::{Colour, Painter};

/// A time with three digits.
pub(super) fn time(us: f64) -> String {
    match us {
        us if us >= 999_500.0 => format!("{:.2} s", us / 1e6),
        us if us >= 99_950.0 => format!("{:.0} ms", us / 1e3),
        us if us >= 9_995.0 => format!("{:.1} ms", us / 1e3),
        us if us >= 999.5 => format!("{:.2} ms", us / 1e3),
        us if us >= 99.95 => format!("{us:.0} us"),
        us => format!("{us:.1} us"),
    }
}

fn interval(answer: &Answer) -> String {
    match (answer.low_us, answer.high_us) {
        (Some(low), Some(high)) => format!("{} to {}", time(low), time(high)),
        (Some(low), None) => format!("from {}", time(low)),
        _ => "-".to_owned(),
    }
}

fn question(connection: &Connection) -> String {
    match connection.hardness {
        Some(hardness) => format!("{} at {hardness} %", connection.qos),
        None => connection.qos.to_string(),
    }
}

pub(super) fn validity(answer: &Answer) -> &'static str {
    match answer.validity() {
        Validity::Fresh => "fresh",
        Validity::Stale => "stale",
        Validity::Unknown => "unknown",
    }
}

fn colour(answer: &Answer) -> Colour {
    match answer.validity() {
        Validity::Fresh => Colour::Green,
        Validity::Stale => Colour::Yellow,
        Validity::Unknown => Colour::Red,
    }
}

fn quantity(answer: &Answer) -> &'static str {
    match answer.quantity() {
        Quantity::RoundTrip => "round trip",
        _ => "one way",
    }
}

fn basis(answer: &Answer) -> String {
    match answer.basis() {
        Basis::Nothing => "nothing".to_owned(),
        Basis::Profile => "profile".to_owned(),
        Basis::Interpolated => {
            let error = answer.interpolation_error_us.unwrap_or_default();
            format!("profile, between sizes: +-{}", time(error))
        }
        Basis::Outside => "profile, outside its sizes".to_owned(),
        Basis::Measured => "measured".to_owned(),
        Basis::Live => match answer.covered {
            Some(covered) => format!("live, has held for {:.2} %", covered * 100.0),
            None => "live".to_owned(),
        },
    }
}

fn state(answer: &Answer) -> String {
    let band = |text: &str| {
        if text.is_empty() {
            "?".to_owned()
        } else {
            text.to_owned()
        }
    };
    let mut text = format!(
        "{}, {}",
        band(&answer.sender_load),
        band(&answer.receiver_load)
    );
    if let Some(port) = answer.port_load {
        text += &format!(", port {:.0} %", port * 100.0);
    }
    text
}

/// Everything about one connection.
pub(super) fn one(connection: &Connection, answer: &Answer, painter: Painter) -> String {
    let mut lines = vec![format!(
        "{} to {}, {} bytes, QoS {}, {}",
        connection.from,
        connection.to,
        connection.bytes,
        question(connection),
        quantity(answer),
    )];
    let mut add = |name: &str, text: String| lines.push(format!("  {name:<9} {text}"));
    add("estimate", answer.estimate_us.map_or("-".to_owned(), time));
    add("interval", interval(answer));
    let because = if answer.reason.is_empty() {
        String::new()
    } else {
        format!(": {}", answer.reason)
    };
    add(
        "validity",
        painter.paint(colour(answer), validity(answer)) + &because,
    );
    add(
        "basis",
        format!("{}, {} samples", basis(answer), answer.samples),
    );
    if let Some(age) = answer.age_s {
        add("age", format!("{age:.1} s"));
    }
    add("state", state(answer));
    if answer.updating {
        add("update", "under way".to_owned());
    }
    if answer.spent_bytes > 0 {
        add("spent", format!("{} bytes", answer.spent_bytes));
    }
    for warning in &answer.warnings {
        add("warning", warning.clone());
    }
    lines.join("\n") + "\n"
}

/// All connections; `curves` has a text for each row.
pub(super) fn all(rows: &[Row], curves: &[String], painter: Painter) -> String {
    let header = [
        "id", "from", "to", "bytes", "QoS", "estimate", "95 %", "validity", "age", "state", "last",
    ];
    let mut cells = vec![header.map(str::to_owned)];
    for (index, row) in rows.iter().enumerate() {
        let (connection, answer) = (row.connection.clone(), row.answer.clone());
        let (connection, answer) = (connection.unwrap_or_default(), answer.unwrap_or_default());
        let mark = if answer.updating { " *" } else { "" };
        cells.push([
            row.id.to_string(),
            connection.from.clone(),
            connection.to.clone(),
            connection.bytes.to_string(),
            question(&connection),
            answer.estimate_us.map_or("-".to_owned(), time),
            interval(&answer),
            format!("{}{mark}", validity(&answer)),
            answer
                .age_s
                .map_or("-".to_owned(), |age| format!("{age:.1} s")),
            state(&answer),
            curves.get(index).cloned().unwrap_or_default(),
        ]);
    }
    if rows.is_empty() {
        return "no connections\n".to_owned();
    }
    hyla_terminal::columns(&cells, &[0, 3, 5, 8], painter) + "\n* an update is under way\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_three_digits() {
        let told = [0.5, 99.94, 100.0, 1234.0, 12_345.0, 123_456.0, 2e6].map(time);

        assert_eq!(
            told,
            [
                "0.5 us", "99.9 us", "100 us", "1.23 ms", "12.3 ms", "123 ms", "2.00 s"
            ]
        );
    }

    #[test]
    fn an_answer_without_an_upper_end_says_from_where() {
        let connection = Connection {
            from: "alpha".to_owned(),
            to: "beta".to_owned(),
            bytes: 64,
            qos: 2,
            hardness: Some(99.9),
            quantity: 0,
        };
        let answer = Answer {
            validity: Validity::Stale.into(),
            reason: "beta has never reported its state".to_owned(),
            estimate_us: Some(250.0),
            low_us: Some(200.0),
            basis: Basis::Profile.into(),
            samples: 1000,
            sender_load: "0-33 %".to_owned(),
            ..Answer::default()
        };

        let text = one(&connection, &answer, Painter::plain());
        let row = Row {
            id: 7,
            connection: Some(connection),
            answer: Some(answer),
        };
        let table = all(&[row], &["x".to_owned()], Painter::plain());

        assert!(text.contains("QoS 2 at 99.9 %, one way"), "{text}");
        assert!(text.contains("stale: beta has never reported"), "{text}");
        assert!(text.contains("0-33 %, ?"), "{text}");
        assert!(table.contains("from 200 us"), "{table}");
    }
}
