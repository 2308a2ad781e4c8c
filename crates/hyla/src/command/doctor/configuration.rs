//! Settings.

use hyla_settings::{Settings, Sources};

use super::report::Finding;

/// Reads all settings; where they are wrong, the further checks use the defaults.
pub(super) fn check(sources: &Sources) -> (Settings, Vec<Finding>) {
    const TOPIC: &str = "settings";
    match sources.load() {
        Ok(settings) => {
            let found = match sources.config_file() {
                Some(path) => format!("{} and the environment are valid", path.display()),
                None => "no hyla.toml; the defaults and the environment are used".to_owned(),
            };
            let mut findings = vec![Finding::ok(TOPIC, found)];
            let advice = "a variable that names no setting has no effect";
            let unknown = sources.unknown_variables();
            findings.extend(
                unknown
                    .iter()
                    .map(|p| Finding::warn(TOPIC, p.to_string(), advice)),
            );
            (settings, findings)
        }
        Err(error) => {
            let advice =
                "docs/settings.md describes every setting; the checks below use the defaults";
            let findings = error
                .problems()
                .iter()
                .map(|problem| Finding::fail(TOPIC, problem.to_string(), advice));
            (Settings::default(), findings.collect())
        }
    }
}
