// The processes of a driver: the first, which speaks with whoever started it, and its partners, which end with it.
#pragma once

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "measure.hpp"

namespace peers {

// Lines between the first process and one partner.
class Control {
  public:
    explicit Control(int descriptor) : descriptor_(descriptor) {}
    Control(Control&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)), text_(std::move(other.text_)) {}
    Control& operator=(Control&&) = delete;
    ~Control() { close(); }

    void close() {
        if (descriptor_ >= 0) ::close(descriptor_);
        descriptor_ = -1;
    }

    void write(const std::string& line) {
        const std::string text = line + "\n";
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t count = ::send(descriptor_, text.data() + at, text.size() - at, MSG_NOSIGNAL);
            if (count < 0) throw std::system_error(errno, std::generic_category(), "the other process has gone");
            at += std::size_t(count);
        }
    }

    // The next line; nothing if none came in time. Throws if the other process has gone.
    std::optional<std::string> read(std::chrono::milliseconds in_time) {
        for (;;) {
            const std::size_t end = text_.find('\n');
            if (end != std::string::npos) {
                std::string line = text_.substr(0, end);
                text_.erase(0, end + 1);
                return line;
            }
            pollfd poll{descriptor_, POLLIN, 0};
            if (::poll(&poll, 1, int(in_time.count())) <= 0) return std::nullopt;
            char bytes[65536];
            const ssize_t count = ::recv(descriptor_, bytes, sizeof bytes, 0);
            if (count <= 0) throw std::runtime_error("the other process has gone");
            text_.append(bytes, std::size_t(count));
        }
    }

    std::string read_soon() {
        auto line = read(std::chrono::seconds(30));
        if (!line) throw std::runtime_error("the other process says nothing for 30 s");
        return *line;
    }

  private:
    int descriptor_;
    std::string text_;
};

// An engine to be measured. Nothing of it may be touched before `open_*`, since processes are forked before.
class Engine {
  public:
    virtual ~Engine() = default;

    // Its name and version.
    virtual std::string name() const = 0;

    // Throws what it cannot do.
    virtual void check(const Job& job) const = 0;

    // The first process; it may exchange lines with the same call in each partner. Returns when all are connected.
    virtual std::unique_ptr<Wire> open_first(const Job&, std::vector<Control>&) { throw not_able(); }
    virtual std::unique_ptr<Wire> open_partner(const Job&, unsigned /*part*/, Control&) { throw not_able(); }

    // The same for advances.
    virtual std::unique_ptr<Advancer> join_first(const Job&, std::vector<Control>&) { throw not_able(); }
    virtual std::unique_ptr<Advancer> join_partner(const Job&, unsigned /*part*/, Control&) { throw not_able(); }

  protected:
    std::runtime_error not_able() const { return std::runtime_error(name() + " cannot do this work"); }
};

