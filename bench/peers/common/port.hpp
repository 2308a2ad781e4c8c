// Ports for engines that have to be told one.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace peers {

// A TCP port of the loopback interface that nobody has at the moment.
inline int free_port() {
    const int socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof at;
    const bool bound = socket_ >= 0 && bind(socket_, reinterpret_cast<sockaddr*>(&at), length) == 0 &&
                       getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &length) == 0;
    const int cause = errno;
    if (socket_ >= 0) close(socket_);
    if (!bound) throw std::system_error(cause, std::generic_category(), "no free port");
    return ntohs(at.sin_port);
}

}  // namespace peers
