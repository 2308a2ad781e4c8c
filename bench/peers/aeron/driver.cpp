// Aeron over its shared memory (`aeron:ipc`): one stream from the first process to all partners, one back. Nothing is lost: a
// sender waits for room. The media driver is a process of its own; it is not in the way of a message.
//
// Aeron wakes nobody: a receiver yields for a while and then sleeps longer and longer, from 1 us to 1 ms, as the engine's own
// back-off does.
#include <aeronc.h>

#include <filesystem>

#include "driver.hpp"
#include "server.hpp"

namespace {

[[noreturn]] void fail(const char* what) { throw std::runtime_error(std::string("Aeron, ") + what + ": " + aeron_errmsg()); }

void succeed(int result, const char* what) {
    if (result < 0) fail(what);
}

// Fragments as large as the engine allows, and terms that hold messages of 2 MiB.
constexpr const char* channel = "aeron:ipc?term-length=16m|mtu=65504";
constexpr std::int32_t there = 1001;
constexpr std::int32_t back = 1002;

// The media driver and its folder.
class MediaDriver {
  public:
    explicit MediaDriver(const std::string& folder)
        : folder_(folder),
          server_({AERON_MEDIA_DRIVER},
                  {"AERON_DIR=" + folder, "AERON_THREADING_MODE=SHARED", "AERON_DIR_DELETE_ON_START=1", "AERON_PRINT_CONFIGURATION=0",
                   "AERON_CLIENT_LIVENESS_TIMEOUT=60s", "AERON_PUBLICATION_UNBLOCK_TIMEOUT=90s",
                   "AERON_IPC_TERM_BUFFER_LENGTH=16m"}) {}
    ~MediaDriver() {
        std::error_code gone;
        std::filesystem::remove_all(folder_, gone);
    }

