// The RTI ambassador: one service of libhyla behind each service of the API.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <hyla.h>

#include <RTI/RTI1516.h>
#if HYLA_EDITION == 2025
#include <RTI/RtiConfiguration.h>
#endif

#include "ambassador/federation_times.h"
#include "ambassador/logical_time.h"
#include "callback/tsan.h"
#include "edition.h"

namespace HYLA_RTI
{
// How an edition takes handles: by value in 2010, by reference in 2025.
#if HYLA_EDITION == 2010
template <typename Handle>
using In = Handle;
#else
template <typename Handle>
using In = const Handle &;
#endif

using Strings = std::vector<std::wstring>;
using Names = std::set<std::wstring>;
using Attributes = AttributeHandleSet;
using Tag = VariableLengthData;
using Retraction = MessageRetractionHandle;
using AttributesAndRegions = AttributeHandleSetRegionHandleSetPairVector;

// May be used from several threads at once: all state is behind the number of libhyla's ambassador, but for the times.
class Ambassador final : public RTIambassador
{
public:
   // Throws RTIinternalError if there can be no more ambassadors.
   Ambassador();
   ~Ambassador() override;

   Ambassador(const Ambassador &) = delete;
   Ambassador &operator=(const Ambassador &) = delete;

   // Federation management.
#if HYLA_EDITION == 2010
   void connect(FederateAmbassador &federate, CallbackModel model, const std::wstring &settings) override;
#else
   ConfigurationResult connect(FederateAmbassador &federate, CallbackModel model) override;
   ConfigurationResult connect(
      FederateAmbassador &federate, CallbackModel model, const RtiConfiguration &configuration) override;
   ConfigurationResult connect(
      FederateAmbassador &federate, CallbackModel model, const Credentials &credentials) override;
   ConfigurationResult connect(
      FederateAmbassador &federate,
      CallbackModel model,
      const RtiConfiguration &configuration,
      const Credentials &credentials) override;
   void listFederationExecutionMembers(const std::wstring &federation) override;
#endif
   void disconnect() override;
   void createFederationExecution(
      const std::wstring &federation, const std::wstring &module, const std::wstring &time) override;
   void createFederationExecution(
      const std::wstring &federation, const Strings &modules, const std::wstring &time) override;
   void createFederationExecutionWithMIM(
      const std::wstring &federation,
      const Strings &modules,
      const std::wstring &mim,
      const std::wstring &time) override;
   void destroyFederationExecution(const std::wstring &federation) override;
   void listFederationExecutions() override;
   FederateHandle joinFederationExecution(
      const std::wstring &type, const std::wstring &federation, const Strings &modules) override;
   FederateHandle joinFederationExecution(
      const std::wstring &name,
      const std::wstring &type,
      const std::wstring &federation,
      const Strings &modules) override;
   void resignFederationExecution(ResignAction action) override;
   void registerFederationSynchronizationPoint(const std::wstring &label, const Tag &tag) override;
   void registerFederationSynchronizationPoint(
      const std::wstring &label, const Tag &tag, const FederateHandleSet &set) override;
   void synchronizationPointAchieved(const std::wstring &label, bool successfully) override;

   // Saving and restoring.
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

   // Declaration management.
   void publishObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes) override;
   void unpublishObjectClass(In<ObjectClassHandle> objectClass) override;
   void unpublishObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes) override;
   void publishInteractionClass(In<InteractionClassHandle> interactionClass) override;
   void unpublishInteractionClass(In<InteractionClassHandle> interactionClass) override;
   void subscribeObjectClassAttributes(
      In<ObjectClassHandle> objectClass,
      const Attributes &attributes,
      bool active,
      const std::wstring &updateRateDesignator) override;
   void unsubscribeObjectClass(In<ObjectClassHandle> objectClass) override;
   void unsubscribeObjectClassAttributes(In<ObjectClassHandle> objectClass, const Attributes &attributes) override;
   void subscribeInteractionClass(In<InteractionClassHandle> interactionClass, bool active) override;
   void unsubscribeInteractionClass(In<InteractionClassHandle> interactionClass) override;
#if HYLA_EDITION == 2025
   void publishObjectClassDirectedInteractions(
      const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses) override;
   void unpublishObjectClassDirectedInteractions(const ObjectClassHandle &objectClass) override;
   void unpublishObjectClassDirectedInteractions(
      const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses) override;
   void subscribeObjectClassDirectedInteractions(
      const ObjectClassHandle &objectClass,
      const InteractionClassHandleSet &interactionClasses,
      bool universally) override;
   void unsubscribeObjectClassDirectedInteractions(const ObjectClassHandle &objectClass) override;
   void unsubscribeObjectClassDirectedInteractions(
      const ObjectClassHandle &objectClass, const InteractionClassHandleSet &interactionClasses) override;
