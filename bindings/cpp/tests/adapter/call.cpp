#include "call.h"

#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "exceptions/exception_list.h"
#include "listener.h"

namespace over
{
namespace
{
// Never destroyed: threads of the RTI may still use it while the process ends.
std::mutex &ambassadors_mutex = *new std::mutex;
std::map<std::uint64_t, std::shared_ptr<Ambassador>> &ambassadors = *new std::map<std::uint64_t, std::shared_ptr<Ambassador>>;
std::uint64_t last_id = 0;

thread_local std::string last_message;
thread_local std::optional<std::string> failure;

hyla_exception keep(hyla_exception number, const std::string &words) noexcept
{
   last_message = words;
   return number;
}

hyla_exception keep(hyla_exception number, const Exception &exception, const wchar_t *name) noexcept
{
#if HYLA_EDITION == 2025
   if (exception.name() != name)
   {
      return keep(HYLA_INTERNAL_ERROR, "an exception of another name: " + utf8(exception.name()));
   }
#else
   static_cast<void>(name);
#endif
   return keep(number, utf8(exception.what()));
}
}

std::shared_ptr<Ambassador> find(hyla_rti rti)
{
   const std::lock_guard<std::mutex> lock(ambassadors_mutex);
   const auto found = ambassadors.find(rti.id);
   if (found == ambassadors.end())
   {
      throw RTIinternalError(L"no such ambassador");
   }
   return found->second;
}

hyla_exception caught() noexcept
{
   try
   {
      throw;
   }
#define OVER_CATCH(Name, constant)                                                                                     \
   catch (const Name &exception)                                                                                       \
   {                                                                                                                   \
      return keep(constant, exception, L## #Name);                                                                     \
   }
   HYLA_EXCEPTIONS(OVER_CATCH)
#undef OVER_CATCH
   catch (const std::exception &exception)
   {
      return keep(HYLA_INTERNAL_ERROR, std::string("no exception of the API: ") + exception.what());
   }
   catch (...)
   {
      return keep(HYLA_INTERNAL_ERROR, "no exception of the API");
   }
}

void throw_failure()
{
   if (failure.has_value())
   {
      throw std::runtime_error(*std::exchange(failure, std::nullopt));
   }
}

hyla_exception lacking() noexcept
{
   return keep(HYLA_RTI_INTERNAL_ERROR, "the C++ API of this edition has nothing for it");
}
}

hyla_text hyla_last_message(void)
{
   return {over::last_message.data(), over::last_message.size()};
}

const char *hyla_exception_name(hyla_exception exception)
{
   switch (exception)
   {
   case HYLA_OK:
      return "no exception";
#define OVER_NAME(Name, constant)                                                                                      \
   case constant:                                                                                                      \
      return #Name;
      HYLA_EXCEPTIONS(OVER_NAME)
#undef OVER_NAME
   default:
      return "unknown exception";
   }
}

hyla_exception hyla_rti_new(hyla_edition edition, hyla_rti *out)
{
   *out = {0};
   if (edition != HYLA_EDITION)
   {
      return over::lacking();
   }
   try
   {
      auto made = std::make_shared<over::Ambassador>();
      const std::lock_guard<std::mutex> lock(over::ambassadors_mutex);
      over::ambassadors[++over::last_id] = std::move(made);
      *out = {over::last_id};
      return HYLA_OK;
   }
   catch (...)
   {
      return over::caught();
   }
}

hyla_exception hyla_rti_free(hyla_rti rti)
{
   std::shared_ptr<over::Ambassador> freed;
   const std::lock_guard<std::mutex> lock(over::ambassadors_mutex);
   const auto found = over::ambassadors.find(rti.id);
   if (found == over::ambassadors.end())
   {
      return HYLA_RTI_INTERNAL_ERROR;
   }
   // It goes after the lock is released: what it does may take its time.
   freed = std::move(found->second);
   over::ambassadors.erase(found);
   return HYLA_OK;
}

hyla_exception hyla_rti_edition(hyla_rti rti, hyla_edition *out)
{
   *out = static_cast<hyla_edition>(HYLA_EDITION);
   return over::call(rti, [](over::Ambassador &) {});
}

hyla_exception hyla_callback_failed(hyla_text reason)
{
   over::failure.emplace(reason.data, reason.length);
   return HYLA_OK;
}
