//! Loopback, the address of the RTI, socket buffers.

use std::fs::read_to_string;
use std::io::{ErrorKind, Read, Write};
use std::net::{
    IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs, UdpSocket,
};
use std::time::{Duration, Instant};

use hyla_settings::{HostPort, PeerAddress, RtiAddress, Settings, own_addresses};

use super::report::Finding;

/// A program that answers does so long before; the settings' time-out may be much longer.
pub(super) const TIMEOUT: Duration = Duration::from_secs(2);

/// Sends a byte to and fro on this machine.
pub(super) fn loopback() -> Finding {
    const TOPIC: &str = "loopback";
    match median_round_trip() {
        Ok(time) => Finding::ok(
            TOPIC,
            format!("TCP works, round trip {:.1} us", time.as_secs_f64() * 1e6),
        ),
        Err(error) => Finding::fail(
            TOPIC,
            format!("TCP on 127.0.0.1 does not work: {error}"),
            "bring the interface up (ip link set lo up) and let the firewall pass loopback",
        ),
    }
}

fn median_round_trip() -> std::io::Result<Duration> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let near = TcpStream::connect_timeout(&listener.local_addr()?, TIMEOUT)?;
    let (far, _) = listener.accept()?;
    for stream in [&near, &far] {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
    }
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut byte = [0];
            // Ends when the near side closes, or by its time-out.
            while (&far).read_exact(&mut byte).is_ok() && (&far).write_all(&byte).is_ok() {}
        });
        let mut samples = Vec::new();
        let measured = (0..200).try_for_each(|_| {
            let from = Instant::now();
            let mut byte = [1];
            (&near).write_all(&byte)?;
            (&near).read_exact(&mut byte)?;
            samples.push(from.elapsed());
            Ok(())
        });
        // In every case the other thread has to end.
        let _ = near.shutdown(std::net::Shutdown::Both);
        samples.sort();
        measured.map(|()| samples[samples.len() / 2])
    })
}

/// Whether something answers where federates look for the RTI.
pub(super) fn rti_address(settings: &Settings) -> Finding {
    const TOPIC: &str = "rti.address";
    let server = match &settings.rti.address {
        RtiAddress::Embedded => {
            return Finding::ok(TOPIC, "embedded: each process has its own RTI");
        }
        RtiAddress::Server(server) => server,
    };
    let addresses = match resolve(server) {
        Ok(addresses) => addresses,
        Err(error) => {
            return Finding::fail(
                TOPIC,
                format!("{server}: the name cannot be resolved: {error}"),
                "correct rti.address, or add the host to /etc/hosts",
            );
        }
    };
    let timeout = settings.timeout.connect.min(TIMEOUT);
    let mut refused = None;
    for address in addresses {
        match TcpStream::connect_timeout(&address, timeout) {
            Ok(_) => {
                return Finding::ok(
                    TOPIC,
                    format!("{server}: a program accepts connections there"),
                );
            }
            Err(error) => refused = Some((address, error)),
        }
    }
    match refused {
        Some((address, error))
            if error.kind() == ErrorKind::ConnectionRefused && address.ip().is_loopback() =>
        {
            Finding::ok(
                TOPIC,
                format!("{server}: free, no RTI is running yet (hyla rti starts one)"),
            )
        }
        Some((_, error)) => Finding::warn(
            TOPIC,
            format!("{server}: no RTI answers: {error}"),
            "start `hyla rti` there with rti.listen on that address, and let firewalls pass the port",
        ),
        None => Finding::fail(
            TOPIC,
            format!("{server}: the name has no address"),
            "correct rti.address",
        ),
    }
}

/// Address at which other federates would reach one of this machine.
pub(super) fn interface(settings: &Settings) -> Finding {
    const TOPIC: &str = "peer.interface";
    if !settings.peer.direct {
        return Finding::ok(
            TOPIC,
            "none: peer.direct is false, all data goes through the RTI",
        );
    }
    if let PeerAddress::At(at) = &settings.peer.advertise {
        return Finding::ok(
            TOPIC,
            format!("advertised to other members: {at} (peer.advertise)"),
        );
    }
    let by_route = match &settings.rti.address {
        RtiAddress::Embedded => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        RtiAddress::Server(server) => on_the_way_to(server),
    };
    let like = *by_route
        .as_ref()
        .unwrap_or(&IpAddr::V4(Ipv4Addr::LOCALHOST));
    match (settings.peer.interface.choose(like), by_route) {
        (Ok(Some(own)), _) => Finding::ok(
            TOPIC,
            format!("{own}, by peer.interface = {}", settings.peer.interface),
        ),
        (Ok(None), Ok(ip)) => {
            let here = if ip.is_loopback() {
                ", which reaches the RTI: federates of this machine only"
            } else {
                ", which reaches the RTI"
            };
            Finding::ok(TOPIC, format!("{}{here}", named(ip)))
        }
        (Ok(None), Err(error)) => Finding::warn(
            TOPIC,
            format!("unknown, there is no way to the RTI: {error}"),
            "bring the network up, or name an interface with peer.interface",
        ),
        (Err(error), _) => Finding::fail(
            TOPIC,
            format!("{}: {error}", settings.peer.interface),
            "name one of these in peer.interface, or auto for the one that reaches the RTI",
        ),
    }
}

