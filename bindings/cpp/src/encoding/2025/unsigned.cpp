// HLAunsignedInteger*.

#include "../basic_element.h"

namespace HYLA_RTI
{

HYLA_BASIC_ELEMENT(HLAunsignedInteger16LE, UnsignedInteger16, hyla::Little<UnsignedInteger16>)
HYLA_BASIC_ELEMENT(HLAunsignedInteger16BE, UnsignedInteger16, hyla::Big<UnsignedInteger16>)
HYLA_BASIC_ELEMENT(HLAunsignedInteger32BE, UnsignedInteger32, hyla::Big<UnsignedInteger32>)
HYLA_BASIC_ELEMENT(HLAunsignedInteger32LE, UnsignedInteger32, hyla::Little<UnsignedInteger32>)
HYLA_BASIC_ELEMENT(HLAunsignedInteger64BE, UnsignedInteger64, hyla::Big<UnsignedInteger64>)
HYLA_BASIC_ELEMENT(HLAunsignedInteger64LE, UnsignedInteger64, hyla::Little<UnsignedInteger64>)

static_assert(sizeof(UnsignedInteger16) == 2 && sizeof(UnsignedInteger32) == 4 && sizeof(UnsignedInteger64) == 8,
              "sizes of the encodings");

}
