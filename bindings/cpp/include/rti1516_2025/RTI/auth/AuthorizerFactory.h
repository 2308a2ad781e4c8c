// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// How an authorizer comes into being.

#pragma once

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>

namespace rti1516_2025
{
   class Authorizer;

   const std::wstring HLAauthorizerName(L"HLAauthorizer");

   class RTI_EXPORT AuthorizerFactory
   {
   public:
      virtual ~AuthorizerFactory() noexcept = default;
      virtual std::unique_ptr<Authorizer> getAuthorizer() = 0;
      virtual std::wstring getName() const = 0;
   };
}
