#include "codec.h"

namespace hyla
{

namespace
{

/// A wchar_t as a number that is never negative.
uint32_t codePoint(wchar_t character)
{
   return static_cast<uint32_t>(static_cast<std::make_unsigned<wchar_t>::type>(character));
}

constexpr uint32_t firstOfTwoUnits = 0x10000;
constexpr uint32_t lastCodePoint = 0x10ffff;

bool isHigh(uint16_t unit)
{
   return unit >= 0xd800 && unit <= 0xdbff;
}

bool isLow(uint16_t unit)
{
   return unit >= 0xdc00 && unit <= 0xdfff;
}

}

size_t BooleanCodec::take(const Octet * from, size_t left, bool & value)
{
   need(4, left);
   const uint32_t number = readBig<uint32_t>(from);
   if (number > 1) {
      refuse(L"HLAboolean is neither 0 nor 1");
   }
   value = number == 1;
   return 4;
}

size_t UnicodeCharCodec::length(wchar_t value)
{
   if (codePoint(value) >= firstOfTwoUnits) {
      refuse(L"HLAunicodeChar holds one code unit; the character needs two");
   }
   return 2;
}

void AsciiStringCodec::write(Octet * to, size_t length, const std::string & value)
{
   writeBig(to, static_cast<uint32_t>(length - countLength));
   if (!value.empty()) {
      std::memcpy(to + countLength, value.data(), value.size());
   }
}

size_t AsciiStringCodec::take(const Octet * from, size_t left, std::string & value)
{
   const size_t count = takeCount(from, left);
   need(count, left - countLength);
   value.assign(from + countLength, count);
   return countLength + count;
}

size_t UnicodeStringCodec::length(const std::wstring & value)
{
   size_t units = value.size();
   for (wchar_t character : value) {
      const uint32_t point = codePoint(character);
      if (point >= firstOfTwoUnits) {
         if (point > lastCodePoint) {
            refuse(L"A character that UTF-16 cannot encode");
         }
         ++units;
      }
   }
   return countLength + 2 * static_cast<size_t>(countOf(units));
}

void UnicodeStringCodec::write(Octet * to, size_t length, const std::wstring & value)
{
   writeBig(to, static_cast<uint32_t>((length - countLength) / 2));
   to += countLength;
   for (wchar_t character : value) {
      uint32_t point = codePoint(character);
      if (point >= firstOfTwoUnits) {
         point -= firstOfTwoUnits;
         writeBig(to, static_cast<uint16_t>(0xd800 + (point >> 10)));
         to += 2;
         point = 0xdc00 + (point & 0x3ff);
      }
      writeBig(to, static_cast<uint16_t>(point));
      to += 2;
   }
}

size_t UnicodeStringCodec::take(const Octet * from, size_t left, std::wstring & value)
{
   const size_t count = takeCount(from, left);
   if ((left - countLength) / 2 < count) {
      refuse(L"The encoding ends too early");
   }
   const Octet * at = from + countLength;
   std::wstring text;
   text.reserve(count);
   for (size_t i = 0; i < count; ++i, at += 2) {
      const uint16_t unit = readBig<uint16_t>(at);
      if (sizeof(wchar_t) > 2 && isHigh(unit) && i + 1 < count && isLow(readBig<uint16_t>(at + 2))) {
         const uint32_t low = readBig<uint16_t>(at + 2);
         text.push_back(static_cast<wchar_t>(firstOfTwoUnits + ((unit - 0xd800u) << 10) + (low - 0xdc00u)));
         ++i;
         at += 2;
      } else {
         text.push_back(static_cast<wchar_t>(unit));
      }
   }
   value.swap(text);
   return countLength + 2 * count;
}

}
