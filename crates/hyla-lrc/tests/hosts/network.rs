//! Hosts that are network namespaces, with cables between them or at a switch. Tests of other crates use them as well.

use std::fmt::Write;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Hosts. Nothing outside of them is touched; dropping it removes them, also when a test fails.
pub(crate) struct Network {
    hosts: Vec<String>,
}

/// One of the hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    A,
    B,
    /// Only at a switch.
    C,
}

impl Host {
    /// Its address on that cable, or on the only one that it has at a switch.
    pub(crate) fn address(self, cable: usize) -> String {
        format!("10.{}.0.{}", 77 + cable, self as usize + 1)
    }
}

/// Runs `ip`; the text of the error if it fails.
fn ip(arguments: &str) -> Result<String, String> {
    run("ip", arguments)
}

/// Runs a program; the text of the error if it fails.
fn run(program: &str, arguments: &str) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments.split_whitespace())
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(format!("{program} {arguments}: {}", error.trim()))
}

impl Network {
    /// Two hosts with that many cables between them: `eth0`, `eth1` and so on at both ends. `None`, with the
    /// reason printed, where this machine does not allow it.
    pub(crate) fn new(cables: usize) -> Option<Self> {
        Self::named(&["a", "b"]).built(|network| network.connect(cables))
    }

    /// Three hosts, each with one cable to a switch: `eth0`. `None`, with the reason printed, where this machine does not
    /// allow it.
    pub(crate) fn at_switch() -> Option<Self> {
        // The switch is a host behind the others that has no address.
        Self::named(&["a", "b", "c", "s"]).built(Self::connect_to_switch)
    }

