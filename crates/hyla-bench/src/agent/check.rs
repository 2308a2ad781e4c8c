//! Requirements of a run that this machine cannot meet, reported before anything starts.

use std::path::Path;

use hyla_lrc::admit;
use hyla_settings::Sources;
use rustix::fs::{Access, access};

use super::process::Program;
use crate::baseline::is_bare;
use crate::coordination::message::Demand;
use crate::{machine, peer};

/// Memory of a measuring federate with its RTI component: a lower bound.
const FEDERATE_BYTES: u64 = 12 * 1024 * 1024;

/// Memory of the connection between two federates of one host.
const PAIR_BYTES: u64 = 64 * 1024;

/// Reasons, as readable text; empty if the machine meets all.
pub(super) fn refusals(demand: &Demand, federate: &Program, rti: &str) -> Vec<String> {
    let mut reasons = machine::refuse(&machine::Demand {
        federates: demand.members,
        processes: demand.federates,
        pins: demand.processors.clone(),
        memory_bytes: memory(demand),
    });
    if let Err(error) = runnable(&federate.path) {
        let path = federate.path.display();
        reasons.push(format!(
            "the measuring federate {path} cannot be started: {error}"
        ));
    }
    let engines = demand.carriers.iter().filter(|name| !is_bare(name));
    reasons.extend(engines.filter_map(|name| Some(peer::find(name, None).err()?.to_string())));
    if demand.settings_are_hyla {
        for settings in &demand.settings {
            let settings = settings.replace(crate::plan::RTI, rti);
            reasons.extend(admission(&settings));
        }
    }
    reasons
}

fn memory(demand: &Demand) -> u64 {
    let (here, members) = (u64::from(demand.federates), u64::from(demand.members));
    // A value exists at its sender, in transit and at its receiver.
    let each = FEDERATE_BYTES + members * PAIR_BYTES + 3 * demand.bytes;
    here * each
}

fn runnable(path: &Path) -> Result<(), String> {
    // The system searches for a name without a folder.
    if path.components().count() < 2 {
        return Ok(());
    }
    access(path, Access::EXEC_OK).map_err(|error| std::io::Error::from(error).to_string())
}

fn admission(settings: &str) -> Vec<String> {
    let loaded = match Sources::process().connect(settings).load() {
        Ok(loaded) => loaded,
        Err(error) => return vec![format!("its federates could not connect: {error}")],
    };
    let demands = loaded.demands().into_iter();
    demands
        .filter_map(|demand| admit(&demand).err())
        .map(|refused| format!("its federates could not connect: {refused}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Program {
        Program {
            path: "/bin/sh".into(),
            ..Program::default()
        }
    }

    fn refused(demand: &Demand) -> String {
        refusals(demand, &shell(), "127.0.0.1:1").join("\n")
    }

    #[test]
    fn a_small_run_is_not_refused() {
        let demand = Demand {
            federates: 2,
            members: 2,
            bytes: 64,
            settings: vec!["rti.address={rti}".into()],
            settings_are_hyla: true,
            ..Demand::default()
        };

        assert_eq!(refused(&demand), "");
    }

    #[test]
    fn more_federates_than_memory_and_descriptors_allow_are_refused() {
        let demand = Demand {
            federates: 2_000_000,
            members: 2_000_000,
            ..Demand::default()
        };

        let text = refused(&demand);

        assert!(text.contains("memory"), "{text}");
    }

    #[test]
    fn a_profile_that_the_system_does_not_admit_is_refused_with_its_limit() {
        let profile = "qos.HylaBenchReliable.resources=dedicated; \
                       qos.HylaBenchReliable.cpus=900";
        let demand = Demand {
            settings: vec![profile.into()],
            settings_are_hyla: true,
            ..Demand::default()
        };

        let text = refused(&demand);

        assert!(text.contains("HylaBenchReliable"), "{text}");
        assert!(text.contains("900"), "{text}");
    }

    #[test]
    fn a_setting_that_does_not_exist_is_refused_but_not_the_words_of_another_rti() {
        let mut demand = Demand {
            settings: vec!["channel.ring_byte=1".into()],
            settings_are_hyla: true,
            ..Demand::default()
        };
        assert!(refused(&demand).contains("ring_byte"));

        demand.settings_are_hyla = false;
        assert_eq!(refused(&demand), "");
    }

    #[test]
    fn a_federate_that_is_not_there_is_refused() {
        let program = Program {
            path: "/nowhere/federate".into(),
            ..Program::default()
        };

        let text = refusals(&Demand::default(), &program, "").join("\n");

        assert!(text.contains("/nowhere/federate"), "{text}");
    }
}
