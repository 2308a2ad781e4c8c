// The other side of the tests with omniORB: `peer server` offers the interface until its input ends, `peer client REFERENCE` calls
// every operation and says "done", or what went wrong. `peer random REFERENCE wide|plain ROUNDS` does so with random values. `peer bench REFERENCE COUNT` says how long calls take.
// `peer names REFERENCE` uses a naming service.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "probe.hh"

namespace {

class Object : public POA_Probe::Echo {
  std::string label_;

 public:
  Probe::Echo_var own;
  CORBA::Object_var elsewhere;

  CORBA::Long count() override { return 42; }
  char* label() override { return CORBA::string_dup(label_.c_str()); }
  void label(const char* value) override { label_ = value; }
  void null_call() override {}
  void fire(CORBA::Long n) override { std::cout << "fired " << n << std::endl; }
  Probe::Mixed basic(const Probe::Mixed& m) override { return m; }
  char* str(const char* s, char*& t, CORBA::String_out w) override {
    std::string before = t;
    CORBA::string_free(t);
    t = CORBA::string_dup(("was " + before).c_str());
    w = CORBA::string_dup((before + "!").c_str());
    return CORBA::string_dup(s);
  }
  char* bstr(const char* s) override { return CORBA::string_dup(s); }
  Probe::LongSeq* seq(const Probe::LongSeq& s) override { return new Probe::LongSeq(s); }
  Probe::DblSeq* dseq(const Probe::DblSeq& s) override { return new Probe::DblSeq(s); }
  Probe::Oct16* oseq(const Probe::Oct16& s) override { return new Probe::Oct16(s); }
  Probe::StrSeq* sseq(const Probe::StrSeq& s) override { return new Probe::StrSeq(s); }
  Probe::Arr3_slice* arr(const Probe::Arr3 a) override { return Probe::Arr3_dup(a); }
  Probe::Mat_slice* dmat(const Probe::Mat m) override { return Probe::Mat_dup(m); }
  Probe::Inner dinner(CORBA::Octet, const Probe::Inner& i) override { return i; }
  Probe::Colour dcolour(Probe::Colour c) override { return c; }
  Probe::U* un(const Probe::U& x) override { return new Probe::U(x); }
  Probe::UE une(const Probe::UE& x) override { return x; }
  CORBA::Any* an(const CORBA::Any& a) override { return new CORBA::Any(a); }
  Probe::Fix52 fx(const Probe::Fix52& f) override { return f; }
  CORBA::WChar wc(CORBA::WChar w) override { return w; }
  CORBA::WChar* ws(const CORBA::WChar* w) override { return CORBA::wstring_dup(w); }
  CORBA::Char ch(CORBA::Char c) override { return c; }
  Probe::Echo_ptr self() override { return Probe::Echo::_duplicate(own); }
  CORBA::Object_ptr obj(CORBA::Object_ptr o) override { return CORBA::Object::_duplicate(o); }
  void raise_oops(CORBA::Long n) override {
    if (n == 1) throw Probe::Empty();
    if (n != 0) throw Probe::Oops(n, "asked for");
  }
  void raise_empty() override { throw Probe::Empty(); }
  void sysex() override { throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_YES); }
  void forward() override { throw omniORB::LOCATION_FORWARD(CORBA::Object::_duplicate(elsewhere), 0); }
  void slow(CORBA::Long ms) override { omni_thread::sleep(0, ms * 1000000UL); }
  void swap(Probe::LongSeq& a, Probe::Track& t) override {
    CORBA::ULong n = a.length();
    for (CORBA::ULong i = 0; i < n / 2; ++i) std::swap(a[i], a[n - 1 - i]);
    t.id = 7, t.kind = 8, t.x = 1.5, t.y = 2.5, t.z = -1;
  }
  void tick() override {}
  void take_tracks(const Probe::TrackSeq&) override {}
  void take_longs(const Probe::LongSeq&) override {}
  Probe::TrackSeq* tracks(const Probe::TrackSeq& t) override { return new Probe::TrackSeq(t); }
};

