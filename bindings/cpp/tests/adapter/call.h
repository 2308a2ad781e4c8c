// The one way from C into the API and back: finds the ambassador, makes numbers of exceptions, keeps their words.
#pragma once

#include "ambassador.h"
#include "give.h"

namespace over
{
// The ambassador of that number.
std::shared_ptr<Ambassador> find(hyla_rti rti);

// The number of the exception in flight, which was caught by its own class.
hyla_exception caught() noexcept;

// Result of a function for which this edition, or the standard, has no service.
hyla_exception lacking() noexcept;

// A service without a result.
template <class Service>
hyla_exception call(hyla_rti rti, Service service) noexcept
{
   try
   {
      service(*find(rti));
      return HYLA_OK;
   }
   catch (...)
   {
      return caught();
   }
}

// A service with a result.
template <class Out, class Service>
hyla_exception get(hyla_rti rti, Out *out, Service service) noexcept
{
   *out = Out();
   return call(rti, [&](Ambassador &ambassador) { give(service(ambassador), out); });
}

// A service that has one form without a time, and one with it that gives a handle for a retraction.
template <class Plain, class Timed>
hyla_exception send(
   hyla_rti rti,
   const hyla_time *stamp,
   hyla_message_retraction_handle *retraction,
   bool *present,
   Plain plain,
   Timed timed) noexcept
{
   *retraction = 0;
   *present = false;
   return call(rti, [&](Ambassador &ambassador) {
      if (stamp == nullptr)
      {
         plain(ambassador);
         return;
      }
      const MessageRetractionHandle handle = timed(ambassador, *time(*stamp));
      // The API gives a handle in any case; it is none if the message was not sent in the order of time stamps.
      *present = handle.isValid();
      *retraction = number(handle);
   });
}
}