#endif

   // Object management.
   void reserveObjectInstanceName(const std::wstring &name) override;
   void releaseObjectInstanceName(const std::wstring &name) override;
#if HYLA_EDITION == 2010
   void reserveMultipleObjectInstanceName(const Names &names) override;
   void releaseMultipleObjectInstanceName(const Names &names) override;
#else
   void reserveMultipleObjectInstanceNames(const Names &names) override;
   void releaseMultipleObjectInstanceNames(const Names &names) override;
#endif
   ObjectInstanceHandle registerObjectInstance(In<ObjectClassHandle> objectClass) override;
   ObjectInstanceHandle registerObjectInstance(In<ObjectClassHandle> objectClass, const std::wstring &name) override;
   void updateAttributeValues(
      In<ObjectInstanceHandle> object, const AttributeHandleValueMap &values, const Tag &tag) override;
   Retraction updateAttributeValues(
      In<ObjectInstanceHandle> object,
      const AttributeHandleValueMap &values,
      const Tag &tag,
      const LogicalTime &time) override;
   void sendInteraction(
      In<InteractionClassHandle> interactionClass, const ParameterHandleValueMap &values, const Tag &tag) override;
   Retraction sendInteraction(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &values,
      const Tag &tag,
      const LogicalTime &time) override;
   void deleteObjectInstance(In<ObjectInstanceHandle> object, const Tag &tag) override;
   Retraction deleteObjectInstance(In<ObjectInstanceHandle> object, const Tag &tag, const LogicalTime &time) override;
   void localDeleteObjectInstance(In<ObjectInstanceHandle> object) override;
   void requestAttributeValueUpdate(
      In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag) override;
   void requestAttributeValueUpdate(
      In<ObjectClassHandle> objectClass, const Attributes &attributes, const Tag &tag) override;
   void queryAttributeTransportationType(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute) override;
   void queryInteractionTransportationType(
      In<FederateHandle> federate, In<InteractionClassHandle> interactionClass) override;
#if HYLA_EDITION == 2010
   void requestAttributeTransportationTypeChange(
      ObjectInstanceHandle object, const Attributes &attributes, TransportationType type) override;
   void requestInteractionTransportationTypeChange(
      InteractionClassHandle interactionClass, TransportationType type) override;
#else
   void requestAttributeTransportationTypeChange(
      const ObjectInstanceHandle &object,
      const Attributes &attributes,
      const TransportationTypeHandle &type) override;
   void changeDefaultAttributeTransportationType(
      const ObjectClassHandle &objectClass,
      const Attributes &attributes,
      const TransportationTypeHandle &type) override;
   void requestInteractionTransportationTypeChange(
      const InteractionClassHandle &interactionClass, const TransportationTypeHandle &type) override;
   void sendDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &object,
      const ParameterHandleValueMap &values,
      const Tag &tag) override;
   Retraction sendDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &object,
      const ParameterHandleValueMap &values,
      const Tag &tag,
      const LogicalTime &time) override;
#endif

   // Ownership management.
   void negotiatedAttributeOwnershipDivestiture(
      In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag) override;
   void confirmDivestiture(In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag) override;
   void attributeOwnershipAcquisition(
      In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag) override;
   void cancelNegotiatedAttributeOwnershipDivestiture(
      In<ObjectInstanceHandle> object, const Attributes &attributes) override;
   void cancelAttributeOwnershipAcquisition(In<ObjectInstanceHandle> object, const Attributes &attributes) override;
   bool isAttributeOwnedByFederate(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute) override;
#if HYLA_EDITION == 2010
   void unconditionalAttributeOwnershipDivestiture(
      ObjectInstanceHandle object, const Attributes &attributes) override;
   void attributeOwnershipAcquisitionIfAvailable(ObjectInstanceHandle object, const Attributes &attributes) override;
   void attributeOwnershipReleaseDenied(ObjectInstanceHandle object, const Attributes &attributes) override;
   void attributeOwnershipDivestitureIfWanted(
      ObjectInstanceHandle object, const Attributes &attributes, Attributes &divested) override;
   void queryAttributeOwnership(ObjectInstanceHandle object, AttributeHandle attribute) override;