    fn named(hosts: &[&str]) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Relaxed);
        let name = |host| format!("hyla-test-{}-{number}{host}", std::process::id());
        Self {
            hosts: hosts.iter().map(name).collect(),
        }
    }

    fn built(self, connect: impl FnOnce(&Self) -> Result<(), String>) -> Option<Self> {
        match self.build().and_then(|()| connect(&self)) {
            Ok(()) => Some(self),
            Err(reason) => {
                hyla_test_skips::skipped(format!(
                    "no network namespaces here: {}",
                    self.in_general(&reason)
                ));
                None
            }
        }
    }

    /// A reason without names that differ from run to run.
    fn in_general(&self, reason: &str) -> String {
        let names = self.hosts.iter();
        names.fold(reason.to_owned(), |text, name| text.replace(name, "HOST"))
    }

    fn build(&self) -> Result<(), String> {
        for name in &self.hosts {
            ip(&format!("netns add {name}"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        Ok(())
    }

    fn connect_to_switch(&self) -> Result<(), String> {
        let switch = &self.hosts[3];
        ip(&format!("-n {switch} link add switch type bridge"))?;
        ip(&format!("-n {switch} link set switch up"))?;
        for host in [Host::A, Host::B, Host::C] {
            let port = format!("port{}", host as usize);
            self.ip(
                host,
                &format!("link add eth0 type veth peer name {port} netns {switch}"),
            )?;
            ip(&format!("-n {switch} link set {port} master switch up"))?;
            self.ip(host, &format!("addr add {}/24 dev eth0", host.address(0)))?;
            self.ip(host, "link set eth0 up")?;
        }
        Ok(())
    }

    fn connect(&self, cables: usize) -> Result<(), String> {
        let (a, b) = (&self.hosts[0], &self.hosts[1]);
        for cable in 0..cables {
            ip(&format!(
                "-n {a} link add eth{cable} type veth peer name eth{cable} netns {b}"
            ))?;
            for host in [Host::A, Host::B] {
                let address = host.address(cable);
                self.ip(host, &format!("addr add {address}/24 dev eth{cable}"))?;
                self.ip(host, &format!("link set eth{cable} up"))?;
            }
        }
        Ok(())
    }

    /// Runs `ip` for one of the hosts.
    pub(crate) fn ip(&self, host: Host, arguments: &str) -> Result<String, String> {
        ip(&format!("-n {} {arguments}", self.name(host)))
    }

    /// Cuts the cable of a host at a switch, or mends it.
    pub(crate) fn set_cable(&self, host: Host, up: bool) {
        let state = if up { "up" } else { "down" };
        let switch = &self.hosts[3];
        let port = format!("port{}", host as usize);
        ip(&format!("-n {switch} link set {port} {state}")).unwrap();
    }

    /// Has the switch send groups only where hosts have said that they are in them. It asks once, and not again within an hour.
    pub(crate) fn snoop(&self) {
        let switch = &self.hosts[3];
        let hour = 360_000;
        let asks = format!("mcast_query_interval {hour} mcast_startup_query_interval {hour}");
        ip(&format!(
            "-n {switch} link set switch type bridge {asks} mcast_querier 1"
        ))
        .unwrap();
    }

    /// The groups that the switch sends to a host, one in a line.
    pub(crate) fn groups_of(&self, host: Host) -> Vec<String> {
        let port = format!("port{}", host as usize);
        let known = run("bridge", &format!("-n {} mdb show", self.hosts[3])).unwrap();
        let words = known.lines().map(|line| line.split_whitespace());
        let of = words.filter_map(|words| {
            let words: Vec<_> = words.collect();
            let follows = |word| {
                words
                    .iter()
                    .position(|w| *w == word)
                    .map(|at| words[at + 1])
            };
            (follows("port") == Some(&port)).then(|| follows("grp").unwrap().to_owned())
        });
        of.filter(|group| !group.starts_with("ff")).collect()
    }

    /// The switch forgets that a host is in groups, and does not ask.
    pub(crate) fn forget_groups_of(&self, host: Host) {
        let port = format!("port{}", host as usize);
        for group in self.groups_of(host) {
            let entry = format!("mdb del dev switch port {port} grp {group} temp");
            run("bridge", &format!("-n {} {entry}", self.hosts[3])).unwrap();
        }
    }

    /// Sets the size of the largest packet of all cables at a switch.
    pub(crate) fn set_mtu(&self, bytes: u32) {
        let switch = &self.hosts[3];
        for host in [Host::A, Host::B, Host::C] {
            let port = format!("port{}", host as usize);
            self.ip(host, &format!("link set eth0 mtu {bytes}"))
                .unwrap();
            ip(&format!("-n {switch} link set {port} mtu {bytes}")).unwrap();
        }
        ip(&format!("-n {switch} link set switch mtu {bytes}")).unwrap();
    }

    /// Name of the host's namespace.
    pub(crate) fn name(&self, host: Host) -> &str {
        &self.hosts[host as usize]
    }

    /// A firewall without memory: what comes in for that TCP port is dropped without an answer. `false`, with the
    /// reason printed, if the kernel has no such rules.
    pub(crate) fn drop_calls(&self, host: Host, port: u16) -> bool {
        // Rules before those for the addresses of the host itself are for what comes in, too.
        let rules = [
            format!("rule add pref 50 iif eth0 ipproto tcp dport {port} blackhole"),
            "rule add pref 100 lookup local".to_owned(),
            "rule del pref 0".to_owned(),
        ];
        let set = rules
            .iter()
            .try_for_each(|rule| self.ip(host, rule).map(drop));
        set.inspect_err(|reason| {
            let reason = self.in_general(reason);
            hyla_test_skips::skipped(format!("no such firewall here: {reason}"));
        })
        .is_ok()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in &self.hosts {
            // The namespace may not exist.
            let _none = ip(&format!("netns del {name}"));
        }
    }
}

/// TCP connections over IPv4 that are established on the host of that process, as `local remote`.
pub(crate) fn connections(process: u32) -> Vec<String> {
    const ESTABLISHED: &str = "01";
    let table = std::fs::read_to_string(format!("/proc/{process}/net/tcp")).unwrap();
    let address = |text: &str| {
        let (ip, port) = text.split_once(':').unwrap();
        let ip = u32::from_str_radix(ip, 16).unwrap().to_le_bytes();
        let port = u16::from_str_radix(port, 16).unwrap();
        std::net::SocketAddr::from((ip, port)).to_string()
    };
    let rows = table.lines().skip(1).filter_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        (words[3] == ESTABLISHED).then(|| {
            let mut text = address(words[1]);
            let _ = write!(text, " {}", address(words[2]));
            text
        })
    });
    rows.collect()
}
