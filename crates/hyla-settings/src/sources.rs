//! Sources of settings.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::address::{HostPort, RtiAddress};
use super::file;
use super::foreign::{ForeignDesignator, ForeignDesignators};
use super::model::Settings;
use super::problem::{Origin, Problem, SettingsError, nearest_setting, nearest_variable};
use super::qos::{Draft, FieldName};
use super::raw::Raw;
use super::table::{SETTINGS, find};

/// Names the settings file unless an argument does.
pub const CONFIG_VARIABLE: &str = "HYLA_CONFIG";

/// Profiles, in the form of a settings string without `qos.`.
pub(super) const QOS_VARIABLE: &str = "HYLA_QOS";

/// Variables with the prefix that are not settings.
const OTHER_VARIABLES: &[&str] = &[CONFIG_VARIABLE, QOS_VARIABLE, "HYLA_SHARED"];

/// The sources of settings, weakest first: the defaults, one file, `HYLA_*` variables, the settings
/// string of connect.
///
/// ```no_run
/// use hyla_settings::Sources;
///
/// let settings = Sources::process().connect("rti.address=sim-host:15160").load()?;
/// # Ok::<(), hyla_settings::SettingsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    file: Option<PathBuf>,
    usual_files: Vec<PathBuf>,
    variables: Vec<(String, String)>,
    rti_address: String,
    connect: String,
}

impl Sources {
    /// The defaults alone: no file, no variables.
    pub fn none() -> Self {
        Self::default()
    }

