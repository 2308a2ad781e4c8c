// Notifies ThreadSanitizer of the order that libhyla gives to actions of threads; empty in all other builds.
//
// libhyla is Rust and not instrumented. ThreadSanitizer sees none of its locks and would take whatever one thread hands
// to another through libhyla for a race. Here are the promises of hyla.h instead, and no more, so that races are found:
//
//   - Actions of a thread before it calls a service happen before actions of a later callback, of any federate.
//     Each may be the other's cause: messages, subscriptions, the connection itself.
//   - Callbacks of one ambassador come one after the other; what one did happens before what the next one does.
//   - What callbacks did happens before evoking, disconnecting and freeing their ambassador returns.
//
// Nothing orders a callback with a thread that does not call, nor callbacks of two ambassadors with each other.
#pragma once

#include <hyla.h>

#include "edition.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HYLA_TSAN 1
#endif
#elif defined(__SANITIZE_THREAD__)
#define HYLA_TSAN 1
#endif

#ifdef HYLA_TSAN
#include <sanitizer/tsan_interface.h>
#endif

namespace HYLA_RTI
{
namespace tsan
{
#ifdef HYLA_TSAN
inline void release(const void *order)
{
   __tsan_release(const_cast<void *>(order));
}

inline void acquire(const void *order)
{
   __tsan_acquire(const_cast<void *>(order));
}
#else
inline void release(const void *)
{}

inline void acquire(const void *)
{}
#endif

// Stands for all calls of services.
inline const char CALLS = 0;

// An ambassador of libhyla. Taking it precedes the call of a service.
class Rti
{
public:
   operator hyla_rti() const
   {
      release(&CALLS);
      return _rti;
   }

   hyla_rti *out()
   {
      return &_rti;
   }

private:
   hyla_rti _rti;
};

// The time of a callback; `ambassador` stands for the callbacks of one ambassador.
class Callback
{
public:
   explicit Callback(const void *ambassador) : _ambassador(ambassador)
   {
      acquire(_ambassador);
   }

   ~Callback()
   {
      release(_ambassador);
   }

   Callback(const Callback &) = delete;
   Callback &operator=(const Callback &) = delete;

private:
   const void *_ambassador;
};
}
}
