// Wide strings of the API and UTF-8 of the C interface.
#pragma once

#include <string>
#include <string_view>

#include "edition.h"

namespace HYLA_RTI
{
// Surrogates that belong together become one character, wherever they come from; what is no character becomes U+FFFD.
std::string to_utf8(const std::wstring &text);

// Invalid UTF-8 becomes U+FFFD.
std::wstring from_utf8(std::string_view text);
}
