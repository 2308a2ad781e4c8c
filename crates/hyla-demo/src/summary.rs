//! The result of the demo: a box for people, JSON for programs.

use hyla_terminal::{Colour, Painter};
use serde_json::json;

use super::Placement;
use super::plan::Plan;
use super::report::{Latency, Totals};

/// The summary in a box, and the verdict.
pub(super) fn text(plan: &Plan, placement: Placement, totals: &Totals) -> String {
    let Latency {
        p50_us,
        p99_us,
        p999_us,
        max_us,
    } = totals.latency;
    let updates = format!(
        "{} sent, {} received, {} lost",
        grouped(totals.updates_sent),
        grouped(totals.updates_received),
        grouped(totals.updates_lost),
    );
    let latency = format!(
        "p50 {}   p99 {}   p99.9 {}   max {}",
        micros(p50_us),
        micros(p99_us),
        micros(p999_us),
        micros(max_us)
    );
    let rows = [
        ("federation", place(plan, placement)),
        ("updates", updates),
        ("latency", latency),
        (
            "advisories",
            both(totals.advisories_sent, totals.advisories_received),
        ),
        (
            "handovers",
            both(totals.handovers_sent, totals.handovers_received),
        ),
        (
            "aircraft",
            format!(
                "{} discovered, {} removed",
                totals.discovered, totals.removed
            ),
        ),
    ];
    let lines: Vec<String> = rows
        .iter()
        .map(|(label, value)| format!("{label:<11} {value}"))
        .collect();
    let width = lines
        .iter()
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let edge = "─".repeat(width + 2);
    let mut text = format!("┌{edge}┐\n");
    for line in &lines {
        text += &format!("│ {line:<width$} │\n");
    }
    text += &format!("└{edge}┘\n");
    text + &verdict(totals, Painter::stdout()) + "\n"
}

fn verdict(totals: &Totals, painter: Painter) -> String {
    if totals.is_complete() {
        return painter.paint(
            Colour::Green,
            "All that was sent was received, once and in order.",
        );
    }
    let text = format!(
        "Not all that was sent was received once and in order ({} updates lost, {} out of sequence). \
         `hyla doctor` checks this machine.",
        totals.updates_lost, totals.out_of_sequence
    );
    painter.paint(Colour::Red, text)
}

/// The same as one JSON object on one line.
pub(super) fn json(plan: &Plan, placement: Placement, totals: &Totals) -> String {
    let value = json!({
        "placement": match placement {
            Placement::Processes => "processes",
            Placement::Embedded => "embedded",
        },
        "seconds": plan.seconds,
        "aircraft": plan.aircraft,
        "rate_hz": plan.rate,
        "complete": totals.is_complete(),
        "totals": totals,
    });
    format!("{value}\n")
}

fn place(plan: &Plan, placement: Placement) -> String {
    let where_ = match placement {
        Placement::Processes => "five processes over loopback",
        Placement::Embedded => "one process, embedded RTI",
    };
    format!(
        "{} aircraft, {} Hz, {} s; {where_}",
        plan.aircraft, plan.rate, plan.seconds
    )
}

fn both(sent: u64, received: u64) -> String {
    format!("{} sent, {} received", grouped(sent), grouped(received))
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Microseconds to three digits or so.
pub(super) fn micros(us: f64) -> String {
    if us < 100.0 {
        format!("{us:.1} us")
    } else {
        format!("{} us", grouped(us.round() as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: Plan = Plan {
        seconds: 10,
        aircraft: 300,
        rate: 20,
    };

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(60_000), "60 000");
        assert_eq!(grouped(1_234_567), "1 234 567");
    }

    #[test]
    fn every_line_of_the_box_is_as_wide_as_its_edge() {
        let text = text(&PLAN, Placement::Embedded, &Totals::default());

        let widths: Vec<usize> = text
            .lines()
            .filter(|line| line.starts_with(['┌', '│', '└']))
            .map(|line| line.chars().count())
            .collect();
        assert_eq!(widths.len(), 8);
        assert!(widths.iter().all(|width| *width == widths[0]), "{text}");
    }

    #[test]
    fn a_loss_is_said_and_helped() {
        let totals = Totals {
            updates_sent: 2,
            updates_lost: 2,
            ..Totals::default()
        };

        let text = text(&PLAN, Placement::Embedded, &totals);

        assert!(text.contains("2 updates lost"), "{text}");
        assert!(text.contains("hyla doctor"), "{text}");
    }

    #[test]
    fn json_is_one_line_with_the_verdict() {
        let line = json(&PLAN, Placement::Processes, &Totals::default());

        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["complete"], true);
        assert_eq!(value["totals"]["updates_lost"], 0);
        assert_eq!(line.lines().count(), 1);
    }
}
