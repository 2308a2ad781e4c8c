// The measuring loops of drivers. They do what crates/hyla-bench/src/baseline/work.rs does, over another engine.
#pragma once

#include <sys/resource.h>
#include <time.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

#include "protocol.hpp"

namespace peers {

using Clock = std::chrono::steady_clock;
using Message = std::vector<std::uint8_t>;

// The clock that all processes of a host have in common.
inline std::uint64_t common_clock() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return std::uint64_t(now.tv_sec) * 1'000'000'000 + std::uint64_t(now.tv_nsec);
}

inline double seconds(Clock::duration time) { return std::chrono::duration<double>(time).count(); }

inline std::uint64_t nanoseconds(Clock::duration time) {
    const auto count = std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
    return count < 0 ? 0 : std::uint64_t(count);
}

// Weighs this process from its making on.
class Scales {
  public:
    // Processor time of each of so many messages, in microseconds.
    double us_each(std::uint64_t messages) const { return (used() - used_) * 1e6 / double(std::max<std::uint64_t>(messages, 1)); }

    void weigh(Figures& figures) const {
        figures.metrics["cpu_share"] = (used() - used_) / std::max(seconds(Clock::now() - from_), 1e-9);
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        figures.metrics["peak_memory_bytes"] = double(usage.ru_maxrss) * 1024;
    }

  private:
    static double used() {
        timespec now{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
    }

    Clock::time_point from_ = Clock::now();
    double used_ = used();
};

// The head of a message: its number, when it was to be sent (0 if it does not say), and whether it is measured: the number of
// the process that sends it, from 1, or 0.
struct Head {
    std::uint64_t number = 0;
    std::uint64_t sent = 0;
    std::uint64_t measured = 0;

    void write(Message& message) const { std::memcpy(message.data(), this, sizeof *this); }

    static Head read(const void* message) {
        Head head;
        std::memcpy(&head, message, sizeof head);
        return head;
    }
};
static_assert(sizeof(Head) == head_bytes);

// The number of a message that ends it all. Its second word is how many were measured.
constexpr std::uint64_t last_number = ~std::uint64_t(0);

// The use of received messages: a partner answers, or whoever receives takes and counts.
class Receiver {
  public:
    explicit Receiver(const Job& job, unsigned senders = 1)
        : bytes_(job.bytes), answers_(job.kind == Kind::round_trip), senders_(senders), next_(job.processes + 1) {}

    // Whether this message is to be sent back.
    bool take(const void* message) {
        const Head head = Head::read(message);
        if (head.number == last_number) {
            sent_ += head.sent;
            over_ = ++ended_ >= senders_;
            return false;
        }
        if (!head.measured) return answers_;
        last_ = Clock::now();
        if (!scales_) {
            scales_.emplace();
            first_ = last_;
        }
        if (head.sent != 0) {
            const std::uint64_t now = common_clock();
            times_.record(now > head.sent ? now - head.sent : 0);
        }
        if (answers_) return true;
        ++delivered_;
        std::uint64_t& next = next_.at(head.measured);
        reordered_ += head.number < next;
        next = std::max(next, head.number + 1);
        return false;
    }

    bool over() const { return over_; }

    // Whether messages are to be sent back.
    bool answers() const { return answers_; }

    Figures figures() const {
        Figures figures;
        if (scales_) scales_->weigh(figures);
        if (times_.total() > 0) figures.histograms["one_way"] = times_;
        if (answers_) return figures;
        const double time = seconds(last_ - first_);
        if (delivered_ > 1 && time > 0) {
            // From the first to the last there is one less than there are.
            const double rate = double(delivered_ - 1) / time;
            figures.metrics["delivered_per_s"] = rate;
            figures.metrics["delivered_bytes_per_s"] = rate * double(bytes_);
        }
        if (scales_) figures.metrics["receiver_cpu_us_per_message"] = scales_->us_each(delivered_);
        figures.metrics["delivered"] = double(delivered_);
        figures.metrics["lost"] = sent_ > delivered_ ? double(sent_ - delivered_) : 0;
        figures.metrics["reordered"] = double(reordered_);
        return figures;
    }

  private:
    std::size_t bytes_;
    bool answers_;
    bool over_ = false;
    std::uint64_t sent_ = 0;
    std::uint64_t delivered_ = 0;
    std::uint64_t reordered_ = 0;
    unsigned senders_;
    unsigned ended_ = 0;
    // By process that sends: the number that comes next.
    std::vector<std::uint64_t> next_;
    Clock::time_point first_{};
    Clock::time_point last_{};
    std::optional<Scales> scales_;
    Histogram times_;
};

// Messages between the first process and its partners.
class Wire {
  public:
    virtual ~Wire() = default;

    // Of the first process: to all partners. Of a partner: to the first process.
    virtual void send(const Message& message) = 0;

    // Of the first process: from any partner. False if nothing came in time.
    virtual bool receive(Message& message, Clock::duration in_time) = 0;

    // Whether messages may get lost.
    virtual bool may_lose() const { return false; }

