// HLAfixedRecord.

#include "custom_element.h"

using namespace encoding_tests;

TEST(FixedRecord, PadsBeforeFieldsAndNotAfterThem)
{
   HLAfixedRecord record;
   record.appendElement(HLAoctet(1));
   record.appendElement(HLAinteger32BE(2));
   record.appendElement(HLAoctet(3));
   HLAfixedRecord other;
   other.appendElement(HLAoctet());
   other.appendElement(HLAinteger32BE());
   other.appendElement(HLAoctet());
   expectEncoding(record, "01 00 00 00 00 00 00 02 03", other);
   EXPECT_EQ(other.getOctetBoundary(), 4u);
   EXPECT_EQ(other.size(), 3u);
   EXPECT_EQ(static_cast<const HLAinteger32BE &>(other.get(1)).get(), 2);
   EXPECT_EQ(static_cast<const HLAoctet &>(other[2]).get(), 3);
   expectClone(record);
}

TEST(FixedRecord, OfDoublesAndShorts)
{
   HLAfixedRecord record;
   record.appendElement(HLAoctet(1));
   record.appendElement(HLAfloat64BE(1.0));
   record.appendElement(HLAinteger16BE(2));
   HLAfixedRecord other(record);
   expectEncoding(record, "01 00 00 00 00 00 00 00 3F F0 00 00 00 00 00 00 00 02", other);
   EXPECT_EQ(record.getOctetBoundary(), 8u);
}

TEST(FixedRecord, OfTextAndNumber)
{
   HLAfixedRecord record;
   record.appendElement(HLAunicodeString(L"a"));
   record.appendElement(HLAinteger32BE(5));
   HLAfixedRecord other;
   other.appendElement(HLAunicodeString(L"before"));
   other.appendElement(HLAinteger32BE());
   expectEncoding(record, "00 00 00 01 00 61 00 00 00 00 00 05", other);
}

TEST(FixedRecord, WithoutFieldsHasNoOctets)
{
   HLAfixedRecord record;
   EXPECT_EQ(digits(encoded(record)), "");
   EXPECT_EQ(record.getOctetBoundary(), 1u);
   EXPECT_EQ(record.size(), 0u);
   record.decode(VariableLengthData());
   EXPECT_EQ(record.decodeFrom(Bytes(3), 3), 3u);
   expectClone(record);
}

TEST(FixedRecord, OfRecordsOfMixedBoundaries)
{
   // inner: octet, short: 1 + 1 padding + 2, boundary 2
   HLAfixedRecord inner;
   inner.appendElement(HLAoctet(1));
   inner.appendElement(HLAinteger16BE(2));
   // middle: octet at 0, inner at 2..6, double at 8..16, boundary 8
   HLAfixedRecord middle;
   middle.appendElement(HLAoctet(3));
   middle.appendElement(inner);
   middle.appendElement(HLAfloat64BE(1.0));
   // outer: octet at 0, inner at 2..6, middle at 8..24, octet at 24, variable array of doubles at 32, octet at 48
   HLAfixedRecord outer;
   outer.appendElement(HLAoctet(4));
   outer.appendElement(inner);
   outer.appendElement(middle);
   outer.appendElement(HLAoctet(5));
   HLAvariableArray doubles((HLAfloat64BE()));
   HLAfixedRecord other(outer);
   other.appendElement(doubles);
   other.appendElement(HLAoctet());
   doubles.addElement(HLAfloat64BE(2.0));
   outer.appendElement(doubles);
   outer.appendElement(HLAoctet(6));
   expectEncoding(outer,
                  "04 00 01 00 00 02 00 00"
                  "03 00 01 00 00 02 00 00 3F F0 00 00 00 00 00 00"
                  "05 00 00 00 00 00 00 00"
                  "00 00 00 01 00 00 00 00 40 00 00 00 00 00 00 00"
                  "06",
                  other);
   EXPECT_EQ(outer.getOctetBoundary(), 8u);
}

TEST(FixedRecord, AnEmptyArrayOfDoublesEndsAfterItsCount)
{
   HLAfixedRecord record;
   record.appendElement(HLAvariableArray(HLAfloat64BE()));
   record.appendElement(HLAoctet(1));
   HLAfixedRecord other;
   other.appendElement(HLAvariableArray(HLAfloat64BE()));
   other.appendElement(HLAoctet());
   expectEncoding(record, "00 00 00 00 01", other);
}

