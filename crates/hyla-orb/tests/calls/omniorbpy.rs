//! Hyla with omniORB for Python. Debian has no package; `pip install cmeel-omniorbpy` in a virtual
//! environment does, whose interpreter the variable `OMNIORBPY_PYTHON` names.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use hyla_orb::cdr::{Order, WString};
use hyla_orb::client::{Client, ClientSettings};
use hyla_orb::qos::Qos;
use hyla_orb::server::ServerSettings;

use crate::local::every_operation;
use crate::probe::Probe::Echo;
use crate::servant::serve;

/// An interpreter with omniORBpy.
struct Python {
    program: PathBuf,
    /// Libraries of omniORB that come with it.
    libraries: PathBuf,
    /// Stubs that were written from the test's IDL.
    stubs: PathBuf,
}

fn python() -> Option<&'static Python> {
    static FOUND: OnceLock<Option<Python>> = OnceLock::new();
    FOUND.get_or_init(find).as_ref()
}

fn find() -> Option<Python> {
    let program: PathBuf = std::env::var_os("OMNIORBPY_PYTHON")?.into();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(&program)
        .args([
            "-c",
            "import sys; print([p for p in sys.path if 'cmeel.prefix' in p][0])",
        ])
        .output()
        .ok()?;
    let packages = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    // lib/pythonN.N/site-packages of its prefix.
    let libraries = Path::new(&packages).parent()?.parent()?.to_owned();
    let stubs = Path::new(env!("CARGO_TARGET_TMPDIR")).join("omniorbpy");
    std::fs::create_dir_all(&stubs).unwrap();
    let compiled = Command::new(program.parent()?.join("omniidl"))
        .env("LD_LIBRARY_PATH", &libraries)
        .current_dir(&stubs)
        .args(["-bpython"])
        .arg(root.join("tests/idl/probe.idl"))
        .output()
        .ok()?;
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    Some(Python {
        program,
        libraries,
        stubs,
    })
}

impl Python {
    fn peer(&self, arguments: &[&str]) -> Command {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut command = Command::new(&self.program);
        command
            .env("LD_LIBRARY_PATH", &self.libraries)
            .env("PYTHONPATH", &self.stubs)
            .arg(root.join("tests/omniorbpy/peer.py"))
            .args(arguments);
        command
    }
}

macro_rules! python_or_skip {
    () => {
        match python() {
            Some(python) => python,
            None => {
                return hyla_test_skips::skipped(
                    "no omniORB for Python: OMNIORBPY_PYTHON names none",
                )
            }
        }
    };
}

#[test]
fn omniorb_for_python_calls_every_operation_of_a_server_of_hyla() {
    let python = python_or_skip!();
    for order in [Order::Little, Order::Big] {
        let settings = ServerSettings {
            order,
            ..ServerSettings::default()
        };
        let (_server, reference, object) = serve(settings);
        let output = python
            .peer(&["client", &reference.to_string()])
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let why = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, "done\n", "{why}");
        object.wait_for_fired(5);
    }
}

#[test]
fn hyla_calls_every_operation_of_a_server_in_python() {
    let python = python_or_skip!();
    let mut server = python
        .peer(&["server"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let reference = line.trim().parse().unwrap();
    for order in [Order::Little, Order::Big] {
        let client = Client::new(ClientSettings {
            order,
            ..ClientSettings::default()
        });
        let echo: Echo = client.bind(&reference, &Qos::default()).unwrap();
        // Without wide characters: omniORBpy 4.3 reads none, of its own either ("Garbage left at end of input message").
        every_operation(&echo, false);
        assert_eq!(echo.ws(&WString::from("hé!")).unwrap().0, "hé!");
        echo.fire(7).unwrap();
        line.clear();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, "fired 7\n");
    }
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success());
}
