// Time management (clause 8).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::enableTimeRegulation(const LogicalTimeInterval &lookahead)
{
   check(hyla_enable_time_regulation(_rti, times().lend(lookahead)));
}

void Services::disableTimeRegulation()
{
   check(hyla_disable_time_regulation(_rti));
}

void Services::enableTimeConstrained()
{
   check(hyla_enable_time_constrained(_rti));
}

void Services::disableTimeConstrained()
{
   check(hyla_disable_time_constrained(_rti));
}

void Services::timeAdvanceRequest(const LogicalTime &time)
{
   check(hyla_time_advance_request(_rti, times().lend(time)));
}

void Services::timeAdvanceRequestAvailable(const LogicalTime &time)
{
   check(hyla_time_advance_request_available(_rti, times().lend(time)));
}

void Services::nextMessageRequest(const LogicalTime &time)
{
   check(hyla_next_message_request(_rti, times().lend(time)));
}

void Services::nextMessageRequestAvailable(const LogicalTime &time)
{
   check(hyla_next_message_request_available(_rti, times().lend(time)));
}

void Services::flushQueueRequest(const LogicalTime &time)
{
   check(hyla_flush_queue_request(_rti, times().lend(time)));
}

void Services::enableAsynchronousDelivery()
{
   check(hyla_enable_asynchronous_delivery(_rti));
}

void Services::disableAsynchronousDelivery()
{
   check(hyla_disable_asynchronous_delivery(_rti));
}

bool Services::queryGALT(LogicalTime &result)
{
   bool present;
   hyla_time out;
   check(hyla_query_galt(_rti, &out, &present));
   if (present)
   {
      times().store(out, result);
   }
   return present;
}

void Services::queryLogicalTime(LogicalTime &result)
{
   hyla_time out;
   check(hyla_query_logical_time(_rti, &out));
   times().store(out, result);
}

bool Services::queryLITS(LogicalTime &result)
{
   bool present;
   hyla_time out;
   check(hyla_query_lits(_rti, &out, &present));
   if (present)
   {
      times().store(out, result);
   }
   return present;
}

void Services::modifyLookahead(const LogicalTimeInterval &lookahead)
{
   check(hyla_modify_lookahead(_rti, times().lend(lookahead)));
}

void Services::queryLookahead(LogicalTimeInterval &result)
{
   hyla_interval out;
   check(hyla_query_lookahead(_rti, &out));
   times().store(out, result);
}

void Services::retract(In<MessageRetractionHandle> retraction)
{
   check(hyla_retract(_rti, handle_number(retraction)));
}

void Services::changeAttributeOrderType(
   In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes, OrderType orderType)
{
   check(hyla_change_attribute_order_type(
      _rti, handle_number(objectInstance), LentHandles(attributes), static_cast<hyla_order_type>(orderType)));
}

void Services::changeInteractionOrderType(In<InteractionClassHandle> interactionClass, OrderType orderType)
{
   check(hyla_change_interaction_order_type(
      _rti, handle_number(interactionClass), static_cast<hyla_order_type>(orderType)));
}
}
