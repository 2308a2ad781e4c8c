// Data distribution management, and the bounds of regions.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
RegionHandle Ambassador::createRegion(const DimensionHandleSet &dimensions)
{
   hyla_region_handle region;
   check(hyla_create_region(_rti, LentHandles(dimensions), &region));
   return make_handle<RegionHandle>(region);
}

void Ambassador::commitRegionModifications(const RegionHandleSet &regions)
{
   check(hyla_commit_region_modifications(_rti, LentHandles(regions)));
}

void Ambassador::deleteRegion(const RegionHandle &region)
{
   check(hyla_delete_region(_rti, handle_number(region)));
}

ObjectInstanceHandle Ambassador::registerObjectInstanceWithRegions(
   In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs)
{
   hyla_object_instance_handle object;
   check(hyla_register_object_instance_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(pairs), nullptr, &object));
   return make_handle<ObjectInstanceHandle>(object);
}

ObjectInstanceHandle Ambassador::registerObjectInstanceWithRegions(
   In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs, const std::wstring &name)
{
   hyla_object_instance_handle object;
   check(hyla_register_object_instance_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(pairs), LentText(name), &object));
   return make_handle<ObjectInstanceHandle>(object);
}

void Ambassador::associateRegionsForUpdates(In<ObjectInstanceHandle> object, const AttributesAndRegions &pairs)
{
   check(hyla_associate_regions_for_updates(_rti, handle_number(object), LentAttributesAndRegions(pairs)));
}

void Ambassador::unassociateRegionsForUpdates(In<ObjectInstanceHandle> object, const AttributesAndRegions &pairs)
{
   check(hyla_unassociate_regions_for_updates(_rti, handle_number(object), LentAttributesAndRegions(pairs)));
}

void Ambassador::subscribeObjectClassAttributesWithRegions(
   In<ObjectClassHandle> objectClass,
   const AttributesAndRegions &pairs,
   bool active,
   const std::wstring &updateRateDesignator)
{
   check(hyla_subscribe_object_class_attributes_with_regions(
      _rti,
      handle_number(objectClass),
      LentAttributesAndRegions(pairs),
      activity(active),
      LentText(updateRateDesignator)));
}

void Ambassador::unsubscribeObjectClassAttributesWithRegions(
   In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs)
{
   check(hyla_unsubscribe_object_class_attributes_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(pairs)));
}

void Ambassador::subscribeInteractionClassWithRegions(
   In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions, bool active)
{
   check(hyla_subscribe_interaction_class_with_regions(
      _rti, handle_number(interactionClass), LentHandles(regions), activity(active)));
}

void Ambassador::unsubscribeInteractionClassWithRegions(
   In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions)
{
   check(hyla_unsubscribe_interaction_class_with_regions(
      _rti, handle_number(interactionClass), LentHandles(regions)));
}

void Ambassador::sendInteractionWithRegions(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &values,
   const RegionHandleSet &regions,
   const Tag &tag)
{
   check(hyla_send_interaction_with_regions(
      _rti,
      handle_number(interactionClass),
      LentValues(values),
      LentHandles(regions),
      lend(tag),
      nullptr,
      nullptr,
      nullptr));
}

Retraction Ambassador::sendInteractionWithRegions(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &values,
   const RegionHandleSet &regions,
   const Tag &tag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle retraction;
   check(hyla_send_interaction_with_regions(
      _rti,
      handle_number(interactionClass),
      LentValues(values),
      LentHandles(regions),
      lend(tag),
      &at,
      &retraction,
      nullptr));
   return make_handle<Retraction>(retraction);
}

void Ambassador::requestAttributeValueUpdateWithRegions(
   In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs, const Tag &tag)
{
   check(hyla_request_attribute_value_update_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(pairs), lend(tag)));
}

DimensionHandleSet Ambassador::getDimensionHandleSet(In<RegionHandle> region)
{
   OwnedHandles dimensions;
   check(hyla_get_dimension_handle_set(_rti, handle_number(region), dimensions.out()));
   return dimensions.set<DimensionHandle>();
}

RangeBounds Ambassador::getRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension)
{
   hyla_range_bounds bounds;
   check(hyla_get_range_bounds(_rti, handle_number(region), handle_number(dimension), &bounds));
   return RangeBounds(bounds.lower, bounds.upper);
}

void Ambassador::setRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension, const RangeBounds &bounds)
{
   const unsigned long lower = bounds.getLowerBound();
   const unsigned long upper = bounds.getUpperBound();
   if (lower > UINT32_MAX || upper > UINT32_MAX)
   {
      throw InvalidRangeBound(
         L"a range from " + std::to_wstring(lower) + L" to " + std::to_wstring(upper) +
         L": no dimension reaches beyond 32 bits");
   }
   const hyla_range_bounds range = {static_cast<std::uint32_t>(lower), static_cast<std::uint32_t>(upper)};
   check(hyla_set_range_bounds(_rti, handle_number(region), handle_number(dimension), range));
}
}
