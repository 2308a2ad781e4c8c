// Credentials, and the authorizer that comes with the RTI.

#include <string>

#include <RTI/auth/Authorizer.h>
#include <RTI/auth/AuthorizerFactory.h>
#include <RTI/auth/HLAauthorizerFactoryFactory.h>
#include <RTI/auth/HLAplainTextPassword.h>
#include <RTI/libauth/AuthorizerFactoryFactory.h>
#include <gtest/gtest.h>

using namespace rti1516_2025;

TEST(Credentials, of_nobody_are_empty)
{
   const HLAnoCredentials nobody;

   EXPECT_EQ(nobody.getType(), L"HLAnoCredentials");
   EXPECT_EQ(nobody.getData().size(), 0u);
}

TEST(Credentials, of_a_password_are_its_HLAunicodeString)
{
   HLAplainTextPassword password(L"a\u00df");
   const VariableLengthData &data = password.getData();

   EXPECT_EQ(password.getType(), L"HLAplainTextPassword");
   EXPECT_EQ(std::string(static_cast<const char *>(data.data()), data.size()), std::string("\0\0\0\2\0a\0\xdf", 8));
   EXPECT_EQ(HLAplainTextPassword(data).decode(), L"a\u00df");
   HLAplainTextPassword copy(password);
   copy = HLAplainTextPassword(L"other");
   EXPECT_EQ(copy.decode(), L"other");
}

TEST(Authorizers, are_found_by_name)
{
   EXPECT_EQ(AuthorizerFactoryFactory::getAuthorizerFactory(L"nobody's"), nullptr);
   EXPECT_EQ(HLAauthorizerFactoryFactory::getAuthorizerFactory(L""), nullptr);

   const std::unique_ptr<AuthorizerFactory> factory = AuthorizerFactoryFactory::getAuthorizerFactory(HLAauthorizerName);
   ASSERT_NE(factory, nullptr);
   EXPECT_EQ(factory->getName(), L"HLAauthorizer");
   EXPECT_EQ(factory->getAuthorizer()->getName(), L"HLAauthorizer");
}

TEST(Authorizers, that_come_with_the_RTI_want_credentials_that_they_can_read)
{
   const std::unique_ptr<Authorizer> authorizer =
      HLAauthorizerFactoryFactory::getAuthorizerFactory(HLAauthorizerName)->getAuthorizer();
   const HLAplainTextPassword password(L"secret");
   const Credentials cut(HLAplainTextPasswordType, VariableLengthData("\0\0\0\2\0a", 6));
   const Credentials foreign(L"Ticket", VariableLengthData());

   EXPECT_EQ(authorizer->authorizeRtiOperation(HLAnoCredentials()).getCode(), AuthorizationResult::AUTHORIZED);
   EXPECT_EQ(authorizer->authorizeFederationOperation(password, L"Air").getCode(), AuthorizationResult::AUTHORIZED);
   const AuthorizationResult refused = authorizer->authorizeFederateOperation(foreign, L"Air", L"", L"Tower");
   EXPECT_EQ(refused.getCode(), AuthorizationResult::INVALID_CREDENTIALS);
   EXPECT_NE(refused.getMessage().find(L"Ticket"), std::wstring::npos);
   EXPECT_EQ(authorizer->authorizeRtiOperation(cut).getCode(), AuthorizationResult::INVALID_CREDENTIALS);
}
