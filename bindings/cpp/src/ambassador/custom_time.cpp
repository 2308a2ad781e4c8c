// Logical times that the federation brings itself.

#include "ambassador/custom_time.h"

#include <cstring>

#include <RTI/Exception.h>

#include "text/utf8.h"
#include "types/big_endian.h"

namespace HYLA_RTI
{
namespace
{
// Between the name of a time implementation and the standard's time that stands for it, where both are one text.
constexpr wchar_t SEPARATOR = L'\x1f';

// Why a time implementation is not one that the RTI can count with.
struct Unusable
{
   std::wstring words;
};

// The bits of a time or interval, which has to have 64 of them.
template <typename T>
std::uint64_t bits_of(const T &value)
{
   unsigned char bytes[BIG_ENDIAN_64_LENGTH] = {};
   const std::size_t length = value.encodedLength();
   if (length != sizeof(bytes))
   {
      throw Unusable{value.toString() + L" is encoded as " + std::to_wstring(length) + L" bytes, not as 8"};
   }
   if (value.encode(bytes, sizeof(bytes)) != sizeof(bytes))
   {
      throw Unusable{value.toString() + L" does not fill the 8 bytes of its encoding"};
   }
   return read_big_endian_64(bytes);
}

double as_double(std::uint64_t bits)
{
   double value;
   std::memcpy(&value, &bits, sizeof(value));
   return value;
}

// Whether times still look as if they were counted in one of the representations, and if not, why.
class Candidate
{
public:
   virtual ~Candidate() = default;

   void meet_zero(const wchar_t *what, std::uint64_t bits)
   {
      // Negative zero is none: it is encoded differently.
      expect(bits == 0, [&] { return std::wstring(what) + L" is encoded as " + show(bits) + L", not as 0"; });
   }

   void meet_order(const wchar_t *what, std::uint64_t lesser, std::uint64_t greater)
   {
      expect(less(lesser, greater), [&] {
         return std::wstring(what) + L": " + show(lesser) + L" is not less than " + show(greater);
      });
   }

   void meet_sum(const wchar_t *what, std::uint64_t time, std::uint64_t interval, std::uint64_t sum)
   {
      expect(adds_up(time, interval, sum), [&] {
         return std::wstring(what) + L": " + show(time) + L" and " + show(interval) + L" give " + show(sum);
      });
   }

   bool holds() const
   {
      return _objection.empty();
   }

   const std::wstring &objection() const
   {
      return _objection;
   }

protected:
   virtual bool less(std::uint64_t lesser, std::uint64_t greater) const = 0;
   virtual bool adds_up(std::uint64_t time, std::uint64_t interval, std::uint64_t sum) const = 0;
   virtual std::wstring show(std::uint64_t bits) const = 0;

private:
   // Only the first objection is kept: others follow from it.
   template <typename Words>
   void expect(bool met, Words words)
   {
      if (!met && _objection.empty())
      {
         _objection = words();
      }
   }

   std::wstring _objection;
};

class AsInteger final : public Candidate
{
   bool less(std::uint64_t lesser, std::uint64_t greater) const override
   {
      return static_cast<std::int64_t>(lesser) < static_cast<std::int64_t>(greater);
   }

   bool adds_up(std::uint64_t time, std::uint64_t interval, std::uint64_t sum) const override
   {
      return time + interval == sum && static_cast<std::int64_t>(sum) >= 0;
   }

   std::wstring show(std::uint64_t bits) const override
   {
      return std::to_wstring(static_cast<std::int64_t>(bits));
   }
};

class AsFloat final : public Candidate
{
   bool less(std::uint64_t lesser, std::uint64_t greater) const override
   {
      return as_double(lesser) < as_double(greater);
   }

   bool adds_up(std::uint64_t time, std::uint64_t interval, std::uint64_t sum) const override
   {
      return as_double(time) + as_double(interval) == as_double(sum);
   }

   std::wstring show(std::uint64_t bits) const override
   {
      return std::to_wstring(as_double(bits));
   }
};

// Tries an implementation out; both candidates see everything.
class Probe
{
public:
   explicit Probe(LogicalTimeFactory &factory) : _factory(factory)
   {}

   hyla_time_representation run()
   {
      const OwnedTime<LogicalTime> initial = _factory.makeInitial();
      const OwnedTime<LogicalTimeInterval> zero = _factory.makeZero();
      const OwnedTime<LogicalTimeInterval> epsilon = _factory.makeEpsilon();
      const OwnedTime<LogicalTime> final_time = _factory.makeFinal();
      const std::uint64_t first = bits_of(*initial);
      const std::uint64_t least = bits_of(*epsilon);
      each([&](Candidate &as) {
         as.meet_zero(L"the initial time", first);
         as.meet_zero(L"the zero interval", bits_of(*zero));
         as.meet_order(L"zero and epsilon", bits_of(*zero), least);
      });
      come_back(*initial);
      come_back(*final_time);

      const OwnedTime<LogicalTime> time = _factory.makeInitial();
      *time += *epsilon;
      const std::uint64_t second = bits_of(*time);
      come_back(*time);
      in_order(*initial, *time);
      *time += *epsilon;
      const std::uint64_t third = bits_of(*time);
      in_order(*initial, *time);
      in_order(*time, *final_time);
      each([&](Candidate &as) {
         as.meet_order(L"the initial time and epsilon", first, second);
         as.meet_sum(L"the initial time and epsilon", first, least, second);
         as.meet_order(L"the initial time and twice epsilon", second, third);
         as.meet_sum(L"the initial time and twice epsilon", second, least, third);
         as.meet_order(L"twice epsilon and the final time", third, bits_of(*final_time));
      });
      double_up(*initial);
      return verdict();
   }

private:
   template <typename Meet>
   void each(Meet meet)
   {
      meet(_integer);
      meet(_float);
   }

