// The RTI ambassador: one service of libhyla behind each service of the API. Here is what the class of the services
// that their signatures determine leaves open.
#pragma once

#include <string>
#include <vector>

#include <hyla.h>

#include <RTI/RTI1516.h>
#if HYLA_EDITION == 2025
#include <RTI/RtiConfiguration.h>
#endif

#include "ambassador/services/services.h"
#include "edition.h"

namespace HYLA_RTI
{
using Strings = std::vector<std::wstring>;

class Ambassador final : public Services
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
   FederateHandle joinFederationExecution(
      const std::wstring &type, const std::wstring &federation, const Strings &modules) override;
   FederateHandle joinFederationExecution(
      const std::wstring &name,
      const std::wstring &type,
      const std::wstring &federation,
      const Strings &modules) override;
   void resignFederationExecution(ResignAction action) override;

#if HYLA_EDITION == 2010
   // Services that have a tag in 2025 only, or more attributes.
   void unconditionalAttributeOwnershipDivestiture(
      ObjectInstanceHandle object, const AttributeHandleSet &attributes) override;
   void attributeOwnershipAcquisitionIfAvailable(
      ObjectInstanceHandle object, const AttributeHandleSet &attributes) override;
   void attributeOwnershipReleaseDenied(ObjectInstanceHandle object, const AttributeHandleSet &attributes) override;
   void attributeOwnershipDivestitureIfWanted(
      ObjectInstanceHandle object, const AttributeHandleSet &attributes, AttributeHandleSet &divested) override;
   void queryAttributeOwnership(ObjectInstanceHandle object, AttributeHandle attribute) override;

   // Transportation types, which are an enumeration in 2010.
   void requestAttributeTransportationTypeChange(
      ObjectInstanceHandle object, const AttributeHandleSet &attributes, TransportationType type) override;
   void requestInteractionTransportationTypeChange(
      InteractionClassHandle interactionClass, TransportationType type) override;
   TransportationType getTransportationType(const std::wstring &name) override;
   std::wstring getTransportationName(TransportationType type) override;
#endif

   // Support services.
   void setRangeBounds(In<RegionHandle> region, In<DimensionHandle> dimension, const RangeBounds &bounds) override;
   OwnedTime<LogicalTimeFactory> getTimeFactory() const override;

   // Callbacks.
   bool evokeCallback(double minimum) override;
   bool evokeMultipleCallbacks(double minimum, double maximum) override;

private:
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
};
}
