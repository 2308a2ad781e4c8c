//! Builds the peer, a C++ program with omniORB, for tests and benches.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn is_there(program: &str) -> bool {
    let silent = Stdio::null;
    let run = Command::new(program)
        .arg("-V")
        .stdout(silent())
        .stderr(silent())
        .status();
    run.is_ok()
}

fn run(program: &str, directory: &Path, arguments: &[&str]) {
    let output = Command::new(program)
        .current_dir(directory)
        .args(arguments)
        .output();
    let output = output.expect("it was there a moment ago");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {said}");
}

/// A program with omniORB.
pub(crate) struct Program {
    /// Its source, in `tests/omniorb`.
    pub(crate) source: &'static str,
    /// Interface definitions, from the crate.
    pub(crate) idl: &'static [&'static str],
}

/// The peer of tests.
pub(crate) const PEER: Program = Program {
    source: "peer",
    idl: &["tests/idl/probe.idl"],
};

/// Path of the program with that optimization level; `None` without omniORB, its IDL compiler or a
/// C++ compiler.
pub(crate) fn build(program: &Program, optimization: &str) -> Option<PathBuf> {
    let has_library = Path::new("/usr/include/omniORB4/CORBA.h").exists();
    if !has_library || !is_there("omniidl") || !is_there("g++") {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: &str| std::fs::read_to_string(root.join(path)).expect("it is part of the crate");
    let Program { source, idl } = program;
    let text = read(&format!("tests/omniorb/{source}.cc"));
    let idl: Vec<(&str, String)> = idl
        .iter()
        .map(|path| {
            let name = Path::new(path).file_stem().expect("a file");
            (name.to_str().expect("plain"), read(path))
        })
        .collect();
    // Reuses a build of the same files from an earlier run.
    let mut inputs = text.clone();
    idl.iter().for_each(|(_, text)| inputs.push_str(text));
    let name = format!("omniorb-{source}{optimization}");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let built = directory.join("inputs");
    let program = directory.join(source);
    if std::fs::read_to_string(&built).is_ok_and(|earlier| earlier == inputs) {
        return Some(program);
    }
    let write = |name: &str, text: &str| std::fs::write(directory.join(name), text);
    let file = format!("{source}.cc");
    std::fs::create_dir_all(&directory)
        .and_then(|()| write(&file, &text))
        .expect("the directory of the build is writable");
    let mut sources = vec![file.clone()];
    for (name, text) in &idl {
        let file = format!("{name}.idl");
        write(&file, text).expect("the directory of the build is writable");
        run("omniidl", &directory, &["-bcxx", "-Wba", &file]);
        sources.push(format!("{name}SK.cc"));
        sources.push(format!("{name}DynSK.cc"));
    }
    let mut arguments = vec![optimization, "-I.", "-o", source];
    arguments.extend(sources.iter().map(String::as_str));
    arguments.extend(["-lomniDynamic4", "-lomniORB4", "-lomnithread", "-lpthread"]);
    run("g++", &directory, &arguments);
    write("inputs", &inputs).expect("the directory of the build is writable");
    Some(program)
}
