// PGM (RFC 3208, OpenPGM) in UDP over a multicast group of the loopback interface. PGM has no flow control: a sender keeps to its rate, and a
// receiver that cannot follow loses what the sender does not hold any more. Then the run fails, and says so.
//
// HYLA_PEER_MBIT: rate of the sender, 200 by default.
#include <netinet/in.h>
#include <poll.h>

extern "C++" {
#include <pgm/pgm.h>
}

#include <cstdlib>

#include "driver.hpp"

namespace {

constexpr int datagram_bytes = 1400;
// Packets that the sender keeps for repairs, and that a receiver brings into order.
constexpr int window = 65'535;
constexpr std::uint16_t data_port = 7'500;
// Messages of one packet, beside the headers of PGM.
constexpr std::size_t most_bytes = 1'300;

double from_environment(const char* name, double otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atof(text);
}

[[noreturn]] void fail(const std::string& what, pgm_error_t* error) {
    throw std::runtime_error("PGM: " + what + (error != nullptr && error->message != nullptr ? std::string(": ") + error->message : ""));
}

class Socket {
  public:
    // Of a sender if it has a rate.
    Socket(const std::string& group, int port, double bytes_per_s) {
        pgm_error_t* error = nullptr;
        pgm_addrinfo_t* address = nullptr;
        if (!pgm_getaddrinfo(("127.0.0.1;" + group).c_str(), nullptr, &address, &error)) fail("address", error);
        if (!pgm_socket(&socket_, AF_INET, SOCK_SEQPACKET, IPPROTO_UDP, &error)) fail("socket", error);
        set("port", PGM_UDP_ENCAP_UCAST_PORT, port);
        set("port", PGM_UDP_ENCAP_MCAST_PORT, port);
        set("size", PGM_MTU, datagram_bytes);
        if (bytes_per_s > 0) {
            const int beats[] = {pgm_msecs(1), pgm_msecs(2), pgm_msecs(4), pgm_msecs(10), pgm_msecs(100), pgm_msecs(1000)};
            set("sender", PGM_SEND_ONLY, 1);
            set("window", PGM_TXW_SQNS, window);
            set("rate", PGM_TXW_MAX_RTE, int(bytes_per_s));
            set("interval", PGM_AMBIENT_SPM, int(pgm_secs(1)));
            if (!pgm_setsockopt(socket_, IPPROTO_PGM, PGM_HEARTBEAT_SPM, beats, sizeof beats)) fail("heartbeats", nullptr);
        } else {
            set("receiver", PGM_RECV_ONLY, 1);
            set("window", PGM_RXW_SQNS, window);
            set("interval", PGM_PEER_EXPIRY, int(pgm_secs(60)));
            set("interval", PGM_SPMR_EXPIRY, int(pgm_msecs(250)));
            // A local network: milliseconds.
            set("interval", PGM_NAK_BO_IVL, int(pgm_msecs(1)));
            set("interval", PGM_NAK_RPT_IVL, int(pgm_msecs(10)));
            set("interval", PGM_NAK_RDATA_IVL, int(pgm_msecs(10)));
            set("retries", PGM_NAK_DATA_RETRIES, 200);
            set("retries", PGM_NAK_NCF_RETRIES, 200);
        }
        pgm_sockaddr_t at{};
        at.sa_port = data_port;
        at.sa_addr.sport = bytes_per_s > 0 ? 1'000 : 0;
        if (!pgm_gsi_create_from_string(&at.sa_addr.gsi, (group + std::to_string(getpid())).c_str(), -1)) fail("identity", nullptr);
        pgm_interface_req_t interface{};
        interface.ir_interface = address->ai_recv_addrs[0].gsr_interface;
        interface.ir_address = address->ai_send_addrs[0].gsr_addr;
        if (!pgm_bind3(socket_, &at, sizeof at, &interface, sizeof interface, &interface, sizeof interface, &error)) fail("bind", error);
        for (unsigned n = 0; n < address->ai_recv_addrs_len; ++n)
            if (!pgm_setsockopt(socket_, IPPROTO_PGM, PGM_JOIN_GROUP, &address->ai_recv_addrs[n], sizeof(struct group_req))) fail("join", nullptr);
        if (!pgm_setsockopt(socket_, IPPROTO_PGM, PGM_SEND_GROUP, &address->ai_send_addrs[0], sizeof(struct group_req))) fail("group", nullptr);
        pgm_freeaddrinfo(address);
        set("loopback", PGM_MULTICAST_LOOP, 1);
        set("hops", PGM_MULTICAST_HOPS, 1);
        set("calls that do not wait", PGM_NOBLOCK, 1);
        if (!pgm_connect(socket_, &error)) fail("connect", error);
    }
    Socket(Socket&&) = delete;

    pgm_sock_t* handle() const { return socket_; }

