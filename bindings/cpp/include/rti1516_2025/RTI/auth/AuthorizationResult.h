// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Decision of an authorizer.

#pragma once

#include <RTI/SpecificConfig.h>
#include <string>

namespace rti1516_2025
{
   class RTI_EXPORT AuthorizationResult
   {
   public:
      enum Code
      {
         AUTHORIZED,
         UNAUTHORIZED,
         INVALID_CREDENTIALS,
         AUTHORIZATION_ERROR
      };

      explicit AuthorizationResult(Code code, const std::wstring &message = L"")
         : _code(code),
           _message(message)
      {}
      virtual ~AuthorizationResult() noexcept = default;
      AuthorizationResult(const AuthorizationResult &rhs) = default;
      Code getCode() const { return _code; }
      const std::wstring &getMessage() const { return _message; }

   private:
      Code _code;
      std::wstring _message;
   };
}
