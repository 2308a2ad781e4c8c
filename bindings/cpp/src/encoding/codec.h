// The encoding of each basic data representation.
//
// A codec has: `boundary`; `length(value)`, which refuses a value that has no encoding; `write(to, length, value)`, which
// fills as many octets as length said; `take(from, left, value)`, which returns the octets it took and leaves the value as
// it was when it refuses; `hash(value)`, which refuses nothing.

#ifndef HYLA_ENCODING_CODEC_H
#define HYLA_ENCODING_CODEC_H

#include "octets.h"

#include <cstring>
#include <string>
#include <type_traits>

namespace hyla HYLA_HIDDEN
{

enum class Endian
{
   big,
   little
};

/// The unsigned integer with the size of a number.
template <size_t octets>
struct Bits;
template <>
struct Bits<1>
{
   using Type = uint8_t;
};
template <>
struct Bits<2>
{
   using Type = uint16_t;
};
template <>
struct Bits<4>
{
   using Type = uint32_t;
};
template <>
struct Bits<8>
{
   using Type = uint64_t;
};

/// Integers and floating-point numbers: their bits, in one of the two orders.
template <class Value, Endian endian>
struct NumberCodec
{
   using Unsigned = typename Bits<sizeof(Value)>::Type;

   static constexpr unsigned int boundary = sizeof(Value);

   static size_t length(const Value &)
   {
      return sizeof(Value);
   }

   static void write(Octet * to, size_t, const Value & value)
   {
      // Copied and not converted: a signalling NaN keeps its bits.
      Unsigned bits;
      std::memcpy(&bits, &value, sizeof bits);
      if (endian == Endian::big) {
         writeBig(to, bits);
      } else {
         writeLittle(to, bits);
      }
   }

   static size_t take(const Octet * from, size_t left, Value & value)
   {
      need(sizeof(Value), left);
      const Unsigned bits = endian == Endian::big ? readBig<Unsigned>(from) : readLittle<Unsigned>(from);
      std::memcpy(&value, &bits, sizeof bits);
      return sizeof(Value);
   }

   static HYLA_RTI::Integer64 hash(const Value & value)
   {
      return hashOf(&value, sizeof value);
   }
};

template <class Value>
using Big = NumberCodec<Value, Endian::big>;
template <class Value>
using Little = NumberCodec<Value, Endian::little>;

/// HLAboolean: HLAinteger32BE with two values.
struct BooleanCodec
{
   static constexpr unsigned int boundary = 4;

   static size_t length(bool)
   {
      return 4;
   }

   static void write(Octet * to, size_t, bool value)
   {
      writeBig<uint32_t>(to, value ? 1 : 0);
   }

   static size_t take(const Octet * from, size_t left, bool & value);

   static HYLA_RTI::Integer64 hash(bool value)
   {
      const unsigned char octet = value ? 1 : 0;
      return hashOf(&octet, 1);
   }
};

/// HLAoctetPairBE and HLAoctetPairLE.
template <Endian endian>
struct PairCodec
{
   using Pair = HYLA_RTI::OctetPair;

   static constexpr unsigned int boundary = 2;

   static size_t length(const Pair &)
   {
      return 2;
   }

   static void write(Octet * to, size_t, const Pair & value)
   {
      to[0] = endian == Endian::big ? value.first : value.second;
      to[1] = endian == Endian::big ? value.second : value.first;
   }

   static size_t take(const Octet * from, size_t left, Pair & value)
   {
      need(2, left);
      value = endian == Endian::big ? Pair(from[0], from[1]) : Pair(from[1], from[0]);
      return 2;
   }

   static HYLA_RTI::Integer64 hash(const Pair & value)
   {
      const Octet octets[] = {value.first, value.second};
      return hashOf(octets, sizeof octets);
   }
};

using BigPair = PairCodec<Endian::big>;
using LittlePair = PairCodec<Endian::little>;

/// HLAunicodeChar: one code unit of UTF-16.
struct UnicodeCharCodec
{
   static constexpr unsigned int boundary = 2;

   static size_t length(wchar_t value);

   static void write(Octet * to, size_t, wchar_t value)
   {
      writeBig(to, static_cast<uint16_t>(value));
   }

   static size_t take(const Octet * from, size_t left, wchar_t & value)
   {
      need(2, left);
      value = static_cast<wchar_t>(readBig<uint16_t>(from));
      return 2;
   }

   static HYLA_RTI::Integer64 hash(wchar_t value)
   {
      return hashOf(&value, sizeof value);
   }
};

/// HLAASCIIstring: a count and one octet for each char, whatever its value.
struct AsciiStringCodec
{
   static constexpr unsigned int boundary = 4;

   static size_t length(const std::string & value)
   {
      return countLength + countOf(value.size());
   }

   static void write(Octet * to, size_t length, const std::string & value);
   static size_t take(const Octet * from, size_t left, std::string & value);

   static HYLA_RTI::Integer64 hash(const std::string & value)
   {
      return hashOf(value.data(), value.size());
   }
};

/// HLAunicodeString: a count of code units of UTF-16, and the units.
///
/// Surrogates that have no partner, in the value or on the wire, pass as they are: nothing is lost by passing them on.
struct UnicodeStringCodec
{
   static constexpr unsigned int boundary = 4;

   static size_t length(const std::wstring & value);
   static void write(Octet * to, size_t length, const std::wstring & value);
   static size_t take(const Octet * from, size_t left, std::wstring & value);

   static HYLA_RTI::Integer64 hash(const std::wstring & value)
   {
      return hashOf(value.data(), value.size() * sizeof(wchar_t));
   }
};

}

#endif
