// A password as an HLAunicodeString, neither hashed nor encrypted.

#include <RTI/auth/HLAplainTextPassword.h>

#include <RTI/encoding/BasicDataElements.h>

namespace rti1516_2025
{
namespace
{
VariableLengthData encoded(const std::wstring &password)
{
   return HLAunicodeString(password).encode();
}
}

HLAplainTextPassword::HLAplainTextPassword(const std::wstring &password)
   : Credentials(HLAplainTextPasswordType, encoded(password))
{}

HLAplainTextPassword::HLAplainTextPassword(const VariableLengthData &encodedPassword)
   : Credentials(HLAplainTextPasswordType, encodedPassword)
{}

HLAplainTextPassword::~HLAplainTextPassword() noexcept = default;

HLAplainTextPassword::HLAplainTextPassword(const HLAplainTextPassword &rhs) = default;

HLAplainTextPassword &HLAplainTextPassword::operator=(const HLAplainTextPassword &rhs) = default;

std::wstring HLAplainTextPassword::decode()
{
   HLAunicodeString password;
   password.decode(getData());
   return password.get();
}

VariableLengthData HLAplainTextPassword::encode(const std::wstring &basicString)
{
   return encoded(basicString);
}
}
