//! Quality of service: whether this host can honour the profiles of the settings.

use hyla_lrc::admit;
use hyla_settings::Settings;

use super::report::Finding;

const TOPIC: &str = "profile";

/// One finding for each profile, and for the thread of the process where it is out of the ordinary.
pub(super) fn all(settings: &Settings) -> Vec<Finding> {
    let mut findings = Vec::new();
    for demand in settings.demands() {
        match admit(&demand) {
            Ok(granted) => findings.push(Finding::ok(TOPIC, granted.to_string())),
            Err(refused) => findings.extend(refused.refusals().iter().map(|refusal| {
                let found = format!(
                    "{}.{} = {} cannot be: {}",
                    refusal.whose, refusal.field, refusal.asked, refusal.limit
                );
                Finding::fail(TOPIC, found, refusal.remedy.clone())
            })),
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use hyla_settings::Sources;

    use super::super::report::Level;
    use super::*;

    fn check(settings: &str) -> Vec<Finding> {
        all(&Sources::none().connect(settings).load().unwrap())
    }

    #[test]
    fn settings_without_profiles_have_nothing_to_be_checked() {
        assert_eq!(check(""), []);
    }

    #[test]
    fn a_profile_that_this_host_can_honour_is_told_in_a_line() {
        let found = check("qos.Command.priority=3");
        let wanted = "qos.Command: normal priority, any processor, yields for 50µs";
        assert_eq!(found, [Finding::ok(TOPIC, wanted)]);
    }

    #[test]
    fn what_cannot_be_honoured_is_a_failure_with_the_limit_and_what_to_do() {
        let found = check("qos.A.resources=dedicated; qos.A.cpus=1000; process.cpus=999");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|finding| finding.level() == Level::Fail));
        let text = format!("{found:?}");
        assert!(
            text.contains("process.cpus = 999 cannot be: this machine has"),
            "{text}"
        );
        assert!(text.contains("name some of those"), "{text}");
    }
}