    /// Sources of this process: its environment, and `./hyla.toml` or else `/etc/hyla/hyla.toml`.
    pub fn process() -> Self {
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| {
                let name = name
                    .into_string()
                    .ok()
                    .filter(|name| name.starts_with("HYLA_"))?;
                Some((name, value.to_string_lossy().into_owned()))
            })
            .collect();
        Self::none().variables(variables).usual_files(vec![
            PathBuf::from("hyla.toml"),
            PathBuf::from("/etc/hyla/hyla.toml"),
        ])
    }

    /// Reads only this file, which must exist, unlike the usual files.
    pub fn file(mut self, path: impl Into<PathBuf>) -> Self {
        self.file = Some(path.into());
        self
    }

    /// Files of which the first existing one is read, unless [`Self::file`] or `HYLA_CONFIG` names
    /// one.
    pub fn usual_files(mut self, paths: Vec<PathBuf>) -> Self {
        self.usual_files = paths;
        self
    }

    /// Environment variables; those without the prefix `HYLA_` are ignored.
    pub fn variables(mut self, mut variables: Vec<(String, String)>) -> Self {
        variables.sort();
        self.variables = variables;
        self
    }

    /// The settings string of connect: `key=value` pairs, separated by `;` or new lines.
    pub fn connect(mut self, settings: impl Into<String>) -> Self {
        self.connect = settings.into();
        self
    }

    /// The address of the RTI in a configuration of 2025; [`Self::connect`] overrides it.
    /// `rti.foreign_designators` determines the handling of another RTI's form; host and port are
    /// translated or used unchanged.
    pub fn rti_address(mut self, address: impl Into<String>) -> Self {
        self.rti_address = address.into();
        self
    }

    /// Whether [`Self::load`] sets `settings.rti.address` to that address, unless a setting
    /// overrides it.
    pub fn uses_rti_address(&self, settings: &Settings) -> bool {
        let is_ignored = settings.rti.foreign_designators == ForeignDesignators::Ignore
            && self.foreign_address(settings).is_some();
        !self.rti_address.trim().is_empty() && !is_ignored
    }

    /// The file that [`Self::load`] reads: the requested one, or else the first existing usual one.
    pub fn config_file(&self) -> Option<&Path> {
        self.named_file().or_else(|| {
            self.usual_files
                .iter()
                .map(PathBuf::as_path)
                .find(|path| path.exists())
        })
    }

    /// Reads every source.
    ///
    /// # Errors
    /// All errors of all sources: unknown names, rejected values, unreadable files, contradictions.
    pub fn load(&self) -> Result<Settings, SettingsError> {
        let mut settings = Settings::default();
        let mut problems = Vec::new();
        let mut profiles = Draft::default();
        if let Some(path) = self.config_file() {
            match std::fs::read_to_string(path) {
                Ok(text) => problems.extend(file::apply(&mut settings, &mut profiles, path, &text)),
                Err(cause) => problems.push(Problem::Unreadable {
                    path: path.to_owned(),
                    cause,
                }),
            }
        }
        self.apply_variables(&mut settings, &mut problems);
        if let Some((_, text)) = self.variables.iter().find(|(name, _)| name == QOS_VARIABLE) {
            apply_profiles(text, &mut profiles, &mut problems);
        }
        self.apply_rti_address(&mut settings, &mut problems);
        if !self.apply_foreign(&mut settings, &mut problems) {
            self.apply_connect(&mut settings, &mut profiles, &mut problems);
        }
        if problems.is_empty() {
            problems = settings.contradictions();
            settings.qos = profiles.finish(&settings, &mut problems);
        }
        SettingsError::check(problems)?;
        Ok(settings)
    }

    fn named_file(&self) -> Option<&Path> {
        let variable = || {
            let (_, path) = self
                .variables
                .iter()
                .find(|(name, _)| name == CONFIG_VARIABLE)?;
            Some(Path::new(path)).filter(|path| !path.as_os_str().is_empty())
        };
        self.file.as_deref().or_else(variable)
    }

    fn apply_variables(&self, settings: &mut Settings, problems: &mut Vec<Problem>) {
        for (variable, value) in &self.variables {
            if !variable.starts_with("HYLA_") || OTHER_VARIABLES.contains(&variable.as_str()) {
                continue;
            }
            let origin = Origin::Variable(variable.clone());
            let mut known = SETTINGS.iter();
            // Others may belong to another program: see `unknown_variables`.
            if let Some(setting) = known.find(|setting| setting.variable() == *variable) {
                let raw = Raw::Text(value.trim().to_owned());
                if !setting.assign(settings, &raw) {
                    problems.push(Problem::wrong_value(origin, setting, &raw));
                }
            }
        }
    }

    /// Variables with the prefix of settings but an unknown name. They are ignored, since another
    /// program may use them; callers should log a warning.
    pub fn unknown_variables(&self) -> Vec<Problem> {
        let unknown = |variable: &&String| {
            variable.starts_with("HYLA_")
                && !OTHER_VARIABLES.contains(&variable.as_str())
                && !SETTINGS.iter().any(|s| s.variable() == **variable)
        };
        let names = self.variables.iter().map(|(name, _)| name);
        names
            .filter(unknown)
            .map(|variable| Problem::UnknownSetting {
                origin: Origin::Variable(variable.clone()),
                name: variable.clone(),
                nearest: nearest_variable(variable),
            })
            .collect()
    }

    /// The address of the RTI of a configuration, if it is in a form of another RTI.
    fn foreign_address(&self, settings: &Settings) -> Option<ForeignDesignator> {
        let is_pair = self.rti_address.trim().parse::<HostPort>().is_ok();
        // Unless its port is translated, host and port are Hyla's own form.
        let translates = settings.rti.foreign_designators == ForeignDesignators::Translate;
        ForeignDesignator::read_address(&self.rti_address).filter(|_| translates || !is_pair)
    }

    /// Applies the address of a configuration: Hyla's own form, or another RTI's.
    fn apply_rti_address(&self, settings: &mut Settings, problems: &mut Vec<Problem>) {
        let text = self.rti_address.trim();
        if text.is_empty() {
            return;
        }
        if let Some(foreign) = self.foreign_address(settings) {
            translate("RTI address", text, foreign, settings, problems);
            return;
        }
        let setting = find("rti.address").expect("a setting");
        let raw = Raw::Text(text.to_owned());
        if !setting.assign(settings, &raw) {
            problems.push(Problem::wrong_value(Origin::RtiAddress, setting, &raw));
        }
    }

    /// Applies the settings string of connect as another RTI's; gives whether it is one.
    fn apply_foreign(&self, settings: &mut Settings, problems: &mut Vec<Problem>) -> bool {
        let Some(foreign) = ForeignDesignator::read(&self.connect) else {
            return false;
        };
        let text = self.connect.trim();
        translate(
            "settings string of connect",
            text,
            foreign,
            settings,
            problems,
        );
        true
    }

    fn apply_connect(
        &self,
        settings: &mut Settings,
        profiles: &mut Draft,
        problems: &mut Vec<Problem>,
    ) {
        let origin = |line| Origin::Connect { line };
        each_pair(&self.connect, origin, problems, |name, raw, origin| {
            if let Some(place) = name.strip_prefix("qos.").and_then(FieldName::of) {
                return profiles.set(&place, raw, origin);
            }
            let Some(setting) = find(name) else {
                return Err(Box::new(Problem::UnknownSetting {
                    origin,
                    name: name.to_owned(),
                    nearest: nearest_setting(name),
                }));
            };
            if setting.assign(settings, &raw) {
                Ok(())
            } else {
                Err(Box::new(Problem::wrong_value(origin, setting, &raw)))
            }
        });
    }
}

