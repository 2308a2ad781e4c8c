// Transportation types by their number, which the API of 2025 has no decode for.
#pragma once

#include "over.h"

namespace over
{
#if HYLA_EDITION == 2025
// The type that was seen with this number; no type if none was.
TransportationTypeHandle kept_type(std::uint64_t number);
#endif
}
