// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Credentials of one who shows none.

#pragma once

#include <RTI/SpecificConfig.h>
#include <RTI/auth/Credentials.h>
#include <string>

namespace rti1516_2025
{
   const std::wstring HLAnoCredentialsType(L"HLAnoCredentials");

   class RTI_EXPORT HLAnoCredentials : public Credentials
   {
   public:
      HLAnoCredentials()
         : Credentials(HLAnoCredentialsType, VariableLengthData())
      {}
      ~HLAnoCredentials() noexcept override = default;
      HLAnoCredentials(const HLAnoCredentials &rhs) = default;
      HLAnoCredentials &operator=(const HLAnoCredentials &rhs) = default;
   };
}
