// Cyclone DDS, reliable with its whole history kept: one topic from the first process to its partners, one back. Topics of
// their own for each run, on the loopback interface only. The engine's threads sleep at once; with `-yielding`, the
// application's thread yields before it waits.
#include <dds/dds.h>

#include "message.h"

#include "driver.hpp"

namespace {

dds_entity_t entity(dds_entity_t made, const char* what) {
    if (made < 0) throw std::runtime_error(std::string("Cyclone DDS, ") + what + ": " + dds_strretcode(-made));
    return made;
}

void succeed(dds_return_t code, const char* what) { entity(code, what); }

// Longest time that a writer is held up by readers that do not keep pace.
constexpr dds_duration_t timeout = DDS_SECS(30);

class Topics : public peers::Wire {
  public:
    Topics(pid_t run, bool first, bool yields) : yields_(yields) {
        // Ports come from the domain's number, and must stay below those that systems give out.
        const auto domain = dds_domainid_t(1 + run % 90);
        // In memory of the process: nothing is read from the environment, so that every run is alike.
        const std::string configuration =
            "<Domain id=\"any\"><General><Interfaces><NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces>"
            "<AllowMulticast>true</AllowMulticast><MaxMessageSize>65500B</MaxMessageSize></General>"
            "<Discovery><ParticipantIndex>none</ParticipantIndex></Discovery></Domain>";
        entity(dds_create_domain(domain, configuration.c_str()), "domain");
        const dds_entity_t participant = entity(dds_create_participant(domain, nullptr, nullptr), "participant");
        dds_qos_t* qos = dds_create_qos();
        dds_qset_reliability(qos, DDS_RELIABILITY_RELIABLE, timeout);
        dds_qset_history(qos, DDS_HISTORY_KEEP_ALL, 0);
        // The domain may be that of another run; the topics are not.
        const auto topic = [&](const char* name) {
            const std::string full = std::string(name) + "_" + std::to_string(run);
            return entity(dds_create_topic(participant, &Peer_Message_desc, full.c_str(), qos, nullptr), "topic");
        };
        const dds_entity_t there = topic("there");
        const dds_entity_t back = topic("back");
        writer_ = entity(dds_create_writer(participant, first ? there : back, qos, nullptr), "writer");
        reader_ = entity(dds_create_reader(participant, first ? back : there, qos, nullptr), "reader");
        dds_delete_qos(qos);
        succeed(dds_set_status_mask(reader_, DDS_DATA_AVAILABLE_STATUS | DDS_SUBSCRIPTION_MATCHED_STATUS), "status");
        waitset_ = entity(dds_create_waitset(participant), "waitset");
        const dds_entity_t ready = entity(dds_create_readcondition(reader_, DDS_ANY_STATE), "condition");
        succeed(dds_waitset_attach(waitset_, ready, 0), "waiting");
    }

    // Waits until the writer has so many readers and the reader so many writers.
    void match(unsigned count) const {
        const auto late = peers::Clock::now() + std::chrono::seconds(30);
        for (;;) {
            dds_publication_matched_status_t readers{};
            dds_subscription_matched_status_t writers{};
            succeed(dds_get_publication_matched_status(writer_, &readers), "readers");
            succeed(dds_get_subscription_matched_status(reader_, &writers), "writers");
            if (readers.current_count >= count && writers.current_count >= count) return;
            if (peers::Clock::now() > late)
                throw std::runtime_error("only " + std::to_string(readers.current_count) + " of " + std::to_string(count) +
                                         " processes were discovered over multicast on the loopback interface");
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
    }

    void send(const peers::Message& message) override {
        Peer_Message sample{};
        sample.bytes._length = sample.bytes._maximum = std::uint32_t(message.size());
        // It is only read.
        sample.bytes._buffer = const_cast<std::uint8_t*>(message.data());
        succeed(dds_write(writer_, &sample), "write");
    }

    bool receive(peers::Message& message, peers::Clock::duration in_time) override {
        return peers::wait_for(
            yields_, in_time, [&] { return take(message); },
            [&](peers::Clock::duration left) {
                succeed(dds_waitset_wait(waitset_, nullptr, 0, dds_duration_t(peers::nanoseconds(left))), "wait");
            });
    }

  private:
    // The next message that is there. Samples are taken as many at once as there are, up to a limit.
    bool take(peers::Message& message) {
        for (;;) {
            if (next_ == count_) {
                if (count_ > 0) succeed(dds_return_loan(reader_, samples_, count_), "loan");
                next_ = count_ = 0;
                // Nothing there: the engine lends its own samples.
                std::fill(std::begin(samples_), std::end(samples_), nullptr);
                count_ = dds_take(reader_, samples_, info_, most, most);
                succeed(count_, "take");
                if (count_ == 0) return false;
            }
            const dds_return_t at = next_++;
            if (!info_[at].valid_data) continue;
            const auto& bytes = static_cast<Peer_Message*>(samples_[at])->bytes;
            if (bytes._length != message.size()) throw std::runtime_error("a message of another length");
            std::memcpy(message.data(), bytes._buffer, message.size());
            return true;
        }
    }

    static constexpr std::uint32_t most = 64;
    bool yields_;
    dds_entity_t writer_;
    dds_entity_t reader_;
    dds_entity_t waitset_;
    // Taken samples, of which `next_` is to be handed over next.
    void* samples_[most] = {nullptr};
    dds_sample_info_t info_[most];
    dds_return_t count_ = 0;
    dds_return_t next_ = 0;
};

class CycloneDds : public peers::Engine {
  public:
    std::string name() const override { return std::string("Cyclone DDS ") + PEER_VERSION; }

    void check(const peers::Job& job) const override {
        if (job.kind == peers::Kind::time_advance) throw std::runtime_error("Cyclone DDS knows no time that could advance");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        const pid_t run = getpid();
        auto topics = std::make_unique<Topics>(run, true, job.yields);
        for (peers::Control& partner : partners) partner.write(std::to_string(run));
        topics->match(job.processes - 1);
        return topics;
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job& job, unsigned, peers::Control& control) override {
        auto topics = std::make_unique<Topics>(pid_t(std::stol(control.read_soon())), false, job.yields);
        topics->match(1);
        return topics;
    }
};

}  // namespace

int main() {
    CycloneDds engine;
    return peers::run(engine);
}