/// Applies `HYLA_QOS`.
fn apply_profiles(text: &str, profiles: &mut Draft, problems: &mut Vec<Problem>) {
    let origin = |_| Origin::Variable(QOS_VARIABLE.to_owned());
    each_pair(text, origin, problems, |name, raw, origin| {
        let name = name.strip_prefix("qos.").unwrap_or(name);
        match FieldName::of(name) {
            Some(place) => profiles.set(&place, raw, origin),
            None => Err(Box::new(Problem::Inconsistent {
                origin,
                what: format!("`{name}` is not of the form NAME.KEY or NAME.MODULE.KEY"),
            })),
        }
    });
}

/// Gives each `key=value` of `text` to `take`, except malformed and repeated ones.
fn each_pair(
    text: &str,
    origin: impl Fn(usize) -> Origin,
    problems: &mut Vec<Problem>,
    mut take: impl FnMut(&str, Raw, Origin) -> Result<(), Box<Problem>>,
) {
    let mut seen = BTreeSet::new();
    let pairs = text.lines().enumerate().flat_map(|(index, line)| {
        line.split(';')
            .map(str::trim)
            .map(move |pair| (index + 1, pair))
    });
    for (line, pair) in pairs.filter(|(_, pair)| !pair.is_empty()) {
        let origin = origin(line);
        let Some((name, value)) = pair.split_once('=') else {
            problems.push(Problem::NotAPair {
                origin,
                found: pair.to_owned(),
            });
            continue;
        };
        let (name, raw) = (name.trim(), Raw::Text(value.trim().to_owned()));
        if seen.contains(name) {
            problems.push(Problem::GivenTwice {
                origin,
                name: name.to_owned(),
            });
            continue;
        }
        let problem = take(name, raw, origin).err().map(|problem| *problem);
        if !matches!(problem, Some(Problem::UnknownSetting { .. })) {
            seen.insert(name.to_owned());
        }
        problems.extend(problem);
    }
}

