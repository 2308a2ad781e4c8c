// Callbacks that 2010 has in another form. Callbacks that it lacks are not put into the table.

#include "callback/groups.h"

namespace HYLA_RTI
{
void put_edition(hyla_federate_ambassador &table)
{
   put_owner(table);
   put_transportation(table);
}
}
