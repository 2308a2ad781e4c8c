// HLAauthorizer: what an RTI of Hyla decides when it is given no users. Everybody may do everything whose
// credentials are of a standard type and well formed.

#include <RTI/auth/HLAauthorizerFactoryFactory.h>

#include <RTI/auth/Authorizer.h>
#include <RTI/auth/AuthorizerFactory.h>
#include <RTI/auth/HLAplainTextPassword.h>
#include <RTI/encoding/EncodingExceptions.h>

namespace rti1516_2025
{
namespace
{
AuthorizationResult judge(const Credentials &credentials)
{
   if (credentials.getType() == HLAnoCredentialsType)
   {
      return AuthorizationResult(AuthorizationResult::AUTHORIZED);
   }
   if (credentials.getType() != HLAplainTextPasswordType)
   {
      return AuthorizationResult(
         AuthorizationResult::INVALID_CREDENTIALS,
         L"credentials of type " + credentials.getType() + L" are not known here, but " + HLAplainTextPasswordType
            + L" and " + HLAnoCredentialsType);
   }
   try
   {
      HLAplainTextPassword(credentials.getData()).decode();
      return AuthorizationResult(AuthorizationResult::AUTHORIZED);
   }
   catch (const EncoderException &)
   {
      return AuthorizationResult(
         AuthorizationResult::INVALID_CREDENTIALS, L"the credentials are not an HLAunicodeString");
   }
}

class HLAauthorizer : public Authorizer
{
public:
   AuthorizationResult authorizeRtiOperation(const Credentials &credentials) override
   {
      return judge(credentials);
   }

   AuthorizationResult authorizeFederationOperation(const Credentials &credentials, const std::wstring &) override
   {
      return judge(credentials);
   }

   AuthorizationResult authorizeFederateOperation(
      const Credentials &credentials, const std::wstring &, const std::wstring &, const std::wstring &) override
   {
      return judge(credentials);
   }

   std::wstring getName() const override
   {
      return HLAauthorizerName;
   }
};

class HLAauthorizerFactory : public AuthorizerFactory
{
public:
   std::unique_ptr<Authorizer> getAuthorizer() override
   {
      return std::unique_ptr<Authorizer>(new HLAauthorizer());
   }

   std::wstring getName() const override
   {
      return HLAauthorizerName;
   }
};
}

std::unique_ptr<AuthorizerFactory> HLAauthorizerFactoryFactory::getAuthorizerFactory(const std::wstring &authorizerName)
{
   if (authorizerName == HLAauthorizerName)
   {
      return std::unique_ptr<AuthorizerFactory>(new HLAauthorizerFactory());
   }
   return nullptr;
}
}
