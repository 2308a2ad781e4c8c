//! The options by which every command that has settings takes them.

use std::path::PathBuf;

use hyla_settings::Sources;

/// Sources of settings, beyond the environment and the usual files.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SettingsArgs {
    /// Settings file [default: $HYLA_CONFIG, ./hyla.toml, /etc/hyla/hyla.toml]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// One setting, overrides file and environment; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl SettingsArgs {
    /// The sources of this process together with these options.
    pub(crate) fn sources(&self) -> Sources {
        let sources = Sources::process().connect(self.set.join("\n"));
        match &self.config {
            Some(path) => sources.file(path),
            None => sources,
        }
    }
}
