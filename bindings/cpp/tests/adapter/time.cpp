// Time management (clause 8).
#include "call.h"

using namespace over;

hyla_exception hyla_enable_time_regulation(hyla_rti rti, hyla_interval lookahead)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableTimeRegulation(*over::interval(lookahead)); });
}

hyla_exception hyla_disable_time_regulation(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableTimeRegulation(); });
}

hyla_exception hyla_enable_time_constrained(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableTimeConstrained(); });
}

hyla_exception hyla_disable_time_constrained(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableTimeConstrained(); });
}

hyla_exception hyla_time_advance_request(hyla_rti rti, hyla_time time)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->timeAdvanceRequest(*over::time(time)); });
}

hyla_exception hyla_time_advance_request_available(hyla_rti rti, hyla_time time)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->timeAdvanceRequestAvailable(*over::time(time)); });
}

hyla_exception hyla_next_message_request(hyla_rti rti, hyla_time time)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->nextMessageRequest(*over::time(time)); });
}

hyla_exception hyla_next_message_request_available(hyla_rti rti, hyla_time time)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->nextMessageRequestAvailable(*over::time(time)); });
}

hyla_exception hyla_flush_queue_request(hyla_rti rti, hyla_time time)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->flushQueueRequest(*over::time(time)); });
}

hyla_exception hyla_enable_asynchronous_delivery(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->enableAsynchronousDelivery(); });
}

hyla_exception hyla_disable_asynchronous_delivery(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->disableAsynchronousDelivery(); });
}

hyla_exception hyla_query_galt(hyla_rti rti, hyla_time *out, bool *present)
{
   *present = false;
   return get(rti, out, [&](Ambassador &ambassador) {
      const std::unique_ptr<LogicalTime> galt = ambassador.some_time();
      *present = ambassador->queryGALT(*galt);
      return *present ? over::time(*galt) : hyla_time();
   });
}

hyla_exception hyla_query_logical_time(hyla_rti rti, hyla_time *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      const std::unique_ptr<LogicalTime> now = ambassador.some_time();
      ambassador->queryLogicalTime(*now);
      return over::time(*now);
   });
}

hyla_exception hyla_query_lits(hyla_rti rti, hyla_time *out, bool *present)
{
   *present = false;
   return get(rti, out, [&](Ambassador &ambassador) {
      const std::unique_ptr<LogicalTime> lits = ambassador.some_time();
      *present = ambassador->queryLITS(*lits);
      return *present ? over::time(*lits) : hyla_time();
   });
}

hyla_exception hyla_modify_lookahead(hyla_rti rti, hyla_interval lookahead)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->modifyLookahead(*over::interval(lookahead)); });
}

hyla_exception hyla_query_lookahead(hyla_rti rti, hyla_interval *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      const std::unique_ptr<LogicalTimeInterval> lookahead = ambassador.some_interval();
      ambassador->queryLookahead(*lookahead);
      return over::interval(*lookahead);
   });
}

hyla_exception hyla_retract(hyla_rti rti, hyla_message_retraction_handle retraction)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->retract(ambassador.retraction(retraction)); });
}

hyla_exception hyla_change_attribute_order_type(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_handles attributes,
   hyla_order_type order)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->changeAttributeOrderType(
         ambassador.object(object),
         ambassador.attributes(attributes),
         static_cast<OrderType>(order));
   });
}

hyla_exception hyla_change_interaction_order_type(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_order_type order)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->changeInteractionOrderType(
         ambassador.interaction_class(interaction_class),
         static_cast<OrderType>(order));
   });
}
