#include "text.h"

#include <cstdint>

namespace bench
{
   std::wstring wide(const std::string &text)
   {
      std::wstring found;
      for (std::size_t at = 0; at < text.size();)
      {
         const unsigned char first = static_cast<unsigned char>(text[at++]);
         int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : first >= 0xC0 ? 1 : 0;
         std::uint32_t code = more == 0 ? first : first & (0x3FU >> more);
         for (; more > 0 && at < text.size(); --more)
         {
            code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3FU);
         }
         found.push_back(static_cast<wchar_t>(code));
      }
      return found;
   }

   std::string narrow(const std::wstring &text)
   {
      std::string found;
      for (const wchar_t letter : text)
      {
         const std::uint32_t code = static_cast<std::uint32_t>(letter);
         const int more = code >= 0x10000 ? 3 : code >= 0x800 ? 2 : code >= 0x80 ? 1 : 0;
         const std::uint32_t marks[] = {0, 0xC0, 0xE0, 0xF0};
         found.push_back(static_cast<char>(marks[more] | code >> (6 * more)));
         for (int left = more - 1; left >= 0; --left)
         {
            found.push_back(static_cast<char>(0x80U | (code >> (6 * left) & 0x3FU)));
         }
      }
      return found;
   }
}
