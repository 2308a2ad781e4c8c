//! `hyla ls`: what is running at an RTI.

use std::process::ExitCode;

use hyla_lrc::{FederationStatus, MemberStatus, PointStatus};
use hyla_settings::RtiAddress;
use hyla_terminal::{Colour, Painter};
use serde_json::{Value, json};

use super::ask;
use crate::settings_args::SettingsArgs;

/// Options of `hyla ls`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Ask this RTI instead of the one at rti.address
    #[arg(long, value_name = "HOST:PORT")]
    rti: Option<RtiAddress>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// Print a JSON array for other programs
    #[arg(long)]
    json: bool,
}

/// Prints federation executions and their members; the exit code is 1 if no RTI answers. `transport` is how the
/// RTI reaches a member: `tcp`, `shm` (shared memory) or `in-process`.
pub(crate) fn run(args: &Args) -> ExitCode {
    let text = match status(args) {
        Ok(status) if args.json => format!("{:#}\n", json_of(&status)),
        Ok(status) => table(&status, Painter::stdout()),
        Err(error) => {
            eprintln!("hyla ls: {error}");
            return ExitCode::FAILURE;
        }
    };
    match hyla_terminal::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla ls: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn status(args: &Args) -> Result<Vec<FederationStatus>, String> {
    let rti = ask::connect(&args.settings, args.rti.as_ref())?;
    rti.status().map_err(|exception| exception.message)
}

fn table(federations: &[FederationStatus], painter: Painter) -> String {
    if federations.is_empty() {
        return "no federation execution\n".to_owned();
    }
    federations
        .iter()
        .map(|federation| one(federation, painter))
        .collect::<Vec<_>>()
        .join("\n")
}

fn one(federation: &FederationStatus, painter: Painter) -> String {
    let mut text = format!(
        "{}  {}, {}, {}\n  modules  {}\n",
        painter.paint(Colour::Green, &federation.name),
        federation.time,
        count(federation.members.len() as u64, "member", "members"),
        count(federation.objects, "object", "objects"),
        federation.modules.join(", "),
    );
    if federation.members.is_empty() {
        return text;
    }
    let header = [
        "handle",
        "name",
        "type",
        "edition",
        "objects",
        "transport",
        "addresses",
    ]
    .map(str::to_owned);
    let mut rows = vec![header];
    rows.extend(federation.members.iter().map(cells));
    text += &hyla_terminal::columns(&rows, &[0, 4], painter);
    for member in &federation.members {
        if let Some(cut) = &member.cut {
            let line = format!("  {}: {cut}", member.name);
            text += &painter.paint(Colour::Yellow, &line);
            text.push('\n');
        }
    }
    text += &points(&federation.points, painter);
    text
}

/// A line for each synchronization point that not everyone has achieved.
pub(super) fn points(points: &[PointStatus], painter: Painter) -> String {
    let mut text = String::new();
    for point in points {
        let line = format!(
            "  synchronization point {:?} waits for {}; achieved by {}",
            point.label,
            list(&point.missing),
            list(&point.achieved),
        );
        text += &painter.paint(Colour::Yellow, &line);
        text.push('\n');
    }
    text
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "nobody".to_owned()
    } else {
        names.join(", ")
    }
}

fn cells(member: &MemberStatus) -> [String; 7] {
    [
        member.handle.to_string(),
        member.name.clone(),
        member.federate_type.clone(),
        member.edition.code().to_string(),
        member.objects.to_string(),
        member.transport.clone(),
        if member.addresses.is_empty() {
            "through the RTI".to_owned()
        } else {
            member.addresses.join(" ")
        },
    ]
}

fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn json_of(federations: &[FederationStatus]) -> Value {
    federations
        .iter()
        .map(|federation| {
            json!({
                "name": federation.name,
                "time": federation.time,
                "objects": federation.objects,
                "log_length": federation.log_length,
                "modules": federation.modules,
                "members": federation.members.iter().map(member_json).collect::<Value>(),
                "points": points_json(&federation.points),
            })
        })
        .collect()
}

pub(super) fn points_json(points: &[PointStatus]) -> Value {
    let one = |point: &PointStatus| {
        json!({
            "label": point.label,
            "achieved": point.achieved,
            "missing": point.missing,
        })
    };
    points.iter().map(one).collect()
}

fn member_json(member: &MemberStatus) -> Value {
    json!({
        "handle": member.handle.raw(),
        "name": member.name,
        "type": member.federate_type,
        "edition": member.edition.code(),
        "objects": member.objects,
        "transport": member.transport,
        "addresses": member.addresses,
        "cut": member.cut.map(|cut| json!({
            "seconds": cut.since.as_secs_f64(),
            "kept_seconds": cut.left.as_secs_f64(),
        })),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hyla_lrc::CutConnection;
    use hyla_types::{Edition, FederateHandle};

    use super::*;

    fn federation() -> FederationStatus {
        let member = |raw, name: &str, objects| MemberStatus {
            handle: FederateHandle::new(raw),
            name: name.into(),
            federate_type: "Flyer".into(),
            edition: Edition::Hla2025,
            objects,
            addresses: Vec::new(),
            transport: "tcp".into(),
            cut: (raw == 12).then_some(CutConnection {
                since: Duration::from_millis(3_210),
                left: Duration::from_secs(11),
            }),
        };
        FederationStatus {
            name: "AirTraffic".into(),
            time: "HLAinteger64Time".into(),
            objects: 107,
            log_length: 9,
            modules: vec!["a.xml".into(), "b.xml".into()],
            members: vec![member(1, "North", 100), member(12, "S", 7)],
            points: vec![PointStatus {
                label: "ready to run".into(),
                achieved: Vec::new(),
                missing: vec!["North".into(), "S".into()],
            }],
        }
    }

    #[test]
    fn columns_stand_under_each_other() {
        let text = table(&[federation()], Painter::plain());

        let expected = "\
AirTraffic  HLAinteger64Time, 2 members, 107 objects
  modules  a.xml, b.xml
  handle  name   type   edition  objects  transport  addresses
       1  North  Flyer  2025         100  tcp        through the RTI
      12  S      Flyer  2025           7  tcp        through the RTI
  S: its connection has been cut for 3.2 s, its session is kept for another 11.0 s
  synchronization point \"ready to run\" waits for North, S; achieved by nobody
";
        assert_eq!(text, expected);
    }

    #[test]
    fn json_has_every_member() {
        let value = json_of(&[federation()]);

        assert_eq!(value[0]["members"][1]["handle"], 12);
        assert_eq!(value[0]["modules"][0], "a.xml");
        assert_eq!(value[0]["members"][0]["cut"], Value::Null);
        assert_eq!(value[0]["members"][1]["cut"]["kept_seconds"], 11.0);
        assert_eq!(value[0]["points"][0]["missing"][1], "S");
    }
}
