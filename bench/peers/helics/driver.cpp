// HELICS: federates that ask for one step after the other. In HELICS time only depends on senders to a federate, so each
// publishes a value and subscribes to those of all others; then nobody gets ahead, as in HLA where all regulate and are
// constrained. The broker runs in the first process.
#include <arpa/inet.h>
#include <netinet/in.h>

#include <helics/helics.h>

#include "driver.hpp"
#include "port.hpp"

namespace {

class Errors {
  public:
    Errors() : error_(helicsErrorInitialize()) {}
    operator HelicsError*() { return &error_; }

    void check(const char* what) const {
        if (error_.error_code != 0) throw std::runtime_error(std::string("HELICS, ") + what + ": " + error_.message);
    }

  private:
    HelicsError error_;
};

class Member : public peers::Advancer {
  public:
    Member(const peers::Job& job, unsigned part, int port) : step_(job.step) {
        Errors errors;
        HelicsFederateInfo info = helicsCreateFederateInfo();
        helicsFederateInfoSetCoreTypeFromString(info, "zmq", errors);
        const std::string core = "--federates=1 --broker=tcp://127.0.0.1 --brokerport=" + std::to_string(port);
        helicsFederateInfoSetCoreInitString(info, core.c_str(), errors);
        helicsFederateInfoSetTimeProperty(info, HELICS_PROPERTY_TIME_PERIOD, step_, errors);
        helicsFederateInfoSetFlagOption(info, HELICS_FLAG_UNINTERRUPTIBLE, HELICS_TRUE, errors);
        federate_ = helicsCreateValueFederate(federate_name(part).c_str(), info, errors);
        errors.check("joining");
        helicsFederateRegisterGlobalPublication(federate_, value_name(part).c_str(), HELICS_DATA_TYPE_DOUBLE, "", errors);
        for (unsigned other = 0; other < job.processes; ++other) {
            if (other != part) helicsFederateRegisterSubscription(federate_, value_name(other).c_str(), "", errors);
        }
        errors.check("declaring");
    }

    // Returns when all have come that far.
    void start() {
        Errors errors;
        helicsFederateEnterExecutingMode(federate_, errors);
        errors.check("starting");
    }

    void advance() override {
        Errors errors;
        wanted_ += step_;
        const HelicsTime granted = helicsFederateRequestTime(federate_, wanted_, errors);
        errors.check("advancing");
        if (granted < wanted_ - step_ / 2)
            throw std::runtime_error("HELICS granted " + std::to_string(granted) + " when " + std::to_string(wanted_) + " was asked for");
    }

  private:
    static std::string federate_name(unsigned part) { return "bench-" + std::to_string(part); }
    static std::string value_name(unsigned part) { return "value-" + std::to_string(part); }

    double step_;
    double wanted_ = 0;
    HelicsFederate federate_;
};

class Helics : public peers::Engine {
  public:
    std::string name() const override { return std::string("HELICS ") + helicsGetVersion(); }

    void check(const peers::Job& job) const override {
        if (job.kind != peers::Kind::time_advance) throw std::runtime_error("HELICS is measured in time-advance only");
    }

    std::unique_ptr<peers::Advancer> join_first(const peers::Job& job, std::vector<peers::Control>& partners) override {
        Errors errors;
        const int port = peers::free_port();
        const std::string init = "-f " + std::to_string(job.processes) + " --localport=" + std::to_string(port);
        broker_ = helicsCreateBroker("zmq", "bench-broker", init.c_str(), errors);
        errors.check("broker");
        if (helicsBrokerIsConnected(broker_) == HELICS_FALSE) throw std::runtime_error("the broker of HELICS does not run");
        for (peers::Control& partner : partners) partner.write(std::to_string(port));
        auto member = std::make_unique<Member>(job, 0, port);
        member->start();
        return member;
    }

    std::unique_ptr<peers::Advancer> join_partner(const peers::Job& job, unsigned part, peers::Control& control) override {
        auto member = std::make_unique<Member>(job, part, std::stoi(control.read_soon()));
        member->start();
        return member;
    }

  private:
    HelicsBroker broker_{};
};

}  // namespace

int main() {
    Helics engine;
    return peers::run(engine);
}
