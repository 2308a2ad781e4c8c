//! Users that are removed while their federates are joined.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use hyla_lrc::{FederateAmbassador, RtiAmbassador};
use hyla_rti::{Action, add_user, hash_password};
use hyla_types::ExceptionKind;

use crate::attacker::Target;
use crate::beside::Scene;
use crate::healthy::FEDERATION;
use crate::is_measuring;
use crate::rti::{WATCHDOG, file, pause};

/// Replaces a users file by one with these users, of one password.
fn write_users(path: &str, users: &[&str], hash: &str) {
    let path = Path::new(path);
    let (new, all) = (path.with_extension("new"), ["*".to_owned()]);
    let _absent = std::fs::remove_file(&new);
    for user in users {
        add_user(&new, user, hash, &Action::ALL, &all, &all).unwrap();
    }
    std::fs::rename(new, path).unwrap();
}

/// Reports that it was cut.
struct Cut(Sender<String>);

impl FederateAmbassador for Cut {
    fn connection_lost(&mut self, reason: &str) {
        let _ = self.0.send(reason.to_owned());
    }
}

/// Joins as berta, once the RTI has noticed that she is a user.
fn join_as_berta(target: &Target, password: &str) -> (RtiAmbassador, Receiver<String>) {
    let of_berta = format!("rti.user = berta; rti.password_file = {password}");
    let target = Target {
        settings: of_berta,
        ..target.clone()
    };
    let start = Instant::now();
    loop {
        let (cut, is_cut) = channel();
        let rti = RtiAmbassador::new();
        let joined = target.connect(&rti, Box::new(Cut(cut)), "").and_then(|()| {
            rti.join_federation_execution(None, "intruder", FEDERATION, &[])
                .map(|_| ())
        });
        match joined {
            Ok(()) => return (rti, is_cut),
            Err(error) => assert!(start.elapsed() < WATCHDOG, "{error}"),
        }
        pause();
    }
}

#[test]
fn the_federate_of_a_user_that_was_removed_is_cut_and_does_not_return() {
    let password = file("password", "secret\n");
    let users = file("users", "");
    let hash = hash_password("secret").unwrap();
    write_users(&users, &["anna", "berta"], &hash);
    let setting = format!("--set=authorization.file={users}");
    let of_callers = format!("rti.user = anna; rti.password_file = {password}");
    let scene = Scene {
        settings: &[&setting, "--set=timeout.connect_ms=600000"],
        of_callers: &of_callers,
        users: Some(&users),
        ..Scene::default()
    };
    scene.attack(
        |target| {
            let target = target.clone();
            let (password, hash) = (password.clone(), hash.clone());
            let users = target.users.clone().unwrap();
            let mut is_first = true;
            move || {
                write_users(&users, &["anna", "berta"], &hash);
                let (rti, is_cut) = join_as_berta(&target, &password);

                write_users(&users, &["anna"], &hash);
                let start = Instant::now();
                is_cut.recv_timeout(WATCHDOG).unwrap();
                if is_measuring() {
                    println!("cut after {} ms", start.elapsed().as_millis());
                }

                rti.status().unwrap_err();
                // Later failures would make all users of the address wait.
                if std::mem::take(&mut is_first) {
                    let again = Target {
                        settings: format!("rti.user = berta; rti.password_file = {password}"),
                        ..target.clone()
                    };
                    let (cut, _) = channel();
                    let refusal = again
                        .connect(&RtiAmbassador::new(), Box::new(Cut(cut)), "")
                        .unwrap_err();
                    assert_eq!(refusal.kind, ExceptionKind::InvalidCredentials, "{refusal}");
                }
            }
        },
        |rti| rti.until_refused("unauthorized", 1),
    );
}
