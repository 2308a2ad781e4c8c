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

/// Path of the program with that optimization level; `None` without omniORB, its IDL compiler or a
/// C++ compiler.
pub(crate) fn peer(optimization: &str) -> Option<PathBuf> {
    let has_library = Path::new("/usr/include/omniORB4/CORBA.h").exists();
    if !has_library || !is_there("omniidl") || !is_there("g++") {
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read =
        |path: &str| std::fs::read_to_string(root.join(path)).expect("it is part of the crate");
    let (source, idl) = (read("tests/omniorb/peer.cc"), read("tests/idl/probe.idl"));
    // Reuses a build of the same files from an earlier run.
    let inputs = format!("{source}\n{idl}");
    let name = format!("omniorb{optimization}");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let built = directory.join("inputs");
    let program = directory.join("peer");
    if std::fs::read_to_string(&built).is_ok_and(|earlier| earlier == inputs) {
        return Some(program);
    }
    let write = |name: &str, text: &str| std::fs::write(directory.join(name), text);
    std::fs::create_dir_all(&directory)
        .and_then(|()| write("probe.idl", &idl))
        .and_then(|()| write("peer.cc", &source))
        .expect("the directory of the build is writable");
    run("omniidl", &directory, &["-bcxx", "-Wba", "probe.idl"]);
    let sources = ["peer.cc", "probeSK.cc", "probeDynSK.cc"];
    let libraries = ["-lomniDynamic4", "-lomniORB4", "-lomnithread", "-lpthread"];
    let arguments = [
        &[optimization, "-I.", "-o", "peer"][..],
        &sources,
        &libraries,
    ]
    .concat();
    run("g++", &directory, &arguments);
    write("inputs", &inputs).expect("the directory of the build is writable");
    Some(program)
}
