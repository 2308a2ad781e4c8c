// Functions of hyla.h that this edition of the API lacks.
#include "../call.h"

#define OVER_LACKING(function, ...) \
   hyla_exception function(__VA_ARGS__) \
   { \
      return over::lacking(); \
   }

OVER_LACKING(hyla_create_federation_execution_from, hyla_rti, hyla_text, hyla_modules, hyla_text)
OVER_LACKING(hyla_create_federation_execution_with_mim_from, hyla_rti, hyla_text, hyla_modules, hyla_module, hyla_text)
OVER_LACKING(
   hyla_join_federation_execution_from,
   hyla_rti,
   const hyla_text *,
   hyla_text,
   hyla_text,
   hyla_modules,
   hyla_federate_handle *)
OVER_LACKING(hyla_region_ranges, hyla_rti, hyla_region_handle, hyla_owned_ranges *)
OVER_LACKING(hyla_transportation_is_reliable, hyla_rti, hyla_transportation_type_handle, bool *)
OVER_LACKING(
   hyla_get_available_dimensions_for_class_attribute,
   hyla_rti,
   hyla_object_class_handle,
   hyla_attribute_handle,
   hyla_owned_handles *)
OVER_LACKING(hyla_enable_object_class_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_disable_object_class_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_enable_attribute_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_disable_attribute_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_enable_attribute_scope_advisory_switch, hyla_rti)
OVER_LACKING(hyla_disable_attribute_scope_advisory_switch, hyla_rti)
OVER_LACKING(hyla_enable_interaction_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_disable_interaction_relevance_advisory_switch, hyla_rti)
OVER_LACKING(hyla_bind_channel, hyla_rti, hyla_federate_handle, hyla_text, hyla_owned_text *)
OVER_LACKING(hyla_latency, hyla_rti, hyla_latency_question, hyla_owned_latency *)
OVER_LACKING(hyla_time_status, hyla_rti, hyla_text, hyla_owned_text *)
OVER_LACKING(hyla_remove_federate, hyla_rti, hyla_text, hyla_text, hyla_text)
OVER_LACKING(hyla_dropped_messages, hyla_rti, uint64_t *)
OVER_LACKING(hyla_usage, hyla_rti, hyla_owned_text *)
