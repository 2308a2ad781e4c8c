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
        println!("skipped: no ../shared/foms and no HYLA_SHARED");
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
