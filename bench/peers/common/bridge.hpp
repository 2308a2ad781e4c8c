// An engine with an interface in Rust: its crate exports these functions (`bridge/src/lib.rs`).
#pragma once

#include <thread>

#include "driver.hpp"
#include "port.hpp"

extern "C" {
struct PeerBridge;

const char* peer_name();
// Null if it fails, with the reason.
PeerBridge* peer_open(const char* place, bool is_first, std::size_t others, std::size_t bytes, char* reason, std::size_t room);
void peer_problem(const PeerBridge* bridge, char* reason, std::size_t room);
// These give 1 for yes, 0 for no, -1 for a problem.
int peer_is_matched(PeerBridge* bridge);
int peer_send(PeerBridge* bridge, const std::uint8_t* message, std::size_t bytes);
int peer_receive(PeerBridge* bridge, std::uint8_t* message, std::size_t bytes);
void peer_sleep(PeerBridge* bridge, std::uint64_t nanoseconds);
void peer_close(PeerBridge* bridge);
}

namespace peers {

class BridgedWire : public Wire {
  public:
    BridgedWire(const Job& job, const std::string& place, bool is_first, bool yields) : yields_(yields) {
        char reason[512] = "";
        bridge_ = peer_open(place.c_str(), is_first, is_first ? job.processes - 1 : 1, job.bytes, reason, sizeof reason);
        if (bridge_ == nullptr) throw std::runtime_error(std::string(peer_name()) + ": " + reason);
    }
    BridgedWire(const BridgedWire&) = delete;
    BridgedWire& operator=(const BridgedWire&) = delete;
    ~BridgedWire() override { peer_close(bridge_); }

    // Waits until all others are there.
    void match() {
        const auto late = Clock::now() + std::chrono::seconds(30);
        while (!yes(peer_is_matched(bridge_))) {
            if (Clock::now() > late) throw std::runtime_error("the processes do not meet");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    void send(const Message& message) override { yes(peer_send(bridge_, message.data(), message.size())); }

    bool receive(Message& message, Clock::duration in_time) override {
        return wait_for(
            yields_, in_time, [&] { return yes(peer_receive(bridge_, message.data(), message.size())); },
            [&](Clock::duration left) {
                const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
                peer_sleep(bridge_, std::uint64_t(std::max<std::int64_t>(nanoseconds, 0)));
            });
    }

  private:
    bool yes(int answer) {
        if (answer >= 0) return answer > 0;
        char reason[512] = "";
        peer_problem(bridge_, reason, sizeof reason);
        throw std::runtime_error(std::string(peer_name()) + ": " + reason);
    }

    PeerBridge* bridge_;
    bool yields_;
};

class BridgedEngine : public Engine {
  public:
    // Whether the application's thread always yields before it sleeps, or only where the job says so.
    explicit BridgedEngine(bool always_yields) : always_yields_(always_yields) {}

    std::string name() const override { return peer_name(); }

    void check(const Job& job) const override {
        if (job.kind == Kind::time_advance) throw std::runtime_error(name() + " knows no time that could advance");
    }

    std::unique_ptr<Wire> open_first(const Job& job, std::vector<Control>& partners) override {
        const std::string place = "hyla-peer-" + std::to_string(getpid()) + "-" + std::to_string(free_port());
        auto wire = std::make_unique<BridgedWire>(job, place, true, always_yields_ || job.yields);
        for (Control& partner : partners) partner.write(place);
        wire->match();
        for (Control& partner : partners) partner.read_soon();
        return wire;
    }

    std::unique_ptr<Wire> open_partner(const Job& job, unsigned, Control& control) override {
        auto wire = std::make_unique<BridgedWire>(job, control.read_soon(), false, always_yields_ || job.yields);
        wire->match();
        control.write("matched");
        return wire;
    }

  private:
    bool always_yields_;
};

}  // namespace peers
