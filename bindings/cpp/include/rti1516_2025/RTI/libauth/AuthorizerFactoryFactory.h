// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The factories of all authorizers: a federation may bring its own libauthorizer.

#pragma once

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>

namespace rti1516_2025
{
   class AuthorizerFactory;

   /// Knows what HLAauthorizerFactoryFactory knows, unless the federation brings another libauthorizer.
   class RTI_EXPORT_AUTHORIZER AuthorizerFactoryFactory
   {
   public:
      virtual ~AuthorizerFactoryFactory() = default;
      static std::unique_ptr<AuthorizerFactory> getAuthorizerFactory(
         const std::wstring &authorizerName);
   };
}
