// Callbacks that 2010 lacks: none of them is put into the table.

#include "callback/groups.h"

namespace HYLA_RTI
{
void put_edition(hyla_federate_ambassador &)
{}
}
