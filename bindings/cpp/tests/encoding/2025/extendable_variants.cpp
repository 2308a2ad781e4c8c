// HLAextendableVariantRecord.

#include "../custom_element.h"

using namespace encoding_tests;

namespace
{

template <class Discriminant>
HLAextendableVariantRecord variant(const DataElement & one)
{
   HLAextendableVariantRecord record((Discriminant()));
   record.addVariant(Discriminant(1), one);
   return record;
}

}

TEST(ExtendableVariantRecord, SaysTheLengthOfItsAlternative)
{
   HLAextendableVariantRecord other = variant<HLAoctet>(HLAboolean(false));
   expectEncoding(variant<HLAoctet>(HLAboolean(true)), "01 00 00 00 00 00 00 04 00 00 00 01", other);
   EXPECT_EQ(other.getOctetBoundary(), 8u);
   EXPECT_TRUE(static_cast<const HLAboolean &>(other.getVariant()).get());
   expectClone(other);

   HLAextendableVariantRecord numbers = variant<HLAinteger32BE>(HLAinteger32BE(1));
   expectEncoding(variant<HLAinteger32BE>(HLAinteger32BE(5)), "00 00 00 01 00 00 00 04 00 00 00 05", numbers);

   // A discriminant of 8 octets: the alternative starts at 16.
   HLAextendableVariantRecord wide = variant<HLAinteger64BE>(HLAoctet(1));
   expectEncoding(variant<HLAinteger64BE>(HLAoctet(5)), "00 00 00 00 00 00 00 01 00 00 00 01 00 00 00 00 05", wide);
}

TEST(ExtendableVariantRecord, WithoutAlternativeHasTheLengthZero)
{
   HLAextendableVariantRecord record((HLAinteger32BE(9)));
   HLAextendableVariantRecord other = variant<HLAinteger32BE>(HLAinteger32BE(1));
   expectEncoding(record, "00 00 00 09 00 00 00 00", other);
   EXPECT_THROW(other.getVariant(), EncoderException);
   EXPECT_EQ(static_cast<const HLAinteger32BE &>(other.getDiscriminant()).get(), 9);

   HLAextendableVariantRecord wide((HLAinteger64BE(9)));
   EXPECT_EQ(digits(encoded(wide)), "00 00 00 00 00 00 00 09 00 00 00 00 00 00 00 00");
   // A sender that leaves out the padding at the end is understood.
   EXPECT_EQ(wide.decodeFrom(bytes("00 00 00 00 00 00 00 08 00 00 00 00"), 0), 12u);
   EXPECT_EQ(static_cast<const HLAinteger64BE &>(wide.getDiscriminant()).get(), 8);
}

TEST(ExtendableVariantRecord, PassesOverWhatItDoesNotKnow)
{
   // The sender knows an alternative 2; the receiver does not, and goes on behind it.
   HLAextendableVariantRecord extended = variant<HLAoctet>(HLAboolean(true));
   extended.addVariant(HLAoctet(2), HLAASCIIstring("new"));
   HLAfixedRecord record;
   record.appendElement(extended);
   record.appendElement(HLAinteger16BE(7));
   const Bytes octets = encoded(record);
   EXPECT_EQ(digits(octets), "02 00 00 00 00 00 00 07 00 00 00 03 6E 65 77 00 00 07");

   HLAfixedRecord receiver;
   receiver.appendElement(variant<HLAoctet>(HLAboolean(true)));
   receiver.appendElement(HLAinteger16BE());
   EXPECT_EQ(receiver.decodeFrom(octets, 0), octets.size());
   EXPECT_EQ(static_cast<const HLAinteger16BE &>(receiver[1]).get(), 7);
   const HLAextendableVariantRecord & unknown = static_cast<const HLAextendableVariantRecord &>(receiver[0]);
   EXPECT_EQ(static_cast<const HLAoctet &>(unknown.getDiscriminant()).get(), 2);
   EXPECT_THROW(unknown.getVariant(), EncoderException);
   // They are of one type all the same.
   EXPECT_TRUE(unknown.isSameTypeAs(extended));
   EXPECT_TRUE(extended.isSameTypeAs(unknown));
}

