// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Decides who may use the RTI; loaded by the RTI.

#pragma once

#include <RTI/SpecificConfig.h>
#include <RTI/auth/AuthorizationResult.h>
#include <RTI/auth/HLAnoCredentials.h>
#include <string>

namespace rti1516_2025
{
   class Credentials;

   class RTI_EXPORT Authorizer
   {
   public:
      virtual ~Authorizer() noexcept = default;
      virtual AuthorizationResult authorizeRtiOperation(const Credentials &credentials) = 0;
      virtual AuthorizationResult authorizeFederationOperation(
         const Credentials &credentials,
         const std::wstring &federationName) = 0;
      virtual AuthorizationResult authorizeFederateOperation(
         const Credentials &credentials,
         const std::wstring &federationName,
         const std::wstring &federateName,
         const std::wstring &federateType) = 0;
      virtual std::wstring getName() const = 0;
   };
}