   // Larger and larger times: small ones look alike, since the bits of the least doubles count as integers do.
   void double_up(const LogicalTime &initial)
   {
      OwnedTime<LogicalTimeInterval> interval = _factory.makeEpsilon();
      for (int i = 0; i < 62; ++i)
      {
         const std::uint64_t before = bits_of(*interval);
         const OwnedTime<LogicalTimeInterval> same = _factory.makeEpsilon();
         *same = *interval;
         const OwnedTime<LogicalTime> time = _factory.makeInitial();
         try
         {
            *interval += *same;
            *time += *interval;
         }
         catch (const Exception &)
         {
            // The implementation ends here, which it may.
            return;
         }
         const std::uint64_t after = bits_of(*interval);
         each([&](Candidate &as) {
            as.meet_sum(L"an interval, doubled", before, before, after);
            as.meet_sum(L"the initial time and a longer interval", bits_of(initial), after, bits_of(*time));
         });
      }
   }

   // A decoded encoding equals the original.
   void come_back(const LogicalTime &time)
   {
      unsigned char bytes[BIG_ENDIAN_64_LENGTH];
      write_big_endian_64(bits_of(time), bytes);
      const OwnedTime<LogicalTime> decoded = _factory.decodeLogicalTime(bytes, sizeof(bytes));
      if (decoded.get() == nullptr || !(*decoded == time))
      {
         throw Unusable{time.toString() + L" is not what comes back when its encoding is decoded"};
      }
   }

   void in_order(const LogicalTime &lesser, const LogicalTime &greater)
   {
      if (!(lesser < greater))
      {
         throw Unusable{lesser.toString() + L" is not less than " + greater.toString()};
      }
   }

   hyla_time_representation verdict() const
   {
      if (_integer.holds())
      {
         return HYLA_INTEGER64;
      }
      if (_float.holds())
      {
         return HYLA_FLOAT64;
      }
      throw Unusable{
         L"its encoding counts neither as HLAinteger64Time (" + _integer.objection() + L") nor as HLAfloat64Time (" +
         _float.objection() + L")"};
   }

   LogicalTimeFactory &_factory;
   AsInteger _integer;
   AsFloat _float;
};

template <typename T>
std::optional<std::uint64_t> encoded(const T &value)
{
   try
   {
      return bits_of(value);
   }
   catch (const Unusable &)
   {
      return std::nullopt;
   }
   catch (const Exception &)
   {
      return std::nullopt;
   }
}

// By its class, or by the name that it gives itself.
template <typename T>
bool same_implementation(const T &one, const T &other)
{
   return typeid(one) == typeid(other) || one.implementationName() == other.implementationName();
}
}

const wchar_t *standard_time_name(hyla_time_representation representation)
{
   return representation == HYLA_INTEGER64 ? L"HLAinteger64Time" : L"HLAfloat64Time";
}

std::unique_ptr<const CustomTime> CustomTime::probe(
   std::unique_ptr<LogicalTimeFactory> factory,
   const std::wstring &name,
   std::wstring &words)
{
   const std::wstring beginning = L"the RTI cannot count with times of " + name + L": ";
   // From the factory comes code of the federation, which may throw anything.
   try
   {
      const hyla_time_representation representation = Probe(*factory).run();
      return std::make_unique<const CustomTime>(std::move(factory), name, representation);
   }
   catch (const Unusable &unusable)
   {
      words = beginning + unusable.words;
   }
   catch (const Exception &exception)
   {
      words = beginning + exception.what();
   }
   catch (const std::exception &exception)
   {
      words = beginning + from_utf8(exception.what());
   }
   catch (...)
   {
      words = beginning + L"it throws what is no exception of the API";
   }
   return nullptr;
}

CustomTime::CustomTime(
   std::unique_ptr<LogicalTimeFactory> factory,
   const std::wstring &name,
   hyla_time_representation representation)
   : _factory(std::move(factory)), _initial(_factory->makeInitial().release()), _zero(_factory->makeZero().release()),
     _name(name), _representation(representation)
{}

std::wstring CustomTime::name_and_representation() const
{
   return _name + SEPARATOR + standard_time_name(_representation);
}

bool CustomTime::owns(const LogicalTime &time) const
{
   return same_implementation(time, *_initial);
}

bool CustomTime::owns(const LogicalTimeInterval &interval) const
{
   return same_implementation(interval, *_zero);
}

std::optional<std::uint64_t> CustomTime::bits(const LogicalTime &time) const
{
   return owns(time) ? encoded(time) : std::nullopt;
}

std::optional<std::uint64_t> CustomTime::bits(const LogicalTimeInterval &interval) const
{
   return owns(interval) ? encoded(interval) : std::nullopt;
}

bool CustomTime::store(std::uint64_t bits, LogicalTime &time) const
{
   if (!owns(time))
   {
      return false;
   }
   unsigned char bytes[BIG_ENDIAN_64_LENGTH];
   write_big_endian_64(bits, bytes);
   time.decode(bytes, sizeof(bytes));
   return true;
}

bool CustomTime::store(std::uint64_t bits, LogicalTimeInterval &interval) const
{
   if (!owns(interval))
   {
      return false;
   }
   unsigned char bytes[BIG_ENDIAN_64_LENGTH];
   write_big_endian_64(bits, bytes);
   interval.decode(bytes, sizeof(bytes));
   return true;
}

std::unique_ptr<LogicalTime> CustomTime::decode(std::uint64_t bits) const
{
   unsigned char bytes[BIG_ENDIAN_64_LENGTH];
   write_big_endian_64(bits, bytes);
   return std::unique_ptr<LogicalTime>(_factory->decodeLogicalTime(bytes, sizeof(bytes)).release());
}
}
