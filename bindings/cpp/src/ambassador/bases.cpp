// Members of the abstract classes of both ambassadors, and the name of the RTI.

#include <RTI/RTI1516.h>

#include "edition.h"

namespace HYLA_RTI
{
RTIambassador::RTIambassador() noexcept = default;

RTIambassador::~RTIambassador() = default;

FederateAmbassador::FederateAmbassador() = default;

FederateAmbassador::~FederateAmbassador() noexcept = default;

std::wstring rtiName()
{
   return L"Hyla";
}

std::wstring rtiVersion()
{
   return L"" HYLA_VERSION;
}
}
