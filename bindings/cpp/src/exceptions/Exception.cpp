// The exceptions: a message each, and a name in 2025.

#include <RTI/Exception.h>

#include <ostream>

#include "edition.h"
#include "exceptions/exception_list.h"

namespace HYLA_RTI
{
Exception::Exception() = default;

Exception::Exception(const Exception &) = default;

Exception &Exception::operator=(const Exception &) = default;

Exception::~Exception() noexcept = default;

// A constructor that runs out of memory while it copies the message ends the process, as the standard's list
// of exceptions has it: there would be no message left to report.
#define HYLA_EXCEPTION_MEMBERS(Name, number)                                                                           \
   Name::Name(const std::wstring &message) noexcept : _msg(message)                                                    \
   {}                                                                                                                  \
                                                                                                                       \
   std::wstring Name::what() const noexcept                                                                            \
   {                                                                                                                   \
      return _msg;                                                                                                     \
   }

HYLA_EXCEPTIONS(HYLA_EXCEPTION_MEMBERS)

#if HYLA_EDITION == 2010

std::wostream &operator<<(std::wostream &stream, const Exception &exception)
{
   return stream << exception.what();
}

#else

#define HYLA_EXCEPTION_NAME(Name, number)                                                                              \
   std::wstring Name::name() const noexcept                                                                            \
   {                                                                                                                   \
      return L## #Name;                                                                                                \
   }

HYLA_EXCEPTIONS(HYLA_EXCEPTION_NAME)

std::wostream &operator<<(std::wostream &stream, const Exception &exception)
{
   return stream << exception.name() << L": " << exception.what();
}

#endif
}
