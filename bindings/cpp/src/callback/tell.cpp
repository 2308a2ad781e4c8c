// Exceptions that leave a callback.

#include "callback/tell.h"

#include <cstdio>
#include <exception>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include <cxxabi.h>

#include <cstdlib>
#include <typeinfo>

#include <hyla.h>

#include <RTI/Exception.h>

#include "text/utf8.h"

namespace HYLA_RTI
{
namespace
{
// The name that a class has in a program.
std::string class_name(const std::type_info &type)
{
   int status = 0;
   const std::unique_ptr<char, void (*)(void *)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), std::free);
   return name == nullptr ? type.name() : name.get();
}

struct Thrown
{
   std::string kind;
   std::string words;
};

Thrown thrown_now()
{
   try
   {
      throw;
   }
   catch (const Exception &exception)
   {
      return {class_name(typeid(exception)), to_utf8(exception.what())};
   }
   catch (const std::exception &exception)
   {
      return {class_name(typeid(exception)), exception.what()};
   }
   catch (...)
   {
      const std::type_info *type = abi::__cxa_current_exception_type();
      return {type == nullptr ? "an unknown exception" : class_name(*type), "no words"};
   }
}

// Whether this is the first of its kind in the process.
bool is_new(const char *callback, const std::string &kind)
{
   // Never destroyed: callbacks may still come while the process ends.
   static std::mutex &mutex = *new std::mutex;
   static std::set<std::pair<std::string, std::string>> &met = *new std::set<std::pair<std::string, std::string>>;
   const std::lock_guard<std::mutex> lock(mutex);
   return met.emplace(callback, kind).second;
}
}

void report_thrown(const char *callback) noexcept
{
   try
   {
      const Thrown thrown = thrown_now();
      const std::string reason = thrown.kind + ": " + thrown.words;
      hyla_callback_failed({reason.data(), reason.size()});
      if (is_new(callback, thrown.kind))
      {
         std::fprintf(
            stderr,
            "hyla: %s of the federate threw %s: %s. The exception ends here; further ones of its kind are not shown.\n",
            callback,
            thrown.kind.c_str(),
            thrown.words.c_str());
      }
   }
   catch (...)
   {
      // Without memory there are no words.
   }
}
}
