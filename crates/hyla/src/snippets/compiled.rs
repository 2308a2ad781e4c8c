//! Snippets in C and C++ compile against the headers, and those in CMake are what the test of an installation builds.

use std::path::PathBuf;
use std::process::Command;

use super::{project, scratch};

/// Prelude of a snippet of C.
const C: &str = "#include <stdio.h>
#include <string.h>
#include \"hyla.h\"
extern const char *settings;
extern hyla_federate_ambassador callbacks;
extern int my_state;
void free_my_state(void *context);
";

/// Prelude of a snippet of C++, in the namespace of an edition.
const CPP: &str = "#include <iostream>
#include <RTI/RTI1516.h>
extern NAMESPACE::RTIambassador *ambassador;
extern NAMESPACE::FederateAmbassador &federate;
using namespace NAMESPACE;
";

/// Functions are put outside, everything else into one. A function that is only declared is another file's.
pub(super) fn c(text: &str) -> Result<(), String> {
    let (outside, inside): (Vec<_>, Vec<_>) =
        text.lines().partition(|line| line.starts_with("static "));
    let program = format!(
        "{C}{}\nvoid snippet(void);\nvoid snippet(void) {{\n{}\n}}\n",
        outside.join("\n").replace("static ", ""),
        inside.join("\n")
    );
    let warnings = ["-Wall", "-Werror", "-Wno-unused", "-Wno-uninitialized"];
    compiles(
        "cc",
        "c",
        &["-std=c99"],
        &warnings,
        "crates/hyla-capi/include",
        &program,
    )
}

/// A statement behind a comment that names an edition, or with one at its end, is of that edition; others are of 2010.
pub(super) fn cpp(text: &str) -> Result<(), String> {
    for (edition, namespace) in [("2010", "rti1516e"), ("2025", "rti1516_2025")] {
        let code = of_edition(text, edition);
        if code.trim().is_empty() {
            continue;
        }
        let configuration = match edition {
            "2025" => "extern const RtiConfiguration &configuration;\n",
            _ => "",
        };
        let code = match code.trim_start().starts_with("catch") {
            true => format!("try {{ }}\n{}", code.replace("{ ... }", "{ }")),
            false => code,
        };
        let prelude = CPP.replace("NAMESPACE", namespace);
        let program = format!("{prelude}{configuration}void snippet() {{\n{code}\n}}\n");
        let include = format!("bindings/cpp/include/{namespace}");
        compiles(
            "c++",
            "c++",
            &["-std=c++17"],
            &["-Wno-deprecated-declarations"],
            &include,
            &program,
        )?;
    }
    Ok(())
}

fn of_edition(text: &str, edition: &str) -> String {
    let mut current = "2010";
    let mut code = String::new();
    for line in text.lines() {
        let (statement, comment) = line.split_once("//").unwrap_or((line, ""));
        let named = ["2010", "2025"]
            .into_iter()
            .find(|year| comment.trim() == *year);
        if statement.trim().is_empty() {
            current = named.unwrap_or(current);
        } else if named.unwrap_or(current) == edition {
            code.push_str(statement);
            code.push('\n');
        }
    }
    code
}

/// Each line is in the build file of the test of an installation, whose targets have longer names.
pub(super) fn cmake(text: &str) -> Result<(), String> {
    let test = project().join("bindings/cpp/tests/install/CMakeLists.txt");
    let test = std::fs::read_to_string(test).map_err(|error| error.to_string())?;
    let built = test.replace("federate_${rti}", "federate");
    let built = built.replace("${rti}", "rti1516_2025");
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if !built.lines().any(|known| known.trim() == line) {
            return Err(format!(
                "the test of an installation does not build `{line}`"
            ));
        }
    }
    Ok(())
}

fn compiles(
    compiler: &str,
    language: &str,
    standard: &[&str],
    warnings: &[&str],
    include: &str,
    program: &str,
) -> Result<(), String> {
    let file: PathBuf = scratch(&format!("snippet.{language}"), program);
    let mut command = Command::new(compiler);
    command.args(standard).args(warnings);
    command.args(["-fsyntax-only", "-x", language, "-I"]);
    let output = command.arg(project().join(include)).arg(file).output();
    let Ok(output) = output else {
        hyla_test_skips::skipped(format!("no {compiler} to compile snippets"));
        return Ok(());
    };
    if output.status.success() {
        return Ok(());
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(format!("it does not compile:\n{words}\n{program}"))
}

#[test]
fn statements_are_told_apart_by_the_edition_that_a_comment_names() {
    let text = "// 2010\na();\nb(); // more\n\n// 2025\nc();\nd();   // 2010\n";
    assert_eq!(
        of_edition(text, "2010")
            .split_whitespace()
            .collect::<String>(),
        "a();b();d();"
    );
    assert_eq!(of_edition(text, "2025").trim(), "c();");
}

#[test]
fn a_snippet_that_does_not_compile_is_noticed() {
    let compiler = |name| Command::new(name).arg("--version").output().is_ok();
    if compiler("cc") {
        assert!(c("hyla_rti rti;\nhyla_connect(rti);\n").is_err());
    }
    if compiler("c++") {
        assert!(cpp("ambassador->connect(federate);\n").is_err());
    }
    assert!(cmake("find_package(Hula REQUIRED)").is_err());
}
