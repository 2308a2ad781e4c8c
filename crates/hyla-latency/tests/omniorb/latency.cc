// A client of the Latency Server with omniORB: `latency REFERENCE TOKEN` calls every operation and says "done", or what went wrong.
#include <iostream>
#include <string>

#include "latency.hh"

namespace {

void check(bool is_true, const char* what) {
  if (!is_true) throw std::string(what);
}

HylaLatency::Connection connection(CORBA::ULong qos, CORBA::Double hardness) {
  HylaLatency::Connection what;
  what.from = CORBA::string_dup("omni");
  what.to = CORBA::string_dup("beta");
  what.bytes = 64;
  what.qos = qos;
  what.hardness = hardness;
  what.wanted = HylaLatency::ONE_WAY;
  return what;
}

void use(HylaLatency::Server_ptr server) {
  HylaLatency::State state;
  state.processor = 0.2;
  state.has_port = false;
  state.port = 0;
  state.port_bits_per_s = 0;
  state.valid_for_s = 60;
  for (const char* host : {"omni", "beta"}) {
    state.host = CORBA::string_dup(host);
    server->put_state(state);
  }
  CORBA::ULong profiled = server->connect(connection(2, 99));
  HylaLatency::Status_var status = server->request_status(profiled);
  check(status->state == HylaLatency::FRESH && status->has_estimate, "the profile gives no answer");
  check(status->source == HylaLatency::PROFILE && status->estimate_us > 0, "the answer is not of the profile");
  check(std::string(status->sender_load) == "0-33 %", "the state is not as it was put");
  check(status->covered < 0 && status->port_load < 0, "what is unknown has a value");

  CORBA::ULong live = server->connect(connection(5, 50));
  HylaLatency::Latencies latencies;
  latencies.length(400);
  for (CORBA::ULong i = 0; i < latencies.length(); i++) latencies[i] = 100.0 + i % 10;
  server->put_measurements(live, latencies);
  status = server->request_status(live);
  check(status->state == HylaLatency::FRESH && status->samples >= 200, "samples are not taken");
  check(status->estimate_us >= 100 && status->estimate_us <= 110, "the median is none of the samples");
  check(status->answered == HylaLatency::ONE_WAY, "the quantity is not as it was asked for");

  HylaLatency::Table_var table = server->request_table(profiled);
  check(table->length() == 2 && table[0].id == profiled && table[1].id == live, "the table lacks a connection");
  check(std::string(table[1].what.from) == "omni" && table[1].what.hardness == 50, "the table has another connection");
  server->disconnect(profiled);
  try {
    server->request_status(profiled);
    check(false, "a connection that was removed is answered");
  } catch (const HylaLatency::Refused& refused) {
    check(std::string(refused.reason).find("no connection") != std::string::npos, "the refusal gives another reason");
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    check(argc > 2, "expected REFERENCE TOKEN");
    CORBA::Object_var object = orb->string_to_object(argv[1]);
    HylaLatency::Server_var server = HylaLatency::Server::_narrow(object);
    check(!CORBA::is_nil(server), "the object is no Latency Server");
    HylaLatency::Server_var open = server->authenticate(argv[2]);
    use(open);
    std::cout << "done" << std::endl;
    orb->destroy();
    return 0;
  } catch (const std::string& what) {
    std::cout << "failed: " << what << std::endl;
  } catch (const HylaLatency::Refused& refused) {
    std::cout << "refused: " << refused.reason << std::endl;
  } catch (const CORBA::Exception& exception) {
    std::cout << "failed: " << exception._name() << std::endl;
  }
  return 1;
}
