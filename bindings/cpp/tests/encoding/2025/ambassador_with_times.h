// An ambassador that has nothing but a factory of times: what HLAlogicalTime and HLAlogicalTimeInterval ask it for.

#ifndef HYLA_TESTS_ENCODING_2025_AMBASSADOR_WITH_TIMES_H
#define HYLA_TESTS_ENCODING_2025_AMBASSADOR_WITH_TIMES_H

#include <RTI/RTI1516.h>
#include <RTI/time/LogicalTimeFactory.h>

#include <functional>
#include <memory>

namespace encoding_tests
{

using namespace rti1516_2025;

class AmbassadorWithTimes : public RTIambassador
{
public:
   using Make = std::function<std::unique_ptr<LogicalTimeFactory>()>;

   explicit AmbassadorWithTimes(Make make)
      : make_(make)
   {
   }

   std::unique_ptr<LogicalTimeFactory> getTimeFactory() const override
   {
      return make_();
   }

   ConfigurationResult connect(FederateAmbassador &, CallbackModel) override { unused(); }
   ConfigurationResult connect(FederateAmbassador &, CallbackModel, const RtiConfiguration &) override { unused(); }
   ConfigurationResult connect(FederateAmbassador &, CallbackModel, const Credentials &) override { unused(); }
   ConfigurationResult connect(
      FederateAmbassador &,
      CallbackModel,
      const RtiConfiguration &,
      const Credentials &) override
   {
      unused();
   }
   void disconnect() override { unused(); }
   void createFederationExecution(
      const std::wstring &,
      const std::wstring &,
      const std::wstring &) override
   {
      unused();
   }
   void createFederationExecution(
      const std::wstring &,
      const std::vector<std::wstring> &,
      const std::wstring &) override
   {
      unused();
   }
   void createFederationExecutionWithMIM(
      const std::wstring &,
      const std::vector<std::wstring> &,
      const std::wstring &,
      const std::wstring &) override
   {
      unused();
   }
   void destroyFederationExecution(const std::wstring &) override { unused(); }
   void listFederationExecutions() override { unused(); }
   void listFederationExecutionMembers(const std::wstring &) override { unused(); }
   FederateHandle joinFederationExecution(
      const std::wstring &,
      const std::wstring &,
      const std::vector<std::wstring> &) override
   {
      unused();
   }
   FederateHandle joinFederationExecution(
      const std::wstring &,
      const std::wstring &,
      const std::wstring &,
      const std::vector<std::wstring> &) override
   {
      unused();
   }
   void resignFederationExecution(ResignAction) override { unused(); }
   void registerFederationSynchronizationPoint(
      const std::wstring &,
      const VariableLengthData &) override
   {
      unused();
   }
   void registerFederationSynchronizationPoint(
      const std::wstring &,
      const VariableLengthData &,
      const FederateHandleSet &) override
   {
      unused();
   }
   void synchronizationPointAchieved(const std::wstring &, bool) override { unused(); }
   void requestFederationSave(const std::wstring &) override { unused(); }
   void requestFederationSave(const std::wstring &, const LogicalTime &) override { unused(); }
   void federateSaveBegun() override { unused(); }
   void federateSaveComplete() override { unused(); }
   void federateSaveNotComplete() override { unused(); }
   void abortFederationSave() override { unused(); }
   void queryFederationSaveStatus() override { unused(); }
   void requestFederationRestore(const std::wstring &) override { unused(); }
   void federateRestoreComplete() override { unused(); }
   void federateRestoreNotComplete() override { unused(); }
   void abortFederationRestore() override { unused(); }
   void queryFederationRestoreStatus() override { unused(); }
   void publishObjectClassAttributes(const ObjectClassHandle &, const AttributeHandleSet &) override { unused(); }
   void unpublishObjectClass(const ObjectClassHandle &) override { unused(); }
   void unpublishObjectClassAttributes(const ObjectClassHandle &, const AttributeHandleSet &) override { unused(); }
   void publishInteractionClass(const InteractionClassHandle &) override { unused(); }
   void unpublishInteractionClass(const InteractionClassHandle &) override { unused(); }
   void publishObjectClassDirectedInteractions(
      const ObjectClassHandle &,
      const InteractionClassHandleSet &) override
   {
      unused();
   }
   void unpublishObjectClassDirectedInteractions(const ObjectClassHandle &) override { unused(); }
   void unpublishObjectClassDirectedInteractions(
      const ObjectClassHandle &,
      const InteractionClassHandleSet &) override
   {
      unused();
   }
   void subscribeObjectClassAttributes(
      const ObjectClassHandle &,
      const AttributeHandleSet &,
      bool,
      const std::wstring &) override
   {
      unused();
   }
   void unsubscribeObjectClass(const ObjectClassHandle &) override { unused(); }
   void unsubscribeObjectClassAttributes(
      const ObjectClassHandle &,
      const AttributeHandleSet &) override
   {
      unused();
   }
   void subscribeInteractionClass(const InteractionClassHandle &, bool) override { unused(); }
   void unsubscribeInteractionClass(const InteractionClassHandle &) override { unused(); }
   void subscribeObjectClassDirectedInteractions(
      const ObjectClassHandle &,
      const InteractionClassHandleSet &,
      bool) override
   {
      unused();
   }
   void unsubscribeObjectClassDirectedInteractions(const ObjectClassHandle &) override { unused(); }
   void unsubscribeObjectClassDirectedInteractions(
      const ObjectClassHandle &,
      const InteractionClassHandleSet &) override
   {
      unused();
   }
   void reserveObjectInstanceName(const std::wstring &) override { unused(); }
   void releaseObjectInstanceName(const std::wstring &) override { unused(); }
   void reserveMultipleObjectInstanceNames(const std::set<std::wstring> &) override { unused(); }
   void releaseMultipleObjectInstanceNames(const std::set<std::wstring> &) override { unused(); }
   ObjectInstanceHandle registerObjectInstance(const ObjectClassHandle &) override { unused(); }
   ObjectInstanceHandle registerObjectInstance(
      const ObjectClassHandle &,
      const std::wstring &) override
   {
      unused();
   }
   void updateAttributeValues(
      const ObjectInstanceHandle &,
      const AttributeHandleValueMap &,
      const VariableLengthData &) override
   {
      unused();
   }
   MessageRetractionHandle updateAttributeValues(
      const ObjectInstanceHandle &,
      const AttributeHandleValueMap &,
      const VariableLengthData &,
      const LogicalTime &) override
   {
      unused();
   }
   void sendInteraction(
      const InteractionClassHandle &,
      const ParameterHandleValueMap &,
      const VariableLengthData &) override
   {
      unused();
   }
   MessageRetractionHandle sendInteraction(
      const InteractionClassHandle &,
      const ParameterHandleValueMap &,
      const VariableLengthData &,
      const LogicalTime &) override
   {
      unused();
   }
   void sendDirectedInteraction(
      const InteractionClassHandle &,
      const ObjectInstanceHandle &,
      const ParameterHandleValueMap &,
      const VariableLengthData &) override
   {
      unused();
   }
   MessageRetractionHandle sendDirectedInteraction(
      const InteractionClassHandle &,
      const ObjectInstanceHandle &,
      const ParameterHandleValueMap &,
      const VariableLengthData &,
      const LogicalTime &) override
   {
      unused();
   }
   void deleteObjectInstance(const ObjectInstanceHandle &, const VariableLengthData &) override { unused(); }
   MessageRetractionHandle deleteObjectInstance(
      const ObjectInstanceHandle &,
      const VariableLengthData &,
      const LogicalTime &) override
   {
      unused();
   }
   void localDeleteObjectInstance(const ObjectInstanceHandle &) override { unused(); }
   void requestAttributeValueUpdate(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void requestAttributeValueUpdate(
      const ObjectClassHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void requestAttributeTransportationTypeChange(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const TransportationTypeHandle &) override
   {
      unused();
   }
   void changeDefaultAttributeTransportationType(
      const ObjectClassHandle &,
      const AttributeHandleSet &,
      const TransportationTypeHandle &) override
   {
      unused();
   }
   void queryAttributeTransportationType(
      const ObjectInstanceHandle &,
      const AttributeHandle &) override
   {
      unused();
   }
   void requestInteractionTransportationTypeChange(
      const InteractionClassHandle &,
      const TransportationTypeHandle &) override
   {
      unused();
   }
   void queryInteractionTransportationType(
      const FederateHandle &,
      const InteractionClassHandle &) override
   {
      unused();
   }
   void unconditionalAttributeOwnershipDivestiture(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void negotiatedAttributeOwnershipDivestiture(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void confirmDivestiture(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void attributeOwnershipAcquisition(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void attributeOwnershipAcquisitionIfAvailable(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void attributeOwnershipReleaseDenied(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   void attributeOwnershipDivestitureIfWanted(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      const VariableLengthData &,
      AttributeHandleSet &) override
   {
      unused();
   }
   void cancelNegotiatedAttributeOwnershipDivestiture(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &) override
   {
      unused();
   }
   void cancelAttributeOwnershipAcquisition(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &) override
   {
      unused();
   }
   void queryAttributeOwnership(const ObjectInstanceHandle &, const AttributeHandleSet &) override { unused(); }
   bool isAttributeOwnedByFederate(const ObjectInstanceHandle &, const AttributeHandle &) override { unused(); }
   void enableTimeRegulation(const LogicalTimeInterval &) override { unused(); }
   void disableTimeRegulation() override { unused(); }
   void enableTimeConstrained() override { unused(); }
   void disableTimeConstrained() override { unused(); }
   void timeAdvanceRequest(const LogicalTime &) override { unused(); }
   void timeAdvanceRequestAvailable(const LogicalTime &) override { unused(); }
   void nextMessageRequest(const LogicalTime &) override { unused(); }
   void nextMessageRequestAvailable(const LogicalTime &) override { unused(); }
   void flushQueueRequest(const LogicalTime &) override { unused(); }
   void enableAsynchronousDelivery() override { unused(); }
   void disableAsynchronousDelivery() override { unused(); }
   bool queryGALT(LogicalTime &) override { unused(); }
   void queryLogicalTime(LogicalTime &) override { unused(); }
   bool queryLITS(LogicalTime &) override { unused(); }
   void modifyLookahead(const LogicalTimeInterval &) override { unused(); }
   void queryLookahead(LogicalTimeInterval &) override { unused(); }
   void retract(const MessageRetractionHandle &) override { unused(); }
   void changeAttributeOrderType(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &,
      OrderType) override
   {
      unused();
   }
   void changeDefaultAttributeOrderType(
      const ObjectClassHandle &,
      const AttributeHandleSet &,
      OrderType) override
   {
      unused();
   }
   void changeInteractionOrderType(const InteractionClassHandle &, OrderType) override { unused(); }
   RegionHandle createRegion(const DimensionHandleSet &) override { unused(); }
   void commitRegionModifications(const RegionHandleSet &) override { unused(); }
   void deleteRegion(const RegionHandle &) override { unused(); }
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      const ObjectClassHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &) override
   {
      unused();
   }
   ObjectInstanceHandle registerObjectInstanceWithRegions(
      const ObjectClassHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &,
      const std::wstring &) override
   {
      unused();
   }
   void associateRegionsForUpdates(
      const ObjectInstanceHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &) override
   {
      unused();
   }
   void unassociateRegionsForUpdates(
      const ObjectInstanceHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &) override
   {
      unused();
   }
   void subscribeObjectClassAttributesWithRegions(
      const ObjectClassHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &,
      bool,
      const std::wstring &) override
   {
      unused();
   }
   void unsubscribeObjectClassAttributesWithRegions(
      const ObjectClassHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &) override
   {
      unused();
   }
   void subscribeInteractionClassWithRegions(
      const InteractionClassHandle &,
      const RegionHandleSet &,
      bool) override
   {
      unused();
   }
   void unsubscribeInteractionClassWithRegions(
      const InteractionClassHandle &,
      const RegionHandleSet &) override
   {
      unused();
   }
   void sendInteractionWithRegions(
      const InteractionClassHandle &,
      const ParameterHandleValueMap &,
      const RegionHandleSet &,
      const VariableLengthData &) override
   {
      unused();
   }
   MessageRetractionHandle sendInteractionWithRegions(
      const InteractionClassHandle &,
      const ParameterHandleValueMap &,
      const RegionHandleSet &,
      const VariableLengthData &,
      const LogicalTime &) override
   {
      unused();
   }
   void requestAttributeValueUpdateWithRegions(
      const ObjectClassHandle &,
      const AttributeHandleSetRegionHandleSetPairVector &,
      const VariableLengthData &) override
   {
      unused();
   }
   FederateHandle getFederateHandle(const std::wstring &) override { unused(); }
   std::wstring getFederateName(const FederateHandle &) override { unused(); }
   ObjectClassHandle getObjectClassHandle(const std::wstring &) override { unused(); }
   std::wstring getObjectClassName(const ObjectClassHandle &) override { unused(); }
   ObjectClassHandle getKnownObjectClassHandle(const ObjectInstanceHandle &) override { unused(); }
   ObjectInstanceHandle getObjectInstanceHandle(const std::wstring &) override { unused(); }
   std::wstring getObjectInstanceName(const ObjectInstanceHandle &) override { unused(); }
   AttributeHandle getAttributeHandle(const ObjectClassHandle &, const std::wstring &) override { unused(); }
   std::wstring getAttributeName(const ObjectClassHandle &, const AttributeHandle &) override { unused(); }
   double getUpdateRateValue(const std::wstring &) override { unused(); }
   double getUpdateRateValueForAttribute(
      const ObjectInstanceHandle &,
      const AttributeHandle &) override
   {
      unused();
   }
   InteractionClassHandle getInteractionClassHandle(const std::wstring &) override { unused(); }
   std::wstring getInteractionClassName(const InteractionClassHandle &) override { unused(); }
   ParameterHandle getParameterHandle(const InteractionClassHandle &, const std::wstring &) override { unused(); }
   std::wstring getParameterName(const InteractionClassHandle &, const ParameterHandle &) override { unused(); }
   OrderType getOrderType(const std::wstring &) override { unused(); }
   std::wstring getOrderName(OrderType) override { unused(); }
   TransportationTypeHandle getTransportationTypeHandle(const std::wstring &) override { unused(); }
   std::wstring getTransportationTypeName(const TransportationTypeHandle &) override { unused(); }
   DimensionHandleSet getAvailableDimensionsForObjectClass(const ObjectClassHandle &) override { unused(); }
   DimensionHandleSet getAvailableDimensionsForInteractionClass(
      const InteractionClassHandle &) override
   {
      unused();
   }
   DimensionHandle getDimensionHandle(const std::wstring &) override { unused(); }
   std::wstring getDimensionName(const DimensionHandle &) override { unused(); }
   unsigned long getDimensionUpperBound(const DimensionHandle &) override { unused(); }
   DimensionHandleSet getDimensionHandleSet(const RegionHandle &) override { unused(); }
   RangeBounds getRangeBounds(const RegionHandle &, const DimensionHandle &) override { unused(); }
   void setRangeBounds(const RegionHandle &, const DimensionHandle &, const RangeBounds &) override { unused(); }
   unsigned long normalizeServiceGroup(ServiceGroup) override { unused(); }
   unsigned long normalizeFederateHandle(const FederateHandle &) override { unused(); }
   unsigned long normalizeObjectClassHandle(const ObjectClassHandle &) override { unused(); }
   unsigned long normalizeInteractionClassHandle(const InteractionClassHandle &) override { unused(); }
   unsigned long normalizeObjectInstanceHandle(const ObjectInstanceHandle &) override { unused(); }
   bool getObjectClassRelevanceAdvisorySwitch() const override { unused(); }
   void setObjectClassRelevanceAdvisorySwitch(bool) override { unused(); }
   bool getAttributeRelevanceAdvisorySwitch() const override { unused(); }
   void setAttributeRelevanceAdvisorySwitch(bool) override { unused(); }
   bool getAttributeScopeAdvisorySwitch() const override { unused(); }
   void setAttributeScopeAdvisorySwitch(bool) override { unused(); }
   bool getInteractionRelevanceAdvisorySwitch() const override { unused(); }
   void setInteractionRelevanceAdvisorySwitch(bool) override { unused(); }
   bool getConveyRegionDesignatorSetsSwitch() const override { unused(); }
   void setConveyRegionDesignatorSetsSwitch(bool) override { unused(); }
   ResignAction getAutomaticResignDirective() override { unused(); }
   void setAutomaticResignDirective(ResignAction) override { unused(); }
   bool getServiceReportingSwitch() const override { unused(); }
   void setServiceReportingSwitch(bool) override { unused(); }
   bool getExceptionReportingSwitch() const override { unused(); }
   void setExceptionReportingSwitch(bool) override { unused(); }
   bool getSendServiceReportsToFileSwitch() const override { unused(); }
   void setSendServiceReportsToFileSwitch(bool) override { unused(); }
   bool getAutoProvideSwitch() const override { unused(); }
   bool getDelaySubscriptionEvaluationSwitch() const override { unused(); }
   bool getAdvisoriesUseKnownClassSwitch() const override { unused(); }
   bool getAllowRelaxedDDMSwitch() const override { unused(); }
   bool getNonRegulatedGrantSwitch() const override { unused(); }
   bool evokeCallback(double) override { unused(); }
   bool evokeMultipleCallbacks(double, double) override { unused(); }
   void enableCallbacks() override { unused(); }
   void disableCallbacks() override { unused(); }
   FederateHandle decodeFederateHandle(const VariableLengthData &) const override { unused(); }
   ObjectClassHandle decodeObjectClassHandle(const VariableLengthData &) const override { unused(); }
   InteractionClassHandle decodeInteractionClassHandle(const VariableLengthData &) const override { unused(); }
   ObjectInstanceHandle decodeObjectInstanceHandle(const VariableLengthData &) const override { unused(); }
   AttributeHandle decodeAttributeHandle(const VariableLengthData &) const override { unused(); }
   ParameterHandle decodeParameterHandle(const VariableLengthData &) const override { unused(); }
   DimensionHandle decodeDimensionHandle(const VariableLengthData &) const override { unused(); }
   MessageRetractionHandle decodeMessageRetractionHandle(const VariableLengthData &) const override { unused(); }
   RegionHandle decodeRegionHandle(const VariableLengthData &) const override { unused(); }

private:
   [[noreturn]] static void unused()
   {
      throw RTIinternalError(L"This ambassador has nothing but times");
   }

   Make make_;
};

}

#endif