#else
   void unconditionalAttributeOwnershipDivestiture(
      const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag) override;
   void attributeOwnershipAcquisitionIfAvailable(
      const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag) override;
   void attributeOwnershipReleaseDenied(
      const ObjectInstanceHandle &object, const Attributes &attributes, const Tag &tag) override;
   void attributeOwnershipDivestitureIfWanted(
      const ObjectInstanceHandle &object,
      const Attributes &attributes,
      const Tag &tag,
      Attributes &divested) override;
   void queryAttributeOwnership(const ObjectInstanceHandle &object, const Attributes &attributes) override;
#endif

   // Time management.
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
   bool queryGALT(LogicalTime &time) override;
   void queryLogicalTime(LogicalTime &time) override;
   bool queryLITS(LogicalTime &time) override;
   void modifyLookahead(const LogicalTimeInterval &lookahead) override;
   void queryLookahead(LogicalTimeInterval &interval) override;
   void retract(In<MessageRetractionHandle> retraction) override;
   void changeAttributeOrderType(
      In<ObjectInstanceHandle> object, const Attributes &attributes, OrderType type) override;
   void changeInteractionOrderType(In<InteractionClassHandle> interactionClass, OrderType type) override;
#if HYLA_EDITION == 2025
   void changeDefaultAttributeOrderType(
      const ObjectClassHandle &objectClass, const Attributes &attributes, OrderType type) override;
#endif

   // Data distribution management.
   RegionHandle createRegion(const DimensionHandleSet &dimensions) override;
   void commitRegionModifications(const RegionHandleSet &regions) override;
   void deleteRegion(const RegionHandle &region) override;
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs) override;
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs, const std::wstring &name) override;
   void associateRegionsForUpdates(In<ObjectInstanceHandle> object, const AttributesAndRegions &pairs) override;
   void unassociateRegionsForUpdates(In<ObjectInstanceHandle> object, const AttributesAndRegions &pairs) override;
   void subscribeObjectClassAttributesWithRegions(
      In<ObjectClassHandle> objectClass,
      const AttributesAndRegions &pairs,
      bool active,
      const std::wstring &updateRateDesignator) override;
   void unsubscribeObjectClassAttributesWithRegions(
      In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs) override;
   void subscribeInteractionClassWithRegions(
      In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions, bool active) override;
   void unsubscribeInteractionClassWithRegions(
      In<InteractionClassHandle> interactionClass, const RegionHandleSet &regions) override;
   void sendInteractionWithRegions(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &values,
      const RegionHandleSet &regions,
      const Tag &tag) override;
   Retraction sendInteractionWithRegions(
      In<InteractionClassHandle> interactionClass,
      const ParameterHandleValueMap &values,
      const RegionHandleSet &regions,
      const Tag &tag,
      const LogicalTime &time) override;
   void requestAttributeValueUpdateWithRegions(
      In<ObjectClassHandle> objectClass, const AttributesAndRegions &pairs, const Tag &tag) override;
   DimensionHandleSet getDimensionHandleSet(In<RegionHandle> region) override;
   RangeBounds getRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension) override;
   void setRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension, const RangeBounds &bounds) override;

   // Support services.
   ResignAction getAutomaticResignDirective() override;
   void setAutomaticResignDirective(ResignAction action) override;
   FederateHandle getFederateHandle(const std::wstring &name) override;
   std::wstring getFederateName(In<FederateHandle> federate) override;
   ObjectClassHandle getObjectClassHandle(const std::wstring &name) override;
   std::wstring getObjectClassName(In<ObjectClassHandle> objectClass) override;
   ObjectClassHandle getKnownObjectClassHandle(In<ObjectInstanceHandle> object) override;
   ObjectInstanceHandle getObjectInstanceHandle(const std::wstring &name) override;
   std::wstring getObjectInstanceName(In<ObjectInstanceHandle> object) override;
   AttributeHandle getAttributeHandle(In<ObjectClassHandle> objectClass, const std::wstring &name) override;
   std::wstring getAttributeName(In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute) override;
   double getUpdateRateValue(const std::wstring &designator) override;
   double getUpdateRateValueForAttribute(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute) override;
   InteractionClassHandle getInteractionClassHandle(const std::wstring &name) override;
   std::wstring getInteractionClassName(In<InteractionClassHandle> interactionClass) override;
   ParameterHandle getParameterHandle(In<InteractionClassHandle> interactionClass, const std::wstring &name) override;
   std::wstring getParameterName(
      In<InteractionClassHandle> interactionClass, In<ParameterHandle> parameter) override;
   OrderType getOrderType(const std::wstring &name) override;
   std::wstring getOrderName(OrderType type) override;
   DimensionHandleSet getAvailableDimensionsForInteractionClass(
      In<InteractionClassHandle> interactionClass) override;
   DimensionHandle getDimensionHandle(const std::wstring &name) override;
   std::wstring getDimensionName(In<DimensionHandle> dimension) override;
   unsigned long getDimensionUpperBound(In<DimensionHandle> dimension) override;
   unsigned long normalizeServiceGroup(ServiceGroup group) override;
   unsigned long normalizeFederateHandle(In<FederateHandle> federate) override;
