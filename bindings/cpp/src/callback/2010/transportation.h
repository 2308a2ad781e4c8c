// Transportation types in 2010.
#pragma once

#include <hyla.h>

#include <RTI/Enums.h>

#include "edition.h"

namespace HYLA_RTI
{
// The value of the enumeration for a type of libhyla. Needs no service of the standard, so callbacks may use it.
TransportationType transportation_type(hyla_rti rti, hyla_transportation_type_handle handle);
}