namespace detail {

// Partners that end after this was set have done what they had to.
inline std::atomic<bool> may_end{false};

inline void bind_to_cpu(const Job& job, unsigned part) {
    if (job.cpus.empty()) return;
    const unsigned cpu = job.cpus[part % job.cpus.size()];
    cpu_set_t set;
    CPU_ZERO(&set);
    if (cpu < CPU_SETSIZE) CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        throw std::runtime_error("cannot be bound to processor " + std::to_string(cpu) + ": " + std::strerror(errno));
}

[[noreturn]] inline void be_partner(Engine& engine, const Job& job, unsigned part, Control& control) {
    int code = 0;
    try {
        bind_to_cpu(job, part);
        Figures figures;
        if (job.kind == Kind::time_advance) {
            const auto advancer = engine.join_partner(job, part, control);
            control.write("ready");
            control.read_soon();
            figures = advances(*advancer, job);
            control.write(figures.json().dump());
            control.read(std::chrono::hours(1));
        } else if (job.kind == Kind::stream && job.role == Role::receiver) {
            const auto wire = engine.open_partner(job, part, control);
            control.write("ready");
            control.read_soon();
            const auto [sent, measured] = stream(*wire, job, part);
            Message last(job.bytes);
            Head{last_number, measured, 0}.write(last);
            wire->send(last);
            control.write(sent.json().dump());
            control.read(std::chrono::hours(1));
        } else {
            const auto wire = engine.open_partner(job, part, control);
            Receiver receiver(job);
            control.write("ready");
            wire->serve(receiver, job.bytes);
            control.write(receiver.figures().json().dump());
            // The first process ends the conversation; until then its last message may come again.
            control.read(std::chrono::hours(1));
        }
    } catch (const std::exception& error) {
        std::cerr << engine.name() << ", part " << part << ": " << error.what() << std::endl;
        code = 1;
    }
    // Without what the engine does at the end of a process: this one was forked.
    std::cout.flush();
    _exit(code);
}

inline Figures lead(Engine& engine, const Job& job, std::vector<Control>& partners) {
    bind_to_cpu(job, 0);
    std::vector<Json> all;
    const auto ready = [&] {
        for (Control& partner : partners) {
            const std::string word = partner.read_soon();
            if (word != "ready") throw std::runtime_error("a partner says " + word);
        }
        say({{"report", "joined"}, {"rti", engine.name()}, {"pid", getpid()}});
        say({{"report", "running"}});
    };
    if (job.kind == Kind::time_advance) {
        const auto advancer = engine.join_first(job, partners);
        ready();
        for (Control& partner : partners) partner.write("go");
        all.push_back(advances(*advancer, job).json());
        for (Control& partner : partners) all.push_back(Json::parse(partner.read_soon()));
        may_end = true;
        for (Control& partner : partners) partner.write("end");
        return together(all);
    }
    const auto wire = engine.open_first(job, partners);
    ready();
    if (job.kind == Kind::stream && job.role == Role::receiver) {
        for (Control& partner : partners) partner.write("go");
        Receiver receiver(job, unsigned(partners.size()));
        wire->serve(receiver, job.bytes);
        all.push_back(receiver.figures().json());
        for (Control& partner : partners) all.push_back(Json::parse(partner.read_soon()));
        may_end = true;
        for (Control& partner : partners) partner.write("end");
        return together(all);
    }
    std::uint64_t measured = 0;
    if (job.kind == Kind::round_trip) {
        all.push_back(round_trips(*wire, job).json());
    } else {
        auto [figures, count] = stream(*wire, job);
        all.push_back(figures.json());
        measured = count;
    }
    Message message(job.bytes);
    Head{last_number, measured, 0}.write(message);
    wire->send(message);
    const auto late = Clock::now() + std::chrono::seconds(30);
    for (Control& partner : partners) {
        for (;;) {
            const auto line = partner.read(std::chrono::milliseconds(20));
            if (line) {
                all.push_back(Json::parse(*line));
                break;
            }
            if (Clock::now() > late) throw std::runtime_error("a partner does not come to an end");
            if (wire->may_lose()) wire->send(message);
        }
    }
    may_end = true;
    for (Control& partner : partners) partner.write("end");
    return together(all);
}

}  // namespace detail

// The whole of a driver: reads a job from the standard input, does it, reports.
inline int run(Engine& engine) {
    // Closed after the reason of a failure was said: partners notice it, and would be taken for the reason.
    std::vector<Control> partners;
    try {
        const Job job = read_job(std::cin);
        engine.check(job);
        const pid_t first = getpid();
        std::vector<pid_t> children;
        for (unsigned part = 1; part < job.processes; ++part) {
            int ends[2];
            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
                throw std::system_error(errno, std::generic_category(), "no socket to a partner");
            const pid_t child = fork();
            if (child < 0) throw std::system_error(errno, std::generic_category(), "no process for a partner");
            if (child == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                if (getppid() != first) _exit(1);
                partners.clear();
                ::close(ends[0]);
                Control control(ends[1]);
                detail::be_partner(engine, job, part, control);
            }
            ::close(ends[1]);
            partners.emplace_back(ends[0]);
            children.push_back(child);
        }
        // A partner that dies would be waited for without end.
        std::thread guard([count = children.size()] {
            for (std::size_t ended = 0; ended < count; ++ended) {
                int status = 0;
                const pid_t child = wait(&status);
                if (detail::may_end) continue;
                const std::string how = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                            : "code " + std::to_string(WEXITSTATUS(status));
                say_failed("partner process " + std::to_string(child) + " ended early with " + how);
                _exit(1);
            }
        });
        guard.detach();
        const Figures figures = detail::lead(engine, job, partners);
        say(figures.json());
        // Partners end with this process, and their engines with them.
        std::cout.flush();
        _exit(0);
    } catch (const std::exception& error) {
        detail::may_end = true;
        say_failed(error.what());
        _exit(1);
    }
}

}  // namespace peers
