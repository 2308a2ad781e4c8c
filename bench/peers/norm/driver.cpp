// NORM (RFC 5740) over a multicast group of the loopback interface: a stream of bytes with parity on demand. Watermarks that
// all receivers acknowledge hold up a sender that is too fast, so that nothing is lost.
//
// HYLA_PEER_LOSS: per cent of datagrams that each receiver drops. HYLA_PEER_MBIT: rate of the sender, 1000 by default.
#include <normApi.h>
#include <poll.h>

#include <cstdlib>

#include "driver.hpp"

namespace {

constexpr std::uint32_t buffer_bytes = 16 << 20;
// Unacknowledged bytes: from the first on a watermark is set, at the second the sender waits.
constexpr std::uint64_t mark_from = 1 << 20;
constexpr std::uint64_t unacked_most = 8 << 20;
constexpr unsigned socket_bytes = 8 << 20;
constexpr std::uint16_t segment_bytes = 1400;
constexpr std::uint16_t block = 64;
constexpr std::uint16_t parity = 16;
constexpr NormNodeId sender_id = 1;

double from_environment(const char* name, double otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atof(text);
}

// A session of this process in the group.
class Session {
  public:
    Session(const std::string& group, std::uint16_t port, NormNodeId id, unsigned members) {
        instance_ = NormCreateInstance();
        if (instance_ == NORM_INSTANCE_INVALID) throw std::runtime_error("NORM: no instance");
        session_ = NormCreateSession(instance_, group.c_str(), port, id);
        if (session_ == NORM_SESSION_INVALID) throw std::runtime_error("NORM: no session of " + group);
        NormSetMulticastInterface(session_, "lo");
        NormSetRxPortReuse(session_, true);
        NormSetMulticastLoopback(session_, true);
        NormSetTTL(session_, 0);
        NormSetDefaultSyncPolicy(session_, NORM_SYNC_ALL);
        // A local network: a millisecond, and as many members as there are.
        NormSetGrttEstimate(session_, 0.001);
        NormSetGrttMax(session_, 0.1);
        NormSetBackoffFactor(session_, 2.0);
        NormSetGroupSize(session_, members);
    }

    NormSessionHandle handle() const { return session_; }

    // The next event, if there is one in time.
    bool next(NormEvent& event, peers::Clock::duration in_time) {
        pollfd wait{NormGetDescriptor(instance_), POLLIN, 0};
        const auto ms = std::chrono::ceil<std::chrono::milliseconds>(in_time).count();
        if (::poll(&wait, 1, int(ms)) <= 0) return false;
        return NormGetNextEvent(instance_, &event, false);
    }

  private:
    NormInstanceHandle instance_;
    NormSessionHandle session_;
};

class Sender : public peers::Wire {
  public:
    Sender(const std::string& group, std::uint16_t port, const peers::Job& job)
        : session_(group, port, sender_id, job.processes), is_paced_(job.rate_per_s > 0) {
        const NormSessionHandle session = session_.handle();
        NormSetTxRate(session, from_environment("HYLA_PEER_MBIT", 1000) * 1e6);
        NormSetCongestionControl(session, false);
        for (unsigned part = 1; part < job.processes; ++part) NormAddAckingNode(session, sender_id + part);
        if (!NormStartSender(session, NormGetRandomSessionId(), buffer_bytes, segment_bytes, block, parity))
            throw std::runtime_error("NORM: the sender does not start");
        NormSetTxSocketBuffer(session, socket_bytes);
        stream_ = NormStreamOpen(session, buffer_bytes);
        if (stream_ == NORM_OBJECT_INVALID) throw std::runtime_error("NORM: no stream");
    }

    void send(const peers::Message& message) override {
        const auto late = peers::Clock::now() + std::chrono::seconds(30);
        const auto wait = [&] {
            turn(std::chrono::milliseconds(2));
            if (peers::Clock::now() > late) throw std::runtime_error("NORM: receivers acknowledge nothing for 30 s");
        };
        while (written_ + message.size() - acked_ > unacked_most) wait();
        const char* const bytes = reinterpret_cast<const char*>(message.data());
        for (std::size_t at = 0; at < message.size();) {
            const unsigned count = NormStreamWrite(stream_, bytes + at, unsigned(message.size() - at));
            at += count;
            if (count == 0) wait();
        }
        written_ += message.size();
        const bool is_last = peers::Head::read(message.data()).number == peers::last_number;
        if (is_paced_ || is_last) NormStreamFlush(stream_, true, is_last ? NORM_FLUSH_ACTIVE : NORM_FLUSH_PASSIVE);
        if (is_last || written_ - acked_ >= mark_from) mark();
        // Events that wait for nobody.
        if ((++messages_ & 255) == 0) turn(peers::Clock::duration::zero());
    }

