// Wide strings and UTF-8.

#include "text/utf8.h"

#include <gtest/gtest.h>

using namespace HYLA_RTI;

TEST(Utf8, every_length_of_a_character_goes_and_comes_back)
{
   const std::wstring wide = L"a\u00FC\u20AC\U0001F600z";
   const std::string utf8 = "a\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80z";

   EXPECT_EQ(to_utf8(wide), utf8);
   EXPECT_EQ(from_utf8(utf8), wide);
   EXPECT_EQ(to_utf8(L""), "");
   EXPECT_EQ(from_utf8(""), L"");
   EXPECT_EQ(from_utf8(std::string_view()), L"");
}

TEST(Utf8, zero_is_a_character)
{
   const std::wstring wide(L"a\0b", 3);

   EXPECT_EQ(from_utf8(to_utf8(wide)), wide);
}

TEST(Utf8, surrogates_of_other_systems_become_one_character)
{
   const std::wstring halves = {static_cast<wchar_t>(0xD83D), static_cast<wchar_t>(0xDE00)};

   EXPECT_EQ(to_utf8(halves), "\xF0\x9F\x98\x80");
}

TEST(Utf8, what_is_no_character_is_replaced)
{
   const std::string replacement = "\xEF\xBF\xBD";

   EXPECT_EQ(to_utf8(std::wstring(1, static_cast<wchar_t>(0xD83D))), replacement);
   EXPECT_EQ(to_utf8(std::wstring(1, static_cast<wchar_t>(0xDE00))), replacement);
   EXPECT_EQ(to_utf8(std::wstring(1, static_cast<wchar_t>(0x110000))), replacement);
   EXPECT_EQ(from_utf8("a\xFFz"), L"a\uFFFDz");
   // Cut off, and cut off by another character.
   EXPECT_EQ(from_utf8("\xE2\x82"), L"\uFFFD");
   EXPECT_EQ(from_utf8("\xE2z"), L"\uFFFDz");
   // Longer than need be, a surrogate, and beyond the last character.
   EXPECT_EQ(from_utf8("\xE0\x80\xAF"), L"\uFFFD");
   EXPECT_EQ(from_utf8("\xED\xA0\x80"), L"\uFFFD");
   EXPECT_EQ(from_utf8("\xF4\x90\x80\x80"), L"\uFFFD");
}
