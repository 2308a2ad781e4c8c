// Why a federate fails.
#pragma once

#include <RTI/RTI1516.h>

#include <stdexcept>
#include <string>

#include "text.h"

namespace bench
{
   // Its words end up in the last report.
   struct Trouble : std::runtime_error
   {
      using std::runtime_error::runtime_error;
   };

   inline Trouble refused_job(const std::string &why) { return Trouble("the job is refused: " + why); }

   // Calls the RTI; an exception names the activity.
   template <typename Call>
   auto doing(const char *what, Call call) -> decltype(call())
   {
      try
      {
         return call();
      }
      // These two: the call has noticed before the callback came that says so.
      catch (const rti1516e::NotConnected &exception)
      {
         throw Trouble("the RTI is lost: " + std::string(what) + ": " + narrow(exception.what()));
      }
      catch (const rti1516e::FederateNotExecutionMember &exception)
      {
         throw Trouble("the RTI is lost: " + std::string(what) + ": " + narrow(exception.what()));
      }
      catch (const rti1516e::Exception &exception)
      {
         throw Trouble(std::string(what) + ": " + narrow(exception.what()));
      }
   }
}