void check(bool holds, const char* what) {
  if (!holds) throw std::string(what);
}

#define CHECK(condition) check((condition), #condition)

Probe::Track track(int number) {
  Probe::Track t;
  t.id = number, t.kind = 1, t.x = number, t.y = 0.5, t.z = -1;
  return t;
}

// An object that has moved is `moved`: its reference is another one then.
void call_all(Probe::Echo_ptr echo, bool wide, bool moved) {
  echo->null_call();
  CHECK(echo->count() == 42);
  echo->fire(5);
  echo->label("a label");
  CORBA::String_var text = echo->label();
  CHECK(!strcmp(text, "a label"));

  Probe::Mixed m = {true, 'A', 0xEE, -2, 0xBEEF, -3, 0xDEADBEEF, -4, 0x0102030405060708ULL, 1.5, -2.25};
  Probe::Mixed back = echo->basic(m);
  CHECK(back.b && back.c == 'A' && back.o == 0xEE && back.s == -2 && back.us == 0xBEEF && back.l == -3);
  CHECK(back.ul == 0xDEADBEEF && back.ll == -4 && back.ull == 0x0102030405060708ULL && back.f == 1.5 && back.d == -2.25);

  CORBA::String_var t = CORBA::string_dup("x");
  CORBA::String_var w;
  text = echo->str("hello", t.inout(), w.out());
  CHECK(!strcmp(text, "hello") && !strcmp(t, "was x") && !strcmp(w, "x!"));
  text = echo->bstr("12345678");
  CHECK(!strcmp(text, "12345678"));

  // Longer than its buffer, so that it comes in fragments.
  Probe::LongSeq longs;
  longs.length(20000);
  for (int i = 0; i < 20000; ++i) longs[i] = i;
  Probe::LongSeq_var longs_back = echo->seq(longs);
  CHECK(longs_back->length() == 20000 && longs_back[19999] == 19999);
  Probe::DblSeq doubles;
  doubles.length(1);
  doubles[0] = 1.5;
  Probe::DblSeq_var doubles_back = echo->dseq(doubles);
  CHECK(doubles_back->length() == 1 && doubles_back[0] == 1.5);
  doubles_back = echo->dseq(Probe::DblSeq());
  CHECK(doubles_back->length() == 0);
  Probe::Oct16 octets;
  octets.length(16);
  octets[15] = 9;
  Probe::Oct16_var octets_back = echo->oseq(octets);
  CHECK(octets_back->length() == 16 && octets_back[15] == 9);
  Probe::StrSeq texts;
  texts.length(2);
  texts[1] = CORBA::string_dup("two");
  Probe::StrSeq_var texts_back = echo->sseq(texts);
  CHECK(texts_back->length() == 2 && !strcmp(texts_back[1], "two"));
  Probe::Arr3 array = {1, 2, 3};
  Probe::Arr3_var array_back = echo->arr(array);
  CHECK(array_back[2] == 3);
  Probe::Mat matrix = {{1, 2, 3}, {4, 5, 6}};
  Probe::Mat_var matrix_back = echo->dmat(matrix);
  CHECK(matrix_back[1][0] == 4);
  Probe::Inner inner = {1, 2, 1.0, 2.0};
  Probe::Inner inner_back = echo->dinner(9, inner);
  CHECK(inner_back.o == 1 && inner_back.s == 2 && inner_back.f == 1.0 && inner_back.d == 2.0);
  CHECK(echo->dcolour(Probe::blue) == Probe::blue);

  Probe::U u;
  u.str("hi");
  Probe::U_var u_back = echo->un(u);
  CHECK(u_back->_d() == 2 && !strcmp(u_back->str(), "hi"));
  u.d(0.5);
  u._d(-7);
  u_back = echo->un(u);
  CHECK(u_back->_d() == -7 && u_back->d() == 0.5);
  Probe::UE ue;
  ue._default();
  CHECK(echo->une(ue)._d() == Probe::blue);

  CORBA::Any any;
  any <<= track(3);
  CORBA::Any_var any_back = echo->an(any);
  const Probe::Track* in_any;
  CHECK(any_back.in() >>= in_any);
  CHECK(in_any->id == 3 && in_any->x == 3);
  any <<= u;
  any_back = echo->an(any);
  const Probe::U* union_in_any;
  CHECK(any_back.in() >>= union_in_any);
  CHECK(union_in_any->_d() == -7 && union_in_any->d() == 0.5);
  any <<= longs;
  any_back = echo->an(any);
  const Probe::LongSeq* longs_in_any;
  CHECK(any_back.in() >>= longs_in_any);
  CHECK(longs_in_any->length() == 20000);
  any <<= "text";
  any_back = echo->an(any);
  const char* text_in_any;
  CHECK(any_back.in() >>= text_in_any);
  CHECK(!strcmp(text_in_any, "text"));

  CHECK(echo->fx(Probe::Fix52("-123.45")) == Probe::Fix52("-123.45"));
  CHECK(echo->ch('c') == 'c');
  Probe::Echo_var self = echo->self();
  CHECK(!CORBA::is_nil(self));
  CHECK(self->count() == 42);
  CORBA::Object_var object = echo->obj(CORBA::Object::_nil());
  CHECK(CORBA::is_nil(object));
  object = echo->obj(echo);
  CHECK(moved || object->_is_equivalent(echo));
  CHECK(echo->_is_a("IDL:Probe/Base:1.0") && !echo->_is_a("IDL:Probe/Other:1.0"));
  CHECK(!echo->_non_existent());

  echo->raise_oops(0);
  try {
    echo->raise_oops(5);
    check(false, "no Oops");
  } catch (const Probe::Oops& oops) {
    CHECK(oops.code == 5 && !strcmp(oops.why, "asked for"));
  }
  try {
    echo->raise_oops(1);
    check(false, "no Empty");
  } catch (const Probe::Empty&) {
  }
  try {
    echo->sysex();
    check(false, "no NO_PERMISSION");
  } catch (const CORBA::NO_PERMISSION& exception) {
    CHECK(exception.minor() == 7 && exception.completed() == CORBA::COMPLETED_YES);
  }
  Probe::LongSeq swapped;
  swapped.length(2);
  swapped[0] = 1, swapped[1] = 2;
  Probe::Track out;
  echo->swap(swapped, out);
  CHECK(swapped[0] == 2 && out.id == 7 && out.z == -1);
  Probe::TrackSeq tracks;
  tracks.length(100);
  for (int i = 0; i < 100; ++i) tracks[i] = track(i);
  Probe::TrackSeq_var tracks_back = echo->tracks(tracks);
  CHECK(tracks_back->length() == 100 && tracks_back[99].x == 99);
  if (wide) {
    CHECK(echo->wc(0xE9) == 0xE9);
    const CORBA::WChar sent[] = {'h', 0xE9, '!', 0};
    CORBA::WString_var wide_back = echo->ws(sent);
    CHECK(wide_back[1] == 0xE9 && wide_back[3] == 0);
  }
}

