// HLAASCIIstring, HLAunicodeChar, HLAunicodeString.

#include "basic_element.h"

namespace HYLA_RTI
{

HYLA_BASIC_ELEMENT(HLAASCIIstring, std::string, hyla::AsciiStringCodec)
HYLA_BASIC_ELEMENT(HLAunicodeChar, wchar_t, hyla::UnicodeCharCodec)
HYLA_BASIC_ELEMENT(HLAunicodeString, std::wstring, hyla::UnicodeStringCodec)

}