TEST(FixedRecord, UsesElementsOfTheFederate)
{
   HLAinteger32BE mine(1);
   std::string memory = "m";
   HLAASCIIstring outside(&memory);
   HLAfixedRecord record;
   record.appendElementPointer(&mine);
   record.appendElementPointer(&outside);
   record.appendElement(HLAoctet(7));
   EXPECT_EQ(&record.get(0), &mine);
   EXPECT_EQ(digits(encoded(record)), "00 00 00 01 00 00 00 01 6D 07");
   record.decode(block(bytes("00 00 00 02 00 00 00 02 6E 6F 08")));
   EXPECT_EQ(mine.get(), 2);
   EXPECT_EQ(memory, "no");
   record.set(0, HLAinteger32BE(3));
   EXPECT_EQ(mine.get(), 3);
   record.set(1, HLAASCIIstring("set"));
   EXPECT_EQ(memory, "set");
   record.set(0, mine);
   EXPECT_EQ(mine.get(), 3);

   const std::unique_ptr<DataElement> clone = cloneOf(record);
   mine.set(9);
   memory = "changed";
   EXPECT_EQ(digits(encoded(*clone)), "00 00 00 03 00 00 00 03 73 65 74 08");
   clone->decode(block(bytes("00 00 00 01 00 00 00 00 01")));
   EXPECT_EQ(mine.get(), 9);

   HLAinteger32BE other(4);
   record.setElementPointer(0, &other);
   record.set(0, HLAinteger32BE(5));
   EXPECT_EQ(other.get(), 5);
   EXPECT_EQ(mine.get(), 9);
}

TEST(FixedRecord, WrongIndicesAndTypesAreRefused)
{
   HLAfixedRecord record;
   record.appendElement(HLAinteger32BE(1));
   HLAinteger32BE right;
   HLAoctet wrong;
   EXPECT_THROW(record.get(1), EncoderException);
   EXPECT_THROW(record[1], EncoderException);
   EXPECT_THROW(record.set(1, right), EncoderException);
   EXPECT_THROW(record.set(0, wrong), EncoderException);
   EXPECT_THROW(record.setElementPointer(1, &right), EncoderException);
   EXPECT_THROW(record.setElementPointer(0, &wrong), EncoderException);
   EXPECT_THROW(record.setElementPointer(0, nullptr), EncoderException);
   EXPECT_THROW(record.appendElementPointer(nullptr), EncoderException);
   EXPECT_EQ(record.size(), 1u);
   EXPECT_EQ(digits(encoded(record)), "00 00 00 01");
}

TEST(FixedRecord, HasTheTypesOfItsFields)
{
   HLAfixedRecord record;
   record.appendElement(HLAinteger32BE(1));
   record.appendElement(HLAoctet(1));
   HLAfixedRecord same;
   same.appendElement(HLAinteger32BE(2));
   same.appendElement(HLAoctet(2));
   HLAfixedRecord shorter;
   shorter.appendElement(HLAinteger32BE(2));
   HLAfixedRecord turned;
   turned.appendElement(HLAoctet(2));
   turned.appendElement(HLAinteger32BE(2));
   EXPECT_TRUE(record.isSameTypeAs(same));
   EXPECT_FALSE(record.isSameTypeAs(shorter));
   EXPECT_FALSE(shorter.isSameTypeAs(record));
   EXPECT_FALSE(record.isSameTypeAs(turned));
   EXPECT_FALSE(record.isSameTypeAs(HLAoctet()));
   EXPECT_TRUE(record.hasElementSameTypeAs(0, HLAinteger32BE(9)));
   EXPECT_FALSE(record.hasElementSameTypeAs(1, HLAinteger32BE(9)));
   EXPECT_FALSE(record.hasElementSameTypeAs(2, HLAinteger32BE(9)));

   // A class that the federate derived from a record is a record.
   HLAfixedRecord position;
   position.appendElement(HLAfloat64BE());
   position.appendElement(HLAinteger32BE());
   EXPECT_TRUE(position.isSameTypeAs(Position()));
   EXPECT_TRUE(Position().isSameTypeAs(position));
}

TEST(FixedRecord, HashesItsEncoding)
{
   HLAfixedRecord record;
   record.appendElement(HLAinteger32BE(1));
   HLAfixedRecord other;
   other.appendElement(HLAinteger32BE(1));
   EXPECT_EQ(record.hash(), other.hash());
   other.set(0, HLAinteger32BE(2));
   EXPECT_NE(record.hash(), other.hash());
}
