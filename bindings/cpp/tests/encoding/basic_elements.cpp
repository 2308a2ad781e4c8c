// Helpers for numbers, octets and HLAboolean.

#include "support.h"

#include <cstring>
#include <limits>

using namespace encoding_tests;

namespace
{

/// Properties of the helper Class of values of the type Value: two values with their encodings.
template <class Class, class Value>
void holds(Value one, const char * hexOfOne, Value two, const char * hexOfTwo, unsigned int boundary)
{
   const Class first(one);
   EXPECT_EQ(first.getOctetBoundary(), boundary);
   EXPECT_EQ(first.get(), one);
   EXPECT_EQ(static_cast<Value>(first), one);
   Class other(two);
   expectEncoding(first, hexOfOne, other);
   EXPECT_EQ(other.get(), one);
   expectEncoding(Class(two), hexOfTwo, other);
   EXPECT_EQ(other.get(), two);
   expectClone(first);
   EXPECT_NE(first.hash(), Class(two).hash());
   EXPECT_EQ(Class().get(), Value());

   // A refused decoding leaves the value.
   EXPECT_THROW(other.decode(VariableLengthData()), EncoderException);
   EXPECT_EQ(other.get(), two);

   // Memory of the federate.
   Value memory = one;
   Class outside(&memory);
   EXPECT_EQ(digits(encoded(outside)), digits(bytes(hexOfOne)));
   memory = two;
   EXPECT_EQ(outside.get(), two);
   EXPECT_EQ(digits(encoded(outside)), digits(bytes(hexOfTwo)));
   outside.decode(block(bytes(hexOfOne)));
   EXPECT_EQ(memory, one);
   outside.set(two);
   EXPECT_EQ(memory, two);
   outside = one;
   EXPECT_EQ(memory, one);
   outside = Class(two);
   EXPECT_EQ(memory, two);
   outside.decodeFrom(bytes(hexOfOne), 0);
   EXPECT_EQ(memory, one);

   // Copies and clones have memory of their own.
   Class copy(outside);
   const std::unique_ptr<DataElement> clone = cloneOf(outside);
   memory = two;
   EXPECT_EQ(copy.get(), one);
   EXPECT_EQ(digits(encoded(*clone)), digits(bytes(hexOfOne)));
   copy.set(one);
   clone->decode(block(bytes(hexOfOne)));
   EXPECT_EQ(memory, two);

   // Other memory from now on; the old memory stays as it is.
   Value more = one;
   outside.setDataPointer(&more);
   outside.set(two);
   EXPECT_EQ(more, two);
   EXPECT_THROW(outside.setDataPointer(nullptr), EncoderException);
   outside.set(one);
   EXPECT_EQ(more, one);
   EXPECT_EQ(memory, two);
   Class inside(static_cast<Value *>(nullptr));
   EXPECT_EQ(inside.get(), Value());
   inside.set(two);
   EXPECT_EQ(inside.get(), two);

   // Assigned from memory of the federate, an element keeps its own.
   Class assigned;
   assigned = outside;
   more = two;
   EXPECT_EQ(assigned.get(), one);
}

}

TEST(BasicElements, IntegersBigEndian)
{
   holds<HLAinteger16BE, Integer16>(-2, "FF FE", 0x0102, "01 02", 2);
   holds<HLAinteger32BE, Integer32>(1000, "00 00 03 E8", std::numeric_limits<Integer32>::min(), "80 00 00 00", 4);
   holds<HLAinteger64BE, Integer64>(-1, "FF FF FF FF FF FF FF FF", 258, "00 00 00 00 00 00 01 02", 8);
}

TEST(BasicElements, IntegersLittleEndian)
{
   holds<HLAinteger16LE, Integer16>(-2, "FE FF", 0x0102, "02 01", 2);
   holds<HLAinteger32LE, Integer32>(1000, "E8 03 00 00", -1, "FF FF FF FF", 4);
   holds<HLAinteger64LE, Integer64>(258, "02 01 00 00 00 00 00 00", std::numeric_limits<Integer64>::min(),
                                    "00 00 00 00 00 00 00 80", 8);
}

