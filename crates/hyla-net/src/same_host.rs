//! Whose process is at the other end of a TCP connection within this host.
//!
//! Every user may listen at a free port, so that an address alone says nothing. The kernel's tables of connections
//! (`/proc/net/tcp`, `tcp6`) have both ends of a connection within a host, each with the user of its socket. The socket of the other end
//! is the one that counts, not the listener: another process may listen there by now. Before the other process has accepted the
//! connection its end has no socket, and the table has the number of root there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// State of a connection in the tables.
const ESTABLISHED: &str = "01";

/// Most readings of the tables: an entry can be missed while others come and go.
const MOST_READINGS: usize = 3;

/// Checks that the process at `peer`, the other end of an established connection from `local`, is of this user, of root, or of `also`.
///
/// # Errors
/// Who is there, or that the system does not say so.
pub(crate) fn check_server(
    local: SocketAddr,
    peer: SocketAddr,
    also: Option<u32>,
) -> Result<(), String> {
    let found = (0..MOST_READINGS).find_map(|_| {
        let tables = ["tcp", "tcp6"].into_iter();
        let mut read = tables.filter_map(|table| {
            // The network namespace is that of a thread.
            std::fs::read_to_string(format!("/proc/thread-self/net/{table}")).ok()
        });
        read.find_map(|table| user_of(&table, peer, local))
    });
    match found {
        Some(user) => crate::memory::check_server(user, also),
        None => Err("the system does not say which user the other process has".to_owned()),
    }
}

/// The user of the accepted socket at `this` whose other end is `other`.
fn user_of(table: &str, this: SocketAddr, other: SocketAddr) -> Option<u32> {
    let is = |text: &str, at: SocketAddr| {
        let (ip, port) = (at.ip().to_canonical(), at.port());
        address(text) == Some((ip, port))
    };
    table.lines().skip(1).find_map(|line| {
        let fields: Vec<_> = line.split_ascii_whitespace().collect();
        let [_, local, remote, state, _, _, _, user, _, inode, ..] = fields[..] else {
            return None;
        };
        let is_it = state == ESTABLISHED && inode != "0" && is(local, this) && is(remote, other);
        is_it.then(|| user.parse().ok()).flatten()
    })
}

/// `0100007F:1F90`: words of the address in the order of this machine's bytes, and the port.
fn address(text: &str) -> Option<(IpAddr, u16)> {
    let (ip, port) = text.split_once(':')?;
    let port = u16::from_str_radix(port, 16).ok()?;
    let word = |at: usize| {
        let word = u32::from_str_radix(ip.get(at..at + 8)?, 16).ok()?;
        Some(word.to_ne_bytes())
    };
    let ip = match ip.len() {
        8 => IpAddr::from(Ipv4Addr::from(word(0)?)),
        32 => {
            let words = [word(0)?, word(8)?, word(16)?, word(24)?];
            let mut bytes = [0; 16];
            bytes.copy_from_slice(words.as_flattened());
            IpAddr::from(Ipv6Addr::from(bytes))
        }
        _ => return None,
    };
    Some((ip.to_canonical(), port))
}

#[cfg(test)]
mod tests {
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn the_user_of_an_accepted_socket_is_found_and_that_of_no_other() {
        let own = rustix::process::geteuid().as_raw();
        for (listen, host) in [
            ("127.0.0.1:0", "127.0.0.1"),
            ("0.0.0.0:0", "127.0.0.1"),
            ("[::1]:0", "[::1]"),
            ("[::]:0", "127.0.0.1"),
            ("[::]:0", "[::ffff:127.0.0.1]"),
        ] {
            let Ok(listener) = TcpListener::bind(listen) else {
                assert!(listen.starts_with('['), "{listen}");
                continue;
            };
            let port = listener.local_addr().unwrap().port();
            let caller = TcpStream::connect(format!("{host}:{port}")).unwrap();
            let (local, peer) = (caller.local_addr().unwrap(), caller.peer_addr().unwrap());
            let found = || {
                ["tcp", "tcp6"].into_iter().find_map(|table| {
                    let table = std::fs::read_to_string(format!("/proc/thread-self/net/{table}"));
                    user_of(&table.unwrap_or_default(), peer, local)
                })
            };

            assert_eq!(found(), None, "not accepted yet: {listen} {host}");
            assert!(check_server(local, peer, Some(own)).is_err());
            let _accepted = listener.accept().unwrap();

            assert_eq!(found(), Some(own), "{listen} {host}");
            assert_eq!(check_server(local, peer, None), Ok(()), "{listen} {host}");
        }
    }

    #[cfg(target_endian = "little")]
    #[test]
    fn entries_of_listeners_other_ends_and_other_states_do_not_count() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n\
             0: 0100007F:3B38 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 11 1 0 100 0 0 10 0\n\
             1: 0100007F:C350 0100007F:3B38 01 00000000:00000000 00:00000000 00000000     0        0 12 1 0 20 4 30 10 -1\n\
             2: 0100007F:3B38 0100007F:C350 06 00000000:00000000 00:00000000 00000000     0        0 0 3 0\n\
             3: 0100007F:3B38 0100007F:C351 01 00000000:00000000 00:00000000 00000000     0        0 13 1 0\n\
             4: 0100007F:3B38 0100007F:C350 01 00000000:00000000 00:00000000 00000000 65534        0 14 1 0\n";
        let (rti, caller) = ("127.0.0.1:15160", "127.0.0.1:50000");
        let user = |table: &str| user_of(table, rti.parse().unwrap(), caller.parse().unwrap());

        assert_eq!(user(table), Some(65_534));
        assert_eq!(user(&table.replace(" 14 1", " 0 1")), None);
        // The other end may be a socket of version 6.
        let mapped = table.replace("0100007F", "0000000000000000FFFF00000100007F");
        assert_eq!(user(&mapped), Some(65_534));
        assert_eq!(user("\nx\n0: 1:2 3 01 4 5 6 7 8 9 10\n"), None);
    }
}
