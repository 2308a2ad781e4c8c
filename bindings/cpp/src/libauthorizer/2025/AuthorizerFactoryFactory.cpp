// The one function of libauthorizer: who has an authorizer of his own replaces this library.

#include <RTI/libauth/AuthorizerFactoryFactory.h>

#include <RTI/auth/AuthorizerFactory.h>
#include <RTI/auth/HLAauthorizerFactoryFactory.h>

namespace rti1516_2025
{
std::unique_ptr<AuthorizerFactory> AuthorizerFactoryFactory::getAuthorizerFactory(const std::wstring &authorizerName)
{
   return HLAauthorizerFactoryFactory::getAuthorizerFactory(authorizerName);
}
}
