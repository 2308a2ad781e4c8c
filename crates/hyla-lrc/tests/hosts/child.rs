//! Processes of the tests: this test binary once more, in another role, perhaps on another host.
//!
//! A child gets its orders line by line and answers each line with one that starts with `@`. It
//! ends when its parent closes the pipe, also when that died.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

use hyla_lrc::LatencyQuantity;
use hyla_lrc::settings::{HostPort, Sources};
use hyla_rti::RtiServer;

use crate::federate::{Class, Federate, WATCHDOG};
use crate::network::{Host, Network};

const ROLE: &str = "HOSTS_TEST_ROLE";

/// Another process. Dropping it kills it.
pub(crate) struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    answers: Receiver<String>,
}

/// Location of a process.
#[derive(Clone, Copy)]
pub(crate) enum Location<'a> {
    /// The location of the test.
    Here,
    /// On a host of a network.
    On(&'a Network, Host),
    /// The location of the test, as the user of that number. Takes root.
    As(u32),
    /// The location of the test, in a pid namespace of its own. Takes root.
    InPidNamespace,
    /// The location of the test, as that user, in a user namespace that knows no users. Takes root.
    InUserNamespace(u32),
    /// The location of the test, with a monotonic clock that many seconds ahead. Takes root.
    Ahead(u32),
}

impl Process {
    /// An RTI that listens there, and the address with the port.
    pub(crate) fn rti(location: Location<'_>, listen: &str, settings: &str) -> (Self, String) {
        let process = Self::start(location, &format!("rti|{listen}|{settings}"));
        let address = process.answer();
        (process, address)
    }

    /// A federate that has joined, publishes and subscribes cars, and has registered one.
    #[track_caller]
    pub(crate) fn federate(
        location: Location<'_>,
        federation: &str,
        name: &str,
        settings: &str,
    ) -> Self {
        let process = Self::joining(location, federation, name, settings);
        assert_eq!(process.answer(), "joined");
        process
    }

    /// The same; how that went is the first answer.
    pub(crate) fn joining(
        location: Location<'_>,
        federation: &str,
        name: &str,
        settings: &str,
    ) -> Self {
        Self::start(
            location,
            &format!("federate|{federation}|{name}|{settings}"),
        )
    }

    /// Takes the name for shared memory of the RTI at that address. The answer is `taken`; the next one, for the first
    /// caller, the number of bytes that it sends.
    pub(crate) fn thief(location: Location<'_>, address: &str) -> Self {
        let thief = Self::start(location, &format!("thief|{address}"));
        assert_eq!(thief.answer(), "taken");
        thief
    }

    /// Takes a free port of that host, and the name for shared memory beside it. Returns the address; the next answer is, for the first
    /// caller over TCP, the number of bytes that it sends after the handshake.
    pub(crate) fn impostor(location: Location<'_>, host: &str) -> (Self, String) {
        let impostor = Self::start(location, &format!("impostor|{host}:0"));
        let address = impostor.answer();
        (impostor, address)
    }

    fn start(location: Location<'_>, role: &str) -> Self {
        let program = std::env::current_exe().unwrap();
        let mut command = match location {
            Location::Here => Command::new(program),
            Location::As(user) => {
                let mut command = Command::new(program);
                command.uid(user).current_dir("/");
                command
            }
            Location::InPidNamespace => {
                let mut command = Command::new("unshare");
                command
                    .args(["--pid", "--fork", "--kill-child"])
                    .arg(program);
                command
            }
            Location::InUserNamespace(user) => {
                let mut command = Command::new("unshare");
                command.arg("--user").arg(program);
                command.uid(user).current_dir("/");
                command
            }
            Location::Ahead(seconds) => {
                let mut command = Command::new("unshare");
                command
                    .args(["--time", "--fork", "--kill-child", "--monotonic"])
                    .arg(seconds.to_string())
                    .arg(program);
                command
            }
            Location::On(network, host) => {
                let mut command = Command::new("ip");
                command
                    .args(["netns", "exec", network.name(host)])
                    .arg(program);
                command
            }
        };
        let mut child = command
            .args(["--exact", "child::process", "--ignored", "--nocapture"])
            .env(ROLE, role)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let (put, answers) = channel();
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                // The test harness of the child talks, too, and may have begun a line.
                if let Some((_, answer)) = line.split_once('@') {
                    let _ = put.send(answer.to_owned());
                }
            }
        });
        Self {
            orders: child.stdin.take(),
            child,
            answers,
        }
    }

    /// Its number in the system.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    #[track_caller]
    pub(crate) fn answer(&self) -> String {
        self.answer_within(WATCHDOG)
    }

    #[track_caller]
    pub(crate) fn answer_within(&self, time: std::time::Duration) -> String {
        let answer = self.answers.recv_timeout(time);
        answer.expect("the child does not answer")
    }

    /// Gives an order; the answer is to be asked for.
    pub(crate) fn order(&mut self, order: &str) {
        let orders = self.orders.as_mut().expect("alive");
        writeln!(orders, "{order}").unwrap();
        orders.flush().unwrap();
    }

    /// Gives an order and waits for the answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, order: &str) -> String {
        self.order(order);
        self.answer()
    }

    /// How many channels in shared memory it has.
    pub(crate) fn channels_in_memory(&self) -> usize {
        self.memory_files().len()
    }

    /// The numbers of the files without a name that these channels are.
    pub(crate) fn memory_files(&self) -> Vec<u64> {
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.id())).unwrap();
        let channels = maps.lines().filter(|line| line.contains("hyla-channel"));
        channels
            .map(|line| line.split_whitespace().nth(4).unwrap().parse().unwrap())
            .collect()
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn say(answer: &str) {
    println!("@{answer}");
}

