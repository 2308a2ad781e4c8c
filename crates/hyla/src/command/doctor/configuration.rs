//! Settings.

use hyla_lrc::settings::{Settings, Sources};

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
            (settings, vec![Finding::ok(TOPIC, found)])
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
