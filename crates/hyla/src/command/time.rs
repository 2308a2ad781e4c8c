//! `hyla time`: times of federates, and for which others they wait.

use std::process::ExitCode;

use hyla_lrc::{Bound, PointStatus, TimeStanding};
use hyla_settings::RtiAddress;
use hyla_terminal::{Colour, Painter};
use serde_json::{Value, json};

use super::{ask, ls};
use crate::settings_args::SettingsArgs;

/// Options of `hyla time`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Federation execution to show [default: all]
    #[arg(value_name = "FEDERATION")]
    federation: Option<String>,

    /// Ask this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Print a JSON array for other programs
    #[arg(long)]
    json: bool,
}

/// A federation execution with the times of its federates.
struct Standings {
    federation: String,
    federates: Vec<TimeStanding>,
    /// Synchronization points that not everyone has achieved.
    points: Vec<PointStatus>,
}

/// Prints the times of federates; the exit code is 1 if no RTI answers.
pub(crate) fn run(args: &Args) -> ExitCode {
    let text = match standings(args) {
        Ok(federations) if args.json => format!("{:#}\n", json_of(&federations)),
        Ok(federations) => table(&federations, Painter::stdout()),
        Err(error) => {
            eprintln!("hyla time: {error}");
            return ExitCode::FAILURE;
        }
    };
    match hyla_terminal::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla time: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn standings(args: &Args) -> Result<Vec<Standings>, String> {
    let rti = ask::connect(&args.settings, args.rti.as_ref())?;
    let running = rti.status().map_err(|exception| exception.message)?;
    let wanted = |name: &String| args.federation.as_ref().is_none_or(|wanted| wanted == name);
    let mut all = Vec::new();
    for status in running {
        if !wanted(&status.name) {
            continue;
        }
        let federates = rti.time_status(&status.name);
        all.push(Standings {
            federates: federates.map_err(|exception| exception.message)?,
            federation: status.name,
            points: status.points,
        });
    }
    match &args.federation {
        Some(federation) if all.is_empty() => {
            Err(format!("there is no federation execution {federation:?}"))
        }
        _ => Ok(all),
    }
}

fn table(federations: &[Standings], painter: Painter) -> String {
    if federations.is_empty() {
        return "no federation execution\n".to_owned();
    }
    let texts = federations.iter().map(|of| {
        let (standings, points) = (&of.federates, ls::points(&of.points, painter));
        let mut text = painter.paint(Colour::Green, &of.federation);
        if standings.is_empty() {
            text += "  no federate regulates or is constrained\n";
            return text + &points;
        }
        text.push('\n');
        let header = ["name", "time", "sends", "lookahead", "constrained"].map(str::to_owned);
        let mut rows = vec![header];
        rows.extend(standings.iter().map(cells));
        text += &hyla_terminal::columns(&rows, &[], painter);
        for standing in standings {
            if let Some(waiting) = &standing.waiting {
                let line = format!("  {} waits in {waiting}", standing.name);
                text += &painter.paint(Colour::Yellow, &line);
                text.push('\n');
            }
        }
        text + &points
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn cells(standing: &TimeStanding) -> [String; 5] {
    [
        standing.name.clone(),
        standing.now.to_string(),
        standing.bound.map_or_else(|| "-".to_owned(), reach),
        standing
            .lookahead
            .map_or_else(|| "-".to_owned(), |lookahead| lookahead.to_string()),
        if standing.constrained { "yes" } else { "-" }.to_owned(),
    ]
}

/// From when on a regulating federate may still send.
fn reach(bound: Bound) -> String {
    let sign = if bound.exclusive { ">" } else { ">=" };
    format!("{sign} {}", bound.time)
}

fn json_of(federations: &[Standings]) -> Value {
    let all = federations.iter().map(|of| {
        json!({
            "federation": of.federation,
            "federates": of.federates.iter().map(standing_json).collect::<Value>(),
            "points": ls::points_json(&of.points),
        })
    });
    all.collect()
}

fn standing_json(standing: &TimeStanding) -> Value {
    json!({
        "handle": standing.federate.raw(),
        "name": standing.name,
        "time": standing.now.to_string(),
        "bound": standing.bound.map(bound_json),
        "lookahead": standing.lookahead.map(|lookahead| lookahead.to_string()),
        "constrained": standing.constrained,
        "waiting": standing.waiting.as_ref().map(|waiting| json!({
            "service": waiting.service,
            "to": waiting.to.to_string(),
            "seconds": waiting.since.as_secs_f64(),
            "galt": waiting.galt.map(bound_json),
            "held_by": waiting.held_by.as_ref().map(|(name, _)| name),
        })),
    })
}

fn bound_json(bound: Bound) -> Value {
    json!({ "time": bound.time.to_string(), "exclusive": bound.exclusive })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyla_lrc::Waiting;
    use hyla_types::{
        FederateHandle, Integer64Interval, Integer64Time, LogicalTime, LogicalTimeInterval,
    };

    use super::*;

    fn at(time: i64) -> LogicalTime {
        LogicalTime::Integer64(Integer64Time::new(time).expect("a time"))
    }

    fn federation() -> Standings {
        let one = Integer64Interval::new(1).expect("an interval");
        let slow = TimeStanding {
            federate: FederateHandle::new(1),
            name: "slow".into(),
            now: at(3),
            bound: Some(Bound::at(at(4))),
            lookahead: Some(LogicalTimeInterval::Integer64(one)),
            constrained: false,
            waiting: None,
        };
        let quick = TimeStanding {
            federate: FederateHandle::new(2),
            name: "quick".into(),
            now: at(3),
            bound: None,
            lookahead: None,
            constrained: true,
            waiting: Some(Waiting {
                service: "timeAdvanceRequest".into(),
                to: at(7),
                since: Duration::from_millis(12_340),
                galt: Some(Bound::at(at(4))),
                held_by: Some(("slow".into(), Bound::at(at(4)))),
            }),
        };
        Standings {
            federation: "Race".into(),
            federates: vec![slow, quick],
            points: vec![PointStatus {
                label: "lap".into(),
                achieved: vec!["quick".into()],
                missing: vec!["slow".into()],
            }],
        }
    }

    #[test]
    fn who_waits_is_said_with_who_holds_it_back() {
        let text = table(&[federation()], Painter::plain());

        let expected = "\
Race
  name   time  sends  lookahead  constrained
  slow   3     >= 4   1          -
  quick  3     -      -          yes
  quick waits in timeAdvanceRequest 7 for 12.3 s: \"slow\" holds it back, which may still send messages at or after 4
  synchronization point \"lap\" waits for slow; achieved by quick
";
        assert_eq!(text, expected);
    }

    #[test]
    fn json_names_the_holder() {
        let value = json_of(&[federation()]);

        assert_eq!(value[0]["federates"][1]["waiting"]["held_by"], "slow");
        assert_eq!(value[0]["federates"][0]["bound"]["time"], "4");
        assert_eq!(value[0]["points"][0]["label"], "lap");
    }
}
