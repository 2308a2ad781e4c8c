// HLAfixedArray and HLAvariableArray.

#include "custom_element.h"

using namespace encoding_tests;

namespace
{

HLAfixedArray sixteens(std::initializer_list<Integer16> values)
{
   HLAfixedArray array(HLAinteger16BE(), values.size());
   size_t index = 0;
   for (Integer16 value : values) {
      array.set(index++, HLAinteger16BE(value));
   }
   return array;
}

template <class Element, class Value>
HLAvariableArray variable(std::initializer_list<Value> values)
{
   HLAvariableArray array((Element()));
   for (Value value : values) {
      array.addElement(Element(value));
   }
   return array;
}

HLAfixedRecord record(Integer32 number, Octet octet)
{
   HLAfixedRecord result;
   result.appendElement(HLAinteger32BE(number));
   result.appendElement(HLAoctet(octet));
   return result;
}

}

TEST(FixedArray, HasItsElements)
{
   HLAfixedArray other = sixteens({0, 0, 0});
   expectEncoding(sixteens({1, 2, 3}), "00 01 00 02 00 03", other);
   EXPECT_EQ(static_cast<const HLAinteger16BE &>(other.get(1)).get(), 2);
   EXPECT_EQ(static_cast<const HLAinteger16BE &>(other[2]).get(), 3);
   EXPECT_EQ(other.size(), 3u);
   EXPECT_EQ(other.getOctetBoundary(), 2u);
   expectClone(other);
}

TEST(FixedArray, HasClonesOfThePrototypeBeforeTheyAreSet)
{
   const HLAfixedArray array(HLAinteger16BE(7), 2);
   EXPECT_EQ(digits(encoded(array)), "00 07 00 07");
}

TEST(FixedArray, WithoutElementsHasNoOctets)
{
   HLAfixedArray array(HLAfloat64BE(), 0);
   EXPECT_EQ(digits(encoded(array)), "");
   EXPECT_EQ(array.getOctetBoundary(), 8u);
   array.decode(VariableLengthData());
   EXPECT_EQ(array.decodeFrom(Bytes(8), 8), 8u);
   EXPECT_EQ(array.size(), 0u);
}

TEST(FixedArray, PadsBetweenElementsAndNotAfterThem)
{
   HLAfixedArray array(record(0, 0), 2);
   HLAfixedArray other(array);
   array.set(0, record(1, 2));
   array.set(1, record(3, 4));
   expectEncoding(array, "00 00 00 01 02 00 00 00 00 00 00 03 04", other);
   EXPECT_EQ(array.getOctetBoundary(), 4u);
}

TEST(VariableArray, HasACountAndItsElements)
{
   HLAvariableArray other((HLAinteger32BE()));
   expectEncoding(variable<HLAinteger32BE>({1, 2}), "00 00 00 02 00 00 00 01 00 00 00 02", other);
   EXPECT_EQ(other.size(), 2u);
   EXPECT_EQ(static_cast<const HLAinteger32BE &>(other[1]).get(), 2);
   expectEncoding(variable<HLAinteger32BE>({5}), "00 00 00 01 00 00 00 05", other);
   EXPECT_EQ(other.size(), 1u);
   expectClone(other);

   HLAvariableArray octets((HLAoctet()));
   expectEncoding(variable<HLAoctet>({9, 8, 7}), "00 00 00 03 09 08 07", octets);
   EXPECT_EQ(octets.getOctetBoundary(), 4u);
}

TEST(VariableArray, PadsAfterTheCount)
{
   HLAvariableArray other((HLAfloat64BE()));
   expectEncoding(variable<HLAfloat64BE>({1.0}), "00 00 00 01 00 00 00 00 3F F0 00 00 00 00 00 00", other);
   EXPECT_EQ(other.getOctetBoundary(), 8u);
   expectEncoding(HLAvariableArray(HLAfloat64BE()), "00 00 00 00", other);
   EXPECT_EQ(other.size(), 0u);
   // A peer pads an empty array, too.
   other.decode(block(bytes("00 00 00 00 00 00 00 00")));
   EXPECT_EQ(other.size(), 0u);
}

