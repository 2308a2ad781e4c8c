// The services that their signatures determine: each converts its arguments and calls the one of libhyla.
//
// Written by `make faces` from the table of services.

#pragma once

#include <set>
#include <string>

#include "ambassador/state.h"
#include "edition.h"

namespace HYLA_RTI
{
class Services : public State
{
public:
   // Federation management (clause 4).
   void destroyFederationExecution(const std::wstring &federationName) override;
   void listFederationExecutions() override;
#if HYLA_EDITION == 2025
   void listFederationExecutionMembers(const std::wstring &federationName) override;
#endif

   // Synchronization points (clause 4).
   void registerFederationSynchronizationPoint(
      const std::wstring &synchronizationPointLabel, const VariableLengthData &userSuppliedTag) override;
   void registerFederationSynchronizationPoint(
      const std::wstring &synchronizationPointLabel,
      const VariableLengthData &userSuppliedTag,
      const FederateHandleSet &synchronizationSet) override;
   void synchronizationPointAchieved(const std::wstring &synchronizationPointLabel, bool successfully) override;

   // Save and restore (clause 4).
   void requestFederationSave(const std::wstring &label) override;
   void requestFederationSave(const std::wstring &label, const LogicalTime &time) override;
   void federateSaveBegun() override;
   void federateSaveComplete() override;
   void federateSaveNotComplete() override;
   void abortFederationSave() override;
   void queryFederationSaveStatus() override;
   void requestFederationRestore(const std::wstring &label) override;
   void federateRestoreComplete() override;
   void federateRestoreNotComplete() override;
   void abortFederationRestore() override;
   void queryFederationRestoreStatus() override;

   // Declaration management (clause 5).
   void publishObjectClassAttributes(
      In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes) override;
   void unpublishObjectClass(In<ObjectClassHandle> objectClass) override;
   void unpublishObjectClassAttributes(
      In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes) override;
   void publishInteractionClass(In<InteractionClassHandle> interactionClass) override;
   void unpublishInteractionClass(In<InteractionClassHandle> interactionClass) override;
   void subscribeObjectClassAttributes(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSet &attributes,
      bool active,
      const std::wstring &updateRateDesignator) override;
   void unsubscribeObjectClass(In<ObjectClassHandle> objectClass) override;
   void unsubscribeObjectClassAttributes(
      In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes) override;
   void subscribeInteractionClass(In<InteractionClassHandle> interactionClass, bool active) override;
   void unsubscribeInteractionClass(In<InteractionClassHandle> interactionClass) override;
#if HYLA_EDITION == 2025
   void publishObjectClassDirectedInteractions(
      In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses) override;
   void unpublishObjectClassDirectedInteractions(In<ObjectClassHandle> objectClass) override;
   void unpublishObjectClassDirectedInteractions(
      In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses) override;
   void subscribeObjectClassDirectedInteractions(
      In<ObjectClassHandle> objectClass,
      const InteractionClassHandleSet &interactionClasses,
      bool universally) override;
   void unsubscribeObjectClassDirectedInteractions(In<ObjectClassHandle> objectClass) override;
   void unsubscribeObjectClassDirectedInteractions(
      In<ObjectClassHandle> objectClass, const InteractionClassHandleSet &interactionClasses) override;
#endif

