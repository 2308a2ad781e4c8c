// HLAoctet and what is made of octets, HLAboolean.

#include "basic_element.h"

namespace HYLA_RTI
{

HYLA_BASIC_ELEMENT(HLAASCIIchar, char, hyla::Big<char>)
HYLA_BASIC_ELEMENT(HLAboolean, bool, hyla::BooleanCodec)
HYLA_BASIC_ELEMENT(HLAbyte, Octet, hyla::Big<Octet>)
HYLA_BASIC_ELEMENT(HLAoctet, Octet, hyla::Big<Octet>)
HYLA_BASIC_ELEMENT(HLAoctetPairBE, OctetPair, hyla::BigPair)
HYLA_BASIC_ELEMENT(HLAoctetPairLE, OctetPair, hyla::LittlePair)

}
