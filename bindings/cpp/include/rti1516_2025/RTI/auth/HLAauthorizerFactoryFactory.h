// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factories of the RTI's own authorizers.

#pragma once

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>

namespace rti1516_2025
{
   class AuthorizerFactory;

   /// Null for a name that the RTI does not know.
   class RTI_EXPORT HLAauthorizerFactoryFactory
   {
   public:
      static std::unique_ptr<AuthorizerFactory> getAuthorizerFactory(
         const std::wstring &authorizerName);
   };
}
