// Functions of hyla.h that this edition of the API lacks.
#include "../call.h"

#define OVER_LACKING(function, ...) \
   hyla_exception function(__VA_ARGS__) \
   { \
      return over::lacking(); \
   }

OVER_LACKING(hyla_create_federation_execution_from, hyla_rti, hyla_text, hyla_modules, hyla_text)
OVER_LACKING(hyla_create_federation_execution_with_mim_from, hyla_rti, hyla_text, hyla_modules, hyla_module, hyla_text)
OVER_LACKING(hyla_list_federation_execution_members, hyla_rti, hyla_text)
OVER_LACKING(
   hyla_join_federation_execution_from,
   hyla_rti,
   const hyla_text *,
   hyla_text,
   hyla_text,
   hyla_modules,
   hyla_federate_handle *)
OVER_LACKING(hyla_publish_object_class_directed_interactions, hyla_rti, hyla_object_class_handle, hyla_handles)
OVER_LACKING(
   hyla_unpublish_object_class_directed_interactions,
   hyla_rti,
   hyla_object_class_handle,
   const hyla_handles *)
OVER_LACKING(
   hyla_subscribe_object_class_directed_interactions,
   hyla_rti,
   hyla_object_class_handle,
   hyla_handles,
   hyla_directed_scope)
OVER_LACKING(
   hyla_unsubscribe_object_class_directed_interactions,
   hyla_rti,
   hyla_object_class_handle,
   const hyla_handles *)
OVER_LACKING(
   hyla_send_directed_interaction,
   hyla_rti,
   hyla_interaction_class_handle,
   hyla_object_instance_handle,
   hyla_values,
   hyla_bytes,
   const hyla_time *,
   hyla_message_retraction_handle *,
   bool *)
OVER_LACKING(
   hyla_change_default_attribute_transportation_type,
   hyla_rti,
   hyla_object_class_handle,
   hyla_handles,
   hyla_transportation_type_handle)
OVER_LACKING(
   hyla_change_default_attribute_order_type,
   hyla_rti,
   hyla_object_class_handle,
   hyla_handles,
   hyla_order_type)
OVER_LACKING(hyla_region_ranges, hyla_rti, hyla_region_handle, hyla_owned_ranges *)
OVER_LACKING(hyla_transportation_is_reliable, hyla_rti, hyla_transportation_type_handle, bool *)
OVER_LACKING(hyla_get_available_dimensions_for_object_class, hyla_rti, hyla_object_class_handle, hyla_owned_handles *)
OVER_LACKING(hyla_normalize_object_class_handle, hyla_rti, hyla_object_class_handle, uint32_t *)
OVER_LACKING(hyla_normalize_interaction_class_handle, hyla_rti, hyla_interaction_class_handle, uint32_t *)
OVER_LACKING(hyla_normalize_object_instance_handle, hyla_rti, hyla_object_instance_handle, uint32_t *)
OVER_LACKING(hyla_get_object_class_relevance_advisory_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_object_class_relevance_advisory_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_attribute_relevance_advisory_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_attribute_relevance_advisory_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_attribute_scope_advisory_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_attribute_scope_advisory_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_interaction_relevance_advisory_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_interaction_relevance_advisory_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_convey_region_designator_sets_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_convey_region_designator_sets_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_service_reporting_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_service_reporting_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_exception_reporting_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_exception_reporting_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_send_service_reports_to_file_switch, hyla_rti, bool *)
OVER_LACKING(hyla_set_send_service_reports_to_file_switch, hyla_rti, bool)
OVER_LACKING(hyla_get_auto_provide_switch, hyla_rti, bool *)
OVER_LACKING(hyla_get_delay_subscription_evaluation_switch, hyla_rti, bool *)
OVER_LACKING(hyla_get_advisories_use_known_class_switch, hyla_rti, bool *)
OVER_LACKING(hyla_get_allow_relaxed_ddm_switch, hyla_rti, bool *)
OVER_LACKING(hyla_get_non_regulated_grant_switch, hyla_rti, bool *)
OVER_LACKING(hyla_bind_channel, hyla_rti, hyla_federate_handle, hyla_text, hyla_owned_text *)
OVER_LACKING(hyla_latency, hyla_rti, hyla_latency_question, hyla_owned_latency *)
OVER_LACKING(hyla_time_status, hyla_rti, hyla_text, hyla_owned_text *)
OVER_LACKING(hyla_remove_federate, hyla_rti, hyla_text, hyla_text, hyla_text)
OVER_LACKING(hyla_dropped_messages, hyla_rti, uint64_t *)
OVER_LACKING(hyla_usage, hyla_rti, hyla_owned_text *)
OVER_LACKING(
   hyla_connect_with_configuration,
   hyla_rti,
   const hyla_federate_ambassador *,
   hyla_callback_model,
   const hyla_configuration *,
   const hyla_credentials *,
   hyla_owned_configuration_result *)