   // Object management (clause 6).
   void reserveObjectInstanceName(const std::wstring &objectInstanceName) override;
   void releaseObjectInstanceName(const std::wstring &objectInstanceName) override;
   ObjectInstanceHandle registerObjectInstance(In<ObjectClassHandle> objectClass) override;
   ObjectInstanceHandle registerObjectInstance(
      In<ObjectClassHandle> objectClass, const std::wstring &objectInstanceName) override;
   void updateAttributeValues(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag) override;
   MessageRetractionHandle updateAttributeValues(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag,
      const LogicalTime &time) override;
   void sendInteraction(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag) override;
   MessageRetractionHandle sendInteraction(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const LogicalTime &time) override;
   void deleteObjectInstance(
      In<ObjectInstanceHandle> objectInstance, const VariableLengthData &userSuppliedTag) override;
   MessageRetractionHandle deleteObjectInstance(
      In<ObjectInstanceHandle> objectInstance,
      const VariableLengthData &userSuppliedTag,
      const LogicalTime &time) override;
   void localDeleteObjectInstance(In<ObjectInstanceHandle> objectInstance) override;
   void requestAttributeValueUpdate(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override;
   void requestAttributeValueUpdate(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override;
   void queryAttributeTransportationType(
      In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute) override;
   void queryInteractionTransportationType(
      In<FederateHandle> federate, In<InteractionClassHandle> interactionClass) override;
#if HYLA_EDITION == 2010
   void reserveMultipleObjectInstanceName(const std::set<std::wstring> &objectInstanceNames) override;
   void releaseMultipleObjectInstanceName(const std::set<std::wstring> &objectInstanceNames) override;
#else
   void reserveMultipleObjectInstanceNames(const std::set<std::wstring> &objectInstanceNames) override;
   void releaseMultipleObjectInstanceNames(const std::set<std::wstring> &objectInstanceNames) override;
   void sendDirectedInteraction(
      In<InteractionClassHandle> interactionClass,
      In<ObjectInstanceHandle> objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag) override;
   MessageRetractionHandle sendDirectedInteraction(
      In<InteractionClassHandle> interactionClass,
      In<ObjectInstanceHandle> objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const LogicalTime &time) override;
   void requestAttributeTransportationTypeChange(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      In<TransportationTypeHandle> transportationType) override;
   void changeDefaultAttributeTransportationType(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSet &attributes,
      In<TransportationTypeHandle> transportationType) override;
   void requestInteractionTransportationTypeChange(
      In<InteractionClassHandle> interactionClass, In<TransportationTypeHandle> transportationType) override;
#endif

   // Ownership management (clause 7).
   void negotiatedAttributeOwnershipDivestiture(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override;
   void confirmDivestiture(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &confirmedAttributes,
      const VariableLengthData &userSuppliedTag) override;
   void attributeOwnershipAcquisition(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &desiredAttributes,
      const VariableLengthData &userSuppliedTag) override;
   void cancelNegotiatedAttributeOwnershipDivestiture(
      In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes) override;
   void cancelAttributeOwnershipAcquisition(
      In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes) override;
   bool isAttributeOwnedByFederate(In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute) override;
#if HYLA_EDITION == 2025
   void unconditionalAttributeOwnershipDivestiture(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override;
   void attributeOwnershipAcquisitionIfAvailable(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &desiredAttributes,
      const VariableLengthData &userSuppliedTag) override;
   void attributeOwnershipReleaseDenied(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override;
   void attributeOwnershipDivestitureIfWanted(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag,
      AttributeHandleSet &result) override;
   void queryAttributeOwnership(
      In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes) override;
#endif

   // Time management (clause 8).
   void enableTimeRegulation(const LogicalTimeInterval &lookahead) override;
   void disableTimeRegulation() override;
   void enableTimeConstrained() override;
   void disableTimeConstrained() override;
   void timeAdvanceRequest(const LogicalTime &time) override;
   void timeAdvanceRequestAvailable(const LogicalTime &time) override;
   void nextMessageRequest(const LogicalTime &time) override;
   void nextMessageRequestAvailable(const LogicalTime &time) override;
   void flushQueueRequest(const LogicalTime &time) override;
   void enableAsynchronousDelivery() override;
   void disableAsynchronousDelivery() override;
   bool queryGALT(LogicalTime &result) override;
   void queryLogicalTime(LogicalTime &result) override;
   bool queryLITS(LogicalTime &result) override;
   void modifyLookahead(const LogicalTimeInterval &lookahead) override;
   void queryLookahead(LogicalTimeInterval &result) override;
   void retract(In<MessageRetractionHandle> retraction) override;
   void changeAttributeOrderType(
      In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes, OrderType orderType) override;
   void changeInteractionOrderType(In<InteractionClassHandle> interactionClass, OrderType orderType) override;
#if HYLA_EDITION == 2025
   void changeDefaultAttributeOrderType(
      In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes, OrderType orderType) override;
#endif

   // Data distribution management (clause 9).
   RegionHandle createRegion(const DimensionHandleSet &dimensions) override;
   void commitRegionModifications(const RegionHandleSet &regions) override;
   void deleteRegion(const RegionHandle &region) override;
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) override;
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
      const std::wstring &objectInstanceName) override;
   void associateRegionsForUpdates(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) override;
   void unassociateRegionsForUpdates(
      In<ObjectInstanceHandle> objectInstance,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) override;
   void subscribeObjectClassAttributesWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
      bool active,
      const std::wstring &updateRateDesignator) override;
   void unsubscribeObjectClassAttributesWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions) override;
   void subscribeInteractionClassWithRegions(
      In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions, bool active) override;
   void unsubscribeInteractionClassWithRegions(
      In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions) override;
   void sendInteractionWithRegions(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const RegionHandleSet &regions,
      const VariableLengthData &userSuppliedTag) override;
   MessageRetractionHandle sendInteractionWithRegions(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const RegionHandleSet &regions,
      const VariableLengthData &userSuppliedTag,
      const LogicalTime &time) override;
   void requestAttributeValueUpdateWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributeHandleSetRegionHandleSetPairVector &attributesAndRegions,
      const VariableLengthData &userSuppliedTag) override;

