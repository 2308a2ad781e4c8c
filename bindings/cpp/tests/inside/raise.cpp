// From the numbers of the C interface to the exceptions.

#include "exceptions/raise.h"

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <typeinfo>

#include <RTI/Exception.h>
#include <cxxabi.h>
#include <gtest/gtest.h>
#include <hyla.h>

#include "exceptions/exception_list.h"

using namespace HYLA_RTI;

namespace
{
template <typename Name>
void is_raised(std::int32_t number, const char *name)
{
   EXPECT_THROW(raise(number, L""), Name) << name;
}
}

TEST(Raise, throws_the_exception_of_every_number)
{
#define HYLA_RAISED(Name, number) is_raised<Name>(number, #Name);
   HYLA_EXCEPTIONS(HYLA_RAISED)
}

// The list pairs names and numbers by hand; libhyla knows the names, too.
TEST(Raise, throws_the_class_of_the_name_that_libhyla_has_for_the_number)
{
   std::set<std::string> lacked;
   std::int32_t number = HYLA_OK + 1;
   for (std::string name; (name = hyla_exception_name(static_cast<hyla_exception>(number))) != "unknown exception"; ++number)
   {
      try
      {
         raise(number, L"");
      }
      catch (const Exception &exception)
      {
         const std::unique_ptr<char, void (*)(void *)> whole(
            abi::__cxa_demangle(typeid(exception).name(), nullptr, nullptr, nullptr), std::free);
         const std::string thrown = std::string(whole.get()).substr(std::string(whole.get()).rfind(':') + 1);
         if (thrown == "RTIinternalError" && name != thrown)
         {
            lacked.insert(name);
            continue;
         }
         EXPECT_EQ(thrown, name) << number;
      }
   }
   EXPECT_EQ(number, HYLA_UNSUPPORTED_CALLBACK_MODEL + 1);
#if HYLA_EDITION == 2010
   const std::set<std::string> of_the_other = {
      "CouldNotOpenFOM", "ErrorReadingFOM", "InconsistentFOM", "InvalidCredentials", "InvalidFOM", "InvalidMIM",
      "InvalidObjectInstanceHandle", "InvalidTransportationTypeHandle", "ReportServiceInvocationsAreSubscribed",
      "Unauthorized"};
#else
   const std::set<std::string> of_the_other = {
      "AttributeAcquisitionWasNotCanceled", "AttributeNotRecognized", "AttributeNotSubscribed",
      "BadInitializationParameter", "CouldNotDiscover", "CouldNotInitiateRestore", "CouldNotOpenFDD", "ErrorReadingFDD",
      "InconsistentFDD", "InteractionClassNotRecognized", "InteractionClassNotSubscribed",
      "InteractionParameterNotRecognized", "InvalidLocalSettingsDesignator", "InvalidTransportationType",
      "JoinedFederateIsNotInTimeAdvancingState", "NoFederateWillingToAcquireAttribute",
      "NoRequestToEnableTimeConstrainedWasPending", "NoRequestToEnableTimeRegulationWasPending", "ObjectClassNotKnown",
      "SpecifiedSaveLabelDoesNotExist", "UnableToPerformSave", "UnknownName"};
#endif
   EXPECT_EQ(lacked, of_the_other);
}

TEST(Raise, throws_an_internal_error_for_what_the_edition_lacks)
{
   try
   {
      raise(
#if HYLA_EDITION == 2010
         HYLA_UNAUTHORIZED,
#else
         HYLA_COULD_NOT_OPEN_FDD,
#endif
         L"because");
   }
   catch (const RTIinternalError &error)
   {
      EXPECT_NE(error.what().find(L"because"), std::wstring::npos) << "the words are kept";
      return;
   }
   FAIL() << "nothing was thrown";
}