// Random values of every type, there and back, from a fixed seed.
class Values {
  std::mt19937_64 bits_{19};

 public:
  unsigned long long bits() { return bits_(); }
  unsigned below(unsigned limit) { return bits_() % limit; }
  double real() { return static_cast<double>(static_cast<long long>(bits_())) / 1024; }
  std::string text(unsigned most) {
    std::string all(below(most + 1), ' ');
    for (char& c : all) c = static_cast<char>(32 + below(95));
    return all;
  }
};

template <typename Seq, typename Make>
Seq many(Values& v, unsigned most, Make make) {
  Seq all;
  all.length(v.below(most + 1));
  for (CORBA::ULong i = 0; i < all.length(); ++i) all[i] = make();
  return all;
}

template <typename Seq>
bool same(const Seq& a, const Seq& b) {
  if (a.length() != b.length()) return false;
  for (CORBA::ULong i = 0; i < a.length(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

bool same_union(const Probe::U& a, const Probe::U& b) {
  if (a._d() != b._d()) return false;
  return a._d() == 1 ? a.s() == b.s() : a._d() == 2 ? !strcmp(a.str(), b.str()) : a.d() == b.d();
}

void echo_random(Probe::Echo_ptr echo, bool wide, int rounds) {
  Values v;
  for (int round = 0; round < rounds; ++round) {
    Probe::Mixed m;
    m.b = v.bits() & 1, m.c = static_cast<char>(32 + v.below(95)), m.o = v.bits(), m.s = v.bits(), m.us = v.bits();
    m.l = v.bits(), m.ul = v.bits(), m.ll = v.bits(), m.ull = v.bits(), m.f = static_cast<float>(v.real()), m.d = v.real();
    auto equal = [&m](const Probe::Mixed& o) {
      return m.b == o.b && m.c == o.c && m.o == o.o && m.s == o.s && m.us == o.us && m.l == o.l && m.ul == o.ul && m.ll == o.ll &&
             m.ull == o.ull && m.f == o.f && m.d == o.d;
    };
    CHECK(equal(echo->basic(m)));
    CORBA::Any any;
    any <<= m;
    CORBA::Any_var any_back = echo->an(any);
    const Probe::Mixed* in_any;
    CHECK((any_back.in() >>= in_any) && equal(*in_any));
    std::string text = v.text(300), other = v.text(20);
    CORBA::String_var t = CORBA::string_dup(other.c_str()), w;
    CORBA::String_var back = echo->str(text.c_str(), t.inout(), w.out());
    CHECK(text == back.in() && "was " + other == t.in() && other + "!" == w.in());
    text = v.text(8);
    back = echo->bstr(text.c_str());
    CHECK(text == back.in());
    auto longs = many<Probe::LongSeq>(v, 6000, [&v] { return static_cast<CORBA::Long>(v.bits()); });
    Probe::LongSeq_var longs_back = echo->seq(longs);
    CHECK(same(longs, longs_back.in()));
    auto doubles = many<Probe::DblSeq>(v, 600, [&v] { return v.real(); });
    Probe::DblSeq_var doubles_back = echo->dseq(doubles);
    CHECK(same(doubles, doubles_back.in()));
    auto octets = many<Probe::Oct16>(v, 16, [&v] { return static_cast<CORBA::Octet>(v.bits()); });
    Probe::Oct16_var octets_back = echo->oseq(octets);
    CHECK(same(octets, octets_back.in()));
    auto texts = many<Probe::StrSeq>(v, 9, [&v] { return CORBA::string_dup(v.text(20).c_str()); });
    Probe::StrSeq_var texts_back = echo->sseq(texts);
    CHECK(texts_back->length() == texts.length());
    for (CORBA::ULong i = 0; i < texts.length(); ++i) CHECK(!strcmp(texts[i], texts_back[i]));
    Probe::Arr3 array;
    for (CORBA::Long& n : array) n = v.bits();
    Probe::Arr3_var array_back = echo->arr(array);
    Probe::Mat matrix;
    for (auto& row : matrix)
      for (CORBA::Short& n : row) n = v.bits();
    Probe::Mat_var matrix_back = echo->dmat(matrix);
    for (int i = 0; i < 3; ++i) CHECK(array_back[i] == array[i] && matrix_back[0][i] == matrix[0][i] && matrix_back[1][i] == matrix[1][i]);
    Probe::Inner inner = {static_cast<CORBA::Octet>(v.bits()), static_cast<CORBA::Short>(v.bits()), static_cast<float>(v.real()), v.real()};
    Probe::Inner inner_back = echo->dinner(v.bits(), inner);
    CHECK(inner_back.o == inner.o && inner_back.s == inner.s && inner_back.f == inner.f && inner_back.d == inner.d);
    Probe::Colour colour = static_cast<Probe::Colour>(v.below(3));
    CHECK(echo->dcolour(colour) == colour);
    Probe::U u;
    switch (v.below(3)) {
      case 0: u.s(v.bits()); break;
      case 1: u.str(v.text(30).c_str()); break;
      default: u.d(v.real()), u._d(static_cast<CORBA::Long>(v.bits()) | 8);
    }
    Probe::U_var u_back = echo->un(u);
    CHECK(same_union(u, u_back));
    any <<= u;
    any_back = echo->an(any);
    const Probe::U* union_in_any;
    CHECK((any_back.in() >>= union_in_any) && same_union(u, *union_in_any));
    Probe::UE ue;
    switch (v.below(3)) {
      case 0: ue.l(v.bits()); break;
      case 1: ue.o(v.bits()); break;
      default: ue._default();
    }
    Probe::UE ue_back = echo->une(ue);
    CHECK(ue_back._d() == ue._d());
    if (ue._d() == Probe::red) CHECK(ue_back.l() == ue.l());
    if (ue._d() == Probe::green) CHECK(ue_back.o() == ue.o());
    std::string digits = std::to_string(v.below(1000)) + "." + std::to_string(10 + v.below(90));
    Probe::Fix52 fixed((v.bits() & 1 ? digits : "-" + digits).c_str());
    CHECK(echo->fx(fixed) == fixed);
    char c = static_cast<char>(32 + v.below(95));
    CHECK(echo->ch(c) == c);
    CORBA::Object_var object = echo->obj(echo);
    CHECK(object->_is_equivalent(echo));
    Probe::LongSeq swapped = many<Probe::LongSeq>(v, 50, [&v] { return static_cast<CORBA::Long>(v.bits()); });
    Probe::LongSeq before = swapped;
    Probe::Track out;
    echo->swap(swapped, out);
    CHECK(swapped.length() == before.length() && out.id == 7);
    for (CORBA::ULong i = 0; i < before.length(); ++i) CHECK(swapped[i] == before[before.length() - 1 - i]);
    auto tracks = many<Probe::TrackSeq>(v, 1000, [&v] { return track(v.below(30000)); });
    Probe::TrackSeq_var tracks_back = echo->tracks(tracks);
    CHECK(tracks_back->length() == tracks.length());
    for (CORBA::ULong i = 0; i < tracks.length(); ++i) CHECK(tracks[i].id == tracks_back[i].id && tracks[i].x == tracks_back[i].x);
    if (wide) {
      CORBA::WChar one = 1 + v.below(0xD7FF);
      CHECK(echo->wc(one) == one);
      std::vector<CORBA::WChar> all(v.below(40));
      for (CORBA::WChar& each : all) each = 1 + v.below(0xD7FF);
      all.push_back(0);
      CORBA::WString_var wide_back = echo->ws(all.data());
      for (size_t i = 0; i < all.size(); ++i) CHECK(wide_back[i] == all[i]);
    }
  }
}

CosNaming::Name name(std::initializer_list<const char*> ids) {
  CosNaming::Name all;
  all.length(ids.size());
  CORBA::ULong at = 0;
  for (const char* id : ids) all[at++].id = CORBA::string_dup(id);
  return all;
}

void use_names(CosNaming::NamingContextExt_ptr root) {
  CosNaming::NamingContext_var below = root->bind_new_context(name({"omni"}));
  below->bind(name({"self"}), root);
  try {
    root->bind(name({"omni", "self"}), root);
    check(false, "no AlreadyBound");
  } catch (const CosNaming::NamingContext::AlreadyBound&) {
  }
  root->rebind(name({"omni", "self"}), root);
  CORBA::Object_var found = root->resolve_str("omni/self");
  CHECK(found->_is_equivalent(root));
  try {
    root->resolve(name({"omni", "none", "more"}));
    check(false, "no NotFound");
  } catch (const CosNaming::NamingContext::NotFound& error) {
    CHECK(error.why == CosNaming::NamingContext::missing_node && error.rest_of_name.length() == 2);
  }
  CosNaming::BindingList_var list;
  CosNaming::BindingIterator_var rest;
  root->bind(name({"second"}), root);
  root->list(1, list, rest);
  CHECK(list->length() == 1 && !CORBA::is_nil(rest));
  CosNaming::Binding_var last;
  CHECK(rest->next_one(last) && !rest->next_one(last));
  rest->destroy();
  CORBA::String_var text = root->to_string(name({"a/b", "c"}));
  CHECK(!strcmp(text, "a\\/b/c"));
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Median and 99th percentile of a null call in ns, oneway calls a second, octets a second of structs and of numbers.
void bench(Probe::Echo_ptr echo, int count) {
  for (int i = 0; i < 500; ++i) echo->null_call();
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    auto start = std::chrono::steady_clock::now();
    echo->null_call();
    times.push_back(seconds_since(start) * 1e9);
  }
  std::sort(times.begin(), times.end());
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < count; ++i) echo->tick();
  echo->null_call();
  double oneways = count / seconds_since(start);
  Probe::TrackSeq tracks;
  tracks.length(6250);
  for (int i = 0; i < 6250; ++i) tracks[i] = track(i);
  start = std::chrono::steady_clock::now();
  for (int i = 0; i < 125; ++i) echo->take_tracks(tracks);
  double structs = 125 * 100000 / seconds_since(start);
  Probe::LongSeq longs;
  longs.length(25000);
  start = std::chrono::steady_clock::now();
  for (int i = 0; i < 125; ++i) echo->take_longs(longs);
  double numbers = 125 * 100000 / seconds_since(start);
  std::cout << times[times.size() / 2] << " " << times[times.size() * 99 / 100] << " " << oneways << " " << structs << " "
            << numbers << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
    std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "client" && argc > 2) {
      CORBA::Object_var object = orb->string_to_object(argv[2]);
      Probe::Echo_var echo = Probe::Echo::_narrow(object);
      check(!CORBA::is_nil(echo), "the object is no Echo");
      std::string how = argc > 3 ? argv[3] : "";
      call_all(echo, how == "wide" || how == "moved-wide", how == "moved" || how == "moved-wide");
      std::cout << "done" << std::endl;
      orb->destroy();
      return 0;
    }
    if (mode == "random" && argc > 4) {
      CORBA::Object_var object = orb->string_to_object(argv[2]);
      Probe::Echo_var echo = Probe::Echo::_narrow(object);
      check(!CORBA::is_nil(echo), "the object is no Echo");
      echo_random(echo, !strcmp(argv[3], "wide"), atoi(argv[4]));
      std::cout << "done" << std::endl;
      orb->destroy();
      return 0;
    }
    if (mode == "names" && argc > 2) {
      CORBA::Object_var object = orb->string_to_object(argv[2]);
      CosNaming::NamingContextExt_var root = CosNaming::NamingContextExt::_narrow(object);
      check(!CORBA::is_nil(root), "the object is no NamingContextExt");
      use_names(root);
      std::cout << "done" << std::endl;
      orb->destroy();
      return 0;
    }
    if (mode == "bench" && argc > 3) {
      CORBA::Object_var object = orb->string_to_object(argv[2]);
      Probe::Echo_var echo = Probe::Echo::_narrow(object);
      bench(echo, atoi(argv[3]));
      orb->destroy();
      return 0;
    }
    if (mode == "server") {
      CORBA::Object_var root = orb->resolve_initial_references("RootPOA");
      PortableServer::POA_var poa = PortableServer::POA::_narrow(root);
      Object* servant = new Object;
      PortableServer::ObjectId_var id = poa->activate_object(servant);
      servant->own = servant->_this();
      if (argc > 2) servant->elsewhere = orb->string_to_object(argv[2]);
      CORBA::String_var reference = orb->object_to_string(servant->own);
      PortableServer::POAManager_var manager = poa->the_POAManager();
      manager->activate();
      std::cout << reference << std::endl;
      std::string line;
      while (std::getline(std::cin, line)) {
      }
      orb->destroy();
      return 0;
    }
  } catch (const std::string& what) {
    std::cout << "failed: " << what << std::endl;
  } catch (const CORBA::SystemException& exception) {
    std::cout << "failed: " << exception._name() << " minor " << std::hex << exception.minor() << std::endl;
  } catch (const CORBA::Exception& exception) {
    std::cout << "failed: " << exception._name() << std::endl;
  }
  return 1;
}
