// HLAopaqueData.

#include "support.h"

using namespace encoding_tests;

TEST(OpaqueData, HasACountAndItsOctets)
{
   const Octet octets[] = {1, 2, 3};
   HLAopaqueData other;
   expectEncoding(HLAopaqueData(octets, 3), "00 00 00 03 01 02 03", other);
   EXPECT_EQ(other.dataLength(), 3u);
   EXPECT_EQ(Bytes(other.get(), other.get() + 3), bytes("01 02 03"));
#if HYLA_EDITION == 2010
   EXPECT_EQ(static_cast<const Octet *>(other), other.get());
#endif
   expectEncoding(HLAopaqueData(), "00 00 00 00", other);
   EXPECT_EQ(other.dataLength(), 0u);
   EXPECT_EQ(other.getOctetBoundary(), 4u);
   expectClone(HLAopaqueData(octets, 3));
}

TEST(OpaqueData, IsSet)
{
   const Octet octets[] = {1, 2, 3};
   HLAopaqueData element;
   element.set(octets, 2);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 02 01 02");
   element.set(nullptr, 0);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 00");
   element.set(octets, 3);
   // From its own memory.
   element.set(element.get() + 1, 2);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 02 02 03");
   EXPECT_THROW(element.set(nullptr, 1), EncoderException);
   EXPECT_THROW(HLAopaqueData(static_cast<const Octet *>(nullptr), 1), EncoderException);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 02 02 03");
}

TEST(OpaqueData, UsesMemoryOfTheFederate)
{
   Octet memory[4] = {1, 2, 3, 4};
   Octet * pointer = memory;
   HLAopaqueData element(&pointer, 4, 2);
   EXPECT_EQ(element.bufferLength(), 4u);
   EXPECT_EQ(element.dataLength(), 2u);
   EXPECT_EQ(element.get(), memory);
   memory[0] = 9;
   EXPECT_EQ(digits(encoded(element)), "00 00 00 02 09 02");

   element.decode(block(bytes("00 00 00 03 0A 0B 0C")));
   EXPECT_EQ(element.dataLength(), 3u);
   EXPECT_EQ(Bytes(memory, memory + 4), bytes("0A 0B 0C 04"));

   const Octet octets[] = {7};
   element.set(octets, 1);
   EXPECT_EQ(memory[0], 7);
   EXPECT_EQ(element.dataLength(), 1u);
   element.set(memory + 1, 3);
   EXPECT_EQ(Bytes(memory, memory + 4), bytes("0B 0C 04 04"));

   // A value that does not fit is refused and changes nothing.
   EXPECT_THROW(element.decode(block(bytes("00 00 00 05 01 01 01 01 01"))), EncoderException);
   EXPECT_THROW(element.set(Bytes(5, 1).data(), 5), EncoderException);
   EXPECT_EQ(Bytes(memory, memory + 4), bytes("0B 0C 04 04"));
   EXPECT_EQ(element.dataLength(), 3u);

   const HLAopaqueData copy(element);
   memory[0] = 1;
   EXPECT_EQ(digits(encoded(copy)), "00 00 00 03 0B 0C 04");
   EXPECT_EQ(copy.bufferLength(), 3u);

   Octet more[2] = {5, 6};
   pointer = more;
   EXPECT_EQ(element.get(), memory);
   element.setDataPointer(&pointer, 2, 1);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 01 05");
}

TEST(OpaqueData, MemoryThatIsNoneIsRefused)
{
   Octet memory[2] = {1, 2};
   Octet * pointer = memory;
   Octet * none = nullptr;
   EXPECT_THROW(HLAopaqueData(static_cast<Octet **>(nullptr), 2, 1), EncoderException);
   EXPECT_THROW(HLAopaqueData(&none, 2, 1), EncoderException);
   EXPECT_THROW(HLAopaqueData(&pointer, 0, 0), EncoderException);
   EXPECT_THROW(HLAopaqueData(&pointer, 2, 3), EncoderException);
   HLAopaqueData element(memory, 2);
   EXPECT_THROW(element.setDataPointer(nullptr, 2, 1), EncoderException);
   EXPECT_THROW(element.setDataPointer(&none, 2, 1), EncoderException);
   EXPECT_THROW(element.setDataPointer(&pointer, 0, 0), EncoderException);
   EXPECT_THROW(element.setDataPointer(&pointer, 2, 3), EncoderException);
   EXPECT_EQ(digits(encoded(element)), "00 00 00 02 01 02");
}

TEST(OpaqueData, AWrongCountIsRefused)
{
   HLAopaqueData element;
   for (const char * hex : {"7F FF FF FF 41", "FF FF FF FF 41", "80 00 00 00", "00 00 00 02 41"}) {
      EXPECT_THROW(element.decode(block(bytes(hex))), EncoderException) << hex;
   }
}
