//! Attacks on saves, by who may save one federation, or put files into the directory of saves.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};

use hyla_lrc::{FederateAmbassador, RtiAmbassador};
use hyla_types::{RestoreFailureReason, SaveFailureReason};

use crate::attacker::Target;
use crate::beside::Scene;
use crate::rti::WATCHDOG;

/// What became of a save or restore.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Initiated,
    Saved,
    NotSaved,
    Refused,
    Begun,
    Restored,
    NotRestored,
}

struct Steps(Sender<Step>);

impl Steps {
    fn came(&self, step: Step) {
        let _ = self.0.send(step);
    }
}

impl FederateAmbassador for Steps {
    fn initiate_federate_save(&mut self, _: &str, _: Option<hyla_types::LogicalTime>) {
        self.came(Step::Initiated);
    }

    fn federation_saved(&mut self) {
        self.came(Step::Saved);
    }

    fn federation_not_saved(&mut self, _: SaveFailureReason) {
        self.came(Step::NotSaved);
    }

    fn request_federation_restore_failed(&mut self, _: &str) {
        self.came(Step::Refused);
    }

    fn initiate_federate_restore(&mut self, _: &str, _: &str, _: hyla_types::FederateHandle) {
        self.came(Step::Begun);
    }

    fn federation_restored(&mut self) {
        self.came(Step::Restored);
    }

    fn federation_not_restored(&mut self, _: RestoreFailureReason) {
        self.came(Step::NotRestored);
    }
}

/// The only federate of a federation.
struct Alone {
    rti: RtiAmbassador,
    steps: Receiver<Step>,
}

impl Alone {
    fn join(target: &Target, federation: &str) -> Self {
        let rti = RtiAmbassador::new();
        let (came, steps) = channel();
        target.connect(&rti, Box::new(Steps(came)), "").unwrap();
        rti.create_federation_execution(federation, &[], "")
            .unwrap();
        rti.join_federation_execution(Some("alone"), "alone", federation, &[])
            .unwrap();
        Self { rti, steps }
    }

    fn next(&self) -> Step {
        self.steps.recv_timeout(WATCHDOG).unwrap()
    }

    /// Saves by that label; whether it has been saved.
    fn saves(&self, label: &str) -> bool {
        if self.rti.request_federation_save(label, None).is_err() {
            return false;
        }
        match self.next() {
            Step::Initiated => {}
            Step::NotSaved => return false,
            other => panic!("{other:?}"),
        }
        self.rti.federate_save_begun().unwrap();
        self.rti.federate_save_complete().unwrap();
        match self.next() {
            Step::Saved => true,
            Step::NotSaved => false,
            other => panic!("{other:?}"),
        }
    }

    /// Restores by that label; whether it has been restored.
    fn restores(&self, label: &str) -> bool {
        self.rti.request_federation_restore(label).unwrap();
        match self.next() {
            Step::Begun => {}
            Step::Refused => return false,
            other => panic!("{other:?}"),
        }
        self.rti.federate_restore_complete().unwrap();
        assert_eq!(self.next(), Step::Restored);
        true
    }

    fn leave(self, federation: &str) {
        let action = hyla_types::ResignAction::NoAction;
        self.rti.resign_federation_execution(action).unwrap();
        self.rti.destroy_federation_execution(federation).unwrap();
        self.rti.disconnect().unwrap();
    }
}

/// A directory with the save directory of an RTI in it; the RTI makes both.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let name = format!("attacks-{}-{name}", std::process::id());
        Self(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name))
    }

    fn saves(&self) -> PathBuf {
        self.0.join("saves")
    }

    fn setting(&self) -> String {
        format!("--set=save.directory={}", self.saves().display())
    }
}

/// All files below, and what is in them.
fn files(below: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let Ok(entries) = fs::read_dir(below) else {
        return found;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let content = fs::read(&path).unwrap();
            found.insert(path, content);
        }
    }
    found
}

/// Labels and names that are no names of files, or those of others.
fn names() -> Vec<String> {
    let mut names: Vec<_> = [
        "../North/S",
        "../../North/S",
        "/tmp/S",
        "..",
        ".",
        "a/b",
        "nul\0S",
        "S.hyla-save",
        "%2e%2e",
        "S\n",
        "C:S",
        "aux",
        "run",
        "Run",
        "RUN",
        "~",
        "-rf",
        "S ",
        "\u{202e}S",
        "ß",
        "SS",
        "ß\u{301}",
    ]
    .map(str::to_owned)
    .into();
    names.push("x".repeat(4096));
    names.push("x".repeat(4095) + "y");
    names.push("/".repeat(4096));
    names
}