    // Until something can be done, or for that long.
    void wait(int status, peers::Clock::duration most) {
        std::chrono::microseconds time = std::chrono::duration_cast<std::chrono::microseconds>(most);
        if (status == PGM_IO_STATUS_RATE_LIMITED || status == PGM_IO_STATUS_TIMER_PENDING) {
            timeval left{};
            socklen_t length = sizeof left;
            const int what = status == PGM_IO_STATUS_RATE_LIMITED ? PGM_RATE_REMAIN : PGM_TIME_REMAIN;
            if (pgm_getsockopt(socket_, IPPROTO_PGM, what, &left, &length))
                time = std::min(time, std::chrono::microseconds(left.tv_sec * 1'000'000L + left.tv_usec));
        }
        pollfd descriptors[8];
        int count = 8;
        if (pgm_poll_info(socket_, descriptors, &count, POLLIN) < 0) fail("descriptors", nullptr);
        const timespec until{time.count() / 1'000'000, long(time.count() % 1'000'000) * 1'000};
        ::ppoll(descriptors, nfds_t(count), &until, nullptr);
    }

  private:
    void set(const char* what, int option, int value) {
        if (!pgm_setsockopt(socket_, IPPROTO_PGM, option, &value, sizeof value)) fail(what, nullptr);
    }

    pgm_sock_t* socket_ = nullptr;
};

class Sender : public peers::Wire {
  public:
    Sender(std::string group, int port, const peers::Job& job) : group_(std::move(group)), port_(port), is_paced_(job.rate_per_s > 0) {}

    void send(const peers::Message& message) override {
        // Requests for repairs go to the socket of this port that was bound last: to the sender's, which so comes after those of the receivers.
        if (!socket_) socket_.emplace(group_, port_, from_environment("HYLA_PEER_MBIT", 200) * 1e6 / 8);
        if (packet_.size() + message.size() > most_bytes) flush();
        packet_.insert(packet_.end(), message.begin(), message.end());
        const bool is_last = peers::Head::read(message.data()).number == peers::last_number;
        if (is_paced_ || is_last) flush();
        if (is_last) serve_repairs();
    }

    bool receive(peers::Message&, peers::Clock::duration) override { throw std::runtime_error("PGM: receivers do not answer"); }

  private:
    void flush() {
        if (packet_.empty()) return;
        for (;;) {
            const int status = pgm_send(socket_->handle(), packet_.data(), packet_.size(), nullptr);
            if (status == PGM_IO_STATUS_NORMAL) break;
            if (status == PGM_IO_STATUS_ERROR) fail("send", nullptr);
            turn();
            socket_->wait(status, std::chrono::milliseconds(1));
        }
        packet_.clear();
        if ((++packets_ & 31) == 0) turn();
    }

    // Answers requests, and sends heartbeats.
    int turn() {
        char nothing[datagram_bytes];
        std::size_t length = 0;
        pgm_error_t* error = nullptr;
        const int status = pgm_recv(socket_->handle(), nothing, sizeof nothing, 0, &length, &error);
        if (error != nullptr) pgm_error_free(error);
        return status;
    }

    void serve_repairs() {
        const auto end = peers::Clock::now() + std::chrono::milliseconds(500);
        while (peers::Clock::now() < end) socket_->wait(turn(), std::chrono::milliseconds(1));
    }

    std::string group_;
    int port_;
    bool is_paced_;
    std::optional<Socket> socket_;
    peers::Message packet_;
    std::uint64_t packets_ = 0;
};

class Member : public peers::Wire {
  public:
    Member(const std::string& group, int port) : socket_(group, port, 0) {}

    void send(const peers::Message&) override {}
    bool receive(peers::Message&, peers::Clock::duration) override { return false; }

    void serve(peers::Receiver& receiver, std::size_t bytes) override {
        char packet[4 * datagram_bytes];
        while (!receiver.over()) {
            std::size_t length = 0;
            pgm_error_t* error = nullptr;
            const int status = pgm_recv(socket_.handle(), packet, sizeof packet, 0, &length, &error);
            if (status == PGM_IO_STATUS_RESET) fail("packets are lost: HYLA_PEER_MBIT names a lower rate", error);
            if (error != nullptr) pgm_error_free(error);
            if (status == PGM_IO_STATUS_NORMAL)
                for (std::size_t at = 0; at + bytes <= length; at += bytes) receiver.take(packet + at);
            else
                socket_.wait(status, std::chrono::milliseconds(100));
        }
    }

  private:
    Socket socket_;
};

class Pgm : public peers::Engine {
  public:
    std::string name() const override {
        return "OpenPGM " + std::to_string(pgm_major_version) + "." + std::to_string(pgm_minor_version) + "." + std::to_string(pgm_micro_version);
    }

    void check(const peers::Job& job) const override {
        if (job.kind != peers::Kind::stream) throw std::runtime_error("PGM sends to a group, whose members do not answer: it is for streams");
        if (job.bytes > most_bytes) throw std::runtime_error("PGM: messages of at most " + std::to_string(most_bytes) + " bytes");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        start();
        // Those of two drivers that exist at the same time differ.
        const unsigned own = unsigned(getpid());
        const std::string group = "239.255." + std::to_string(own >> 8 & 255) + "." + std::to_string(own & 255);
        const unsigned port = 20'000 + own % 20'000;
        for (peers::Control& partner : partners) {
            partner.write(group);
            partner.write(std::to_string(port));
        }
        return std::make_unique<Sender>(group, int(port), job);
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job&, unsigned, peers::Control& control) override {
        start();
        const std::string group = control.read_soon();
        return std::make_unique<Member>(group, std::stoi(control.read_soon()));
    }

  private:
    static void start() {
        pgm_error_t* error = nullptr;
        if (!pgm_init(&error)) fail("start", error);
    }
};

}  // namespace

int main() {
    Pgm engine;
    return peers::run(engine);
}
