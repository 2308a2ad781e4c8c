//! Saves and restores while files are damaged, disks refuse, and processes die.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use hyla_types::{RestoreFailureReason, SaveFailureReason};

use crate::child::Process;
use crate::federate::{Federate, Step};
use crate::relay::Wire;
use crate::world::{Model, World, until_gone};

/// A directory for the saves of one test.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hyla-faults-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn world(&self, federation: &str) -> World {
        let setting = format!("save.directory = {}", self.0.display());
        World::with_settings(federation, &setting)
    }

    /// The file of a save with a plain label.
    fn file(&self, federation: &str, label: &str) -> PathBuf {
        self.0.join(federation).join(format!("{label}.hyla-save"))
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn save(federate: &Federate, label: &str) {
    federate.rti.request_federation_save(label, None).unwrap();
    federate.saves();
    federate.comes_to(Step::Saved);
}

/// Puts these bytes in the place of the save: they are refused, and nothing changes.
#[track_caller]
fn refused(federate: &Federate, file: &Path, bytes: &[u8]) {
    fs::write(file, bytes).unwrap();
    federate.rti.request_federation_restore("S").unwrap();
    federate.comes_to(Step::Refused);
}

#[test]
fn a_damaged_or_foreign_file_is_refused_and_nothing_changes() {
    let directory = Directory::new("damaged");
    let world = directory.world("damaged");
    let federate = world.join("federate", Model::Immediate);
    federate.publish();
    let object = federate.register();
    save(&federate, "S");
    let file = directory.file("damaged", "S");
    let whole = fs::read(&file).unwrap();

    for length in (0..whole.len()).step_by(whole.len() / 50 + 1) {
        refused(&federate, &file, &whole[..length]);
    }
    refused(&federate, &file, &whole[..whole.len() - 1]);
    for at in (0..whole.len()).step_by(97) {
        let mut changed = whole.clone();
        changed[at] ^= 0x04;
        refused(&federate, &file, &changed);
    }
    refused(&federate, &file, b"<html>not a save</html>");
    let mut newer = whole.clone();
    newer[b"hyla-save ".len()] = b'9';
    refused(&federate, &file, &newer);
    refused(&federate, &file, &[&whole[..], b"more"].concat());
    fs::remove_file(&file).unwrap();
    federate.rti.request_federation_restore("S").unwrap();
    federate.comes_to(Step::Refused);

    federate.sender(object).send(0, 8).unwrap();
    let later = federate.register();
    fs::write(&file, &whole).unwrap();
    federate.rti.request_federation_restore("S").unwrap();
    federate.restores();
    federate.comes_to(Step::Restored);
    federate.sender(object).send(1, 8).unwrap();
    federate.sender(later).send(1, 8).unwrap_err();
}

#[test]
fn the_save_of_another_federation_or_label_is_refused() {
    let directory = Directory::new("other");
    let world = directory.world("one");
    let federate = world.join("federate", Model::Immediate);
    save(&federate, "T");
    fs::copy(directory.file("one", "T"), directory.file("one", "S")).unwrap();

    federate.rti.request_federation_restore("S").unwrap();

    federate.comes_to(Step::Refused);
}

#[test]
fn a_disk_that_refuses_fails_the_save_and_the_older_one_stays() {
    let directory = Directory::new("refuses");
    let world = directory.world("refuses");
    let federate = world.join("federate", Model::Immediate);
    federate.publish();
    let object = federate.register();
    save(&federate, "S");
    let file = directory.file("refuses", "S");
    let older = fs::read(&file).unwrap();
    let later = federate.register();
    // A file exists where the new one would be written, however many this process has written.
    let process = std::process::id();
    let beside = |number| file.with_extension(format!("hyla-save-{process}-{number}"));
    for number in 0..2000 {
        fs::create_dir(beside(number)).unwrap();
    }

    federate.rti.request_federation_save("S", None).unwrap();
    federate.saves();

    federate.comes_to(Step::NotSaved(SaveFailureReason::RtiUnableToSave));
    assert_eq!(fs::read(&file).unwrap(), older);
    federate.sender(later).send(0, 8).unwrap();
    federate.rti.request_federation_restore("S").unwrap();
    federate.restores();
    federate.comes_to(Step::Restored);
    federate.sender(object).send(0, 8).unwrap();
    federate.sender(later).send(0, 8).unwrap_err();
    for number in 0..2000 {
        fs::remove_dir(beside(number)).unwrap();
    }
    federate.register();
    save(&federate, "S");
    assert_ne!(fs::read(&file).unwrap(), older);
}

#[test]
fn a_directory_that_cannot_be_made_fails_the_save() {
    let directory = Directory::new("in-the-way");
    let world = directory.world("in-the-way");
    fs::write(
        directory.0.join("in-the-way"),
        b"a file where a directory should be",
    )
    .unwrap();
    let federate = world.join("federate", Model::SingleThreaded);

    federate.rti.request_federation_save("S", None).unwrap();
    federate.saves();

    federate.comes_to(Step::NotSaved(SaveFailureReason::RtiUnableToSave));
}

#[test]
fn a_federate_killed_during_a_save_fails_it_and_the_others_go_on() {
    for model in Model::ALL {
        let directory = Directory::new("killed-saving");
        let world = directory.world("killed-saving");
        let federate = world.join("federate", model);
        let address = world.address.to_string();
        let mut other = Process::federate(&address, "killed-saving", "other", Model::Immediate);

        federate.rti.request_federation_save("S", None).unwrap();
        other.ask("told save");
        other.kill();
        federate.saves();

        let reason = SaveFailureReason::FederateResignedDuringSave;
        federate.comes_to(Step::NotSaved(reason));
        until_gone(&federate.rti, "killed-saving", "other");
        save(&federate, "S");
    }
}

#[test]
fn a_federate_killed_during_a_restore_fails_it_and_the_others_go_on() {
    for model in Model::ALL {
        let directory = Directory::new("killed-restoring");
        let world = directory.world("killed-restoring");
        let federate = world.join("federate", model);
        let address = world.address.to_string();
        let mut other = Process::federate(&address, "killed-restoring", "other", Model::Immediate);
        federate.rti.request_federation_save("S", None).unwrap();
        other.ask("saves");
        federate.saves();
        federate.comes_to(Step::Saved);
        federate.publish();
        let later = federate.register();

        federate.rti.request_federation_restore("S").unwrap();
        other.ask("told restore");
        other.kill();
        federate.restores();

        let reason = RestoreFailureReason::FederateResignedDuringRestore;
        federate.comes_to(Step::NotRestored(reason));
        until_gone(&federate.rti, "killed-restoring", "other");
        // Nothing of the restore has happened.
        federate.sender(later).send(0, 8).unwrap();
    }
}

#[test]
fn a_save_and_a_restore_survive_the_loss_of_a_direct_connection() {
    for (model, restoring) in Model::ALL.into_iter().flat_map(|m| [(m, false), (m, true)]) {
        let directory = Directory::new("cut");
        let world = directory.world("cut");
        let address = world.address.to_string();
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr();
        let port = free.unwrap();
        let wire = Wire::to(port);
        let listener = format!("peer.bind = {port}; peer.advertise = {}", wire.at);
        let mut far = Process::federate_with(&address, "cut", "far", Model::Immediate, &listener);
        let flyer = world.join("flyer", model);
        flyer.publish();
        flyer.subscribe();
        flyer.until("discovery", |told| !told.discovered.is_empty());
        let ours = flyer.register();
        far.ask("discovered 1");
        if restoring {
            flyer.rti.request_federation_save("S", None).unwrap();
            far.ask("saves");
            flyer.saves();
            flyer.comes_to(Step::Saved);
        }

        wire.swallow();
        if restoring {
            flyer.rti.request_federation_restore("S").unwrap();
            flyer.comes_to(Step::Accepted);
        } else {
            flyer.rti.request_federation_save("S", None).unwrap();
            far.ask("saves");
            flyer.saves();
        }
        // Long enough for the markers to be lost.
        std::thread::sleep(Duration::from_millis(300));
        wire.cut();

        if restoring {
            far.ask("restores");
            flyer.restores();
            flyer.comes_to(Step::Restored);
        } else {
            flyer.comes_to(Step::Saved);
        }
        flyer.sender(ours).send(0, 8).unwrap();
        far.ask("came 1");
    }
}

#[test]
fn many_instances_are_saved_in_parts_and_restored() {
    let directory = Directory::new("many");
    let world = directory.world("many");
    let flyer = world.join("flyer", Model::AsynchronousIo);
    let viewer = world.join("viewer", Model::Immediate);
    flyer.publish();
    viewer.subscribe();
    let objects: Vec<_> = (0..20_000).map(|_| flyer.register()).collect();
    viewer.until("discoveries", |told| told.discovered.len() == objects.len());
    flyer.rti.request_federation_save("S", None).unwrap();
    for federate in [&flyer, &viewer] {
        federate.saves();
    }
    for federate in [&flyer, &viewer] {
        federate.comes_to(Step::Saved);
    }
    assert!(fs::metadata(directory.file("many", "S")).unwrap().len() > 1 << 20);

    viewer.rti.request_federation_restore("S").unwrap();
    for federate in [&flyer, &viewer] {
        federate.restores();
    }
    for federate in [&flyer, &viewer] {
        federate.comes_to(Step::Restored);
    }

    let last = *objects.last().unwrap();
    flyer.sender(last).send(0, 8).unwrap();
    viewer.reflects(last, 1);
}
