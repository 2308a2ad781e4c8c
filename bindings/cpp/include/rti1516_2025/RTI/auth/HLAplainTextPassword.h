// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Credentials that are a password, as it is.

#pragma once

#include <RTI/SpecificConfig.h>
#include <RTI/auth/Credentials.h>
#include <string>

namespace rti1516_2025
{
   const std::wstring HLAplainTextPasswordType(L"HLAplainTextPassword");

   class RTI_EXPORT HLAplainTextPassword : public Credentials
   {
   public:
      explicit HLAplainTextPassword(const std::wstring &password);
      explicit HLAplainTextPassword(const VariableLengthData &encodedPassword);
      ~HLAplainTextPassword() noexcept override;
      HLAplainTextPassword(const HLAplainTextPassword &rhs);
      HLAplainTextPassword &operator=(const HLAplainTextPassword &rhs);
      std::wstring decode();

   private:
      VariableLengthData encode(const std::wstring &basicString);
   };
}