TEST(VariableArray, PadsBetweenElements)
{
   HLAvariableArray other((HLAASCIIstring()));
   expectEncoding(variable<HLAASCIIstring>({"ab", "c"}), "00 00 00 02 00 00 00 02 61 62 00 00 00 00 00 01 63", other);

   HLAvariableArray records(record(0, 0));
   HLAvariableArray otherRecords(records);
   records.addElement(record(1, 2));
   records.addElement(record(3, 4));
   expectEncoding(records, "00 00 00 02 00 00 00 01 02 00 00 00 00 00 00 03 04", otherRecords);

   HLAvariableArray handles((HLAopaqueData()));
   const Octet seven[] = {0, 7};
   const Octet nine[] = {0, 9};
   handles.addElement(HLAopaqueData(seven, 2));
   handles.addElement(HLAopaqueData(nine, 2));
   HLAvariableArray otherHandles((HLAopaqueData()));
   expectEncoding(handles, "00 00 00 02 00 00 00 02 00 07 00 00 00 00 00 02 00 09", otherHandles);
}

TEST(VariableArray, OfArrays)
{
   HLAvariableArray inner((HLAoctet()));
   // As a DataElement: of another array, an array would be a copy.
   const DataElement & prototype = inner;
   HLAvariableArray array(prototype);
   inner.addElement(HLAoctet(1));
   array.addElement(inner);
   inner.addElement(HLAoctet(2));
   array.addElement(inner);
   array.addElement(HLAvariableArray(HLAoctet()));
   HLAvariableArray other(prototype);
   expectEncoding(array, "00 00 00 03 00 00 00 01 01 00 00 00 00 00 00 02 01 02 00 00 00 00 00 00", other);
}

TEST(VariableArray, AWrongCountIsRefusedAndTakesNoMemory)
{
   HLAvariableArray array((HLAoctet()));
   array.addElement(HLAoctet(1));
   for (const char * hex : {"7F FF FF FF 01 01", "FF FF FF FF 01", "80 00 00 00", "00 00 00 02 01"}) {
      EXPECT_THROW(array.decode(block(bytes(hex))), EncoderException) << hex;
      EXPECT_EQ(array.size(), 1u);
   }
   // Records of many fields: octets for the count are there, but not for the fields.
   HLAfixedRecord wide;
   for (int i = 0; i < 100; ++i) {
      wide.appendElement(HLAfloat64BE());
   }
   HLAvariableArray records(wide);
   Bytes buffer = bytes("00 10 00 00");
   buffer.resize(0x100010);
   EXPECT_THROW(records.decode(block(buffer)), EncoderException);
   EXPECT_EQ(records.size(), 0u);
}

TEST(VariableArray, ElementsWithoutOctetsAreBoundedInNumber)
{
   HLAvariableArray tokens(HLAfixedArray(HLAbyte(), 0));
   tokens.decode(block(bytes("00 00 00 05")));
   EXPECT_EQ(tokens.size(), 5u);
   EXPECT_EQ(digits(encoded(tokens)), "00 00 00 05");
   EXPECT_THROW(tokens.decode(block(bytes("7F FF FF FF"))), EncoderException);
   EXPECT_EQ(tokens.size(), 5u);
   HLAvariableArray records((HLAfixedRecord()));
   records.decode(block(bytes("00 00 00 02")));
   EXPECT_EQ(records.size(), 2u);
   EXPECT_THROW(records.decode(block(bytes("00 00 10 01"))), EncoderException);
}

