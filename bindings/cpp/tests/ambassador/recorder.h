// A federate ambassador that records its callbacks.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAinteger64Time.h>

#include "edition.h"

namespace HYLA_RTI
{
#if HYLA_EDITION == 2010
template <typename Handle>
using Given = Handle;
#else
template <typename Handle>
using Given = const Handle &;
#endif

inline VariableLengthData bytes(const std::string &text)
{
   return VariableLengthData(text.data(), text.size());
}

inline std::string text(const VariableLengthData &data)
{
   return std::string(static_cast<const char *>(data.data()), data.size());
}

// One reflection, interaction or removal.
template <typename Handle, typename ValueHandle>
struct Arrival
{
   Handle of;
   // A copy, which has to outlive the callback.
   std::map<ValueHandle, VariableLengthData> values;
   std::string tag;
   std::optional<std::wstring> time;
   std::optional<OrderType> sent_order;
   std::optional<OrderType> received_order;
   std::optional<MessageRetractionHandle> retraction;
   FederateHandle producer;
   std::optional<RegionHandleSet> regions;
   std::wstring transportation;
   // Where the federate was shown it.
   const void *map = nullptr;
   const void *first_node = nullptr;
   const void *first_bytes = nullptr;
   std::thread::id thread;
};

using Reflection = Arrival<ObjectInstanceHandle, AttributeHandle>;
using Interaction = Arrival<InteractionClassHandle, ParameterHandle>;
using Removal = Arrival<ObjectInstanceHandle, AttributeHandle>;

// May be asked while callbacks come on another thread.
class Recorder : public NullFederateAmbassador
{
public:
   // Whether the predicate comes true, with the lock held, before too much time has passed.
   bool wait(const std::function<bool()> &predicate)
   {
      std::unique_lock<std::mutex> lock(mutex);
      return changed.wait_for(lock, std::chrono::seconds(30), predicate);
   }

   std::size_t count(const std::string &event) const
   {
      return static_cast<std::size_t>(std::count(events.begin(), events.end(), event));
   }

   std::mutex mutex;
   std::condition_variable changed;
   // Names of callbacks with what matters of their arguments.
   std::vector<std::string> events;
   std::vector<Reflection> reflections;
   std::vector<Interaction> interactions;
   std::vector<Removal> removals;
   std::vector<ObjectInstanceHandle> discovered;
   std::vector<FederateHandle> discovered_of;
   FederationExecutionInformationVector executions;
   std::vector<FederateHandle> owners;
   std::wstring last_time;

   void connectionLost(const std::wstring &) override
   {
      note("connectionLost");
   }

   void reportFederationExecutions(const FederationExecutionInformationVector &report) override
   {
      note("reportFederationExecutions", [&] { executions = report; });
   }

   void synchronizationPointRegistrationSucceeded(const std::wstring &label) override
   {
      note("registered " + narrow(label));
   }

   void announceSynchronizationPoint(const std::wstring &label, const VariableLengthData &tag) override
   {
      note("announced " + narrow(label) + " " + text(tag));
   }

   void federationSynchronized(const std::wstring &label, const FederateHandleSet &failed) override
   {
      note("synchronized " + narrow(label) + " " + std::to_string(failed.size()));
   }

   void initiateFederateSave(const std::wstring &label) override
   {
      note("save " + narrow(label));
   }

   void initiateFederateSave(const std::wstring &label, const LogicalTime &time) override
   {
      note("save " + narrow(label) + " at " + narrow(time.toString()));
   }

   void federationSaved() override
   {
      note("saved");
   }

   void federationSaveStatusResponse(const FederateHandleSaveStatusPairVector &response) override
   {
      note("save status " + std::to_string(response.size()) + " " + std::to_string(response.front().second));
   }

   void requestFederationRestoreSucceeded(const std::wstring &label) override
   {
      note("restore of " + narrow(label));
   }

   void requestFederationRestoreFailed(const std::wstring &label) override
   {
      note("no restore of " + narrow(label));
   }

   void federationRestoreBegun() override
   {
      note("restore begun");
   }

   void initiateFederateRestore(
      const std::wstring &label, const std::wstring &name, Given<FederateHandle>) override
   {
      note("restore " + narrow(label) + " as " + narrow(name));
   }

   void federationRestored() override
   {
      note("restored");
   }

   void objectInstanceNameReservationSucceeded(const std::wstring &name) override
   {
      note("reserved " + narrow(name));
   }

   void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &names) override
   {
      note("reserved names " + std::to_string(names.size()));
   }

   void startRegistrationForObjectClass(Given<ObjectClassHandle>) override
   {
      note("startRegistration");
   }

   void turnInteractionsOn(Given<InteractionClassHandle>) override
   {
      note("turnInteractionsOn");
   }

   void provideAttributeValueUpdate(
      Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes, const VariableLengthData &tag) override
   {
      note("provide " + std::to_string(attributes.size()) + " " + text(tag));
   }

   void turnUpdatesOnForObjectInstance(Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes) override
   {
      note("updates on " + std::to_string(attributes.size()));
   }

   void turnUpdatesOnForObjectInstance(
      Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes, const std::wstring &rate) override
   {
      note("updates on " + std::to_string(attributes.size()) + " " + narrow(rate));
   }

   void requestAttributeOwnershipAssumption(
      Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes, const VariableLengthData &tag) override
   {
      note("offered " + std::to_string(attributes.size()) + " " + text(tag));
   }

   void attributeOwnershipAcquisitionNotification(
      Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes, const VariableLengthData &) override
   {
      note("acquired " + std::to_string(attributes.size()));
   }

   void requestAttributeOwnershipRelease(
      Given<ObjectInstanceHandle>, const AttributeHandleSet &attributes, const VariableLengthData &tag) override
   {
      note("release wanted " + std::to_string(attributes.size()) + " " + text(tag));
   }

   void timeRegulationEnabled(const LogicalTime &time) override
   {
      note_time("regulating", time);
   }

   void timeConstrainedEnabled(const LogicalTime &time) override
   {
      note_time("constrained", time);
   }

   void timeAdvanceGrant(const LogicalTime &time) override
   {
      note_time("granted", time);
   }

   void requestRetraction(Given<MessageRetractionHandle>) override
   {
      note("requestRetraction");
   }

// Callbacks that the editions have in different forms.
#if HYLA_EDITION == 2010
#include "ambassador/2010/recorded.h"
#else
#include "ambassador/2025/recorded.h"
#endif

protected:
   static std::string narrow(const std::wstring &wide)
   {
      return std::string(wide.begin(), wide.end());
   }

   void note(const std::string &event)
   {
      note(event, [] {});
   }

   // `keep` runs with the lock held.
   template <typename Keep>
   void note(const std::string &event, Keep keep)
   {
      const std::lock_guard<std::mutex> lock(mutex);
      keep();
      events.push_back(event);
      changed.notify_all();
   }

   void note_time(const std::string &event, const LogicalTime &time)
   {
      const std::wstring shown = time.toString();
      note(event + " " + narrow(shown), [&] { last_time = shown; });
   }

   template <typename Kept>
   void keep(std::vector<Kept> &in, Kept arrival)
   {
      const std::lock_guard<std::mutex> lock(mutex);
      arrival.thread = std::this_thread::get_id();
      in.push_back(std::move(arrival));
      changed.notify_all();
   }

   template <typename Kept, typename Map>
   static void see(Kept &arrival, const Map &values)
   {
      arrival.values = values;
      arrival.map = &values;
      if (!values.empty())
      {
         arrival.first_node = &*values.begin();
         arrival.first_bytes = values.begin()->second.data();
      }
   }
};
}