/// Main function of the other process. Run as a test it does nothing.
#[test]
#[ignore = "the body of the other processes"]
fn process() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    let parts: Vec<_> = role.split('|').collect();
    match parts[..] {
        ["rti", listen, settings] => rti(listen, settings),
        ["thief", address] => thief(address),
        ["impostor", address] => impostor(address),
        ["federate", federation, name, settings] => {
            crate::warnings::keep();
            match Federate::join(federation, name, settings) {
                Ok(federate) => obey(federate, federation),
                Err(exception) => say(&exception.to_string().replace('\n', " ")),
            }
        }
        _ => panic!("no such role: {role}"),
    }
    // The parent is gone: exit in any state of the threads.
    std::process::exit(0);
}

fn rti(listen: &str, settings: &str) {
    let settings = Sources::none().connect(settings).load().unwrap();
    let mut server = RtiServer::new(&settings).unwrap();
    let listen: HostPort = listen.parse().unwrap();
    let at = listen.addresses_here().unwrap()[0];
    let address = server.listen(at).unwrap();
    std::thread::spawn(move || server.run().unwrap());
    say(&address.to_string());
    for line in std::io::stdin().lines() {
        if line.is_err() {
            return;
        }
    }
}

/// Listens under the name of another process, and reads what callers send.
fn thief(address: &str) {
    let name = SocketAddr::from_abstract_name(format!("hyla/{address}")).unwrap();
    let listener = UnixListener::bind_addr(&name).unwrap();
    say("taken");
    let (mut caller, _) = listener.accept().unwrap();
    // A caller that believes it waits for an answer after its first message.
    let mut bytes = [0; 256];
    let count = caller.read(&mut bytes).unwrap_or(0);
    say(&count.to_string());
}

/// Listens at a port and under the name beside it, answers the handshake as an RTI does, and reads what callers send.
fn impostor(address: &str) {
    let listener = TcpListener::bind(address).unwrap();
    let address = listener.local_addr().unwrap();
    let name = SocketAddr::from_abstract_name(format!("hyla/{address}")).unwrap();
    let _door = UnixListener::bind_addr(&name).unwrap();
    say(&address.to_string());
    let (mut caller, _) = listener.accept().unwrap();
    let mut handshake = [0; 8];
    caller.read_exact(&mut handshake).unwrap();
    caller.write_all(&handshake).unwrap();
    // A caller that believes it waits for an answer after its greeting.
    let mut bytes = [0; 256];
    let count = caller.read(&mut bytes).unwrap_or(0);
    say(&count.to_string());
}