TEST(VariableArray, ARefusedDecodingKeepsTheNumberOfElements)
{
   HLAvariableArray array = variable<HLAboolean>({true, true});
   EXPECT_THROW(array.decode(block(bytes("00 00 00 03 00 00 00 00 00 00 00 00 00 00 00 02"))), EncoderException);
   EXPECT_EQ(array.size(), 2u);
   EXPECT_THROW(array.decode(block(bytes("00 00 00 01 00 00 00 02"))), EncoderException);
   EXPECT_EQ(array.size(), 2u);
}

TEST(Arrays, WrongIndicesAndTypesAreRefused)
{
   HLAfixedArray fixed(HLAinteger32BE(), 2);
   HLAvariableArray array = variable<HLAinteger32BE>({1, 2});
   HLAinteger32BE right(3);
   HLAinteger32LE wrong(4);
   EXPECT_THROW(fixed.get(2), EncoderException);
   EXPECT_THROW(fixed[2], EncoderException);
   EXPECT_THROW(fixed.set(2, right), EncoderException);
   EXPECT_THROW(fixed.set(0, wrong), EncoderException);
   EXPECT_THROW(fixed.setElementPointer(2, &right), EncoderException);
   EXPECT_THROW(fixed.setElementPointer(0, &wrong), EncoderException);
   EXPECT_THROW(fixed.setElementPointer(0, nullptr), EncoderException);
   EXPECT_EQ(digits(encoded(fixed)), "00 00 00 00 00 00 00 00");

   EXPECT_THROW(array.get(2), EncoderException);
   EXPECT_THROW(array[2], EncoderException);
   EXPECT_THROW(array.addElement(wrong), EncoderException);
   EXPECT_THROW(array.addElementPointer(&wrong), EncoderException);
   EXPECT_THROW(array.addElementPointer(nullptr), EncoderException);
   EXPECT_THROW(array.set(2, right), EncoderException);
   EXPECT_THROW(array.set(0, wrong), EncoderException);
   EXPECT_THROW(array.setElementPointer(2, &right), EncoderException);
   EXPECT_THROW(array.setElementPointer(0, &wrong), EncoderException);
   EXPECT_THROW(array.setElementPointer(0, nullptr), EncoderException);
   EXPECT_EQ(digits(encoded(array)), "00 00 00 02 00 00 00 01 00 00 00 02");
}

TEST(Arrays, UseElementsOfTheFederate)
{
   HLAinteger32BE mine(3);
   HLAfixedArray fixed(HLAinteger32BE(), 2);
   fixed.setElementPointer(1, &mine);
   EXPECT_EQ(&fixed.get(1), &mine);
   EXPECT_EQ(digits(encoded(fixed)), "00 00 00 00 00 00 00 03");
   mine.set(4);
   EXPECT_EQ(digits(encoded(fixed)), "00 00 00 00 00 00 00 04");
   fixed.decode(block(bytes("00 00 00 08 00 00 00 09")));
   EXPECT_EQ(mine.get(), 9);
   fixed.set(1, HLAinteger32BE(5));
   EXPECT_EQ(mine.get(), 5);
   EXPECT_EQ(&fixed.get(1), &mine);

   const HLAfixedArray copy(fixed);
   mine.set(6);
   EXPECT_EQ(digits(encoded(copy)), "00 00 00 08 00 00 00 05");

   Integer32 memory = 1;
   HLAinteger32BE outside(&memory);
   HLAvariableArray array((HLAinteger32BE()));
   array.addElementPointer(&outside);
   array.addElementPointer(&mine);
   array.decode(block(bytes("00 00 00 03 00 00 00 07 00 00 00 08 00 00 00 09")));
   EXPECT_EQ(memory, 7);
   EXPECT_EQ(mine.get(), 8);
   EXPECT_EQ(array.size(), 3u);
   array.set(0, HLAinteger32BE(10));
   EXPECT_EQ(memory, 10);
   array.set(2, array[0]);
   EXPECT_EQ(digits(encoded(array)), "00 00 00 03 00 00 00 0A 00 00 00 08 00 00 00 0A");
   HLAinteger32BE more(11);
   array.setElementPointer(0, &more);
   array.decode(block(bytes("00 00 00 01 00 00 00 0C")));
   EXPECT_EQ(more.get(), 12);
   EXPECT_EQ(memory, 10);
   EXPECT_EQ(array.size(), 1u);
   // An element that is no longer used stays as it is.
   EXPECT_EQ(mine.get(), 8);
}

