// Which logical time the federation execution has.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include <hyla.h>

#include "ambassador/custom_time.h"
#include "edition.h"

namespace HYLA_RTI
{
// Logical time of an ambassador and its callbacks. Lives as long as either; may be used from several threads.
class FederationTimes
{
public:
   // A thread of the federate joins, until this is destroyed. Callbacks may come before it knows that it has joined.
   class Joining
   {
   public:
      explicit Joining(FederationTimes &times) : _times(times)
      {
         _times._joining.fetch_add(1);
      }

      ~Joining()
      {
         _times._joining.fetch_sub(1);
      }

      Joining(const Joining &) = delete;
      Joining &operator=(const Joining &) = delete;

   private:
      FederationTimes &_times;
   };

   // The time of the federation execution joined last, if it is none of the standard's; otherwise null. Valid as long
   // as this object.
   const CustomTime *custom(hyla_rti rti) const
   {
      return _joining.load() == 0 ? _custom.load(std::memory_order_acquire) : found_while_joining(rti);
   }

   // The name that createFederationExecution passes to the RTI for this name. A name without a time that the RTI can
   // count with is passed on, and the RTI refuses it; `words` have the reason.
   std::wstring told_name(const std::wstring &name, std::wstring &words);

   // The federate has joined: finds out about the federation's time. False, with words, if it cannot be used here.
   bool joined(hyla_rti rti, std::wstring &words);

private:
   const CustomTime *known(const std::wstring &name, std::wstring &words) const;
   const CustomTime *found_while_joining(hyla_rti rti) const;

   std::atomic<const CustomTime *> _custom{nullptr};
   // Threads that join.
   std::atomic<int> _joining{0};
   mutable std::mutex _mutex;
   // Kept for good: callbacks of an execution that was left may still use them. There are few names.
   mutable std::map<std::wstring, std::unique_ptr<const CustomTime>> _known;
};

// The factory of that name, from libfedtime or from who replaces it, for the standard's times from librti if need be;
// null if nobody knows the name.
OwnedTime<LogicalTimeFactory> make_time_factory(const std::wstring &name);

// The name of the time of the federation execution that the federate is joined to.
std::wstring federation_time_name(hyla_rti rti);
}
