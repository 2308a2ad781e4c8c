//! State from Debian's `snmpd` on a loopback port. Skipped with a message where it is not
//! installed.
#![allow(clippy::unwrap_used)]

use std::net::UdpSocket;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hyla_latency::source::{Agent, Credentials, Reading, ReadingError, Snmp};
use hyla_test_skips::skipped;

/// A running agent.
struct Snmpd {
    child: Child,
    folder: PathBuf,
    address: String,
}

impl Snmpd {
    /// Starts one; `None` if it is not installed.
    fn start(name: &str) -> Option<Self> {
        let paths = ["/usr/sbin/snmpd", "/usr/local/sbin/snmpd"];
        let Some(program) = paths.into_iter().find(|path| PathBuf::from(path).exists()) else {
            skipped("snmpd is not installed");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("hyla-snmpd-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for _ in 0..5 {
            let (mut child, address) = Self::spawn(program, &folder);
            // It ends at once if another program has taken the port in between.
            std::thread::sleep(Duration::from_millis(500));
            if child.try_wait().unwrap().is_none() {
                return Some(Self {
                    child,
                    folder,
                    address,
                });
            }
        }
        panic!(
            "snmpd does not start: {:?}",
            std::fs::read_to_string(folder.join("log"))
        );
    }

    fn spawn(program: &str, folder: &Path) -> (Child, String) {
        let free = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let configuration = format!(
            "agentaddress udp:{address}\n\
             rocommunity public 127.0.0.1\n\
             createUser watcher SHA \"authpassword\" AES \"privpassword\"\n\
             rouser watcher priv\n"
        );
        std::fs::write(folder.join("snmpd.conf"), configuration).unwrap();
        let child = Command::new(program)
            .args(["-f", "-C", "-Lf"])
            .arg(folder.join("log"))
            .arg("-c")
            .arg(folder.join("snmpd.conf"))
            .arg("-p")
            .arg(folder.join("pid"))
            .env("SNMP_PERSISTENT_DIR", folder.join("state"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        (child, address)
    }

    fn agent(&self, credentials: Credentials) -> Agent {
        Agent {
            address: self.address.clone(),
            credentials,
            port: Some("lo".to_owned()),
            bits_per_s: Some(1e12),
            timeout: Duration::from_secs(5),
        }
    }
}

impl Drop for Snmpd {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

fn secret() -> Credentials {
    Credentials::user(
        "watcher",
        ("SHA", "authpassword"),
        Some(("AES", "privpassword")),
    )
    .unwrap()
}

/// Polls until `until` accepts the result: an agent takes some seconds until its counters move. A
/// watchdog ends a hang.
async fn ask<T>(
    agent: &Agent,
    until: impl Fn(Result<Option<Reading>, ReadingError>) -> Option<T>,
) -> T {
    let mut snmp = Snmp::connect(agent).await.unwrap();
    let began = Instant::now();
    loop {
        if let Some(found) = until(snmp.read(began.elapsed()).await) {
            return found;
        }
        assert!(
            began.elapsed() < Duration::from_secs(120),
            "the agent does not answer"
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[test]
fn processor_and_port_load_come_by_both_versions() {
    let Some(snmpd) = Snmpd::start("versions") else {
        return;
    };
    runtime().block_on(async {
        let full = |read: Result<Option<Reading>, ReadingError>| {
            read.ok().flatten().filter(|reading| reading.port.is_some())
        };
        let (open, private) = (
            snmpd.agent(Credentials::community("public")),
            snmpd.agent(secret()),
        );
        // At the same time: both wait for the agent's interval.
        let readings = tokio::join!(ask(&open, full), ask(&private, full));

        for reading in [readings.0, readings.1] {
            assert!((0.0..=1.0).contains(&reading.processor), "{reading:?}");
            let (load, bits_per_s) = reading.port.unwrap();
            assert!(
                (0.0..=1.0).contains(&load) && bits_per_s == 1e12,
                "{reading:?}"
            );
        }
    });
}

#[test]
fn a_wrong_password_an_unknown_port_and_one_of_unknown_speed_are_told() {
    let Some(snmpd) = Snmpd::start("refusals") else {
        return;
    };
    runtime().block_on(async {
        // It runs once it answers.
        ask(&snmpd.agent(secret()), |read| match read {
            Err(ReadingError::Unreadable(_)) => None,
            _ => Some(()),
        })
        .await;
        let wrong = Credentials::user("watcher", ("SHA", "wrongpassword"), None).unwrap();
        let refused = ask(&snmpd.agent(wrong), Result::err).await;
        assert!(matches!(refused, ReadingError::Unreadable(_)), "{refused}");

        let mut other = snmpd.agent(secret());
        other.port = Some("eth99".to_owned());
        let unknown = ask(&other, Result::err).await;
        assert!(
            unknown.to_string().contains("no interface eth99"),
            "{unknown}"
        );
    });
}

#[test]
fn an_agent_that_is_not_there_is_an_error_after_its_patience() {
    let free = UdpSocket::bind("127.0.0.1:0").unwrap();
    let agent = Agent {
        address: free.local_addr().unwrap().to_string(),
        credentials: Credentials::community("public"),
        port: None,
        bits_per_s: None,
        timeout: Duration::from_millis(50),
    };

    let error = runtime().block_on(ask(&agent, Result::err));

    assert!(matches!(error, ReadingError::Unreadable(_)), "{error}");
}