#[test]
fn saves_under_names_of_other_places_stay_within_their_federation() {
    let place = Place::new("names");
    let setting = place.setting();
    let scene = Scene {
        settings: &[&setting],
        folder: Some(&place.0),
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let place = Place(target.folder.clone().unwrap());
            let target = target.clone();
            let victim = Alone::join(&target, "North");
            assert!(victim.saves("S") && victim.saves("run"));
            move || {
                let before = files(&place.0);
                let own = Alone::join(&target, "Own");
                let names = names();
                let saved = names.iter().filter(|name| own.saves(name)).count();
                assert_eq!(saved, names.len(), "each is a name like others");
                assert!(!own.saves(&"x".repeat(4097)), "longer than a name may be");
                assert!(!own.restores("S"), "of another federation");
                for name in &names {
                    assert!(own.restores(name), "{name:?}");
                }
                own.leave("Own");
                for name in ["../North", "north", "NORTH", "North/", "..", "/", "North\0"] {
                    let own = Alone::join(&target, name);
                    assert!(!own.restores("S") && own.saves("S") && own.restores("S"));
                    own.leave(name);
                }

                let after = files(&place.0);
                for (path, content) in &before {
                    assert!(after.get(path) == Some(content), "{}", path.display());
                }
                for path in after.keys() {
                    let inside = path.strip_prefix(place.saves()).unwrap();
                    assert_eq!(inside.components().count(), 2, "{}", path.display());
                }
                // Names that differ have files that differ.
                let own = place.saves().join("Own");
                assert_eq!(fs::read_dir(&own).unwrap().count(), names.len());
                assert!(victim.restores("S") && victim.restores("run"));
                // A next attack begins as this one.
                for directory in fs::read_dir(place.saves()).unwrap() {
                    let path = directory.unwrap().path();
                    if path.file_name() != Some("North".as_ref()) {
                        fs::remove_dir_all(path).unwrap();
                    }
                }
            }
        },
        |_| {},
    );
    let _ = fs::remove_dir_all(&place.0);
}

#[test]
fn files_that_were_put_in_place_of_saves_are_not_read() {
    let place = Place::new("planted");
    let setting = place.setting();
    let scene = Scene {
        settings: &[&setting, "--set=rti.limit_memory_bytes=16777216"],
        folder: Some(&place.0),
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let place = Place(target.folder.clone().unwrap());
            let own = Alone::join(target, "Own");
            assert!(own.saves("S"));
            let at = move |label: &str| place.saves().join(format!("Own/{label}.hyla-save"));
            // Where delays are compared, two RTIs have this folder.
            if !at("link").is_symlink() {
                std::os::unix::fs::symlink(at("S"), at("link")).unwrap();
                std::os::unix::fs::symlink("/dev/zero", at("endless")).unwrap();
                rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), 0o600.into()).unwrap();
                fs::create_dir(at("directory")).unwrap();
                // No block of it is on a disk.
                let huge = fs::File::create(at("huge")).unwrap();
                huge.set_len(1 << 40).unwrap();
                let whole = fs::read(at("S")).unwrap();
                fs::write(at("half"), &whole[..whole.len() / 2]).unwrap();
                fs::write(at("another"), &whole).unwrap();
            }
            move || {
                let planted = [
                    "link",
                    "endless",
                    "pipe",
                    "directory",
                    "huge",
                    "half",
                    "another",
                ];
                for label in planted {
                    assert!(!own.restores(label), "{label}");
                }
                assert!(own.restores("S"));
            }
        },
        |rti| {
            let peak = rti.peak_mib();
            assert!(peak < 100, "the RTI has taken {peak} MiB");
        },
    );
    let _ = fs::remove_dir_all(&place.0);
}

#[test]
fn saves_leave_the_space_that_is_kept_for_others() {
    let place = Place::new("reserve");
    let setting = place.setting();
    // More than any disk has.
    let reserve = format!("--set=save.reserve_bytes={}", 1_u64 << 50);
    let scene = Scene {
        settings: &[&setting, &reserve],
        folder: Some(&place.0),
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let place = Place(target.folder.clone().unwrap());
            let own = Alone::join(target, "Own");
            move || {
                for number in 0..20 {
                    assert!(!own.saves(&format!("S{number}")));
                }
                assert_eq!(files(&place.0), BTreeMap::new());
            }
        },
        |_| {},
    );
    let _ = fs::remove_dir_all(&place.0);
}