TEST(BasicElements, Floats)
{
   holds<HLAfloat32BE, float>(1.5f, "3F C0 00 00", -0.1f, "BD CC CC CD", 4);
   holds<HLAfloat32LE, float>(1.5f, "00 00 C0 3F", -0.1f, "CD CC CC BD", 4);
   holds<HLAfloat64BE, double>(-0.1, "BF B9 99 99 99 99 99 9A", 2.0, "40 00 00 00 00 00 00 00", 8);
   holds<HLAfloat64LE, double>(2.0, "00 00 00 00 00 00 00 40", -0.1, "9A 99 99 99 99 99 B9 BF", 8);
}

TEST(BasicElements, FloatsKeepTheirBits)
{
   for (const char * hex : {"7F A0 00 01", "FF C0 12 34", "80 00 00 00", "00 00 00 01", "7F 80 00 00"}) {
      HLAfloat32BE element;
      element.decode(block(bytes(hex)));
      EXPECT_EQ(digits(encoded(element)), hex);
      EXPECT_EQ(digits(encoded(*cloneOf(element))), hex);
   }
   for (const char * hex : {"7F F4 00 00 00 00 00 01", "80 00 00 00 00 00 00 00", "FF F0 00 00 00 00 00 00"}) {
      HLAfloat64BE element;
      element.decode(block(bytes(hex)));
      EXPECT_EQ(digits(encoded(element)), hex);
   }
   // Of memory of the federate, too.
   float memory;
   const unsigned int bits = 0x7fa00001;
   std::memcpy(&memory, &bits, sizeof memory);
   EXPECT_EQ(digits(encoded(HLAfloat32BE(&memory))), "7F A0 00 01");
}

TEST(BasicElements, Octets)
{
   const Octet high = static_cast<Octet>(0xab);
   holds<HLAoctet, Octet>(high, "AB", 1, "01", 1);
   holds<HLAbyte, Octet>(high, "AB", 1, "01", 1);
   holds<HLAASCIIchar, char>('A', "41", high, "AB", 1);
   holds<HLAoctetPairBE, OctetPair>(OctetPair(1, 0x41), "01 41", OctetPair(high, 0), "AB 00", 2);
   holds<HLAoctetPairLE, OctetPair>(OctetPair(1, 0x41), "41 01", OctetPair(high, 0), "00 AB", 2);
}

TEST(BasicElements, Booleans)
{
   holds<HLAboolean, bool>(true, "00 00 00 01", false, "00 00 00 00", 4);
}

TEST(BasicElements, BooleansAreNothingButZeroAndOne)
{
   HLAboolean element(true);
   for (const char * hex : {"00 00 00 02", "01 00 00 00", "FF FF FF FF", "00 00 01 01"}) {
      EXPECT_THROW(element.decode(block(bytes(hex))), EncoderException) << hex;
   }
   EXPECT_TRUE(element.get());
}

#if HYLA_EDITION == 2025

TEST(BasicElements, UnsignedIntegers)
{
   holds<HLAunsignedInteger16BE, UnsignedInteger16>(65534, "FF FE", 1, "00 01", 2);
   holds<HLAunsignedInteger16LE, UnsignedInteger16>(65534, "FE FF", 1, "01 00", 2);
   holds<HLAunsignedInteger32BE, UnsignedInteger32>(4294967295u, "FF FF FF FF", 1, "00 00 00 01", 4);
   holds<HLAunsignedInteger32LE, UnsignedInteger32>(4294967294u, "FE FF FF FF", 1, "01 00 00 00", 4);
   holds<HLAunsignedInteger64BE, UnsignedInteger64>(18446744073709551614u, "FF FF FF FF FF FF FF FE", 1,
                                                    "00 00 00 00 00 00 00 01", 8);
   holds<HLAunsignedInteger64LE, UnsignedInteger64>(18446744073709551614u, "FE FF FF FF FF FF FF FF", 1,
                                                    "01 00 00 00 00 00 00 00", 8);
}

