// UTF-8, which job lines have, and the wide strings of the standard's API.
#pragma once

#include <string>

namespace bench
{
   std::wstring wide(const std::string &text);
   std::string narrow(const std::wstring &text);
}
