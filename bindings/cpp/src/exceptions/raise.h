// From the numbers of the C interface to the exceptions of the API.
#pragma once

#include <cstdint>
#include <string>

#include "edition.h"

namespace HYLA_RTI
{
// Throws the exception with this number. One that the edition does not have is thrown as RTIinternalError, which
// says its number.
[[noreturn]] void raise(std::int32_t number, const std::wstring &message);
}