/// Applies `rti.foreign_designators` to another RTI's string.
fn translate(
    what: &str,
    text: &str,
    foreign: ForeignDesignator,
    settings: &mut Settings,
    problems: &mut Vec<Problem>,
) {
    let ForeignDesignator { form, address } = foreign;
    let problem = match (settings.rti.foreign_designators, address) {
        (ForeignDesignators::Translate, Ok(address)) => {
            tracing::info!(
                federation = "-",
                federate = "-",
                "the {what} {text:?} is {form}: rti.address is {address} (rti.foreign_designators)"
            );
            settings.rti.address = RtiAddress::Server(address);
            return;
        }
        (ForeignDesignators::Ignore, _) => {
            tracing::info!(
                federation = "-",
                federate = "-",
                "the {what} {text:?} is {form} and is ignored (rti.foreign_designators)"
            );
            return;
        }
        (ForeignDesignators::Translate, Err(problem)) => problem,
        (ForeignDesignators::Refuse, _) => "rti.foreign_designators is `refuse`",
    };
    problems.push(Problem::Foreign {
        what: what.to_owned(),
        text: text.to_owned(),
        form,
        problem,
    });
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{LogLevel, ProcessModel, RtiAddress};

    /// A file of its own for one test, removed at the end.
    struct TestFile(PathBuf);

    impl TestFile {
        fn new(name: &str, text: &str) -> Self {
            let path =
                std::env::temp_dir().join(format!("hyla-{}-{name}.toml", std::process::id()));
            std::fs::write(&path, text).unwrap();
            Self(path)
        }
    }

    impl Drop for TestFile {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn variables(pairs: &[(&str, &str)]) -> Sources {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Sources::none().variables(pairs.iter().map(own).collect())
    }

    fn problems(sources: &Sources) -> Vec<String> {
        sources
            .load()
            .unwrap_err()
            .problems()
            .iter()
            .map(Problem::to_string)
            .collect()
    }

    #[test]
    fn without_sources_the_defaults_hold() {
        assert_eq!(Sources::none().load().unwrap(), Settings::default());
    }

    #[test]
    fn each_source_overrides_the_one_before_it() {
        let file = TestFile::new(
            "order",
            "[timeout]\ncall_ms = 1\nconnect_ms = 1\nhost_ms = 101\n[log]\nlevel = \"warn\"\n",
        );
        let sources = variables(&[
            ("HYLA_TIMEOUT_CALL_MS", "2"),
            ("HYLA_TIMEOUT_CONNECT_MS", "2"),
            ("PATH", "x"),
        ])
        .file(&file.0)
        .connect("timeout.call_ms=3");

        let settings = sources.load().unwrap();

        assert_eq!(settings.timeout.call, Duration::from_millis(3));
        assert_eq!(settings.timeout.connect, Duration::from_millis(2));
        assert_eq!(settings.timeout.host, Duration::from_millis(101));
        assert_eq!(settings.log.level, LogLevel::Warn);
        assert_eq!(settings.timeout.resign, Settings::default().timeout.resign);
    }

    #[test]
    fn an_argument_beats_the_variable_and_both_beat_the_usual_files() {
        let argument = TestFile::new("argument", "[timeout]\ncall_ms = 1\n");
        let variable = TestFile::new("variable", "[timeout]\ncall_ms = 2\n");
        let usual = TestFile::new("usual", "[timeout]\ncall_ms = 3\n");
        let call = |sources: &Sources| sources.load().unwrap().timeout.call.as_millis();

        let sources =
            Sources::none().usual_files(vec!["/nowhere/hyla.toml".into(), usual.0.clone()]);
        assert_eq!(call(&sources), 3);
        let sources = sources.variables(vec![(
            CONFIG_VARIABLE.to_owned(),
            variable.0.to_str().unwrap().to_owned(),
        )]);
        assert_eq!(call(&sources), 2);
        let sources = sources.file(&argument.0);
        assert_eq!(call(&sources), 1);
    }

    #[test]
    fn usual_files_may_be_absent_and_a_named_one_may_not() {
        let absent = PathBuf::from("/nowhere/hyla.toml");
        assert!(
            Sources::none()
                .usual_files(vec![absent.clone()])
                .load()
                .is_ok()
        );

        let found = problems(&Sources::none().file(&absent));
        assert!(
            found[0].starts_with("/nowhere/hyla.toml: cannot be read: "),
            "{found:?}"
        );
        let found = problems(&variables(&[(CONFIG_VARIABLE, "/nowhere/hyla.toml")]));
        assert!(
            found[0].starts_with("/nowhere/hyla.toml: cannot be read: "),
            "{found:?}"
        );
    }

    #[test]
    fn the_connect_string_takes_semicolons_new_lines_and_blanks() {
        let settings = Sources::none()
            .connect(" rti.address = [::1]:9000 ;process.model=single;\n\n rti.listen=a:1, b:2\n")
            .load()
            .unwrap();

        assert_eq!(
            settings.rti.address,
            RtiAddress::Server("[::1]:9000".parse().unwrap())
        );
        assert_eq!(settings.process.model, ProcessModel::SingleThreaded);
        assert_eq!(settings.rti.listen.len(), 2);
    }

    #[test]
    fn mistakes_in_the_connect_string_name_their_line() {
        let text =
            "rti.address=embedded\nrti.adress=x:1; what\nfom.strict=yes\nrti.address=embedded";
        assert_eq!(
            problems(&Sources::none().connect(text)),
            [
                "settings string of connect, line 2: there is no setting `rti.adress`; the nearest is `rti.address`",
                "settings string of connect, line 2: `what` is not of the form key=value",
                "settings string of connect, line 3: `fom.strict` cannot be \"yes\": it takes true or false",
                "settings string of connect, line 4: `rti.address` is set a second time",
            ]
        );
    }

    #[test]
    fn mistakes_in_variables_name_the_variable() {
        let sources = variables(&[
            ("HYLA_RTI_ADRESS", "x:1"),
            ("HYLA_RTI_ADDRESS", "x"),
            ("HYLA_SHARED", "/somewhere"),
            ("HYLA_CHANNEL_YIELD_US", "1ms"),
        ]);
        assert_eq!(
            problems(&sources),
            [
                "environment variable HYLA_CHANNEL_YIELD_US: `channel.yield_us` cannot be \"1ms\": it takes a \
                 whole number of microseconds, 0 to 1000000",
                "environment variable HYLA_RTI_ADDRESS: `rti.address` cannot be \"x\": it takes host:port or embedded",
            ]
        );
    }

    #[test]
    fn variables_that_name_no_setting_are_no_error_and_are_told_with_the_nearest_one() {
        let sources = variables(&[
            ("HYLA_RTI_ADRESS", "x:1"),
            ("HYLA_TIMEOUT_CALL_MS", "7"),
            ("HYLA_QOS", ""),
            ("PATH", "/bin"),
        ]);

        assert_eq!(
            sources.load().unwrap().timeout.call,
            Duration::from_millis(7)
        );
        let unknown: Vec<String> = sources
            .unknown_variables()
            .iter()
            .map(Problem::to_string)
            .collect();
        assert_eq!(
            unknown,
            [
                "environment variable HYLA_RTI_ADRESS: there is no setting `HYLA_RTI_ADRESS`; the nearest is \
                 `HYLA_RTI_ADDRESS`"
            ]
        );
    }

    #[test]
    fn a_settings_string_of_another_rti_is_translated_ignored_or_refused_as_the_other_sources_say()
    {
        let connect = |word: &str, text: &str| {
            variables(&[
                ("HYLA_RTI_FOREIGN_DESIGNATORS", word),
                ("HYLA_RTI_ADDRESS", "own:1"),
            ])
            .connect(text)
        };
        let address = |sources: &Sources| sources.load().unwrap().rti.address.to_string();

        assert_eq!(
            address(&Sources::none().connect("crcAddress=sim-host:8989")),
            "sim-host:15160"
        );
        assert_eq!(
            address(&connect("translate", "rti://sim-host:14321")),
            "sim-host:15160"
        );
        assert_eq!(address(&connect("ignore", "rti://sim-host")), "own:1");
        assert_eq!(
            address(&connect("ignore", "crcAddress=crc@booster:8688")),
            "own:1"
        );
        assert_eq!(
            problems(&connect("translate", "crcAddress=crc@booster:8688")),
            [
                "settings string of connect: \"crcAddress=crc@booster:8688\" is a CRC address of Pitch pRTI, and it \
                 leads through a booster: give rti.address=HOST:PORT instead, or set rti.foreign_designators to \
                 `ignore` in a file or a variable"
            ]
        );
        let refused = problems(&connect("refuse", "localhost:8989"));
        assert!(refused[0].contains("`refuse`"), "{refused:?}");
    }

    #[test]
    fn the_address_of_a_configuration_is_translated_as_a_settings_string_is() {
        let sources = |word: &str, address: &str| {
            variables(&[
                ("HYLA_RTI_FOREIGN_DESIGNATORS", word),
                ("HYLA_RTI_ADDRESS", "own:1"),
            ])
            .rti_address(address)
        };
        for (word, address, used, becomes) in [
            ("translate", "sim-host:15160", true, "sim-host:15160"),
            ("translate", "embedded", true, "embedded"),
            ("translate", "localhost:8989", true, "localhost:15160"),
            (
                "translate",
                "crcAddress=sim-host:8989",
                true,
                "sim-host:15160",
            ),
            ("translate", "rti://sim-host:14321", true, "sim-host:15160"),
            ("translate", "", false, "own:1"),
            ("ignore", "rti://sim-host:14321", false, "own:1"),
            // Host and port are Hyla's own form, with any port.
            ("ignore", "localhost:8989", true, "localhost:8989"),
            ("refuse", "localhost:8989", true, "localhost:8989"),
        ] {
            let sources = sources(word, address);
            let settings = sources.load().expect(address);
            assert_eq!(
                settings.rti.address.to_string(),
                becomes,
                "{word} {address}"
            );
            assert_eq!(
                sources.uses_rti_address(&settings),
                used,
                "{word} {address}"
            );
        }
        let refused = problems(&sources("refuse", "rti://sim-host"));
        assert!(
            refused[0].contains("RTI address") && refused[0].contains("`refuse`"),
            "{refused:?}"
        );
        let slip = problems(&sources("translate", "sim-host"));
        assert!(
            slip[0].contains("rti.address") && slip[0].contains("sim-host"),
            "{slip:?}"
        );
        let later = sources("translate", "rti://sim-host").connect("rti.address=other:2");
        assert_eq!(later.load().unwrap().rti.address.to_string(), "other:2");
    }

    #[test]
    fn settings_that_contradict_each_other_are_refused_together() {
        let found = problems(&Sources::none().connect(
            "timeout.idle_ms=500; channel.max_frame_bytes=65_536; channel.bundle_bytes=131072",
        ));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(
            found[0].starts_with("channel.bundle_bytes (131072) is more than"),
            "{found:?}"
        );
        assert!(
            found[1].starts_with("timeout.idle_ms (500) is not more than"),
            "{found:?}"
        );
    }
}