    bool receive(peers::Message&, peers::Clock::duration) override { throw std::runtime_error("NORM: receivers do not answer"); }

  private:
    void mark() {
        if (is_marked_) return;
        is_marked_ = true;
        marked_ = written_;
        NormStreamFlush(stream_, true, NORM_FLUSH_PASSIVE);
        NormSetWatermark(session_.handle(), stream_);
    }

    void turn(peers::Clock::duration in_time) {
        NormEvent event;
        while (session_.next(event, in_time)) {
            in_time = peers::Clock::duration::zero();
            if (event.type != NORM_TX_WATERMARK_COMPLETED) continue;
            is_marked_ = false;
            if (NormGetAckingStatus(session_.handle()) == NORM_ACK_SUCCESS) acked_ = marked_;
            if (written_ - acked_ >= mark_from) mark();
        }
    }

    Session session_;
    bool is_paced_;
    NormObjectHandle stream_;
    std::uint64_t written_ = 0;
    std::uint64_t marked_ = 0;
    std::uint64_t acked_ = 0;
    std::uint64_t messages_ = 0;
    bool is_marked_ = false;
};

class Member : public peers::Wire {
  public:
    Member(const std::string& group, std::uint16_t port, unsigned part, const peers::Job& job)
        : session_(group, port, sender_id + part, job.processes) {
        NormSetRxLoss(session_.handle(), from_environment("HYLA_PEER_LOSS", 0));
        if (!NormStartReceiver(session_.handle(), buffer_bytes)) throw std::runtime_error("NORM: the receiver does not start");
        NormSetRxSocketBuffer(session_.handle(), socket_bytes);
    }

    void send(const peers::Message&) override {}
    bool receive(peers::Message&, peers::Clock::duration) override { return false; }

    void serve(peers::Receiver& receiver, std::size_t bytes) override {
        std::vector<char> room(256 << 10);
        std::size_t held = 0;
        while (!receiver.over()) {
            NormEvent event;
            if (!session_.next(event, std::chrono::milliseconds(100))) continue;
            if (event.type != NORM_RX_OBJECT_UPDATED) continue;
            for (;;) {
                unsigned count = unsigned(room.size() - held);
                if (!NormStreamRead(event.object, room.data() + held, &count))
                    throw std::runtime_error("NORM: a part of the stream is lost");
                if (count == 0) break;
                held += count;
                std::size_t at = 0;
                for (; held - at >= bytes; at += bytes) receiver.take(room.data() + at);
                std::memmove(room.data(), room.data() + at, held - at);
                held -= at;
            }
        }
    }

  private:
    Session session_;
};

class Norm : public peers::Engine {
  public:
    std::string name() const override {
        int major = 0, minor = 0, patch = 0;
        NormGetVersion(&major, &minor, &patch);
        return "NORM " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
    }

    void check(const peers::Job& job) const override {
        if (job.kind != peers::Kind::stream) throw std::runtime_error("NORM sends to a group, whose members do not answer: it is for streams");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        // Those of two drivers that exist at the same time differ.
        const unsigned own = unsigned(getpid());
        const std::string group = "239.255." + std::to_string(own >> 8 & 255) + "." + std::to_string(own & 255);
        const unsigned port = 20'000 + own % 20'000;
        for (peers::Control& partner : partners) {
            partner.write(group);
            partner.write(std::to_string(port));
        }
        return std::make_unique<Sender>(group, std::uint16_t(port), job);
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job& job, unsigned part, peers::Control& control) override {
        const std::string group = control.read_soon();
        return std::make_unique<Member>(group, std::uint16_t(std::stoul(control.read_soon())), part, job);
    }
};

}  // namespace

int main() {
    Norm engine;
    return peers::run(engine);
}
