//! Names and ports that somebody has taken before their owner.
#![cfg(target_os = "linux")]

use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::process::Stdio;

use crate::beside::Scene;
use crate::replay::own_address;
use crate::started::command;

#[test]
fn an_rti_whose_name_for_shared_memory_is_taken_says_so_and_does_not_start() {
    Scene::default().attack(
        |_| {
            || {
                let at = own_address(1);
                let name = SocketAddr::from_abstract_name(format!("hyla/{at}")).unwrap();
                let _squatter = UnixListener::bind_addr(&name).unwrap();
                let listen = format!("--listen={at}");
                let settings = ["--set=fedpro.tcp=off", "--until-stdin-closes"];

                let refused = command(&["rti", &listen])
                    .args(settings)
                    .stdin(Stdio::null())
                    .output()
                    .unwrap();
                let allowed = command(&["rti", &listen, "--set=rti.allow_taken_name=true"])
                    .args(settings)
                    .stdin(Stdio::null())
                    .output()
                    .unwrap();

                let error = String::from_utf8_lossy(&refused.stderr);
                assert!(!refused.status.success(), "{refused:?}");
                assert!(error.contains("rti.allow_taken_name"), "{error}");
                assert!(allowed.status.success(), "{allowed:?}");
            }
        },
        |_| {},
    );
}