   // Support services (clause 10).
   FederateHandle getFederateHandle(const std::wstring &federateName) override;
   std::wstring getFederateName(In<FederateHandle> federate) override;
   ObjectClassHandle getObjectClassHandle(const std::wstring &objectClassName) override;
   std::wstring getObjectClassName(In<ObjectClassHandle> objectClass) override;
   ObjectClassHandle getKnownObjectClassHandle(In<ObjectInstanceHandle> objectInstance) override;
   ObjectInstanceHandle getObjectInstanceHandle(const std::wstring &objectInstanceName) override;
   std::wstring getObjectInstanceName(In<ObjectInstanceHandle> objectInstance) override;
   AttributeHandle getAttributeHandle(In<ObjectClassHandle> objectClass, const std::wstring &attributeName) override;
   std::wstring getAttributeName(In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute) override;
   double getUpdateRateValue(const std::wstring &updateRateDesignator) override;
   double getUpdateRateValueForAttribute(
      In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute) override;
   InteractionClassHandle getInteractionClassHandle(const std::wstring &interactionClassName) override;
   std::wstring getInteractionClassName(In<InteractionClassHandle> interactionClass) override;
   ParameterHandle getParameterHandle(
      In<InteractionClassHandle> interactionClass, const std::wstring &parameterName) override;
   std::wstring getParameterName(In<InteractionClassHandle> interactionClass, In<ParameterHandle> parameter) override;
   OrderType getOrderType(const std::wstring &orderTypeName) override;
   std::wstring getOrderName(OrderType orderType) override;
   DimensionHandleSet getAvailableDimensionsForInteractionClass(In<InteractionClassHandle> interactionClass) override;
   DimensionHandle getDimensionHandle(const std::wstring &dimensionName) override;
   std::wstring getDimensionName(In<DimensionHandle> dimension) override;
   unsigned long getDimensionUpperBound(In<DimensionHandle> dimension) override;
   DimensionHandleSet getDimensionHandleSet(In<RegionHandle> region) override;
   RangeBounds getRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension) override;
   unsigned long normalizeServiceGroup(ServiceGroup serviceGroup) override;
   unsigned long normalizeFederateHandle(In<FederateHandle> federate) override;
   ResignAction getAutomaticResignDirective() override;
   void setAutomaticResignDirective(ResignAction resignAction) override;
#if HYLA_EDITION == 2010
   DimensionHandleSet getAvailableDimensionsForClassAttribute(
      In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute) override;
#else
   TransportationTypeHandle getTransportationTypeHandle(const std::wstring &transportationTypeName) override;
   std::wstring getTransportationTypeName(In<TransportationTypeHandle> transportationType) override;
   DimensionHandleSet getAvailableDimensionsForObjectClass(In<ObjectClassHandle> objectClass) override;
   unsigned long normalizeObjectClassHandle(In<ObjectClassHandle> objectClass) override;
   unsigned long normalizeInteractionClassHandle(In<InteractionClassHandle> interactionClass) override;
   unsigned long normalizeObjectInstanceHandle(In<ObjectInstanceHandle> objectInstance) override;
#endif

