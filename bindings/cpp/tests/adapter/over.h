// hyla.h implemented over the standard's C++ API, as a federate uses it: what drives the C interface, the conformance
// scenarios above all, drives the C++ libraries, too. Nothing here looks behind the API.
//
// The functions bear the names of hyla.h with `over_` before them, since the library that the C++ libraries need
// themselves has the same names.
#pragma once

#include "renamed.h"

#include <hyla.h>

#include <RTI/RTI1516.h>
#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace over
{
#if HYLA_EDITION == 2010
using namespace rti1516e;
// The handle of a transportation type is a number of the enumerated type.
using Transportation = TransportationType;
#else
using namespace rti1516_2025;
using Transportation = TransportationTypeHandle;
#endif
}
