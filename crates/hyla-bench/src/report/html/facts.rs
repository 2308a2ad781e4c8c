//! Further facts about runs: notes, common parameters, machines, commands.

use std::collections::BTreeMap;

use maud::{Markup, html as markup};

use crate::report::figure::{bytes, number};
use crate::report::gather::Run;
use crate::report::point::{parameters_text, value_text};
use crate::result::{Machine, NoteLevel};

/// Notes of all runs, and failures.
pub(super) fn notes(runs: &[Run<'_>]) -> Markup {
    let failures = runs.iter().flat_map(failures);
    let notes = runs.iter().flat_map(|run| {
        let notes = run.result.notes.iter();
        notes.map(move |note| (note.level, said(run, runs, &note.text)))
    });
    let failures = failures.map(|(run, text)| (NoteLevel::Error, said(run, runs, &text)));
    let all: Vec<(NoteLevel, String)> = failures.chain(notes).collect();
    markup! {
        @if !all.is_empty() {
            ul.notes {
                @for (level, text) in &all {
                    li class=(class(*level)) { b { (word(*level)) } " " (text) }
                }
            }
        }
    }
}

/// Missing parts of the page.
pub(super) fn missing(texts: &[String]) -> Markup {
    markup! {
        @if !texts.is_empty() {
            ul.notes { @for text in texts { li.error { b { (word(NoteLevel::Error)) } " " (text) } } }
        }
    }
}

fn failures<'a, 'r>(run: &'r Run<'a>) -> Vec<(&'r Run<'a>, String)> {
    let points = run.result.points.iter().zip(&run.points);
    let failed = points.filter(|(_, point)| !point.failures.is_empty());
    failed
        .map(|(stored, point)| {
            let mut reasons = point.failures.clone();
            reasons.sort();
            reasons.dedup();
            let text = format!(
                "{} of {} repetitions failed at {}: {}",
                point.failures.len(),
                stored.samples.len(),
                if stored.parameters.is_empty() {
                    "the only point".to_owned()
                } else {
                    parameters_text(&stored.parameters)
                },
                reasons.join("; ")
            );
            (run, text)
        })
        .collect()
}

fn said(run: &Run<'_>, runs: &[Run<'_>], text: &str) -> String {
    if runs.len() > 1 {
        return format!("{}: {text}", run.name);
    }
    text.to_owned()
}

fn class(level: NoteLevel) -> &'static str {
    match level {
        NoteLevel::Info => "info",
        NoteLevel::Warning => "warning",
        NoteLevel::Error => "error",
    }
}

fn word(level: NoteLevel) -> &'static str {
    match level {
        NoteLevel::Info => "Note",
        NoteLevel::Warning => "Warning",
        NoteLevel::Error => "Error",
    }
}

/// Parameters with the same value at every point of every run, as text; empty ones left out.
fn common_of<'a>(runs: &'a [Run<'_>]) -> BTreeMap<&'a str, String> {
    let mut same = BTreeMap::new();
    if let Some(first) = runs.first() {
        for (name, value) in &first.result.parameters {
            let everywhere = runs.iter().all(|run| {
                let mut points = run.result.points.iter();
                let overridden = points.any(|point| point.parameters.contains_key(name));
                run.result.parameters.get(name) == Some(value) && !overridden
            });
            let text = value_text(name, value);
            if everywhere && !text.is_empty() {
                same.insert(name.as_str(), text);
            }
        }
    }
    same
}

/// Common parameters, above the plots.
pub(super) fn common(runs: &[Run<'_>]) -> Markup {
    let same = common_of(runs);
    markup! {
        @if !same.is_empty() {
            dl.common { @for (name, text) in &same { div { dt { (name) } dd { (text) } } } }
        }
    }
}

/// Commands, versions, dates and machines. Parameters only where they differ between runs.
pub(super) fn provenance(runs: &[Run<'_>]) -> Markup {
    let same = common_of(runs);
    let own = |run: &Run<'_>| {
        let mut own = run.result.parameters.clone();
        own.retain(|name, value| {
            !same.contains_key(name.as_str()) && !value_text(name, value).is_empty()
        });
        own
    };
    let mut machines: Vec<&Machine> = Vec::new();
    for machine in runs.iter().flat_map(|run| &run.result.machines) {
        let known = |other: &&Machine| other.host == machine.host && other.boot == machine.boot;
        if !machines.iter().any(known) {
            machines.push(machine);
        }
    }
    markup! {
        @for run in runs {
            div.run {
                p {
                    b { (run.name) }
                    ": " (run.result.rti) ", begun " (run.result.began) ", took " (number(run.result.seconds))
                    " s, measured by hyla " (run.result.hyla)
                }
                @let carriers = run.result.carriers();
                @if !carriers.is_empty() { p { "Messages came by " (carriers.join(", ")) "." } }
                pre { code { (command(&run.result.command)) } }
                @let own = own(run);
                @if !own.is_empty() { p.parameters { (parameters_text(&own)) } }
            }
        }
        div.scroll {
            table.machines {
                thead {
                    tr {
                        @for title in [
                            "host", "agent", "processor", "processors", "memory", "kernel", "governor", "clock source",
                            "virtual", "load before", "busy before",
                        ] { th { (title) } }
                    }
                }
                tbody { @for machine in machines { (row(machine)) } }
            }
        }
    }
}

fn row(machine: &Machine) -> Markup {
    let virtualization = match machine.virtualization.as_str() {
        "" => "not known",
        other => other,
    };
    markup! {
        tr {
            td { (machine.host) }
            td { (machine.agent) }
            td { (machine.cpu) }
            td.number { (machine.cpus) }
            td.number { (bytes(machine.memory_bytes as f64)) }
            td { (machine.kernel) }
            td { (machine.governor) }
            td { (machine.clock_source) }
            td { (virtualization) }
            td.number { (number(machine.load)) }
            td.number { (number(machine.busy)) }
        }
    }
}

/// A command in shell syntax.
fn command(words: &[String]) -> String {
    let quoted = words.iter().map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_can_be_given_to_a_shell_again() {
        let words = ["hyla", "bench", "--label", "my run's", "bytes=64,1Ki", ""].map(str::to_owned);

        assert_eq!(
            command(&words),
            "hyla bench --label 'my run'\\''s' bytes=64,1Ki ''"
        );
    }
}