    // Gives all that comes to `receiver` and sends back what that wants sent back, until it is over.
    virtual void serve(Receiver& receiver, std::size_t bytes) {
        Message message(bytes);
        while (!receiver.over()) {
            if (receive(message, std::chrono::milliseconds(100)) && receiver.take(message.data())) send(message);
        }
    }
};

// Waits for a planned time: asleep while it is far, awake for the end of it, since a sleep ends late.
inline void wait_until(Clock::time_point planned) {
    constexpr auto awake = std::chrono::microseconds(150);
    for (;;) {
        const auto left = planned - Clock::now();
        if (left <= Clock::duration::zero()) return;
        if (left > awake)
            std::this_thread::sleep_for(left - awake);
        else
            std::this_thread::yield();
    }
}

// Waits as `job` says until `take` has a message: yields for a while first, or sleeps in `sleep` at once. `sleep` is given the
// time that is left, and may come back early. False if nothing came in time.
template <typename Take, typename Sleep>
bool wait_for(bool yields, Clock::duration in_time, Take take, Sleep sleep) {
    // As long as Hyla's threads do by default.
    constexpr auto awake = std::chrono::microseconds(50);
    if (take()) return true;
    const auto begin = Clock::now();
    if (yields) {
        while (Clock::now() - begin < awake) {
            std::this_thread::yield();
            if (take()) return true;
        }
    }
    for (;;) {
        const auto left = begin + in_time - Clock::now();
        if (left <= Clock::duration::zero()) return false;
        sleep(left);
        if (take()) return true;
    }
}

// Sends to all partners and waits for all answers, over and over.
inline Figures round_trips(Wire& wire, const Job& job) {
    const std::uint64_t partners = job.processes - 1;
    Message message(job.bytes, 0x5a);
    Message answer(job.bytes);
    Histogram times;
    std::uint64_t lost = 0;
    auto begin = Clock::now();
    std::uint64_t begin_common = common_clock();
    Scales scales;
    for (std::uint64_t number = 0; number < job.warm_up + job.samples; ++number) {
        const bool measured = number >= job.warm_up;
        if (number == job.warm_up) {
            begin = Clock::now();
            begin_common = common_clock();
            scales = Scales();
        }
        auto start = Clock::now();
        std::uint64_t sent = common_clock();
        if (job.interval_us > 0) {
            // Counted from when it was planned: a stall counts against all that it held up.
            const std::uint64_t turn = measured ? number - job.warm_up : number;
            start = begin + std::chrono::microseconds(job.interval_us * turn);
            sent = begin_common + job.interval_us * 1000 * turn;
            wait_until(start);
        }
        Head{number, sent, measured}.write(message);
        wire.send(message);
        const auto until = Clock::now() + std::chrono::milliseconds(job.lost_after_ms);
        std::uint64_t missing = partners;
        while (missing > 0) {
            const auto left = until - Clock::now();
            if (left <= Clock::duration::zero() || !wire.receive(answer, left)) break;
            // Older ones were taken for lost.
            missing -= Head::read(answer.data()).number == number;
        }
        if (!measured) continue;
        if (missing == 0) times.record(nanoseconds(Clock::now() - start));
        lost += missing;
    }
    Figures figures;
    scales.weigh(figures);
    figures.metrics["round_trips"] = double(times.total());
    figures.metrics["lost"] = double(lost);
    figures.metrics["lost_share"] = job.samples > 0 ? double(lost) / double(job.samples * partners) : 0;
    figures.histograms["round_trip"] = times;
    return figures;
}

// Sends for the time that is planned, as the process of that number. The second is how many were measured.
inline std::pair<Figures, std::uint64_t> stream(Wire& wire, const Job& job, unsigned process = 1) {
    const auto warm_up = std::chrono::milliseconds(job.warm_up_ms);
    const Clock::duration end = warm_up + std::chrono::milliseconds(job.run_ms);
    Message message(job.bytes, 0x5a);
    const auto begin = Clock::now();
    const std::uint64_t begin_common = common_clock();
    std::optional<Scales> scales;
    std::uint64_t measured = 0;
    for (std::uint64_t number = 0;; ++number) {
        Clock::duration planned = Clock::now() - begin;
        if (job.rate_per_s > 0) {
            planned = std::chrono::nanoseconds(std::uint64_t(double(number) * 1e9 / job.rate_per_s));
            if (planned < end) wait_until(begin + planned);
        }
        // Messages planned within the time are sent, however late: else a stall would shorten the measurement.
        if (planned >= end) break;
        const bool counts = planned >= warm_up;
        if (counts && !scales) scales.emplace();
        const bool traced = job.trace_every > 0 && number % job.trace_every == 0;
        Head{number, traced ? begin_common + nanoseconds(planned) : 0, counts ? process : 0}.write(message);
        wire.send(message);
        measured += counts;
    }
    const double time = seconds(Clock::now() - begin - warm_up);
    Figures figures;
    if (scales) {
        scales->weigh(figures);
        figures.metrics["sender_cpu_us_per_message"] = scales->us_each(measured);
    }
    figures.metrics["sent"] = double(measured);
    figures.metrics["sent_per_s"] = double(measured) / std::max(time, 1e-9);
    return {figures, measured};
}

// A member of a federation of another engine that advances in time.
class Advancer {
  public:
    virtual ~Advancer() = default;

    // Asks for the next step and waits until it is granted.
    virtual void advance() = 0;
};

inline Figures advances(Advancer& advancer, const Job& job) {
    for (std::uint64_t turn = 0; turn < job.warm_up; ++turn) advancer.advance();
    Histogram times;
    const Scales scales;
    const auto begin = Clock::now();
    for (std::uint64_t turn = 0; turn < job.grants; ++turn) {
        const auto asked = Clock::now();
        advancer.advance();
        times.record(nanoseconds(Clock::now() - asked));
    }
    const double time = seconds(Clock::now() - begin);
    Figures figures;
    scales.weigh(figures);
    figures.metrics["grants"] = double(job.grants);
    if (time > 0) figures.metrics["grants_per_s"] = double(job.grants) / time;
    figures.histograms["grant"] = times;
    return figures;
}

}  // namespace peers