TEST(ExtendableVariantRecord, AnAlternativeThatHasGrownIsTakenAsFarAsItIsKnown)
{
   HLAextendableVariantRecord receiver = variant<HLAoctet>(HLAinteger16BE(1));
   EXPECT_EQ(receiver.decodeFrom(bytes("01 00 00 00 00 00 00 04 00 07 00 08 FF"), 0), 12u);
   EXPECT_EQ(static_cast<const HLAinteger16BE &>(receiver.getVariant()).get(), 7);
}

TEST(ExtendableVariantRecord, WrongLengthsAreRefused)
{
   HLAextendableVariantRecord record = variant<HLAoctet>(HLAinteger32BE(1));
   for (const char * hex : {"01 00 00 00 00 00 00 05 00 00 00 01", "01 00 00 00 00 00 00 02 00 00 00 01",
                            "01 00 00 00 FF FF FF FF 00 00 00 01", "02 00 00 00 7F FF FF FF 00 00 00 01"}) {
      EXPECT_THROW(record.decode(block(bytes(hex))), EncoderException) << hex;
   }
   // A known discriminant that comes without its alternative is alone.
   record.decode(block(bytes("01 00 00 00 00 00 00 00")));
   EXPECT_THROW(record.getVariant(), EncoderException);
   EXPECT_EQ(digits(encoded(record)), "01 00 00 00 00 00 00 00");
   record.setDiscriminant(HLAoctet(1));
   EXPECT_NO_THROW(record.getVariant());
   // An alternative without octets is there, for all that.
   HLAextendableVariantRecord token = variant<HLAoctet>(HLAfixedRecord());
   token.decode(block(bytes("01 00 00 00 00 00 00 00")));
   EXPECT_NO_THROW(token.getVariant());
}

TEST(ExtendableVariantRecord, RefusesWrongTypesAndBoundaries)
{
   HLAextendableVariantRecord record = variant<HLAoctet>(HLAinteger32BE(1));
   HLAoctet octet(5);
   EXPECT_THROW(record.setDiscriminant(HLAinteger32BE(1)), EncoderException);
   EXPECT_THROW(record.addVariant(HLAinteger32BE(1), octet), EncoderException);
   EXPECT_THROW(record.addVariantPointer(HLAoctet(2), nullptr), EncoderException);
   EXPECT_THROW(record.setVariant(HLAoctet(1), octet), EncoderException);
   EXPECT_THROW(record.setVariantPointer(HLAoctet(1), &octet), EncoderException);

   /// At multiples of 16, which the record has no place for.
   class Wide : public Twin
   {
   public:
      std::unique_ptr<DataElement> clone() const override
      {
         return std::unique_ptr<DataElement>(new Wide(*this));
      }

      unsigned int getOctetBoundary() const override
      {
         return 16;
      }
   };
   EXPECT_THROW(record.addVariant(HLAoctet(2), Wide()), EncoderException);
   EXPECT_EQ(digits(encoded(record)), "01 00 00 00 00 00 00 04 00 00 00 01");
}

TEST(ExtendableVariantRecord, MembersReturnTheRecord)
{
   HLAinteger32BE mine(3);
   HLAextendableVariantRecord record((HLAoctet()));
   record.addVariant(HLAoctet(1), HLAoctet(1)).addVariantPointer(HLAoctet(2), &mine).setVariant(HLAoctet(1), HLAoctet(9));
   record.setDiscriminant(HLAoctet(2)).setVariantPointer(HLAoctet(2), &mine);
   EXPECT_EQ(digits(encoded(record)), "02 00 00 00 00 00 00 04 00 00 00 03");
   record.decode(block(bytes("02 00 00 00 00 00 00 04 00 00 00 04"))).setDiscriminant(HLAoctet(1));
   EXPECT_EQ(mine.get(), 4);
   EXPECT_EQ(digits(encoded(record)), "01 00 00 00 00 00 00 01 09");
}
