// How a callback of libhyla reaches the federate.
#pragma once

#include "ambassador/take.h"
#include "callback/connection.h"
#include "callback/tsan.h"
#include "edition.h"

namespace HYLA_RTI
{
// Called in a handler: has what the federate threw out of `callback` reported by the MOM, and writes it to standard error,
// once for each callback and kind of exception.
void report_thrown(const char *callback) noexcept;

// Runs `body` with the connection. Whatever leaves it ends here, since nothing may go through libhyla.
template <typename Body>
void tell(void *context, const char *callback, Body body) noexcept
{
   // Before anything of the connection is read.
   tsan::acquire(&tsan::CALLS);
   Connection &connection = *static_cast<Connection *>(context);
   const tsan::Callback now(connection.times.get());
   try
   {
      body(connection);
   }
   catch (...)
   {
      report_thrown(callback);
   }
}

// Bytes of libhyla that need not be kept: the callbacks that are rare.
class LentData
{
public:
   explicit LentData(hyla_bytes bytes)
   {
      borrow(_data, bytes);
   }

   operator const VariableLengthData &() const
   {
      return _data;
   }

private:
   VariableLengthData _data;
};
}
