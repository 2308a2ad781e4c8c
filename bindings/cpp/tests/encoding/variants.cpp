// HLAvariantRecord.

#include "custom_element.h"

using namespace encoding_tests;

namespace
{

/// HLAoctet discriminant; 1: HLAoctet, 2: HLAfloat64BE.
HLAvariantRecord variant()
{
   HLAvariantRecord record((HLAoctet()));
   record.addVariant(HLAoctet(1), HLAoctet());
   record.addVariant(HLAoctet(2), HLAfloat64BE());
   return record;
}

Octet discriminantOf(const HLAvariantRecord & record)
{
   return static_cast<const HLAoctet &>(record.getDiscriminant()).get();
}

}

TEST(VariantRecord, PutsEveryAlternativeAtTheBoundaryOfAll)
{
   HLAvariantRecord record = variant();
   record.setVariant(HLAoctet(1), HLAoctet(0x55));
   HLAvariantRecord other = variant();
   expectEncoding(record, "01 00 00 00 00 00 00 00 55", other);
   EXPECT_EQ(discriminantOf(other), 1);
   EXPECT_EQ(static_cast<const HLAoctet &>(other.getVariant()).get(), 0x55);
   EXPECT_EQ(record.getOctetBoundary(), 8u);

   record.setVariant(HLAoctet(2), HLAfloat64BE(1.0));
   expectEncoding(record, "02 00 00 00 00 00 00 00 3F F0 00 00 00 00 00 00", other);
   EXPECT_EQ(discriminantOf(other), 2);
   EXPECT_EQ(static_cast<const HLAfloat64BE &>(other.getVariant()).get(), 1.0);
   expectClone(record);

   HLAvariantRecord numbers((HLAinteger32BE()));
   numbers.addVariant(HLAinteger32BE(1), HLAinteger16BE(7));
   HLAvariantRecord otherNumbers((HLAinteger32BE()));
   otherNumbers.addVariant(HLAinteger32BE(1), HLAinteger16BE());
   expectEncoding(numbers, "00 00 00 01 00 07", otherNumbers);
   EXPECT_EQ(numbers.getOctetBoundary(), 4u);
}

TEST(VariantRecord, ADiscriminantWithoutAlternativeIsAlone)
{
   HLAvariantRecord record = variant();
   record.setDiscriminant(HLAoctet(3));
   HLAvariantRecord other = variant();
   expectEncoding(record, "03", other);
   EXPECT_EQ(discriminantOf(other), 3);
   EXPECT_THROW(other.getVariant(), EncoderException);
   record.setDiscriminant(HLAoctet(2));
   EXPECT_EQ(digits(encoded(record)), "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");

   HLAvariantRecord none((HLAinteger16BE(5)));
   EXPECT_EQ(digits(encoded(none)), "00 05");
   EXPECT_EQ(none.getOctetBoundary(), 2u);
   EXPECT_THROW(none.getVariant(), EncoderException);
}

TEST(VariantRecord, SelectsWhatWasGivenLast)
{
   HLAvariantRecord record((HLAoctet()));
   record.addVariant(HLAoctet(1), HLAoctet(11));
   EXPECT_EQ(discriminantOf(record), 1);
   record.addVariant(HLAoctet(2), HLAoctet(22));
   EXPECT_EQ(digits(encoded(record)), "02 16");
   record.setDiscriminant(HLAoctet(1));
   EXPECT_EQ(digits(encoded(record)), "01 0B");
   record.setVariant(HLAoctet(2), HLAoctet(23));
   EXPECT_EQ(digits(encoded(record)), "02 17");
   // Alternatives that are not selected keep their values.
   record.setDiscriminant(HLAoctet(1));
   EXPECT_EQ(digits(encoded(record)), "01 0B");
   record.addVariant(HLAoctet(2), HLAinteger16BE(24));
   EXPECT_EQ(digits(encoded(record)), "02 00 00 18");
   record.setVariant(HLAoctet(4), HLAoctet(44));
   EXPECT_EQ(digits(encoded(record)), "04 00 2C");
}

TEST(VariantRecord, UsesElementsOfTheFederate)
{
   HLAinteger16BE mine(1);
   HLAvariantRecord record((HLAoctet()));
   record.addVariantPointer(HLAoctet(1), &mine);
   EXPECT_EQ(&record.getVariant(), &mine);
   EXPECT_EQ(digits(encoded(record)), "01 00 00 01");
   mine.set(2);
   EXPECT_EQ(digits(encoded(record)), "01 00 00 02");
   record.decode(block(bytes("01 00 00 03")));
   EXPECT_EQ(mine.get(), 3);
   record.setVariant(HLAoctet(1), HLAinteger16BE(4));
   EXPECT_EQ(mine.get(), 4);
   const HLAvariantRecord copy(record);
   HLAinteger16BE other(5);
   record.setVariantPointer(HLAoctet(1), &other);
   record.decode(block(bytes("01 00 00 06")));
   EXPECT_EQ(other.get(), 6);
   EXPECT_EQ(mine.get(), 4);
   EXPECT_EQ(digits(encoded(copy)), "01 00 00 04");
}

