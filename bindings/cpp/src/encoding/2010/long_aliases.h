// The second names of the members of HLAinteger64BE and HLAinteger64LE that take an Integer64.
//
// An alias needs its target in the same translation unit: included by numbers.cpp.

#ifndef HYLA_ENCODING_2010_LONG_ALIASES_H
#define HYLA_ENCODING_2010_LONG_ALIASES_H

#include "../../long_alias.h"

#define HYLA_LONG_ALIASES(Class)                                                                             \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##C1ERKl, _ZN8rti1516e14##Class##C1ERKx)                             \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##C2ERKl, _ZN8rti1516e14##Class##C2ERKx)                             \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##C1EPl, _ZN8rti1516e14##Class##C1EPx)                               \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##C2EPl, _ZN8rti1516e14##Class##C2EPx)                               \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##14setDataPointerEPl, _ZN8rti1516e14##Class##14setDataPointerEPx)   \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##3setEl, _ZN8rti1516e14##Class##3setEx)                             \
   HYLA_LONG_ALIAS(_ZN8rti1516e14##Class##aSEl, _ZN8rti1516e14##Class##aSEx)                                 \
   HYLA_LONG_ALIAS(_ZNK8rti1516e14##Class##cvlEv, _ZNK8rti1516e14##Class##cvxEv)

HYLA_LONG_ALIASES(HLAinteger64BE)
HYLA_LONG_ALIASES(HLAinteger64LE)

#undef HYLA_LONG_ALIASES

#endif
