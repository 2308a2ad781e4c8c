// The helpers with the class of their elements or discriminant in their type.

#include "../support.h"

using namespace encoding_tests;

TEST(FixedArrayT, IsAFixedArray)
{
   HLAfixedArrayT<HLAinteger32BE> array(2);
   HLAinteger32BE mine(2);
   array.set(0, HLAinteger32BE(1)).setElementPointer(1, &mine);
   HLAfixedArrayT<HLAinteger32BE> other(2);
   expectEncoding(array, "00 00 00 01 00 00 00 02", other);
   EXPECT_EQ(other.get(0).get(), 1);
   EXPECT_EQ(other[1].get(), 2);
   expectClone(array);
   array.decode(block(bytes("00 00 00 03 00 00 00 04")));
   EXPECT_EQ(mine.get(), 4);
   EXPECT_THROW(array.get(2), EncoderException);
   EXPECT_FALSE(array.isSameTypeAs(HLAfixedArrayT<HLAinteger32LE>(2)));
   const HLAfixedArray & base = array;
   EXPECT_EQ(static_cast<const HLAinteger32BE &>(base[0]).get(), 3);
}

TEST(VariableArrayT, IsAVariableArray)
{
   HLAvariableArrayT<HLAASCIIstring> array;
   HLAASCIIstring mine("c");
   array.addElement(HLAASCIIstring("ab")).addElementPointer(&mine);
   HLAvariableArrayT<HLAASCIIstring> other;
   expectEncoding(array, "00 00 00 02 00 00 00 02 61 62 00 00 00 00 00 01 63", other);
   EXPECT_EQ(other[0].get(), "ab");
   EXPECT_EQ(other.get(1).get(), "c");
   array.set(1, HLAASCIIstring("d")).setElementPointer(0, &mine);
   EXPECT_EQ(mine.get(), "d");
   EXPECT_THROW(array.addElement(HLAoctet(1)), EncoderException);
   expectClone(array);
   EXPECT_FALSE(array.isSameTypeAs(HLAvariableArrayT<HLAoctet>()));

   // As an element of another array.
   HLAvariableArrayT<HLAvariableArrayT<HLAoctet>> nested;
   HLAvariableArrayT<HLAoctet> inner;
   inner.addElement(HLAoctet(1));
   nested.addElement(inner).addElement(inner);
   EXPECT_EQ(digits(encoded(nested)), "00 00 00 02 00 00 00 01 01 00 00 00 00 00 00 01 01");
   EXPECT_EQ(nested[1][0].get(), 1);
}

TEST(VariantRecordT, IsAVariantRecord)
{
   HLAvariantRecordT<HLAoctet> record;
   HLAoctet mine(5);
   record.addVariant(HLAoctet(1), HLAoctet(1)).addVariantPointer(HLAoctet(2), &mine);
   HLAvariantRecordT<HLAoctet> other(record);
   expectEncoding(record, "02 05", other);
   EXPECT_EQ(other.getDiscriminant().get(), 2);
   EXPECT_TRUE(record.isSameTypeAs(HLAoctet(2), mine));
   record.setVariant(HLAoctet(1), HLAoctet(9)).setDiscriminant(HLAoctet(2)).setVariantPointer(HLAoctet(2), &mine);
   record.decode(block(bytes("01 07")));
   EXPECT_EQ(record.getDiscriminant().get(), 1);
   EXPECT_EQ(mine.get(), 5);
   expectClone(record);
   EXPECT_FALSE(record.isSameTypeAs(HLAvariantRecordT<HLAinteger32BE>()));
}

TEST(ExtendableVariantRecordT, IsAnExtendableVariantRecord)
{
   HLAextendableVariantRecordT<HLAinteger32BE> record;
   HLAoctet mine(5);
   record.addVariant(HLAinteger32BE(1), HLAoctet(1)).addVariantPointer(HLAinteger32BE(2), &mine);
   HLAextendableVariantRecordT<HLAinteger32BE> other(record);
   expectEncoding(record, "00 00 00 02 00 00 00 01 05", other);
   EXPECT_EQ(other.getDiscriminant().get(), 2);
   EXPECT_TRUE(record.isSameTypeAs(HLAinteger32BE(2), mine));
   record.setVariant(HLAinteger32BE(1), HLAoctet(9)).setDiscriminant(HLAinteger32BE(2)).setVariantPointer(HLAinteger32BE(2), &mine);
   expectClone(record);
}

TEST(ConstructedElements, MembersOf2025ReturnTheElement)
{
   HLAoctet mine(3);
   HLAfixedArray fixed(HLAoctet(), 2);
   EXPECT_EQ(&fixed.set(0, HLAoctet(1)).setElementPointer(1, &mine), &fixed);
   EXPECT_EQ(&fixed.decode(block(bytes("01 02"))), &fixed);
   HLAvariableArray array((HLAoctet()));
   EXPECT_EQ(&array.addElement(mine).addElementPointer(&mine).set(0, mine).setElementPointer(0, &mine), &array);
   HLAfixedRecord record;
   EXPECT_EQ(&record.appendElement(mine).appendElementPointer(&mine).set(0, mine).setElementPointer(0, &mine), &record);
   Octet octets[] = {1, 2};
   Octet * pointer = octets;
   HLAopaqueData opaque;
   EXPECT_EQ(&opaque.set(octets, 2).setDataPointer(&pointer, 2, 2), &opaque);
   HLAvariantRecord variant((HLAoctet()));
   EXPECT_EQ(&variant.addVariant(HLAoctet(1), mine).setDiscriminant(HLAoctet(1)), &variant);
}