fn obey(mut federate: Federate, federation: &str) {
    say("joined");
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { return };
        let words: Vec<_> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<u64>().unwrap();
        let answer = match words[0] {
            // Waits until so many cars were discovered: meet COUNT
            "meet" => {
                federate.until("meeting", |told| told.discovered as u64 >= number(1));
                "met".to_owned()
            }
            // send CLASS COUNT LENGTH
            "send" => {
                federate.send(Class::named(words[1]), number(2), number(3) as usize);
                "sent".to_owned()
            }
            // Waits for that many reliable updates of each of so many others: all SENDERS COUNT
            "all" => {
                let senders = number(1) as usize;
                let streams = federate.streams(Class::Reliable, senders, WATCHDOG, |stream| {
                    stream.count >= number(2)
                });
                let whole = streams
                    .iter()
                    .all(|stream| stream.gaps == 0 && stream.count == number(2));
                if whole {
                    "in order".to_owned()
                } else {
                    format!("{streams:?}")
                }
            }
            // Waits for best-effort updates of each of so many others: some SENDERS
            "some" => {
                let senders = number(1) as usize;
                let streams =
                    federate.streams(Class::BestEffort, senders, WATCHDOG, |s| s.count > 0);
                let ordered = streams.iter().all(|stream| stream.disorder == 0);
                if ordered {
                    "in order".to_owned()
                } else {
                    format!("{streams:?}")
                }
            }
            // Whether there are best-effort updates of each of so many others by now, or soon: any SENDERS
            "any" => {
                let there = federate.has_streams(Class::BestEffort, number(1) as usize);
                if there { "some" } else { "none" }.to_owned()
            }
            // Sends best effort until one datagram reaches so many: until-groups RECEIVERS
            "until-groups" => {
                federate.send_until(Class::BestEffort, "groups", |change| {
                    (change.messages, change.reached) == (1, number(1))
                });
                "reached".to_owned()
            }
            // The same reliably; the answer is how many were sent: until-reliable-groups RECEIVERS
            "until-reliable-groups" => {
                federate.send_until(Class::Reliable, "groups", |change| {
                    (change.messages, change.reached) == (1, number(1))
                });
                federate.sent(Class::Reliable).to_string()
            }
            // Sends reliably for so many milliseconds, an update in each; the answer is how many were sent: stream MS LENGTH
            "stream" => {
                for _ in 0..number(1) {
                    federate.send(Class::Reliable, 1, number(2) as usize);
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                federate.sent(Class::Reliable).to_string()
            }
            // Waits so many seconds for reliable updates of one other up to that number: until-reliable NUMBER SECONDS
            "until-reliable" => {
                let time = std::time::Duration::from_secs(number(2));
                let streams = federate.streams(Class::Reliable, 1, time, |s| s.next >= number(1));
                if streams.iter().all(|stream| stream.gaps == 0) {
                    "in order".to_owned()
                } else {
                    format!("{streams:?}")
                }
            }
            // Sends best effort until so many members have received nothing: until-unheard MEMBERS
            "until-unheard" => {
                federate.send_until(Class::BestEffort, "silence", |change| {
                    change.total_unheard >= number(1)
                });
                "unheard".to_owned()
            }
            // Waits for best effort of one other up to that number: until-sent NUMBER
            "until-sent" => {
                let streams =
                    federate.streams(Class::BestEffort, 1, WATCHDOG, |s| s.next >= number(1));
                let ordered = streams.iter().all(|stream| stream.disorder == 0);
                if ordered {
                    "in order".to_owned()
                } else {
                    format!("{streams:?}")
                }
            }
            // What it has done with groups of a class: groups [CLASS]
            "groups" => {
                let class = words
                    .get(1)
                    .map_or(Class::BestEffort, |name| Class::named(name));
                let of = federate.groups(class);
                let recovery = of.recovery.unwrap_or_default();
                format!(
                    "datagrams={} reached={} fallbacks={} joined={} unheard={} sent={} requests={}",
                    of.datagrams,
                    of.reached,
                    of.fallbacks,
                    of.joined,
                    of.unheard,
                    federate.sent(class),
                    recovery.requests_sent
                )
            }
            "warnings" => crate::warnings::said(),
            // Waits until so many cars were removed: gone COUNT
            "gone" => {
                federate.until("removal", |told| told.removed as u64 >= number(1));
                "gone".to_owned()
            }
            // Waits until the RTI is lost.
            "lost" => {
                federate.until("connectionLost", |told| told.lost);
                "lost".to_owned()
            }
            // Addresses of the members, as the RTI reports them: members
            "members" => {
                let all = federate.rti.status().unwrap();
                let execution = all.iter().find(|status| status.name == federation);
                let members = execution
                    .map(|status| &status.members[..])
                    .unwrap_or_default();
                let mut list: Vec<_> = members
                    .iter()
                    .map(|member| {
                        let addresses = member.addresses.join(" ");
                        format!("{} {} {addresses}", member.name, member.transport)
                    })
                    .collect();
                list.sort();
                list.join("; ")
            }
            // Waits for the median latency to a member: latency NAME, round-trip NAME
            "latency" => federate.median_latency(words[1], LatencyQuantity::OneWay),
            "round-trip" => federate.median_latency(words[1], LatencyQuantity::RoundTrip),
            "leave" => {
                federate.leave();
                "left".to_owned()
            }
            other => panic!("what is {other}?"),
        };
        say(&answer);
    }
}
