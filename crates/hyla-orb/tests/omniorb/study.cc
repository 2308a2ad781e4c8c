// The interfaces of the study over omniORB: `server` prints a reference of each; `bench STRINGS ARGUMENTS COUNT` prints figures.

#include <algorithm>
#include <cmath>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "arguments.hh"
#include "strings.hh"

namespace {

class Strings : public POA_Study::Strings {
 public:
  void tell_nothing() override {}
  void tell(const char*) override {}
  void ask_nothing() override {}
  CORBA::ULong ask(const char* text) override { return std::strlen(text); }
  char* echo(const char* text) override { return CORBA::string_dup(text); }
};

template <class Sequence, class Var>
CORBA::ULong put(const Sequence& value, Sequence& both, Var& back) {
  both = value;
  back = new Sequence(value);
  return value.length();
}

class Arguments : public POA_Study::Arguments {
 public:
  CORBA::ULong put_octets(const Study::Octets& v, Study::Octets& b, Study::Octets_out o) override { return put(v, b, o); }
  CORBA::ULong put_shorts(const Study::Shorts& v, Study::Shorts& b, Study::Shorts_out o) override { return put(v, b, o); }
  CORBA::ULong put_longs(const Study::Longs& v, Study::Longs& b, Study::Longs_out o) override { return put(v, b, o); }
  CORBA::ULong put_floats(const Study::Floats& v, Study::Floats& b, Study::Floats_out o) override { return put(v, b, o); }
  CORBA::ULong put_doubles(const Study::Doubles& v, Study::Doubles& b, Study::Doubles_out o) override { return put(v, b, o); }
  Study::Track one(const Study::Track& v, Study::Track& b, Study::Track_out o) override {
    b = v;
    o = v;
    return v;
  }
  Study::Tracks* many(const Study::Tracks& v, Study::Tracks& b, Study::Tracks_out o) override {
    b = v;
    o = new Study::Tracks(v);
    return new Study::Tracks(v);
  }
  Study::Picture* all(const Study::Picture& v, Study::Picture& b, Study::Picture_out o) override {
    b = v;
    o = new Study::Picture(v);
    return new Study::Picture(v);
  }
  void tell(const Study::Tracks&) override {}
};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Differences between the calls of the first `times`.
std::vector<double> differences;

template <class Call>
void times(int count, Call call) {
  for (int i = 0; i < 200; ++i) call();
  std::vector<double> all;
  for (int i = 0; i < count; ++i) {
    double start = now();
    call();
    all.push_back((now() - start) * 1e6);
  }
  if (differences.empty()) {
    for (int i = 1; i < count; ++i) differences.push_back(std::abs(all[i] - all[i - 1]));
    std::sort(differences.begin(), differences.end());
  }
  std::sort(all.begin(), all.end());
  std::cout << all[count / 2] << " " << all[count * 99 / 100] << " " << all.back() << " ";
}

template <class Call>
void rate(int count, Study::Strings_ptr strings, Call call) {
  double start = now();
  for (int i = 0; i < count; ++i) call();
  strings->ask_nothing();
  std::cout << count / (now() - start) << " ";
}

void bench(Study::Strings_ptr strings, Study::Arguments_ptr arguments, int count) {
  const std::string text(54, 'x');
  times(count, [&] { strings->ask_nothing(); });
  times(count, [&] { strings->ask(""); });
  times(count, [&] { strings->ask(text.c_str()); });
  rate(count, strings, [&] { strings->tell_nothing(); });
  rate(count, strings, [&] { strings->tell(""); });
  rate(count, strings, [&] { strings->tell(text.c_str()); });

  Study::Longs longs, both;
  longs.length(2048);
  both.length(2048);
  times(count / 20, [&] {
    Study::Longs_var back;
    arguments->put_longs(longs, both, back);
  });
  Study::Track track = {1, 2, true, {1, 2, 3}, 4}, same = track;
  times(count, [&] {
    Study::Track back;
    arguments->one(track, same, back);
  });
  Study::Tracks tracks, sames;
  tracks.length(200);
  sames.length(200);
  for (CORBA::ULong i = 0; i < 200; ++i) tracks[i] = sames[i] = track;
  times(count / 20, [&] {
    Study::Tracks_var back, result = arguments->many(tracks, sames, back);
  });
  // 12.5 MB of structs in 125 calls.
  tracks.length(2604);
  for (CORBA::ULong i = 0; i < 2604; ++i) tracks[i] = track;
  double start = now();
  for (int i = 0; i < 125; ++i) arguments->tell(tracks);
  strings->ask_nothing();
  std::cout << 125 * 2604 * 48 / (now() - start) / 1e6 << " ";
  const size_t size = differences.size();
  std::cout << differences[size / 2] << " " << differences[size * 99 / 100] << " " << differences.back() << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "bench" && argc > 4) {
      CORBA::Object_var first = orb->string_to_object(argv[2]);
      CORBA::Object_var second = orb->string_to_object(argv[3]);
      Study::Strings_var strings = Study::Strings::_narrow(first);
      Study::Arguments_var arguments = Study::Arguments::_narrow(second);
      bench(strings, arguments, std::atoi(argv[4]));
      orb->destroy();
      return 0;
    }
    CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
    PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
    Strings* strings = new Strings;
    Arguments* arguments = new Arguments;
    PortableServer::ObjectId_var id = poa->activate_object(strings);
    PortableServer::ObjectId_var other = poa->activate_object(arguments);
    CORBA::Object_var first = strings->_this();
    CORBA::Object_var second = arguments->_this();
    CORBA::String_var one = orb->object_to_string(first);
    CORBA::String_var two = orb->object_to_string(second);
    PortableServer::POAManager_var manager = poa->the_POAManager();
    manager->activate();
    std::cout << one << " " << two << std::endl;
    std::string line;
    while (std::getline(std::cin, line)) {
    }
    orb->destroy();
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cout << "failed: " << exception._name() << std::endl;
  }
  return 1;
}
