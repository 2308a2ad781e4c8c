// ZeroMQ over TCP: a pair of sockets for each partner, which loses nothing and holds up a sender that is too fast. The threads
// that read and write the sockets are the engine's and sleep at once; with `-yielding`, the application's thread yields first.
#include <zmq.h>

#include "driver.hpp"

namespace {

[[noreturn]] void fail(const char* what) { throw std::runtime_error(std::string("ZeroMQ, ") + what + ": " + zmq_strerror(zmq_errno())); }

// A context lives as long as its process, which ends without closing it.
void* context() {
    static void* const made = zmq_ctx_new();
    return made;
}

void* pair() {
    void* const socket = zmq_socket(context(), ZMQ_PAIR);
    if (socket == nullptr) fail("socket");
    return socket;
}

class Pairs : public peers::Wire {
  public:
    Pairs(std::vector<void*> sockets, bool yields) : sockets_(std::move(sockets)), yields_(yields) {
        for (void* socket : sockets_) items_.push_back({socket, 0, ZMQ_POLLIN, 0});
    }

    void send(const peers::Message& message) override {
        for (void* socket : sockets_) {
            if (zmq_send(socket, message.data(), message.size(), 0) < 0) fail("send");
        }
    }

    bool receive(peers::Message& message, peers::Clock::duration in_time) override {
        // A blocking receive of a single socket takes less than a poll first.
        if (sockets_.size() == 1 && !yields_) {
            const int ms = int(std::chrono::ceil<std::chrono::milliseconds>(in_time).count());
            if (ms != in_time_) {
                zmq_setsockopt(sockets_[0], ZMQ_RCVTIMEO, &ms, sizeof ms);
                in_time_ = ms;
            }
            return take(sockets_[0], message, 0);
        }
        const auto from_any = [&] {
            for (std::size_t tried = 0; tried < sockets_.size(); ++tried) {
                if (take(sockets_[next_++ % sockets_.size()], message, ZMQ_DONTWAIT)) return true;
            }
            return false;
        };
        return peers::wait_for(yields_, in_time, from_any, [&](peers::Clock::duration left) {
            zmq_poll(items_.data(), int(items_.size()), std::chrono::ceil<std::chrono::milliseconds>(left).count());
        });
    }

  private:
    static bool take(void* socket, peers::Message& message, int flags) {
        const int count = zmq_recv(socket, message.data(), message.size(), flags);
        if (count >= 0) {
            if (std::size_t(count) != message.size()) throw std::runtime_error("a message of another length");
            return true;
        }
        if (zmq_errno() == EAGAIN || zmq_errno() == EINTR) return false;
        fail("receive");
    }

    std::vector<void*> sockets_;
    bool yields_;
    std::vector<zmq_pollitem_t> items_;
    std::size_t next_ = 0;
    int in_time_ = -1;
};

class ZeroMq : public peers::Engine {
  public:
    std::string name() const override {
        int major, minor, patch;
        zmq_version(&major, &minor, &patch);
        return "ZeroMQ " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
    }

    void check(const peers::Job& job) const override {
        if (job.kind == peers::Kind::time_advance) throw std::runtime_error("ZeroMQ knows no time that could advance");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        std::vector<void*> sockets;
        for (peers::Control& partner : partners) {
            void* const socket = pair();
            if (zmq_bind(socket, "tcp://127.0.0.1:*") != 0) fail("bind");
            char at[256];
            std::size_t length = sizeof at;
            if (zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, at, &length) != 0) fail("address");
            partner.write(at);
            sockets.push_back(socket);
        }
        return std::make_unique<Pairs>(std::move(sockets), job.yields);
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job& job, unsigned, peers::Control& control) override {
        void* const socket = pair();
        if (zmq_connect(socket, control.read_soon().c_str()) != 0) fail("connect");
        return std::make_unique<Pairs>(std::vector<void*>{socket}, job.yields);
    }
};

}  // namespace

int main() {
    ZeroMq engine;
    return peers::run(engine);
}