  private:
    std::string folder_;
    peers::Server server_;
};

class Streams : public peers::Wire {
  public:
    Streams(const std::string& folder, std::int32_t to, std::int32_t from) {
        aeron_context_t* context = nullptr;
        succeed(aeron_context_init(&context), "context");
        succeed(aeron_context_set_dir(context, folder.c_str()), "folder");
        // The media driver has just been started.
        succeed(aeron_context_set_driver_timeout_ms(context, 30'000), "timeout");
        succeed(aeron_init(&aeron_, context), "client");
        succeed(aeron_start(aeron_), "start");
        aeron_async_add_subscription_t* subscribing = nullptr;
        succeed(aeron_async_add_subscription(&subscribing, aeron_, channel, from, nullptr, nullptr, nullptr, nullptr), "subscription");
        until([&] { return aeron_async_add_subscription_poll(&subscription_, subscribing) == 1; });
        aeron_async_add_exclusive_publication_t* publishing = nullptr;
        succeed(aeron_async_add_exclusive_publication(&publishing, aeron_, channel, to), "publication");
        until([&] { return aeron_async_add_exclusive_publication_poll(&publication_, publishing) == 1; });
        succeed(aeron_fragment_assembler_create(&assembler_, &Streams::take, this), "assembler");
    }

    // Waits until `count` others receive from it, and as many send to it.
    void match(int count) {
        until([&] { return aeron_subscription_image_count(subscription_) >= count && aeron_exclusive_publication_is_connected(publication_); });
    }

    void send(const peers::Message& message) override {
        for (unsigned tried = 0;; ++tried) {
            const std::int64_t at = aeron_exclusive_publication_offer(publication_, message.data(), message.size(), nullptr, nullptr);
            if (at >= 0) return;
            if (at != AERON_PUBLICATION_BACK_PRESSURED && at != AERON_PUBLICATION_ADMIN_ACTION) fail("send");
            std::this_thread::yield();
        }
    }

    bool receive(peers::Message& message, peers::Clock::duration in_time) override {
        message_ = &message;
        auto parked = std::chrono::microseconds(1);
        const bool came = peers::wait_for(
            true, in_time, [&] { return poll(); },
            [&](peers::Clock::duration left) {
                std::this_thread::sleep_for(std::min<peers::Clock::duration>(parked, left));
                parked = std::min(parked * 2, std::chrono::microseconds(1000));
            });
        message_ = nullptr;
        return came;
    }

    // Many messages at once, without a copy of each.
    void serve(peers::Receiver& receiver, std::size_t bytes) override {
        if (receiver.answers()) {
            Wire::serve(receiver, bytes);
            return;
        }
        receiver_ = &receiver;
        bytes_ = bytes;
        while (!receiver.over()) {
            auto parked = std::chrono::microseconds(1);
            peers::wait_for(
                true, std::chrono::milliseconds(100), [&] { return poll_many(); },
                [&](peers::Clock::duration left) {
                    std::this_thread::sleep_for(std::min<peers::Clock::duration>(parked, left));
                    parked = std::min(parked * 2, std::chrono::microseconds(1000));
                });
        }
        receiver_ = nullptr;
    }

  private:
    template <typename Done>
    static void until(Done done) {
        const auto late = peers::Clock::now() + std::chrono::seconds(30);
        while (!done()) {
            if (peers::Clock::now() > late) throw std::runtime_error("Aeron: the processes do not meet");
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }

    bool poll() {
        came_ = false;
        // One message, which may have several fragments.
        int count = 1;
        while (!came_ && count > 0) {
            count = aeron_subscription_poll(subscription_, aeron_fragment_assembler_handler, assembler_, 1);
            succeed(count, "poll");
        }
        return came_;
    }

    bool poll_many() {
        const int count = aeron_subscription_poll(subscription_, aeron_fragment_assembler_handler, assembler_, 256);
        succeed(count, "poll");
        return count > 0;
    }

    static void take(void* self, const std::uint8_t* buffer, std::size_t length, aeron_header_t*) {
        auto* streams = static_cast<Streams*>(self);
        if (streams->receiver_ != nullptr) {
            if (length == streams->bytes_) streams->receiver_->take(buffer);
            return;
        }
        if (streams->message_ == nullptr || streams->message_->size() != length) return;
        std::memcpy(streams->message_->data(), buffer, length);
        streams->came_ = true;
    }

    aeron_t* aeron_ = nullptr;
    aeron_subscription_t* subscription_ = nullptr;
    aeron_exclusive_publication_t* publication_ = nullptr;
    aeron_fragment_assembler_t* assembler_ = nullptr;
    peers::Message* message_ = nullptr;
    peers::Receiver* receiver_ = nullptr;
    std::size_t bytes_ = 0;
    bool came_ = false;
};

// Of the first process: takes the media driver down at its end.
class First : public Streams {
  public:
    First(std::unique_ptr<MediaDriver> driver, const std::string& folder) : Streams(folder, there, back), driver_(std::move(driver)) {}

  private:
    std::unique_ptr<MediaDriver> driver_;
};

class Aeron : public peers::Engine {
  public:
    std::string name() const override { return std::string("Aeron ") + aeron_version_text(); }

    void check(const peers::Job& job) const override {
        if (job.kind == peers::Kind::time_advance) throw std::runtime_error("Aeron knows no time that could advance");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        const std::string folder = "/dev/shm/hyla-peer-aeron-" + std::to_string(getpid());
        auto driver = std::make_unique<MediaDriver>(folder);
        auto streams = std::make_unique<First>(std::move(driver), folder);
        for (peers::Control& partner : partners) partner.write(folder);
        streams->match(int(job.processes) - 1);
        // A publication is connected as soon as one receives from it.
        for (peers::Control& partner : partners) partner.read_soon();
        return streams;
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job&, unsigned, peers::Control& control) override {
        auto streams = std::make_unique<Streams>(control.read_soon(), back, there);
        streams->match(1);
        control.write("matched");
        return streams;
    }

  private:
    static std::string aeron_version_text() {
        return std::to_string(aeron_version_major()) + "." + std::to_string(aeron_version_minor()) + "." +
               std::to_string(aeron_version_patch());
    }
};

}  // namespace

int main() {
    Aeron engine;
    return peers::run(engine);
}
