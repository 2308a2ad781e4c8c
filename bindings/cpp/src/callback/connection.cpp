// Where callbacks of one connection arrive.

#include "callback/connection.h"

#include "callback/groups.h"
#include "callback/tsan.h"

namespace HYLA_RTI
{
hyla_federate_ambassador Connection::table(std::unique_ptr<Connection> connection)
{
   hyla_federate_ambassador table = {};
   table.size = sizeof(table);
   put_federation(table);
   put_synchronization(table);
   put_saving(table);
   put_declaration(table);
   put_object(table);
   put_ownership(table);
   put_time(table);
   put_delivery(table);
   put_edition(table);
   table.dropped = [](void *context) {
      tsan::acquire(&tsan::CALLS);
      const std::unique_ptr<Connection> connection(static_cast<Connection *>(context));
      // After the last callback, before the one that disconnects or frees goes on.
      const tsan::Callback now(connection->times.get());
   };
   table.context = connection.release();
   return table;
}
}
