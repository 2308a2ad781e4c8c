// A federate ambassador of the API that calls the function pointers of hyla.h.
#pragma once

#include "lend.h"

namespace over
{
// Takes the table over: its `dropped` is called when the listener goes.
std::unique_ptr<FederateAmbassador> listen(const hyla_federate_ambassador &table);

// Throws if the callback that has just returned on this thread failed.
void throw_failure();

// Common part of the listeners of both editions.
class Table
{
public:
   explicit Table(const hyla_federate_ambassador &table)
      : table_(table)
   {
   }

   Table(const Table &) = delete;
   Table &operator=(const Table &) = delete;

   ~Table()
   {
      if (table_.dropped != nullptr)
      {
         table_.dropped(table_.context);
      }
   }

   // Calls a function, unless nobody wants the callback. Throws what the function said with hyla_callback_failed.
   template <class... Wanted, class... Given>
   void tell(void (*hyla_federate_ambassador::*function)(void *, Wanted...), Given... given) const
   {
      if (table_.*function != nullptr)
      {
         (table_.*function)(table_.context, given...);
         throw_failure();
      }
   }

private:
   hyla_federate_ambassador table_;
};
}
