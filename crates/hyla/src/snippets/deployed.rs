//! Units of systemd and container images start commands that the program takes.

use super::{command, one_command, words};

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
    let mut started = false;
    for line in text.lines() {
        if let Some(commands) = line.strip_prefix("RUN ") {
            let mut made = commands
                .split(" && ")
                .filter(|part| part.starts_with("make "));
            made.try_for_each(command)?;
        } else if let Some(list) = line.strip_prefix("ENTRYPOINT ") {
            let words: Vec<String> =
                serde_json::from_str(list).map_err(|error| format!("{list}: {error}"))?;
            installed(&words)?;
            started = true;
        }
    }
    started
        .then_some(())
        .ok_or_else(|| "it starts nothing".to_owned())
}

/// A command of the installed program, by its path.
fn installed(words: &[String]) -> Result<(), String> {
    let [program, rest @ ..] = words else {
        return Err("an empty command".to_owned());
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
