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
    if !answer.asked.is_empty() {
        add("asked", answer.asked.clone());
    }
    if let Some(error) = answer.clock_error_us {
        add("clocks", format!("+-{}, part of the interval", time(error)));
    }
    if answer.from_messages > 0 {
        let of = answer.from_messages;
        add("messages", format!("{of} samples accompanied messages"));
    }
    add("state", state(answer));
    if answer.updating {
        add("update", "under way".to_owned());
    }
    if answer.spent_bytes > 0 {
        add("spent", bytes(answer.spent_bytes));
    }
    for warning in &answer.warnings {
        add("warning", warning.clone());
    }
    lines.join("\n") + "\n"
}

/// All connections; `curves` has a text for each row.
pub(super) fn all(rows: &[Row], curves: &[String], painter: Painter) -> String {
    if rows.is_empty() {
        return "no connections: hyla latency ask, or a client of gRPC, HTTP/JSON or an ORB, makes one\n".to_owned();
    }
    let header = [
        "from", "to", "bytes", "QoS", "estimate", "95 %", "validity", "held", "age", "state",
        "spent", "last",
    ];
    let mut cells = vec![header.map(str::to_owned)];
    let mut reasons = String::new();
    let mut is_updating = false;
    for (index, row) in rows.iter().enumerate() {
        let (connection, answer) = (row.connection.clone(), row.answer.clone());
        let (connection, answer) = (connection.unwrap_or_default(), answer.unwrap_or_default());
        let mark = if answer.updating { " *" } else { "" };
        is_updating |= answer.updating;
        if !answer.reason.is_empty() {
            reasons += &format!(
                "{} to {}, QoS {}: {}\n",
                connection.from,
                connection.to,
                question(&connection),
                answer.reason
            );
        }
        cells.push([
            connection.from.clone(),
            connection.to.clone(),
            connection.bytes.to_string(),
            question(&connection),
            answer.estimate_us.map_or("-".to_owned(), time),
            interval(&answer),
            format!("{}{mark}", validity(&answer)),
            answer
                .covered
                .map_or("-".to_owned(), |share| format!("{:.2} %", share * 100.0)),
            answer
                .age_s
                .map_or("-".to_owned(), |age| format!("{age:.1} s")),
            state(&answer),
            bytes(answer.spent_bytes),
            curves.get(index).cloned().unwrap_or_default(),
        ]);
    }
    let mut text = hyla_terminal::columns(&cells, &[2, 4, 7, 8, 10], painter) + "\n";
    if is_updating {
        text += "* an update is under way\n";
    }
    text + &reasons
}

/// A number of bytes with its unit.
fn bytes(count: u64) -> String {
    match count {
        0 => "-".to_owned(),
        1..1_000 => format!("{count} B"),
        1_000..1_000_000 => format!("{:.1} kB", count as f64 / 1e3),
        _ => format!("{:.1} MB", count as f64 / 1e6),
    }
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
    fn a_live_bound_shows_how_often_it_has_held_and_what_it_has_cost() {
        let answer = Answer {
            validity: Validity::Fresh.into(),
            covered: Some(0.98765),
            basis: Basis::Live.into(),
            spent_bytes: 12_345,
            asked: "federate radar of \"world\", for its messages to ship".to_owned(),
            clock_error_us: Some(2.0),
            ..Answer::default()
        };

        let text = one(&Connection::default(), &answer, Painter::plain());
        let row = Row {
            id: 7,
            connection: Some(Connection::default()),
            answer: Some(answer),
        };
        let table = all(&[row], &[], Painter::plain());

        assert!(text.contains("asked     federate radar"), "{text}");
        assert!(text.contains("clocks    +-2.0 us"), "{text}");
        assert!(text.contains("has held for 98.77 %"), "{text}");
        assert!(
            table.contains("98.77 %") && table.contains("12.3 kB"),
            "{table}"
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
            lease_s: None,
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
        let reason = "alpha to beta, QoS 2 at 99.9 %: beta has never reported its state";
        assert!(table.contains(reason), "{table}");
        assert!(!table.contains("under way"), "{table}");
    }
}