TEST(Arrays, HaveTheTypesOfTheirElements)
{
   const HLAfixedArray two(HLAinteger32BE(), 2);
   const HLAfixedArray three(HLAinteger32BE(), 3);
   const HLAfixedArray little(HLAinteger32LE(), 2);
   const HLAvariableArray array((HLAinteger32BE()));
   EXPECT_TRUE(two.isSameTypeAs(HLAfixedArray(HLAinteger32BE(9), 2)));
   EXPECT_FALSE(two.isSameTypeAs(three));
   EXPECT_FALSE(two.isSameTypeAs(little));
   EXPECT_FALSE(two.isSameTypeAs(array));
   EXPECT_TRUE(two.hasPrototypeSameTypeAs(HLAinteger32BE(1)));
   EXPECT_FALSE(two.hasPrototypeSameTypeAs(HLAinteger32LE(1)));
   EXPECT_TRUE(array.isSameTypeAs(variable<HLAinteger32BE>({1, 2})));
   EXPECT_FALSE(array.isSameTypeAs(HLAvariableArray(HLAinteger32LE())));
   EXPECT_FALSE(array.isSameTypeAs(two));
   EXPECT_TRUE(array.hasPrototypeSameTypeAs(HLAinteger32BE(1)));
   EXPECT_FALSE(array.hasPrototypeSameTypeAs(HLAinteger16BE(1)));

   HLAvariableArray arrays(two);
   EXPECT_THROW(arrays.addElement(three), EncoderException);
   arrays.addElement(two);
   EXPECT_EQ(arrays.size(), 1u);
}

TEST(Arrays, HoldHelpersOfTheFederate)
{
   HLAvariableArray array((Twin()));
   array.addElement(Twin(1));
   array.addElement(Twin(2));
   HLAvariableArray other((Twin(5)));
   expectEncoding(array, "00 00 00 02 01 01 00 00 02 02", other);
   EXPECT_EQ(static_cast<const Twin &>(other[1]).value, 2);
   EXPECT_THROW(other.decode(block(bytes("00 00 00 01 01 02"))), EncoderException);
   EXPECT_EQ(Twin(1).hash(), Twin(1).hash());
   EXPECT_NE(Twin(1).hash(), Twin(2).hash());

   HLAfixedArray positions(Position(), 1);
   Position position;
   position.set(1, HLAinteger32BE(3));
   positions.set(0, position);
   EXPECT_EQ(digits(encoded(positions)), "00 00 00 00 00 00 00 00 00 00 00 03");
   positions.setElementPointer(0, &position);
   positions.decode(block(bytes("00 00 00 00 00 00 00 00 00 00 00 04")));
   EXPECT_EQ(static_cast<const HLAinteger32BE &>(position.get(1)).get(), 4);
}

TEST(Arrays, ARefusedEncodingLeavesTheBuffer)
{
   HLAvariableArray array((Twin()));
   array.addElement(Twin(1));
   array.addElement(Twin(Twin::refused));
   HLAfixedRecord record;
   record.appendElement(HLAoctet(1));
   record.appendElement(array);
   Bytes buffer(3, 'x');
   EXPECT_THROW(record.encodeInto(buffer), EncoderException);
   EXPECT_EQ(digits(buffer), "78 78 78");
   EXPECT_THROW(record.encode(), EncoderException);
   VariableLengthData kept = block(bytes("01"));
   EXPECT_THROW(record.encode(kept), EncoderException);
   EXPECT_EQ(digits(bytes(kept)), "01");
}
