// The callbacks by groups: each function puts those of its group into the table of libhyla.
#pragma once

#include <hyla.h>

#include "edition.h"

namespace HYLA_RTI
{
void put_federation(hyla_federate_ambassador &table);
void put_synchronization(hyla_federate_ambassador &table);
void put_saving(hyla_federate_ambassador &table);
void put_declaration(hyla_federate_ambassador &table);
void put_object(hyla_federate_ambassador &table);
void put_ownership(hyla_federate_ambassador &table);
void put_time(hyla_federate_ambassador &table);
// Those that discover, bring values and remove.
void put_delivery(hyla_federate_ambassador &table);
// Callbacks that the editions have in different forms, or that one of them lacks.
void put_edition(hyla_federate_ambassador &table);
#if HYLA_EDITION == 2010
void put_owner(hyla_federate_ambassador &table);
void put_transportation(hyla_federate_ambassador &table);
#endif
}
