//! The `hyla` program: one subcommand per file of [`command`].
#![forbid(unsafe_code)]

mod command;
#[cfg(test)]
mod glossary;
mod metrics;
#[cfg(test)]
mod named_tests;
#[cfg(test)]
mod page_links;
#[cfg(test)]
mod scripts;
mod settings_args;
#[cfg(test)]
mod snippets;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

/// An open HLA run-time infrastructure (IEEE 1516-2010 and 1516-2025).
#[derive(Debug, Parser)]
#[command(version, about, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: command::Command,
}

impl Cli {
    /// All arguments of the program, for completions and manual pages.
    fn all() -> clap::Command {
        Self::command()
    }
}

fn main() -> ExitCode {
    Cli::parse().command.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every subcommand, with the words that lead to it.
    fn commands() -> Vec<(String, clap::Command)> {
        fn walk(words: &str, command: &clap::Command, all: &mut Vec<(String, clap::Command)>) {
            all.push((words.to_owned(), command.clone()));
            for inner in command.get_subcommands() {
                walk(&format!("{words} {}", inner.get_name()), inner, all);
            }
        }
        let mut command = Cli::all();
        command.build();
        let mut all = Vec::new();
        walk("hyla", &command, &mut all);
        all
    }

    #[test]
    fn the_parser_has_no_contradictions() {
        Cli::all().debug_assert();
    }

    #[test]
    fn a_federation_execution_is_named_in_the_same_way_everywhere() {
        for (words, command) in commands() {
            for argument in command.get_arguments() {
                let names = argument.get_value_names().unwrap_or_default();
                let is_federation = argument.get_id() == "federation"
                    || names.iter().any(|name| name.as_str() == "FEDERATION");
                if is_federation {
                    assert!(argument.is_positional(), "{words}: {argument}");
                    assert_eq!(names, ["FEDERATION"], "{words}: {argument}");
                }
            }
        }
    }

    #[test]
    fn help_texts_have_no_words_of_the_language_that_the_program_is_written_in() {
        let foreign = [
            "usize", "u16", "u32", "u64", "f64", "i64", "bool", "Option<", "Vec<", "::", "crate",
            "struct", "enum ", "RUST_", "stdin", "stdout", "panic", "None", "Some(",
        ];
        for (words, mut command) in commands() {
            let help = command.render_long_help().to_string();
            for word in foreign {
                assert!(
                    !help.contains(word),
                    "{words} --help says `{word}`:\n{help}"
                );
            }
        }
    }

    #[test]
    fn every_command_and_option_says_what_it_is_for_in_one_style() {
        for (words, command) in commands() {
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(!about.is_empty(), "{words}");
            // The first sentence of the program itself is the only one with a full stop.
            assert!(words == "hyla" || !about.ends_with('.'), "{words}: {about}");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{words}: {argument}");
            }
        }
    }

    #[test]
    fn a_number_that_is_none_is_answered_with_what_is_taken() {
        for line in [
            "hyla doctor --federates many",
            "hyla demo --seconds 1.5",
            "hyla bench run latency --agents few",
            "hyla bench run latency --agents-within-s soon",
            "hyla bench check a b --chance often",
        ] {
            let error = Cli::try_parse_from(line.split(' '))
                .expect_err(line)
                .to_string();
            assert!(error.contains("it takes a "), "{line}: {error}");
            for word in ["invalid digit", "invalid float", "parse"] {
                assert!(!error.contains(word), "{line}: {error}");
            }
        }
    }
}
