// Time management.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::enableTimeRegulation(const LogicalTimeInterval &lookahead)
{
   check(hyla_enable_time_regulation(_rti, times().lend(lookahead)));
}

void Ambassador::disableTimeRegulation()
{
   check(hyla_disable_time_regulation(_rti));
}

void Ambassador::enableTimeConstrained()
{
   check(hyla_enable_time_constrained(_rti));
}

void Ambassador::disableTimeConstrained()
{
   check(hyla_disable_time_constrained(_rti));
}

void Ambassador::timeAdvanceRequest(const LogicalTime &time)
{
   check(hyla_time_advance_request(_rti, times().lend(time)));
}

void Ambassador::timeAdvanceRequestAvailable(const LogicalTime &time)
{
   check(hyla_time_advance_request_available(_rti, times().lend(time)));
}

void Ambassador::nextMessageRequest(const LogicalTime &time)
{
   check(hyla_next_message_request(_rti, times().lend(time)));
}

void Ambassador::nextMessageRequestAvailable(const LogicalTime &time)
{
   check(hyla_next_message_request_available(_rti, times().lend(time)));
}

void Ambassador::flushQueueRequest(const LogicalTime &time)
{
   check(hyla_flush_queue_request(_rti, times().lend(time)));
}

void Ambassador::enableAsynchronousDelivery()
{
   check(hyla_enable_asynchronous_delivery(_rti));
}

void Ambassador::disableAsynchronousDelivery()
{
   check(hyla_disable_asynchronous_delivery(_rti));
}

bool Ambassador::queryGALT(LogicalTime &time)
{
   hyla_time answer;
   bool present;
   check(hyla_query_galt(_rti, &answer, &present));
   if (present)
   {
      times().store(answer, time);
   }
   return present;
}

bool Ambassador::queryLITS(LogicalTime &time)
{
   hyla_time answer;
   bool present;
   check(hyla_query_lits(_rti, &answer, &present));
   if (present)
   {
      times().store(answer, time);
   }
   return present;
}

void Ambassador::queryLogicalTime(LogicalTime &time)
{
   hyla_time answer;
   check(hyla_query_logical_time(_rti, &answer));
   times().store(answer, time);
}

void Ambassador::modifyLookahead(const LogicalTimeInterval &lookahead)
{
   check(hyla_modify_lookahead(_rti, times().lend(lookahead)));
}

void Ambassador::queryLookahead(LogicalTimeInterval &interval)
{
   hyla_interval answer;
   check(hyla_query_lookahead(_rti, &answer));
   times().store(answer, interval);
}

void Ambassador::retract(In<MessageRetractionHandle> retraction)
{
   check(hyla_retract(_rti, handle_number(retraction)));
}

void Ambassador::changeAttributeOrderType(
   In<ObjectInstanceHandle> object, const Attributes &attributes, OrderType type)
{
   check(hyla_change_attribute_order_type(
      _rti, handle_number(object), LentHandles(attributes), static_cast<hyla_order_type>(type)));
}

void Ambassador::changeInteractionOrderType(In<InteractionClassHandle> interactionClass, OrderType type)
{
   check(hyla_change_interaction_order_type(
      _rti, handle_number(interactionClass), static_cast<hyla_order_type>(type)));
}
}
