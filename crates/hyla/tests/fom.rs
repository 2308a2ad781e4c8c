//! `hyla fom` as a user runs it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fom(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .arg("fom")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Object models in use, which are not part of the project.
fn shared_foms() -> Option<PathBuf> {
    let shared =
        std::env::var_os("HYLA_SHARED").map_or_else(|| project().join("../shared"), PathBuf::from);
    Some(shared.join("foms")).filter(|folder| folder.is_dir())
}

fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("a file");
    path
}

fn module(objects: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\">\n\
         <objects>\n<objectClass>\n<name>HLAobjectRoot</name>\n{objects}\n</objectClass>\n</objects>\n</objectModel>\n"
    )
}

fn path(file: &Path) -> &str {
    file.to_str().expect("UTF-8")
}

#[test]
fn the_modules_of_the_demo_are_accepted() {
    let output = fom(&["check", path(&project().join("foms/air-traffic"))]);
    let text = text(&output);

    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("together with the standard MIM (IEEE 1516-2010)"),
        "{text}"
    );
    assert!(text.trim_end().ends_with(" 0 warnings"), "{text}");
    assert!(!text.contains('\x1b'), "colour without a terminal: {text}");
}

#[test]
fn every_folder_of_object_models_in_use_is_accepted() {
    let Some(foms) = shared_foms() else {
        hyla_test_skips::skipped("no folder of object models (HYLA_SHARED)");
        return;
    };
    let mut folders = 0;
    for entry in foms.read_dir().expect("a folder") {
        let folder = entry.expect("an entry").path();
        let output = fom(&["check", "--quiet", path(&folder)]);
        assert!(
            output.status.success(),
            "{}: {}",
            folder.display(),
            text(&output)
        );
        folders += 1;
    }
    assert!(folders > 0, "{} is empty", foms.display());
}

#[test]
fn a_file_that_is_not_well_formed_is_refused_with_its_line_and_column() {
    let broken = file(
        "fom-broken.xml",
        "<?xml version=\"1.0\"?>\n<objectModel>\n  <objects></object>\n</objectModel>\n",
    );

    let output = fom(&["check", path(&broken)]);
    let text = text(&output);

    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.starts_with(&format!("{}:3:", broken.display())),
        "{text}"
    );
    let column = text[path(&broken).len() + 3..]
        .split(':')
        .next()
        .and_then(|column| column.parse::<u32>().ok());
    assert!(column.is_some_and(|column| column > 3), "{text}");
    assert!(text.contains("error: not-well-formed"), "{text}");
}

#[test]
fn modules_that_contradict_each_other_are_refused_with_both_places() {
    let class = |order: &str| {
        format!(
            "<objectClass>\n<name>Aircraft</name>\n<attribute>\n<name>Mass</name>\n<dataType>HLAfloat64BE</dataType>\n\
             <transportation>HLAreliable</transportation>\n<order>{order}</order>\n</attribute>\n</objectClass>"
        )
    };
    let first = file("fom-first.xml", &module(&class("Receive")));
    let second = file("fom-second.xml", &module(&class("TimeStamp")));

    let output = fom(&["check", path(&first), path(&second)]);
    let text = text(&output);

    assert_eq!(output.status.code(), Some(1), "{text}");
    let conflict = text
        .lines()
        .find(|line| line.contains("error: conflict"))
        .expect(&text);
    assert!(
        conflict.starts_with(&format!("{}:", second.display())),
        "{text}"
    );
    assert!(
        conflict.contains(&format!("first defined at {}:", first.display())),
        "{text}"
    );
}

#[test]
fn a_file_that_does_not_exist_is_refused_and_the_others_are_read_all_the_same() {
    let good = file(
        "fom-good.xml",
        &module("<objectClass><name>Aircraft</name></objectClass>"),
    );

    let output = fom(&["check", "no-such-file.xml", path(&good)]);
    let text = text(&output);

    assert_eq!(output.status.code(), Some(1));
    assert!(
        text.starts_with("no-such-file.xml: error: unreadable-file"),
        "{text}"
    );
    assert!(
        text.contains(&format!("ok    {}", good.display())),
        "{text}"
    );
}

#[test]
fn strict_refuses_what_is_accepted_with_a_warning_otherwise() {
    let sloppy = file(
        "fom-sloppy.xml",
        &module("<objectClass><name>Aircraft</name><colour>red</colour></objectClass>"),
    );

    let lenient = fom(&["check", path(&sloppy)]);
    assert!(lenient.status.success(), "{}", text(&lenient));
    assert!(
        text(&lenient).contains("warning: unknown-element"),
        "{}",
        text(&lenient)
    );
    for strict in [
        &["check", "--strict", path(&sloppy)][..],
        &["check", "--set", "fom.strict=true", path(&sloppy)],
    ] {
        let output = fom(strict);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    }
}

#[test]
fn a_merged_object_model_is_accepted_and_merges_to_itself() {
    let modules = project().join("foms/air-traffic");
    let once = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fom-once.xml");

    let output = fom(&["merge", path(&modules), "-o", path(&once)]);
    assert!(output.status.success(), "{output:?}");
    let again = fom(&["merge", path(&once), "-o", "-"]);
    assert!(again.status.success(), "{again:?}");

    let of = |text: &str, tag: &str| text.matches(tag).count();
    let (once, again) = (
        std::fs::read_to_string(&once).expect("a file"),
        text(&again),
    );
    for tag in [
        "<objectClass>",
        "<attribute>",
        "<interactionClass>",
        "<parameter>",
        "<dimension>",
    ] {
        assert_eq!(of(&once, tag), of(&again, tag), "{tag}");
    }
    assert!(
        of(&once, "<interactionClass>") > 80,
        "the MIM is part of it"
    );
}

