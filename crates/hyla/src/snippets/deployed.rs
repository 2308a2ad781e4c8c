//! Units of systemd and container images start commands that the program takes: those of pages and those of `packaging`.

use std::path::Path;

use hyla_settings::Sources;

use super::{command, one_command, project, scratch, words};

/// A unit of systemd starts a command that the program takes.
pub(super) fn unit(text: &str) -> Result<(), String> {
    let mut started = text
        .lines()
        .filter_map(|line| line.strip_prefix("ExecStart="))
        .peekable();
    started.peek().ok_or("it starts nothing")?;
    started.try_for_each(|line| installed(&words(line)))
}

/// A container image is made by targets of the Makefile and starts a command that the program takes.
pub(super) fn image(text: &str) -> Result<(), String> {
    let text = text.replace("\\\n", " ");
    let mut started = Vec::new();
    for line in text.lines() {
        if let Some(commands) = line.strip_prefix("RUN ") {
            let mut made = commands
                .split(" && ")
                .filter(|part| part.starts_with("make "));
            made.try_for_each(command)?;
        } else if let Some(list) = line
            .strip_prefix("ENTRYPOINT ")
            .or_else(|| line.strip_prefix("CMD "))
        {
            started.extend(listed(list)?);
        }
    }
    installed(&started)
}

/// Each service of a compose file starts a command that the program takes; so does each check of health.
fn services(text: &str) -> Result<(), String> {
    let mut commands = 0;
    for line in text.lines().map(str::trim) {
        if let Some(list) = line.strip_prefix("command: ") {
            let arguments = listed(list)?;
            installed(&[vec!["/usr/bin/hyla".to_owned()], arguments].concat())?;
            commands += 1;
        } else if let Some(list) = line.strip_prefix("test: ") {
            match listed(list)?.as_slice() {
                [kind, command @ ..] if kind == "CMD" => installed(command)?,
                _ => return Err(format!("{line}: not a command")),
            }
        }
    }
    (commands > 0)
        .then_some(())
        .ok_or_else(|| "it starts nothing".to_owned())
}

fn listed(list: &str) -> Result<Vec<String>, String> {
    serde_json::from_str(list).map_err(|error| format!("{list}: {error}"))
}

/// A command of the installed program, by its path.
fn installed(words: &[String]) -> Result<(), String> {
    let [program, rest @ ..] = words else {
        return Err("it starts nothing".to_owned());
    };
    if !program.ends_with("/bin/hyla") {
        return Err(format!("{program} is not an installed hyla"));
    }
    one_command(&format!("hyla {}", rest.join(" ")))
}

#[test]
fn a_unit_or_an_image_that_does_not_hold_is_noticed() {
    assert_eq!(
        unit("[Service]\nExecStart=/opt/hyla/bin/hyla rti\n"),
        Ok(())
    );
    assert!(unit("[Service]\n").is_err());
    assert!(unit("ExecStart=/opt/hyla/bin/hyla rti --lisen 0.0.0.0:15160\n").is_err());
    assert!(unit("ExecStart=/usr/bin/env\n").is_err());

    let entry = "ENTRYPOINT [\"/opt/hyla/bin/hyla\", \"rti\"]\n";
    assert_eq!(image(&format!("RUN make build\n{entry}")), Ok(()));
    assert!(image(&format!("RUN make biuld\n{entry}")).is_err());
    assert!(image("RUN make build\n").is_err());
}

#[test]
fn what_is_packaged_starts_commands_that_the_program_takes() {
    let read = |name: &str| {
        std::fs::read_to_string(project().join("packaging").join(name))
            .expect("a file of packaging")
    };

    assert_eq!(unit(&read("hyla.service")), Ok(()));
    assert_eq!(image(&read("Containerfile")), Ok(()));
    let compose = read("compose.yaml");
    assert_eq!(services(&compose), Ok(()));
    assert!(services(&compose.replace("--seconds", "--second")).is_err());
    assert!(services(&compose.replace("\"ls\"", "\"lst\"")).is_err());
    assert!(services("services:\n").is_err());
}

#[test]
fn every_setting_of_the_packaged_file_is_accepted_when_it_is_uncommented() {
    let path = project().join("packaging/hyla.toml");
    let load = |path: &Path| {
        let loaded = Sources::none().file(path).load();
        loaded.map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(load(&path), Ok(()));

    let text = std::fs::read_to_string(&path).expect("the settings of the package");
    let mut uncommented = 0;
    let lines = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(setting) if setting.contains(" = ") => {
            uncommented += 1;
            setting
        }
        _ => line,
    });
    let all = lines.collect::<Vec<_>>().join("\n");
    assert!(uncommented > 0);
    assert_eq!(load(&scratch("packaged.toml", &all)), Ok(()));
}
