//! `hyla ls`: what is running at an RTI.

use std::process::ExitCode;

use hyla_lrc::settings::{ProcessModel, RtiAddress};
use hyla_lrc::{FederationStatus, MemberStatus, NullFederateAmbassador, RtiAmbassador};
use hyla_types::CallbackModel;
use serde_json::{Value, json};

use crate::settings_args::SettingsArgs;
use crate::terminal::{self, Colour, Painter};

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

/// Prints federation executions and their members; the exit code is 1 if no RTI answers.
pub(crate) fn run(args: &Args) -> ExitCode {
    let text = match status(args) {
        Ok(status) if args.json => format!("{:#}\n", json_of(&status)),
        Ok(status) => table(&status, Painter::stdout()),
        Err(error) => {
            eprintln!("hyla ls: {error}");
            return ExitCode::FAILURE;
        }
    };
    match terminal::print(&text) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla ls: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

fn status(args: &Args) -> Result<Vec<FederationStatus>, String> {
    let mut settings = args
        .settings
        .sources()
        .load()
        .map_err(|error| error.to_string())?;
    if let Some(rti) = &args.rti {
        settings.rti.address = rti.clone();
    }
    if settings.rti.address == RtiAddress::Embedded {
        return Err("rti.address = embedded: such an RTI lives inside a federate and cannot be asked from outside; \
             name a server with --rti HOST:PORT"
            .into());
    }
    // A question and its answer need neither threads nor a door for other federates.
    settings.process.model = ProcessModel::SingleThreaded;
    settings.peer.direct = false;
    let rti = RtiAmbassador::new();
    rti.connect_with_settings(
        Box::new(NullFederateAmbassador),
        CallbackModel::Evoked,
        settings,
    )
    .and_then(|()| rti.status())
    .map_err(|exception| exception.message)
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
    let header = ["handle", "name", "type", "edition", "objects", "addresses"].map(str::to_owned);
    let mut rows = vec![header];
    rows.extend(federation.members.iter().map(cells));
    let widths: Vec<usize> = (0..6)
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for (index, row) in rows.iter().enumerate() {
        let line: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(column, (cell, &width))| match column {
                // Numbers stand right.
                0 | 4 => format!("{cell:>width$}"),
                _ => format!("{cell:<width$}"),
            })
            .collect();
        let line = format!("  {}", line.join("  "));
        let line = line.trim_end();
        if index == 0 {
            text += &painter.paint(Colour::Cyan, line);
        } else {
            text += line;
        }
        text.push('\n');
    }
    text
}

fn cells(member: &MemberStatus) -> [String; 6] {
    [
        member.handle.to_string(),
        member.name.clone(),
        member.federate_type.clone(),
        member.edition.code().to_string(),
        member.objects.to_string(),
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
            })
        })
        .collect()
}

fn member_json(member: &MemberStatus) -> Value {
    json!({
        "handle": member.handle.raw(),
        "name": member.name,
        "type": member.federate_type,
        "edition": member.edition.code(),
        "objects": member.objects,
        "addresses": member.addresses,
    })
}

#[cfg(test)]
mod tests {
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
        };
        FederationStatus {
            name: "AirTraffic".into(),
            time: "HLAinteger64Time".into(),
            objects: 107,
            log_length: 9,
            modules: vec!["a.xml".into(), "b.xml".into()],
            members: vec![member(1, "North", 100), member(12, "S", 7)],
        }
    }

    #[test]
    fn columns_stand_under_each_other() {
        let text = table(&[federation()], Painter::plain());

        let expected = "\
AirTraffic  HLAinteger64Time, 2 members, 107 objects
  modules  a.xml, b.xml
  handle  name   type   edition  objects  addresses
       1  North  Flyer  2025         100  through the RTI
      12  S      Flyer  2025           7  through the RTI
";
        assert_eq!(text, expected);
    }

    #[test]
    fn json_has_every_member() {
        let value = json_of(&[federation()]);

        assert_eq!(value[0]["members"][1]["handle"], 12);
        assert_eq!(value[0]["modules"][0], "a.xml");
    }
}