/// The address by which other members reach this host.
pub(super) fn own_interface(settings: &Settings) -> Result<IpAddr, String> {
    let by_route = match &settings.rti.address {
        RtiAddress::Embedded => Ok(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        RtiAddress::Server(server) => on_the_way_to(server),
    };
    let like = *by_route
        .as_ref()
        .unwrap_or(&IpAddr::V4(Ipv4Addr::LOCALHOST));
    match settings.peer.interface.choose(like) {
        Ok(Some(own)) => Ok(own.ip),
        Ok(None) => by_route.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// A group that is used for a test on this host alone.
const TEST_GROUP: Ipv4Addr = Ipv4Addr::new(239, 255, 77, 77);

/// Whether a datagram to a multicast group arrives on the interface that federates would use. It does not leave this host.
pub(super) fn multicast(settings: &Settings) -> Finding {
    const TOPIC: &str = "multicast";
    let interface = match own_interface(settings) {
        Ok(IpAddr::V4(ip)) => ip,
        Ok(ip) => {
            return Finding::ok(
                TOPIC,
                format!("not tested: {} has no IPv4 address", named(ip)),
            );
        }
        Err(error) => {
            return Finding::warn(
                TOPIC,
                format!("not tested, the interface is unknown: {error}"),
                "see peer.interface",
            );
        }
    };
    match comes_back(TEST_GROUP, interface) {
        Ok(true) => Finding::ok(
            TOPIC,
            format!(
                "groups are sent to and received on {}; hyla doctor --multicast 10 on all hosts at once tests whether the \
                 network carries them",
                named(interface.into())
            ),
        ),
        Ok(false) => Finding::warn(
            TOPIC,
            format!(
                "a datagram to {TEST_GROUP} on {} does not arrive",
                named(interface.into())
            ),
            "let the firewall pass UDP to 224.0.0.0/4; without multicast, streams carry the data of such profiles",
        ),
        Err(error) => Finding::warn(
            TOPIC,
            format!(
                "no group can be joined or sent to on {}: {error}",
                named(interface.into())
            ),
            "choose another peer.interface; without multicast, streams carry the data of such profiles",
        ),
    }
}

/// Whether what is sent to the group comes back within half a second.
fn comes_back(group: Ipv4Addr, interface: Ipv4Addr) -> std::io::Result<bool> {
    let receiver = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    receiver.join_multicast_v4(&group, &interface)?;
    receiver.set_read_timeout(Some(Duration::from_millis(500)))?;
    // The address of the socket determines the interface.
    let sender = UdpSocket::bind((interface, 0))?;
    sender.set_multicast_ttl_v4(0)?;
    sender.set_multicast_loop_v4(true)?;
    let to = (group, receiver.local_addr()?.port());
    sender.send_to(b"hyla doctor", to)?;
    let from = sender.local_addr()?;
    let mut came = [0; 64];
    let until = Instant::now() + Duration::from_millis(500);
    while Instant::now() < until {
        match receiver.recv_from(&mut came) {
            Ok((_, by)) if by == from => return Ok(true),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(false)
}

/// This host's address on the way to that one. Nothing is sent.
fn on_the_way_to(server: &HostPort) -> std::io::Result<IpAddr> {
    let to = resolve(server)?
        .into_iter()
        .next()
        .ok_or(ErrorKind::NotFound)?;
    let any: IpAddr = match to {
        SocketAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        SocketAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect(to)?;
    Ok(socket.local_addr()?.ip())
}

/// The address with the interface that has it.
fn named(ip: IpAddr) -> String {
    let own = own_addresses().unwrap_or_default();
    own.iter()
        .find(|own| own.ip == ip)
        .map_or_else(|| ip.to_string(), ToString::to_string)
}

/// Whether an RTI on this machine could listen at its addresses.
pub(super) fn listen_addresses(settings: &Settings) -> Vec<Finding> {
    settings.rti.listen.iter().map(listen_address).collect()
}

fn listen_address(address: &HostPort) -> Finding {
    const TOPIC: &str = "rti.listen";
    let bound = address
        .addresses_here()
        .and_then(|addresses| TcpListener::bind(&addresses[..]));
    match bound {
        Ok(_) => Finding::ok(TOPIC, format!("{address}: free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Finding::warn(
            TOPIC,
            format!("{address}: in use"),
            "fine if that is the RTI (hyla ls asks it); else choose another port in rti.listen and rti.address",
        ),
        Err(error) => Finding::warn(
            TOPIC,
            format!("{address}: `hyla rti` cannot listen there: {error}"),
            "if the RTI is to run on this machine, name one of its own addresses (ip addr) and a port above 1023",
        ),
    }
}

pub(super) fn resolve(address: &HostPort) -> std::io::Result<Vec<SocketAddr>> {
    Ok((address.host(), address.port())
        .to_socket_addrs()?
        .collect())
}

/// How large the system lets socket buffers grow.
pub(super) fn socket_buffers() -> Vec<Finding> {
    [
        ("receive buffers", "net.core.rmem_max"),
        ("send buffers", "net.core.wmem_max"),
    ]
    .into_iter()
    .map(|(topic, name)| {
        let path = format!("/proc/sys/{}", name.replace('.', "/"));
        let found = read_to_string(path)
            .ok()
            .and_then(|text| text.trim().parse().ok());
        socket_buffer(topic, name, found)
    })
    .collect()
}

fn socket_buffer(topic: &'static str, name: &str, limit: Option<u64>) -> Finding {
    const WANTED: u64 = 4 << 20;
    let advice = format!("best-effort data in bursts may be lost: sysctl -w {name}={WANTED}");
    match limit {
        Some(limit) if limit >= WANTED => Finding::ok(topic, format!("{name} = {limit}")),
        Some(limit) => Finding::warn(topic, format!("{name} = {limit}"), advice),
        None => Finding::warn(
            topic,
            format!("{name} is hidden here"),
            format!("on the host: sysctl {name}; {advice}"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Level;
    use super::*;

    fn settings(address: &str) -> Settings {
        let mut settings = Settings::default();
        settings.rti.address = address.parse().unwrap();
        settings
    }

    #[test]
    fn a_port_that_answers_and_a_free_one_are_told_apart() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap().to_string();

        assert!(format!("{:?}", rti_address(&settings(&address))).contains("accepts connections"));
        assert_eq!(
            listen_address(&address.parse().unwrap()).level(),
            Level::Warn
        );
        drop(listener);
        assert!(format!("{:?}", rti_address(&settings(&address))).contains("free"));
        assert_eq!(listen_address(&address.parse().unwrap()).level(), Level::Ok);
    }

    #[test]
    fn whether_groups_are_received_is_tested_on_the_interface_that_reaches_the_rti() {
        let finding = format!("{:?}", multicast(&settings("127.0.0.1:1")));
        assert!(finding.contains("127.0.0.1"), "{finding}");

        let unknown = multicast(&settings("no-such-host.invalid:1"));
        assert_eq!(unknown.level(), Level::Warn);
    }

    #[test]
    fn a_name_that_does_not_exist_fails() {
        assert_eq!(
            rti_address(&settings("no-such-host.invalid:1")).level(),
            Level::Fail
        );
    }

    #[test]
    fn the_interface_that_would_be_chosen_is_shown_or_those_that_could_be() {
        let mut settings = settings("127.0.0.1:1");
        let by_route = format!("{:?}", interface(&settings));
        assert!(
            by_route.contains("127.0.0.1") && by_route.contains("only"),
            "{by_route}"
        );

        settings.peer.interface = "127.0.0.0/8".parse().unwrap();
        let by_prefix = format!("{:?}", interface(&settings));
        assert!(
            by_prefix.contains("by peer.interface = 127.0.0.0/8"),
            "{by_prefix}"
        );

        settings.peer.interface = "no-such-one".parse().unwrap();
        let finding = interface(&settings);
        assert_eq!(finding.level(), Level::Fail);
        assert!(
            format!("{finding:?}").contains("this host has"),
            "{finding:?}"
        );

        settings.peer.advertise = "10.0.0.1:0".parse().unwrap();
        assert_eq!(interface(&settings).level(), Level::Ok);
    }

    #[test]
    fn small_buffers_are_a_warning_with_the_command_that_enlarges_them() {
        assert_eq!(
            socket_buffer("x", "net.core.rmem_max", Some(4 << 20)).level(),
            Level::Ok
        );
        let finding = socket_buffer("x", "net.core.rmem_max", Some(212_992));
        assert_eq!(finding.level(), Level::Warn);
        assert!(format!("{finding:?}").contains("sysctl -w net.core.rmem_max=4194304"));
    }
}
