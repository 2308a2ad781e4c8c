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
        Self::start_with(name, &|_| String::new())
    }

    /// Starts one with more lines of configuration, which may name its folder.
    fn start_with(name: &str, more: &dyn Fn(&Path) -> String) -> Option<Self> {
        let paths = ["/usr/sbin/snmpd", "/usr/local/sbin/snmpd"];
        let Some(program) = paths.into_iter().find(|path| PathBuf::from(path).exists()) else {
            skipped("snmpd is not installed");
            return None;
        };
        let folder = std::env::temp_dir().join(format!("hyla-snmpd-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let more = more(&folder);
        for _ in 0..5 {
            let (mut child, address) = Self::spawn(program, &folder, &more);
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

    fn spawn(program: &str, folder: &Path, more: &str) -> (Child, String) {
        let free = UdpSocket::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let configuration = format!(
            "agentaddress udp:{address}\n\
             rocommunity public 127.0.0.1\n\
             createUser watcher SHA \"authpassword\" AES \"privpassword\"\n\
             rouser watcher priv\n{more}"
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

/// What an agent claims: uptime in hundredths of a second, busy and idle ticks, received octets.
struct Claim(u64, u32, u32, u64);

impl Claim {
    fn make(&self, folder: &Path) {
        let Self(uptime, busy, idle, octets) = self;
        let number = "14"; // a number that no interface of this machine has
        let table = ".1.3.6.1.2.1.31.1.1.1";
        let text = format!(
            ".1.3.6.1.2.1.1.3.0 timeticks {uptime}\n\
             .1.3.6.1.4.1.2021.11.50.0 counter {busy}\n\
             .1.3.6.1.4.1.2021.11.53.0 counter {idle}\n\
             {table}.1.{number} string claimed\n\
             {table}.6.{number} counter64 {octets}\n\
             {table}.10.{number} counter64 0\n\
             {table}.15.{number} gauge 8\n"
        );
        std::fs::write(folder.join("claim"), text).unwrap();
    }
}

/// An agent whose values come from a file, by a program of its configuration.
fn claiming(name: &str) -> Option<Snmpd> {
    Snmpd::start_with(name, &|folder| {
        let script = folder.join("claim.sh");
        let claim = folder.join("claim");
        let claim = claim.display();
        // Prints a value, or the first one behind it in the order of the file.
        let text = format!(
            "if [ \"$1\" = -g ]; then line=$(grep -F \"$2 \" {claim} | head -1)\n\
             else case \"$2\" in *.1) line=$(grep -F \"$2.\" {claim} | head -1);; esac; fi\n\
             [ -n \"$line\" ] && echo \"$line\" | tr ' ' '\\n'\n"
        );
        std::fs::write(&script, text).unwrap();
        Claim(0, 1, 1, 0).make(folder);
        let script = script.display();
        [
            ".1.3.6.1.2.1.1.3",
            ".1.3.6.1.4.1.2021.11",
            ".1.3.6.1.2.1.31.1.1.1",
        ]
        .map(|object| format!("pass -p 10 {object} /bin/sh {script}\n"))
        .concat()
    })
}

#[test]
fn an_agent_that_resets_its_counters_or_lies_gives_no_load() {
    let Some(snmpd) = claiming("claims") else {
        return;
    };
    runtime().block_on(async {
        // It runs once it answers.
        ask(&snmpd.agent(secret()), |read| match read {
            Err(ReadingError::Unreadable(problem)) if !problem.contains("interface") => None,
            _ => Some(()),
        })
        .await;
        let mut agent = snmpd.agent(secret());
        agent.port = Some("claimed".to_owned());
        agent.bits_per_s = Some(8e6);
        let mut snmp = Snmp::connect(&agent).await.unwrap();
        let most = u32::MAX;
        let mut second = 100;
        for (claim, wanted) in [
            (Claim(100_000, most - 200, 1_000, 1 << 40), Ok(None)),
            (
                Claim(100_100, most - 150, 1_050, (1 << 40) + 500_000),
                Ok(Some((0.5, 0.5))),
            ),
            // The 32 bits of the ticks wrap, the agent goes on.
            (
                Claim(100_200, 24, 1_075, (1 << 40) + 1_000_000),
                Ok(Some((0.875, 0.5))),
            ),
            // The 64 bits of the octets begin anew.
            (
                Claim(100_300, 99, 1_100, 1_000),
                Err(ReadingError::Reset("port")),
            ),
            (Claim(100_400, 174, 1_125, 501_000), Ok(Some((0.75, 0.5)))),
            // A 32-bit counter that begins anew.
            (
                Claim(100_500, 10, 1_150, 1_001_000),
                Err(ReadingError::Reset("processor")),
            ),
            (
                Claim(100_600, most - 50, 1_200, 1_501_000),
                Err(ReadingError::Reset("processor")),
            ),
            (
                Claim(100_700, most - 10, 1_260, 2_001_000),
                Ok(Some((0.4, 0.5))),
            ),
            // All begin anew with the agent, and the ticks look as if they had wrapped.
            (
                Claim(50, 29, 1_320, 2_501_000),
                Err(ReadingError::Reset("agent's")),
            ),
            (Claim(150, 49, 1_400, 2_601_000), Ok(None)),
            (Claim(250, 69, 1_480, 2_701_000), Ok(Some((0.2, 0.1)))),
            // More octets than a port of this speed carries.
            (
                Claim(350, 89, 1_560, 1 << 50),
                Err(ReadingError::Reset("port")),
            ),
        ] {
            claim.make(&snmpd.folder);
            second += 1;

            let read = snmp.read(Duration::from_secs(second)).await;

            let wanted = wanted.map(|loads| {
                loads.map(|(processor, port)| Reading {
                    processor,
                    port: Some((port, 8e6)),
                })
            });
            assert_eq!(read, wanted, "at {second} s");
        }
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
