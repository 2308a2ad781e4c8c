// Data distribution management (clause 9).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
RegionHandle Services::createRegion(const DimensionHandleSet &dimensions)
{
   hyla_region_handle out;
   check(hyla_create_region(_rti, LentHandles(dimensions), &out));
   return make_handle<RegionHandle>(out);
}

void Services::commitRegionModifications(const RegionHandleSet &regions)
{
   check(hyla_commit_region_modifications(_rti, LentHandles(regions)));
}

void Services::deleteRegion(const RegionHandle &region)
{
   check(hyla_delete_region(_rti, handle_number(region)));
}

ObjectInstanceHandle Services::registerObjectInstanceWithRegions(
   In<ObjectClassHandle> objectClass, const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions)
{
   hyla_object_instance_handle out;
   check(hyla_register_object_instance_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(attributesAndRegions), nullptr, &out));
   return make_handle<ObjectInstanceHandle>(out);
}

ObjectInstanceHandle Services::registerObjectInstanceWithRegions(
   In<ObjectClassHandle> objectClass,
   const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
   const std::wstring &objectInstanceName)
{
   hyla_object_instance_handle out;
   check(hyla_register_object_instance_with_regions(
      _rti,
      handle_number(objectClass),
      LentAttributesAndRegions(attributesAndRegions),
      LentText(objectInstanceName),
      &out));
   return make_handle<ObjectInstanceHandle>(out);
}

void Services::associateRegionsForUpdates(
   In<ObjectInstanceHandle> objectInstance, const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions)
{
   check(hyla_associate_regions_for_updates(
      _rti, handle_number(objectInstance), LentAttributesAndRegions(attributesAndRegions)));
}

void Services::unassociateRegionsForUpdates(
   In<ObjectInstanceHandle> objectInstance, const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions)
{
   check(hyla_unassociate_regions_for_updates(
      _rti, handle_number(objectInstance), LentAttributesAndRegions(attributesAndRegions)));
}

void Services::subscribeObjectClassAttributesWithRegions(
   In<ObjectClassHandle> objectClass,
   const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
   bool active,
   const std::wstring &updateRateDesignator)
{
   check(hyla_subscribe_object_class_attributes_with_regions(
      _rti,
      handle_number(objectClass),
      LentAttributesAndRegions(attributesAndRegions),
      activity(active),
      LentText(updateRateDesignator)));
}

void Services::unsubscribeObjectClassAttributesWithRegions(
   In<ObjectClassHandle> objectClass, const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions)
{
   check(hyla_unsubscribe_object_class_attributes_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(attributesAndRegions)));
}

void Services::subscribeInteractionClassWithRegions(
   In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions, bool active)
{
   check(hyla_subscribe_interaction_class_with_regions(
      _rti, handle_number(interactionClass), LentHandles(regions), activity(active)));
}

void Services::unsubscribeInteractionClassWithRegions(
   In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions)
{
   check(hyla_unsubscribe_interaction_class_with_regions(
      _rti, handle_number(interactionClass), LentHandles(regions)));
}

void Services::sendInteractionWithRegions(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &parameterValues,
   const RegionHandleSet &regions,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_send_interaction_with_regions(
      _rti,
      handle_number(interactionClass),
      LentValues(parameterValues),
      LentHandles(regions),
      lend(userSuppliedTag),
      nullptr,
      nullptr,
      nullptr));
}

MessageRetractionHandle Services::sendInteractionWithRegions(
   In<InteractionClassHandle> interactionClass,
   const ParameterHandleValueMap &parameterValues,
   const RegionHandleSet &regions,
   const VariableLengthData &userSuppliedTag,
   const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   hyla_message_retraction_handle out;
   check(hyla_send_interaction_with_regions(
      _rti,
      handle_number(interactionClass),
      LentValues(parameterValues),
      LentHandles(regions),
      lend(userSuppliedTag),
      &at,
      &out,
      nullptr));
   return make_handle<MessageRetractionHandle>(out);
}

void Services::requestAttributeValueUpdateWithRegions(
   In<ObjectClassHandle> objectClass,
   const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_request_attribute_value_update_with_regions(
      _rti, handle_number(objectClass), LentAttributesAndRegions(attributesAndRegions), lend(userSuppliedTag)));
}
}
