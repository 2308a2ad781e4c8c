// Services that 2025 has in another form than 2010, or that are new.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
void Ambassador::listFederationExecutionMembers(const std::wstring &federation)
{
   check(hyla_list_federation_execution_members(_rti, LentText(federation)));
}

void Ambassador::reserveMultipleObjectInstanceNames(const Names &names)
{
   check(hyla_reserve_multiple_object_instance_names(_rti, LentTexts(names)));
}

void Ambassador::releaseMultipleObjectInstanceNames(const Names &names)
{
   check(hyla_release_multiple_object_instance_names(_rti, LentTexts(names)));
}

void Ambassador::requestAttributeTransportationTypeChange(
   const ObjectInstanceHandle &object, const Attributes &attributes, const TransportationTypeHandle &type)
{
   check(hyla_request_attribute_transportation_type_change(
      _rti, handle_number(object), LentHandles(attributes), handle_number(type)));
}

void Ambassador::changeDefaultAttributeTransportationType(
   const ObjectClassHandle &objectClass, const Attributes &attributes, const TransportationTypeHandle &type)
{
   check(hyla_change_default_attribute_transportation_type(
      _rti, handle_number(objectClass), LentHandles(attributes), handle_number(type)));
}

void Ambassador::requestInteractionTransportationTypeChange(
   const InteractionClassHandle &interactionClass, const TransportationTypeHandle &type)
{
   check(hyla_request_interaction_transportation_type_change(
      _rti, handle_number(interactionClass), handle_number(type)));
}

void Ambassador::unconditionalAttributeOwnershipDivestiture(
   const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_unconditional_attribute_ownership_divestiture(
      _rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::attributeOwnershipAcquisitionIfAvailable(
   const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_attribute_ownership_acquisition_if_available(
      _rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::attributeOwnershipReleaseDenied(
   const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_attribute_ownership_release_denied(_rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::attributeOwnershipDivestitureIfWanted(
   const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag, Attributes &divested)
{
   OwnedHandles taken;
   check(hyla_attribute_ownership_divestiture_if_wanted(
      _rti, handle_number(object), LentHandles(attributes), lend(tag), taken.out()));
   divested = taken.set<AttributeHandle>();
}

void Ambassador::queryAttributeOwnership(const ObjectInstanceHandle &object, const Attributes &attributes)
{
   check(hyla_query_attribute_ownership(_rti, handle_number(object), LentHandles(attributes)));
}

void Ambassador::changeDefaultAttributeOrderType(
   const ObjectClassHandle &objectClass, const Attributes &attributes, OrderType type)
{
   check(hyla_change_default_attribute_order_type(
      _rti, handle_number(objectClass), LentHandles(attributes), static_cast<hyla_order_type>(type)));
}

TransportationTypeHandle Ambassador::getTransportationTypeHandle(const std::wstring &name)
{
   hyla_transportation_type_handle type;
   check(hyla_get_transportation_type_handle(_rti, LentText(name), &type));
   return make_handle<TransportationTypeHandle>(type);
}

std::wstring Ambassador::getTransportationTypeName(const TransportationTypeHandle &type)
{
   OwnedText name;
   check(hyla_get_transportation_type_name(_rti, handle_number(type), name.out()));
   return name.text();
}

DimensionHandleSet Ambassador::getAvailableDimensionsForObjectClass(const ObjectClassHandle &objectClass)
{
   OwnedHandles dimensions;
   check(hyla_get_available_dimensions_for_object_class(_rti, handle_number(objectClass), dimensions.out()));
   return dimensions.set<DimensionHandle>();
}

unsigned long Ambassador::normalizeObjectClassHandle(const ObjectClassHandle &objectClass)
{
   std::uint32_t coordinate;
   check(hyla_normalize_object_class_handle(_rti, handle_number(objectClass), &coordinate));
   return coordinate;
}

unsigned long Ambassador::normalizeInteractionClassHandle(const InteractionClassHandle &interactionClass)
{
   std::uint32_t coordinate;
   check(hyla_normalize_interaction_class_handle(_rti, handle_number(interactionClass), &coordinate));
   return coordinate;
}

unsigned long Ambassador::normalizeObjectInstanceHandle(const ObjectInstanceHandle &object)
{
   std::uint32_t coordinate;
   check(hyla_normalize_object_instance_handle(_rti, handle_number(object), &coordinate));
   return coordinate;
}
}