#if HYLA_EDITION == 2010
   TransportationType getTransportationType(const std::wstring &name) override;
   std::wstring getTransportationName(TransportationType type) override;
   DimensionHandleSet getAvailableDimensionsForClassAttribute(
      ObjectClassHandle objectClass, AttributeHandle attribute) override;
#else
   TransportationTypeHandle getTransportationTypeHandle(const std::wstring &name) override;
   std::wstring getTransportationTypeName(const TransportationTypeHandle &type) override;
   DimensionHandleSet getAvailableDimensionsForObjectClass(const ObjectClassHandle &objectClass) override;
   unsigned long normalizeObjectClassHandle(const ObjectClassHandle &objectClass) override;
   unsigned long normalizeInteractionClassHandle(const InteractionClassHandle &interactionClass) override;
   unsigned long normalizeObjectInstanceHandle(const ObjectInstanceHandle &object) override;
#endif
   OwnedTime<LogicalTimeFactory> getTimeFactory() const override;

   // Switches.
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
   void setObjectClassRelevanceAdvisorySwitch(bool value) override;
   bool getAttributeRelevanceAdvisorySwitch() const override;
   void setAttributeRelevanceAdvisorySwitch(bool value) override;
   bool getAttributeScopeAdvisorySwitch() const override;
   void setAttributeScopeAdvisorySwitch(bool value) override;
   bool getInteractionRelevanceAdvisorySwitch() const override;
   void setInteractionRelevanceAdvisorySwitch(bool value) override;
   bool getConveyRegionDesignatorSetsSwitch() const override;
   void setConveyRegionDesignatorSetsSwitch(bool value) override;
   bool getServiceReportingSwitch() const override;
   void setServiceReportingSwitch(bool value) override;
   bool getExceptionReportingSwitch() const override;
   void setExceptionReportingSwitch(bool value) override;
   bool getSendServiceReportsToFileSwitch() const override;
   void setSendServiceReportsToFileSwitch(bool value) override;
   bool getAutoProvideSwitch() const override;
   bool getDelaySubscriptionEvaluationSwitch() const override;
   bool getAdvisoriesUseKnownClassSwitch() const override;
   bool getAllowRelaxedDDMSwitch() const override;
   bool getNonRegulatedGrantSwitch() const override;
#endif

   // Callbacks.
   bool evokeCallback(double minimum) override;
   bool evokeMultipleCallbacks(double minimum, double maximum) override;
   void enableCallbacks() override;
   void disableCallbacks() override;

   // Handles.
   FederateHandle decodeFederateHandle(const VariableLengthData &encoded) const override;
   ObjectClassHandle decodeObjectClassHandle(const VariableLengthData &encoded) const override;
   InteractionClassHandle decodeInteractionClassHandle(const VariableLengthData &encoded) const override;
   ObjectInstanceHandle decodeObjectInstanceHandle(const VariableLengthData &encoded) const override;
   AttributeHandle decodeAttributeHandle(const VariableLengthData &encoded) const override;
   ParameterHandle decodeParameterHandle(const VariableLengthData &encoded) const override;
   DimensionHandle decodeDimensionHandle(const VariableLengthData &encoded) const override;
   MessageRetractionHandle decodeMessageRetractionHandle(const VariableLengthData &encoded) const override;
   RegionHandle decodeRegionHandle(const VariableLengthData &encoded) const override;

private:
   TimeBorder times() const
   {
      return TimeBorder(_rti, *_times);
   }

   FederateHandle join(
      const hyla_text *name, const std::wstring &type, const std::wstring &federation, const Strings &modules);

   // The callbacks of this connection for `federate`.
   hyla_federate_ambassador callbacks(FederateAmbassador &federate) const;

#if HYLA_EDITION == 2025
   ConfigurationResult connect_with(
      FederateAmbassador &federate,
      CallbackModel model,
      const RtiConfiguration *configuration,
      const Credentials *credentials);
#endif

   tsan::Rti _rti;
   // Shared with the callbacks, of which the last may end after this ambassador.
   std::shared_ptr<FederationTimes> _times;
};
}
