// Data distribution management (clause 9).
#include "call.h"

using namespace over;

hyla_exception hyla_create_region(hyla_rti rti, hyla_handles dimensions, hyla_region_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->createRegion(ambassador.dimensions(dimensions));
   });
}

hyla_exception hyla_commit_region_modifications(hyla_rti rti, hyla_handles regions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->commitRegionModifications(ambassador.regions(regions));
   });
}

hyla_exception hyla_delete_region(hyla_rti rti, hyla_region_handle region)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->deleteRegion(ambassador.region(region)); });
}

hyla_exception hyla_register_object_instance_with_regions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_region_pairs attributes_and_regions,
   const hyla_text *name,
   hyla_object_instance_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      if (name == nullptr)
      {
         return ambassador->registerObjectInstanceWithRegions(
            ambassador.object_class(object_class),
            ambassador.pairs(attributes_and_regions));
      }
      return ambassador->registerObjectInstanceWithRegions(
         ambassador.object_class(object_class),
         ambassador.pairs(attributes_and_regions),
         text(*name));
   });
}

hyla_exception hyla_associate_regions_for_updates(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_attribute_region_pairs attributes_and_regions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->associateRegionsForUpdates(ambassador.object(object), ambassador.pairs(attributes_and_regions));
   });
}

hyla_exception hyla_unassociate_regions_for_updates(
   hyla_rti rti,
   hyla_object_instance_handle object,
   hyla_attribute_region_pairs attributes_and_regions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unassociateRegionsForUpdates(ambassador.object(object), ambassador.pairs(attributes_and_regions));
   });
}

hyla_exception hyla_subscribe_object_class_attributes_with_regions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_region_pairs attributes_and_regions,
   hyla_activity activity,
   hyla_text update_rate_designator)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->subscribeObjectClassAttributesWithRegions(
         ambassador.object_class(object_class),
         ambassador.pairs(attributes_and_regions),
         activity == HYLA_ACTIVITY_ACTIVE,
         text(update_rate_designator));
   });
}

hyla_exception hyla_unsubscribe_object_class_attributes_with_regions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_region_pairs attributes_and_regions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unsubscribeObjectClassAttributesWithRegions(
         ambassador.object_class(object_class),
         ambassador.pairs(attributes_and_regions));
   });
}

hyla_exception hyla_subscribe_interaction_class_with_regions(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_handles regions,
   hyla_activity activity)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->subscribeInteractionClassWithRegions(
         ambassador.interaction_class(interaction_class),
         ambassador.regions(regions),
         activity == HYLA_ACTIVITY_ACTIVE);
   });
}

hyla_exception hyla_unsubscribe_interaction_class_with_regions(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_handles regions)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->unsubscribeInteractionClassWithRegions(
         ambassador.interaction_class(interaction_class),
         ambassador.regions(regions));
   });
}

hyla_exception hyla_send_interaction_with_regions(
   hyla_rti rti,
   hyla_interaction_class_handle interaction_class,
   hyla_values values,
   hyla_handles regions,
   hyla_bytes tag,
   const hyla_time *time,
   hyla_message_retraction_handle *retraction,
   bool *present)
{
   return send(
      rti, time, retraction, present,
      [&](Ambassador &ambassador) {
         ambassador->sendInteractionWithRegions(
            ambassador.interaction_class(interaction_class),
            ambassador.parameter_values(values),
            ambassador.regions(regions),
            data(tag));
      },
      [&](Ambassador &ambassador, const LogicalTime &stamp) {
         return ambassador->sendInteractionWithRegions(
            ambassador.interaction_class(interaction_class),
            ambassador.parameter_values(values),
            ambassador.regions(regions),
            data(tag),
            stamp);
      });
}

hyla_exception hyla_request_attribute_value_update_with_regions(
   hyla_rti rti,
   hyla_object_class_handle object_class,
   hyla_attribute_region_pairs attributes_and_regions,
   hyla_bytes tag)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->requestAttributeValueUpdateWithRegions(
         ambassador.object_class(object_class),
         ambassador.pairs(attributes_and_regions),
         data(tag));
   });
}

hyla_exception hyla_get_dimension_handle_set(hyla_rti rti, hyla_region_handle region, hyla_owned_handles *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getDimensionHandleSet(ambassador.region(region));
   });
}

hyla_exception hyla_get_range_bounds(
   hyla_rti rti,
   hyla_region_handle region,
   hyla_dimension_handle dimension,
   hyla_range_bounds *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getRangeBounds(ambassador.region(region), ambassador.dimension(dimension));
   });
}

hyla_exception hyla_set_range_bounds(
   hyla_rti rti,
   hyla_region_handle region,
   hyla_dimension_handle dimension,
   hyla_range_bounds bounds)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->setRangeBounds(
         ambassador.region(region),
         ambassador.dimension(dimension),
         RangeBounds(bounds.lower, bounds.upper));
   });
}