TEST(BasicElements, MembersOf2025ReturnTheElement)
{
   HLAinteger32BE element;
   EXPECT_EQ(&element.set(7), &element);
   EXPECT_EQ(element.set(1).decode(block(bytes("00 00 00 09"))).get(), 9);
   DataElement & base = element;
   EXPECT_EQ(&base.decode(block(bytes("00 00 00 09"))), &element);
}

#endif

TEST(BasicElements, TypesDiffer)
{
   std::vector<std::unique_ptr<DataElement>> all;
   all.emplace_back(new HLAASCIIchar());
   all.emplace_back(new HLAASCIIstring());
   all.emplace_back(new HLAboolean());
   all.emplace_back(new HLAbyte());
   all.emplace_back(new HLAfloat32BE());
   all.emplace_back(new HLAfloat32LE());
   all.emplace_back(new HLAfloat64BE());
   all.emplace_back(new HLAfloat64LE());
   all.emplace_back(new HLAinteger16BE());
   all.emplace_back(new HLAinteger16LE());
   all.emplace_back(new HLAinteger32BE());
   all.emplace_back(new HLAinteger32LE());
   all.emplace_back(new HLAinteger64BE());
   all.emplace_back(new HLAinteger64LE());
   all.emplace_back(new HLAoctet());
   all.emplace_back(new HLAoctetPairBE());
   all.emplace_back(new HLAoctetPairLE());
   all.emplace_back(new HLAunicodeChar());
   all.emplace_back(new HLAunicodeString());
   all.emplace_back(new HLAopaqueData());
   all.emplace_back(new HLAfixedRecord());
   for (const std::unique_ptr<DataElement> & one : all) {
      for (const std::unique_ptr<DataElement> & other : all) {
         EXPECT_EQ(one->isSameTypeAs(*other), one == other);
      }
      EXPECT_TRUE(one->isSameTypeAs(*cloneOf(*one)));
   }
}

TEST(BasicElements, ElementsFollowEachOtherInABuffer)
{
   Bytes buffer;
   HLAoctet(1).encodeInto(buffer);
   HLAinteger16BE(2).encodeInto(buffer);
   HLAinteger32LE(3).encodeInto(buffer);
   HLAoctet(4).encodeInto(buffer);
   HLAfloat64BE(1.0).encodeInto(buffer);
   EXPECT_EQ(digits(buffer), "01 00 00 02 03 00 00 00 04 00 00 00 00 00 00 00 3F F0 00 00 00 00 00 00");

   HLAoctet first;
   HLAinteger16BE second;
   HLAinteger32LE third;
   HLAoctet fourth;
   HLAfloat64BE fifth;
   size_t index = first.decodeFrom(buffer, 0);
   index = second.decodeFrom(buffer, index);
   EXPECT_EQ(index, 4u);
   index = third.decodeFrom(buffer, index);
   index = fourth.decodeFrom(buffer, index);
   EXPECT_EQ(index, 9u);
   EXPECT_EQ(fifth.decodeFrom(buffer, index), buffer.size());
   EXPECT_EQ(first.get(), 1);
   EXPECT_EQ(second.get(), 2);
   EXPECT_EQ(third.get(), 3);
   EXPECT_EQ(fourth.get(), 4);
   EXPECT_EQ(fifth.get(), 1.0);
}

TEST(BasicElements, ARefusalHasWords)
{
   try {
      HLAoctet().decode(VariableLengthData());
      FAIL();
   } catch (const Exception & exception) {
      EXPECT_FALSE(exception.what().empty());
      EXPECT_NE(dynamic_cast<const EncoderException *>(&exception), nullptr);
#if HYLA_EDITION == 2025
      EXPECT_EQ(exception.name(), L"EncoderException");
#endif
   }
}