TEST(VariantRecord, WrongTypesAreRefused)
{
   HLAvariantRecord record = variant();
   HLAinteger32BE number;
   HLAoctet octet;
   EXPECT_THROW(record.setDiscriminant(number), EncoderException);
   EXPECT_THROW(record.addVariant(number, octet), EncoderException);
   EXPECT_THROW(record.addVariantPointer(number, &octet), EncoderException);
   EXPECT_THROW(record.addVariantPointer(HLAoctet(3), nullptr), EncoderException);
   EXPECT_THROW(record.setVariant(number, octet), EncoderException);
   EXPECT_THROW(record.setVariant(HLAoctet(2), octet), EncoderException);
   EXPECT_THROW(record.setVariantPointer(number, &octet), EncoderException);
   EXPECT_THROW(record.setVariantPointer(HLAoctet(2), &octet), EncoderException);
   EXPECT_THROW(record.setVariantPointer(HLAoctet(2), nullptr), EncoderException);
   EXPECT_EQ(digits(encoded(record)), "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
}

TEST(VariantRecord, HasTheTypesOfItsParts)
{
   const HLAvariantRecord record = variant();
   EXPECT_TRUE(record.hasMatchingDiscriminantTypeAs(HLAoctet(9)));
   EXPECT_FALSE(record.hasMatchingDiscriminantTypeAs(HLAinteger32BE(9)));
   EXPECT_TRUE(record.isSameTypeAs(HLAoctet(2), HLAfloat64BE(3)));
   EXPECT_FALSE(record.isSameTypeAs(HLAoctet(2), HLAoctet(3)));
   EXPECT_FALSE(record.isSameTypeAs(HLAoctet(3), HLAoctet(3)));
   EXPECT_FALSE(record.isSameTypeAs(HLAinteger32BE(2), HLAfloat64BE(3)));

   HLAvariantRecord other((HLAoctet(5)));
   EXPECT_TRUE(record.isSameTypeAs(other));
   other.addVariant(HLAoctet(2), HLAfloat64BE(1));
   EXPECT_TRUE(record.isSameTypeAs(other));
   other.addVariant(HLAoctet(1), HLAfloat64BE(1));
   EXPECT_FALSE(record.isSameTypeAs(other));
   EXPECT_FALSE(other.isSameTypeAs(record));
   EXPECT_FALSE(record.isSameTypeAs(HLAvariantRecord(HLAinteger32BE())));
   EXPECT_FALSE(record.isSameTypeAs(HLAoctet()));
}

TEST(VariantRecord, InsideRecordsAndArrays)
{
   HLAvariantRecord one = variant();
   one.setVariant(HLAoctet(1), HLAoctet(0x11));
   HLAvariantRecord two = variant();
   two.setVariant(HLAoctet(2), HLAfloat64BE(2.0));
   HLAvariableArray array(variant());
   array.addElement(one);
   array.addElement(two);
   HLAfixedRecord record;
   record.appendElement(HLAoctet(9));
   record.appendElement(array);
   HLAfixedRecord other;
   other.appendElement(HLAoctet());
   other.appendElement(HLAvariableArray(variant()));
   expectEncoding(record,
                  "09 00 00 00 00 00 00 00"
                  "00 00 00 02 00 00 00 00"
                  "01 00 00 00 00 00 00 00 11 00 00 00 00 00 00 00"
                  "02 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00",
                  other);
}

TEST(VariantRecord, DiscriminantsMayBeAnything)
{
   HLAfixedRecord key;
   key.appendElement(HLAASCIIstring("k"));
   key.appendElement(HLAboolean(true));
   HLAvariantRecord record(key);
   record.addVariant(key, HLAoctet(1));
   key.set(0, HLAASCIIstring("other"));
   record.addVariant(key, HLAinteger16BE(2));
   HLAvariantRecord other(record);
   record.setDiscriminant(key);
   expectEncoding(record, "00 00 00 05 6F 74 68 65 72 00 00 00 00 00 00 01 00 02", other);

   // Refused in the middle of the discriminant: no alternative is selected then.
   EXPECT_THROW(other.decode(block(bytes("00 00 00 01 6B 00 00 00 00 00 00 02 01"))), EncoderException);
   EXPECT_THROW(other.getVariant(), EncoderException);
   other.decode(block(bytes("00 00 00 01 6B 00 00 00 00 00 00 01 07")));
   EXPECT_EQ(static_cast<const HLAoctet &>(other.getVariant()).get(), 7);

   HLAvariantRecord twins((Twin()));
   twins.addVariant(Twin(1), HLAoctet(5));
   EXPECT_EQ(digits(encoded(twins)), "01 01 05");
}
