// From wide strings to UTF-8 and back.

#include "text/utf8.h"

#include <cstddef>
#include <cstdint>

namespace HYLA_RTI
{
namespace
{
constexpr char32_t REPLACEMENT = 0xFFFD;
constexpr char32_t GREATEST = 0x10FFFF;

bool is_high_surrogate(char32_t unit)
{
   return unit >= 0xD800 && unit <= 0xDBFF;
}

bool is_low_surrogate(char32_t unit)
{
   return unit >= 0xDC00 && unit <= 0xDFFF;
}

char32_t joined(char32_t high, char32_t low)
{
   return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

char trailing(char32_t character, int shift)
{
   return static_cast<char>(0x80 | (character >> shift & 0x3F));
}

void append_utf8(std::string &text, char32_t character)
{
   if (character < 0x80)
   {
      text += static_cast<char>(character);
   }
   else if (character < 0x800)
   {
      text += static_cast<char>(0xC0 | character >> 6);
      text += trailing(character, 0);
   }
   else if (character < 0x10000)
   {
      text += static_cast<char>(0xE0 | character >> 12);
      text += trailing(character, 6);
      text += trailing(character, 0);
   }
   else
   {
      text += static_cast<char>(0xF0 | character >> 18);
      text += trailing(character, 12);
      text += trailing(character, 6);
      text += trailing(character, 0);
   }
}

void append_wide(std::wstring &text, char32_t character)
{
   if constexpr (sizeof(wchar_t) == 2)
   {
      if (character >= 0x10000)
      {
         text += static_cast<wchar_t>(0xD800 + ((character - 0x10000) >> 10));
         text += static_cast<wchar_t>(0xDC00 + ((character - 0x10000) & 0x3FF));
         return;
      }
   }
   text += static_cast<wchar_t>(character);
}

// First byte of a character: the number of following bytes, and the least character that needs so many.
struct Lead
{
   std::size_t following;
   char32_t bits;
   char32_t least;
};

bool read_lead(unsigned char byte, Lead &lead)
{
   if (byte >= 0xC2 && byte <= 0xDF)
   {
      lead = {1, byte & 0x1Fu, 0x80};
   }
   else if (byte >= 0xE0 && byte <= 0xEF)
   {
      lead = {2, byte & 0x0Fu, 0x800};
   }
   else if (byte >= 0xF0 && byte <= 0xF4)
   {
      lead = {3, byte & 0x07u, 0x10000};
   }
   else
   {
      return false;
   }
   return true;
}
}

std::string to_utf8(const std::wstring &text)
{
   std::string encoded;
   encoded.reserve(text.size());
   for (std::size_t i = 0; i < text.size(); ++i)
   {
      char32_t unit = static_cast<char32_t>(text[i]);
      if constexpr (sizeof(wchar_t) == 2)
      {
         unit &= 0xFFFF;
      }
      if (is_high_surrogate(unit) && i + 1 < text.size() && is_low_surrogate(static_cast<char32_t>(text[i + 1])))
      {
         unit = joined(unit, static_cast<char32_t>(text[++i]));
      }
      else if (is_high_surrogate(unit) || is_low_surrogate(unit) || unit > GREATEST)
      {
         unit = REPLACEMENT;
      }
      append_utf8(encoded, unit);
   }
   return encoded;
}

std::wstring from_utf8(std::string_view text)
{
   std::wstring decoded;
   decoded.reserve(text.size());
   std::size_t i = 0;
   while (i < text.size())
   {
      const unsigned char first = static_cast<unsigned char>(text[i++]);
      if (first < 0x80)
      {
         decoded += static_cast<wchar_t>(first);
         continue;
      }
      Lead lead;
      char32_t character = REPLACEMENT;
      if (read_lead(first, lead))
      {
         std::size_t read = 0;
         char32_t bits = lead.bits;
         while (read < lead.following && i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80)
         {
            bits = bits << 6 | (static_cast<unsigned char>(text[i]) & 0x3Fu);
            ++read;
            ++i;
         }
         const bool complete = read == lead.following;
         if (complete && bits >= lead.least && bits <= GREATEST && !is_high_surrogate(bits) && !is_low_surrogate(bits))
         {
            character = bits;
         }
      }
      append_wide(decoded, character);
   }
   return decoded;
}
}
