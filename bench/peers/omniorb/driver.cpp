// omniORB over TCP. Round trips are calls of `echo`, of one partner after the other; streams are oneway calls.
#include <condition_variable>
#include <deque>
#include <mutex>

#include "echo.hh"

#include "driver.hpp"

namespace {

// CORBA's exceptions are no standard ones.
template <typename Call>
auto in_words(const char* what, Call call) -> decltype(call()) {
    try {
        return call();
    } catch (const CORBA::SystemException& error) {
        throw std::runtime_error(std::string("omniORB, ") + what + ": " + error._name() + " " +
                                 (error.NP_minorString() != nullptr ? error.NP_minorString() : ""));
    } catch (const CORBA::Exception& error) {
        throw std::runtime_error(std::string("omniORB, ") + what + ": " + error._name());
    }
}

CORBA::ORB_ptr make_orb() {
    int count = 1;
    char program[] = "bench";
    char* arguments[] = {program, nullptr};
    const char* options[][2] = {{"endPoint", "giop:tcp:127.0.0.1:0"},
                                // Otherwise oneway calls of one connection overtake each other.
                                {"maxServerThreadPerConnection", "1"},
                                // Messages of any size that the suite asks for.
                                {"giopMaxMsgSize", "268435456"},
                                {nullptr, nullptr}};
    return CORBA::ORB_init(count, arguments, "omniORB4", options);
}

// Bytes that the caller owns.
Peer::Bytes view(const peers::Message& message) {
    const auto length = CORBA::ULong(message.size());
    return Peer::Bytes(length, length, const_cast<CORBA::Octet*>(message.data()), false);
}

// The first process's side.
class Caller : public peers::Wire {
  public:
    Caller(const peers::Job& job, std::vector<Peer::Partner_var> partners)
        : echoes_(job.kind == peers::Kind::round_trip), partners_(std::move(partners)) {}

    void send(const peers::Message& message) override {
        const Peer::Bytes bytes = view(message);
        const bool last = peers::Head::read(message.data()).number == peers::last_number;
        in_words("call", [&] {
            for (Peer::Partner_var& partner : partners_) {
                if (echoes_ && !last)
                    answers_.emplace_back(partner->echo(bytes));
                else
                    partner->take(bytes);
            }
        });
    }

    bool receive(peers::Message& message, peers::Clock::duration) override {
        if (answers_.empty()) return false;
        const Peer::Bytes_var answer = std::move(answers_.front());
        answers_.pop_front();
        if (answer->length() != message.size()) throw std::runtime_error("an answer of another length");
        std::memcpy(message.data(), answer->get_buffer(), message.size());
        return true;
    }

  private:
    bool echoes_;
    std::vector<Peer::Partner_var> partners_;
    std::deque<Peer::Bytes_var> answers_;
};

// The partner's side. It is called on threads of omniORB.
class Servant : public POA_Peer::Partner {
  public:
    void serve(peers::Receiver& receiver) {
        std::unique_lock lock(mutex_);
        receiver_ = &receiver;
        changed_.notify_all();
        changed_.wait(lock, [&] { return receiver.over(); });
        receiver_ = nullptr;
    }

    Peer::Bytes* echo(const Peer::Bytes& message) override {
        hand_over(message);
        return new Peer::Bytes(message);
    }

    void take(const Peer::Bytes& message) override { hand_over(message); }

  private:
    void hand_over(const Peer::Bytes& message) {
        if (message.length() < peers::head_bytes) return;
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return receiver_ != nullptr; });
        receiver_->take(message.get_buffer());
        if (receiver_->over()) changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    peers::Receiver* receiver_ = nullptr;
};

class Called : public peers::Wire {
  public:
    explicit Called(PortableServer::Servant_var<Servant> servant) : servant_(std::move(servant)) {}

    void send(const peers::Message&) override { throw std::logic_error("a servant answers and does not send"); }
    bool receive(peers::Message&, peers::Clock::duration) override { throw std::logic_error("a servant is called"); }
    void serve(peers::Receiver& receiver, std::size_t) override { servant_->serve(receiver); }

  private:
    PortableServer::Servant_var<Servant> servant_;
};

class OmniOrb : public peers::Engine {
  public:
    std::string name() const override { return std::string("omniORB ") + omniORB_version; }

    void check(const peers::Job& job) const override {
        if (job.kind == peers::Kind::time_advance) throw std::runtime_error("omniORB knows no time that could advance");
        if (job.role == peers::Role::receiver) throw std::runtime_error("the first process calls its partners: no stream comes to it");
    }

    std::unique_ptr<peers::Wire> open_first(const peers::Job& job, std::vector<peers::Control>& controls) override {
        return in_words("connecting", [&] {
            orb_ = make_orb();
            std::vector<Peer::Partner_var> partners;
            for (peers::Control& control : controls) {
                const CORBA::Object_var object = orb_->string_to_object(control.read_soon().c_str());
                partners.emplace_back(Peer::Partner::_narrow(object));
                if (CORBA::is_nil(partners.back())) throw std::runtime_error("the object of a partner is of another kind");
            }
            return std::make_unique<Caller>(job, std::move(partners));
        });
    }

    std::unique_ptr<peers::Wire> open_partner(const peers::Job&, unsigned, peers::Control& control) override {
        return in_words("serving", [&] {
            orb_ = make_orb();
            const CORBA::Object_var found = orb_->resolve_initial_references("RootPOA");
            const PortableServer::POA_var poa = PortableServer::POA::_narrow(found);
            PortableServer::Servant_var<Servant> servant(new Servant);
            const PortableServer::ObjectId_var id = poa->activate_object(servant);
            const Peer::Partner_var object = servant->_this();
            const PortableServer::POAManager_var manager = poa->the_POAManager();
            manager->activate();
            const CORBA::String_var address = orb_->object_to_string(object);
            control.write(address.in());
            return std::make_unique<Called>(servant);
        });
    }

  private:
    CORBA::ORB_var orb_;
    static constexpr const char* omniORB_version = PEER_VERSION;
};

}  // namespace

int main() {
    OmniOrb engine;
    return peers::run(engine);
}
