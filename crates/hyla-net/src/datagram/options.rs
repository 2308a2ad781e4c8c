//! Options of UDP sockets that no crate offers.

use std::io;
use std::net::UdpSocket;

use socket2::SockRef;

/// Size of a receive buffer: a burst, while the owner is busy.
const RECEIVE_BYTES: usize = 8 << 20;

/// Size of a send buffer: several calls.
const SEND_BYTES: usize = 4 << 20;

/// Enlarges the buffers, as far as the system allows.
pub(super) fn enlarge(socket: &UdpSocket) {
    let wide = SockRef::from(socket);
    // Refused without the privilege; then limited to `rmem_max`.
    #[cfg(target_os = "linux")]
    let forced = rustix::net::sockopt::set_socket_recv_buffer_size_force(socket, RECEIVE_BYTES);
    #[cfg(not(target_os = "linux"))]
    let forced: Result<(), ()> = Err(());
    if forced.is_err() && wide.set_recv_buffer_size(RECEIVE_BYTES).is_err() {
        tracing::debug!("the receive buffer of a UDP socket stays small");
    }
    if wide.set_send_buffer_size(SEND_BYTES).is_err() {
        tracing::debug!("the send buffer of a UDP socket stays small");
    }
}

/// Marks datagrams for the queues of system and network, with a priority from 0 to 7.
///
/// # Errors
/// Those of the system, for example a missing privilege (above 6).
pub(super) fn mark(socket: &UdpSocket, priority: u8) -> io::Result<()> {
    if priority == 0 {
        return Ok(());
    }
    let priority = u32::from(priority.min(7));
    let socket = SockRef::from(socket);
    // Class selector of that number: the upper three bits of the field.
    let field = priority << 5;
    if socket.local_addr()?.is_ipv6() {
        // Windows marks IPv6 datagrams by flows, which are not used here.
        #[cfg(unix)]
        socket.set_tclass_v6(field)?;
    } else {
        socket.set_tos_v4(field)?;
    }
    // After the field, which also changes it.
    #[cfg(target_os = "linux")]
    socket.set_priority(priority)?;
    Ok(())
}

/// Cuts every send into datagrams of that many bytes from now on; 0: no cutting.
#[cfg(target_os = "linux")]
pub(super) fn set_segment(socket: &UdpSocket, bytes: u16) -> io::Result<()> {
    set(socket, libc::SOL_UDP, libc::UDP_SEGMENT, bytes.into())
}

/// Lets the system split datagrams that are larger than packets of the network, which it would refuse otherwise.
#[cfg(target_os = "linux")]
pub(super) fn may_fragment(socket: &UdpSocket) {
    let _refused = set(
        socket,
        libc::IPPROTO_IP,
        libc::IP_MTU_DISCOVER,
        libc::IP_PMTUDISC_DONT,
    );
    let _none = set(
        socket,
        libc::IPPROTO_IPV6,
        libc::IPV6_MTU_DISCOVER,
        libc::IPV6_PMTUDISC_DONT,
    );
}

/// Disables options that nothing here reads and each datagram would pay for.
#[cfg(target_os = "linux")]
pub(super) fn without_extras(socket: &UdpSocket) {
    let _kept = set(socket, libc::SOL_SOCKET, libc::SO_TIMESTAMPNS, 0);
    let _kept = set(socket, libc::IPPROTO_IP, libc::IP_RECVTOS, 0);
    let _kept = set(socket, libc::IPPROTO_IPV6, libc::IPV6_RECVTCLASS, 0);
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "neither std nor socket2 offer these options")]
fn set(socket: &UdpSocket, level: i32, name: i32, value: i32) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    // SAFETY: the descriptor is open while `socket` is borrowed; the system reads the one integer.
    let result = unsafe {
        libc::setsockopt(
            socket.as_raw_fd(),
            level,
            name,
            (&raw const value).cast(),
            size_of::<i32>() as libc::socklen_t,
        )
    };
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Datagrams that the system dropped because the receive buffer was full.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "neither std nor socket2 offer SO_MEMINFO")]
pub(super) fn overflows(socket: &UdpSocket) -> u64 {
    use std::os::fd::AsRawFd;

    // As in linux/sock_diag.h: nine numbers, the last is the drops.
    let mut info = [0_u32; 9];
    let mut length = size_of_val(&info) as libc::socklen_t;
    // SAFETY: the descriptor is open while `socket` is borrowed; `info` has `length` bytes and the
    // system writes no more than that.
    let result = unsafe {
        libc::getsockopt(
            socket.as_raw_fd(),
            libc::SOL_SOCKET,
            libc::SO_MEMINFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    if result == 0 { info[8].into() } else { 0 }
}

/// Not reported elsewhere.
#[cfg(not(target_os = "linux"))]
pub(super) fn overflows(_socket: &UdpSocket) -> u64 {
    0
}
