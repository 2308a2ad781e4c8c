// HLAinteger* and HLAfloat*.

#include "basic_element.h"

namespace HYLA_RTI
{

HYLA_BASIC_ELEMENT(HLAfloat32BE, float, hyla::Big<float>)
HYLA_BASIC_ELEMENT(HLAfloat32LE, float, hyla::Little<float>)
HYLA_BASIC_ELEMENT(HLAfloat64BE, double, hyla::Big<double>)
HYLA_BASIC_ELEMENT(HLAfloat64LE, double, hyla::Little<double>)
HYLA_BASIC_ELEMENT(HLAinteger16LE, Integer16, hyla::Little<Integer16>)
HYLA_BASIC_ELEMENT(HLAinteger16BE, Integer16, hyla::Big<Integer16>)
HYLA_BASIC_ELEMENT(HLAinteger32BE, Integer32, hyla::Big<Integer32>)
HYLA_BASIC_ELEMENT(HLAinteger32LE, Integer32, hyla::Little<Integer32>)
HYLA_BASIC_ELEMENT(HLAinteger64BE, Integer64, hyla::Big<Integer64>)
HYLA_BASIC_ELEMENT(HLAinteger64LE, Integer64, hyla::Little<Integer64>)

static_assert(sizeof(Integer16) == 2 && sizeof(Integer32) == 4 && sizeof(Integer64) == 8, "sizes of the encodings");
static_assert(sizeof(float) == 4 && sizeof(double) == 8, "sizes of the encodings");

}

#if HYLA_EDITION == 2010
#include "2010/long_aliases.h"
#endif