   // Switches (clause 10).
#if HYLA_EDITION == 2010
   void enableObjectClassRelevanceAdvisorySwitch() override;
   void disableObjectClassRelevanceAdvisorySwitch() override;
   void enableAttributeRelevanceAdvisorySwitch() override;
   void disableAttributeRelevanceAdvisorySwitch() override;
   void enableAttributeScopeAdvisorySwitch() override;
   void disableAttributeScopeAdvisorySwitch() override;
   void enableInteractionRelevanceAdvisorySwitch() override;
   void disableInteractionRelevanceAdvisorySwitch() override;
#else
   bool getObjectClassRelevanceAdvisorySwitch() const override;
   void setObjectClassRelevanceAdvisorySwitch(bool switchValue) override;
   bool getAttributeRelevanceAdvisorySwitch() const override;
   void setAttributeRelevanceAdvisorySwitch(bool switchValue) override;
   bool getAttributeScopeAdvisorySwitch() const override;
   void setAttributeScopeAdvisorySwitch(bool switchValue) override;
   bool getInteractionRelevanceAdvisorySwitch() const override;
   void setInteractionRelevanceAdvisorySwitch(bool switchValue) override;
   bool getConveyRegionDesignatorSetsSwitch() const override;
   void setConveyRegionDesignatorSetsSwitch(bool switchValue) override;
   bool getServiceReportingSwitch() const override;
   void setServiceReportingSwitch(bool switchValue) override;
   bool getExceptionReportingSwitch() const override;
   void setExceptionReportingSwitch(bool switchValue) override;
   bool getSendServiceReportsToFileSwitch() const override;
   void setSendServiceReportsToFileSwitch(bool switchValue) override;
   bool getAutoProvideSwitch() const override;
   bool getDelaySubscriptionEvaluationSwitch() const override;
   bool getAdvisoriesUseKnownClassSwitch() const override;
   bool getAllowRelaxedDDMSwitch() const override;
   bool getNonRegulatedGrantSwitch() const override;
#endif

   // Control of callbacks (clause 10).
   void enableCallbacks() override;
   void disableCallbacks() override;

   // Handles from the bytes that `encode` wrote.
   FederateHandle decodeFederateHandle(const VariableLengthData &encodedValue) const override;
   ObjectClassHandle decodeObjectClassHandle(const VariableLengthData &encodedValue) const override;
   InteractionClassHandle decodeInteractionClassHandle(const VariableLengthData &encodedValue) const override;
   ObjectInstanceHandle decodeObjectInstanceHandle(const VariableLengthData &encodedValue) const override;
   AttributeHandle decodeAttributeHandle(const VariableLengthData &encodedValue) const override;
   ParameterHandle decodeParameterHandle(const VariableLengthData &encodedValue) const override;
   DimensionHandle decodeDimensionHandle(const VariableLengthData &encodedValue) const override;
   MessageRetractionHandle decodeMessageRetractionHandle(const VariableLengthData &encodedValue) const override;
   RegionHandle decodeRegionHandle(const VariableLengthData &encodedValue) const override;
};
}
