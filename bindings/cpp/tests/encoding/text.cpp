// HLAASCIIstring, HLAunicodeChar, HLAunicodeString.

#include "support.h"

using namespace encoding_tests;

TEST(AsciiString, HasACountAndItsOctets)
{
   HLAASCIIstring other("something else");
   expectEncoding(HLAASCIIstring("HLA"), "00 00 00 03 48 4C 41", other);
   EXPECT_EQ(other.get(), "HLA");
   expectEncoding(HLAASCIIstring(""), "00 00 00 00", other);
   EXPECT_EQ(other.get(), "");
   EXPECT_EQ(other.getOctetBoundary(), 4u);
   expectEncoding(HLAASCIIstring(std::string("a\0b", 3)), "00 00 00 03 61 00 62", other);
   EXPECT_EQ(static_cast<std::string>(other), std::string("a\0b", 3));
   expectEncoding(HLAASCIIstring("\xc3\xa9"), "00 00 00 02 C3 A9", other);
   expectClone(other);
   const std::string longText(1000, 'z');
   EXPECT_EQ(encoded(HLAASCIIstring(longText)).size(), 1004u);
}

TEST(AsciiString, UsesMemoryOfTheFederate)
{
   std::string memory = "one";
   HLAASCIIstring element(&memory);
   memory = "two";
   EXPECT_EQ(digits(encoded(element)), "00 00 00 03 74 77 6F");
   element.decode(block(bytes("00 00 00 01 78")));
   EXPECT_EQ(memory, "x");
   element = std::string("assigned");
   EXPECT_EQ(memory, "assigned");
   EXPECT_THROW(element.decode(block(bytes("00 00 00 02 78"))), EncoderException);
   EXPECT_EQ(memory, "assigned");
   const HLAASCIIstring copy(element);
   memory = "later";
   EXPECT_EQ(copy.get(), "assigned");
   EXPECT_THROW(element.setDataPointer(nullptr), EncoderException);
}

TEST(AsciiString, AWrongCountIsRefused)
{
   HLAASCIIstring element("old");
   for (const char * hex : {"7F FF FF FF 41", "FF FF FF FF 41", "80 00 00 00", "00 00 00 02 41", "00 01 00 00 41 41"}) {
      EXPECT_THROW(element.decode(block(bytes(hex))), EncoderException) << hex;
   }
   EXPECT_EQ(element.get(), "old");
}

TEST(UnicodeChar, IsOneCodeUnit)
{
   HLAunicodeChar other(L'x');
   expectEncoding(HLAunicodeChar(L'\u00e9'), "00 E9", other);
   EXPECT_EQ(other.get(), L'\u00e9');
   expectEncoding(HLAunicodeChar(static_cast<wchar_t>(0xfffd)), "FF FD", other);
   EXPECT_EQ(other.getOctetBoundary(), 2u);
   // A half of a character is a value of its own.
   expectEncoding(HLAunicodeChar(static_cast<wchar_t>(0xd83d)), "D8 3D", other);
   expectClone(other);

   wchar_t memory = L'm';
   HLAunicodeChar outside(&memory);
   outside.decode(block(bytes("00 41")));
   EXPECT_EQ(memory, L'A');
}

TEST(UnicodeChar, ACharacterOfTwoUnitsIsRefused)
{
   const HLAunicodeChar element(static_cast<wchar_t>(0x1f600));
   Bytes buffer(1, 'x');
   EXPECT_THROW(element.encode(), EncoderException);
   EXPECT_THROW(element.encodeInto(buffer), EncoderException);
   EXPECT_THROW(element.getEncodedLength(), EncoderException);
   EXPECT_EQ(buffer.size(), 1u);
   EXPECT_NO_THROW(element.hash());
}

TEST(UnicodeString, CountsCodeUnits)
{
   HLAunicodeString other(L"something else");
   expectEncoding(HLAunicodeString(L"H\u00e9"), "00 00 00 02 00 48 00 E9", other);
   EXPECT_EQ(other.get(), L"H\u00e9");
   expectEncoding(HLAunicodeString(L"\U0001F600"), "00 00 00 02 D8 3D DE 00", other);
   EXPECT_EQ(other.get(), L"\U0001F600");
   EXPECT_EQ(other.get().size(), 1u);
   expectEncoding(HLAunicodeString(L"a\U0010FFFFb"), "00 00 00 04 00 61 DB FF DF FF 00 62", other);
   EXPECT_EQ(other.get(), L"a\U0010FFFFb");
   expectEncoding(HLAunicodeString(L"\U00010000"), "00 00 00 02 D8 00 DC 00", other);
   EXPECT_EQ(other.get(), L"\U00010000");
   expectEncoding(HLAunicodeString(L"\uFFFF"), "00 00 00 01 FF FF", other);
   expectEncoding(HLAunicodeString(L""), "00 00 00 00", other);
   EXPECT_EQ(other.get(), L"");
   EXPECT_EQ(other.getOctetBoundary(), 4u);
   expectClone(HLAunicodeString(L"a clone"));
}

TEST(UnicodeString, HalvesOfCharactersPass)
{
   HLAunicodeString other;
   for (const char * hex : {"00 00 00 01 D8 3D", "00 00 00 01 DE 00", "00 00 00 02 DE 00 D8 3D",
                            "00 00 00 03 D8 3D D8 3D DE 00", "00 00 00 02 D8 3D 00 41"}) {
      other.decode(block(bytes(hex)));
      EXPECT_EQ(digits(encoded(other)), hex);
   }
   // Two halves that a federate put beside each other are one character on the wire.
   const std::wstring halves = {static_cast<wchar_t>(0xd83d), static_cast<wchar_t>(0xde00)};
   EXPECT_EQ(digits(encoded(HLAunicodeString(halves))), "00 00 00 02 D8 3D DE 00");
}

TEST(UnicodeString, WhatIsNoCharacterIsRefused)
{
   for (unsigned int number : {0x110000u, 0x7fffffffu, 0xffffffffu}) {
      const HLAunicodeString element(std::wstring(1, static_cast<wchar_t>(number)));
      EXPECT_THROW(element.encode(), EncoderException);
      EXPECT_THROW(element.getEncodedLength(), EncoderException);
      EXPECT_NO_THROW(element.hash());
   }
}

TEST(UnicodeString, AWrongCountIsRefused)
{
   HLAunicodeString element(L"old");
   for (const char * hex : {"7F FF FF FF 00 41", "FF FF FF FF 00 41", "80 00 00 00", "00 00 00 02 00 41 00"}) {
      EXPECT_THROW(element.decode(block(bytes(hex))), EncoderException) << hex;
   }
   EXPECT_EQ(element.get(), L"old");
}

TEST(UnicodeString, UsesMemoryOfTheFederate)
{
   std::wstring memory = L"one";
   HLAunicodeString element(&memory);
   element.decode(block(bytes("00 00 00 01 00 78")));
   EXPECT_EQ(memory, L"x");
   memory = L"y";
   EXPECT_EQ(digits(encoded(element)), "00 00 00 01 00 79");
   element.set(L"set");
   EXPECT_EQ(memory, L"set");
   EXPECT_EQ(static_cast<std::wstring>(element), L"set");
}