#[test]
fn a_merge_that_is_refused_writes_nothing_and_no_module_is_overwritten() {
    let broken = file("fom-unmerged.xml", "<objectModel>");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fom-never.xml");

    let output = fom(&["merge", path(&broken), "-o", path(&out)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(!out.exists());
    let output = fom(&["merge", path(&broken), "-o", path(&broken)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("would be overwritten"),
        "{output:?}"
    );
    assert_eq!(
        std::fs::read_to_string(&broken).expect("a file"),
        "<objectModel>"
    );
}

#[test]
fn show_prints_the_classes_of_a_module_and_on_request_those_of_the_mim() {
    let module = file(
        "fom-shown.xml",
        &module("<objectClass><name>Aircraft</name></objectClass>"),
    );

    let alone = text(&fom(&["show", path(&module)]));
    assert!(
        alone.contains("Aircraft") && !alone.contains("HLAmanager"),
        "{alone}"
    );
    assert!(
        !alone.contains('\x1b'),
        "colour without a terminal: {alone}"
    );
    let merged = text(&fom(&["show", "--merged", path(&module)]));
    assert!(
        merged.contains("Aircraft") && merged.contains("HLAmanager"),
        "{merged}"
    );
}

#[test]
fn a_finding_shows_the_line_with_a_mark_below_the_place_and_the_other_one() {
    let twice = file(
        "fom-twice.xml",
        &module(
            "<objectClass><name>A</name></objectClass>\n  <objectClass><name>A</name>\u{9b}</objectClass>",
        ),
    );

    let output = fom(&["check", path(&twice)]);
    let text = text(&output);

    assert_eq!(output.status.code(), Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with(&format!("{}:7:3: error: ", twice.display())),
        "{text}"
    );
    let shown = |number: &str, line: &str| {
        let at = lines
            .iter()
            .position(|shown| shown.trim_start().starts_with(number) && shown.contains(line))
            .unwrap_or_else(|| panic!("{number} {line}: {text}"));
        let mark = lines[at + 1].find('^').unwrap_or_else(|| panic!("{text}"));
        assert_eq!(
            mark,
            lines[at].find("<objectClass>").expect("shown"),
            "{text}"
        );
    };
    shown("7 |", "  <objectClass><name>A</name>");
    shown("6 |", "<objectClass><name>A</name>");
    assert!(text.contains("first defined here"), "{text}");
    assert!(
        !text.contains('\u{9b}'),
        "a bell reaches the terminal: {text:?}"
    );
}

#[test]
fn a_long_line_is_cut_around_the_place() {
    let classes: String = (0..10_000)
        .map(|number| format!("<objectClass><name>C{number}</name></objectClass>"))
        .collect();
    let content = module(&format!(
        "{classes}<objectClass><name>C9999</name></objectClass>"
    ));
    let long = file("fom-long.xml", &content);

    let text = text(&fom(&["check", path(&long)]));

    assert!(
        text.contains("^^^^^^|^^^^^^") && text.len() < 4000,
        "{text}"
    );
}

#[test]
fn json_has_findings_modules_and_the_size_of_the_model() {
    let sloppy = file(
        "fom-json.xml",
        &module("<objectClass><name>Aircraft</name><colour>red</colour></objectClass>"),
    );
    let parsed = |arguments: &[&str]| -> serde_json::Value {
        serde_json::from_str(&text(&fom(arguments))).expect("JSON")
    };

    let report = parsed(&["check", "--json", path(&sloppy)]);

    assert_eq!(report["accepted"], true);
    assert_eq!(report["findings"][0]["rule"], "unknown-element");
    assert_eq!(report["findings"][0]["severity"], "warning");
    assert_eq!(report["findings"][0]["place"]["line"], 6);
    assert_eq!(report["modules"][0]["file"], path(&sloppy));
    assert_eq!(report["model"]["object_classes"], 5);
    assert_eq!(
        parsed(&["check", "--json", "--quiet", path(&sloppy)])["findings"][0],
        serde_json::Value::Null
    );
    let refused = parsed(&["check", "--json", "--strict", path(&sloppy)]);
    assert_eq!(
        (&refused["accepted"], &refused["model"]),
        (&false.into(), &serde_json::Value::Null)
    );
    let shown = parsed(&["show", "--json", path(&sloppy)]);
    assert_eq!(shown["models"][0]["object_classes"][1]["name"], "Aircraft");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fom-json-merged.xml");
    let merged = parsed(&["merge", "--json", path(&sloppy), "-o", path(&out)]);
    assert_eq!(merged["model"]["object_classes"], 5);
    assert!(
        !fom(&["merge", "--json", path(&sloppy), "-o", "-"])
            .status
            .success()
    );
}

#[test]
fn a_mim_of_the_user_stands_in_for_the_standard_one_if_it_contains_it() {
    let empty = file("fom-empty.xml", &module(""));
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fom-own-mim.xml");
    let wider = file(
        "fom-wider.xml",
        &module(
            "<objectClass><name>HLAmanager</name><objectClass><name>Ours</name></objectClass></objectClass>",
        ),
    );
    assert!(
        fom(&["merge", path(&wider), "-o", path(&own)])
            .status
            .success()
    );

    let output = fom(&["check", "--mim", path(&own)]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(
        text(&output).contains(&format!("together with the MIM {}", own.display())),
        "{}",
        text(&output)
    );
    let merged = text(&fom(&[
        "show",
        "--merged",
        "--mim",
        path(&own),
        path(&empty),
    ]));
    assert!(merged.contains("Ours"), "{merged}");

    let output = fom(&["check", "--mim", path(&empty), path(&wider)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output).contains("incomplete-mim"),
        "{}",
        text(&output)
    );
}
