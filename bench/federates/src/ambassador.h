// Callbacks of a federate: the measured ones go to its work, the rest is kept for the main thread.
#pragma once

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>

#include "members.h"
#include "trouble.h"

namespace bench
{
   // A synchronization point of the measured federation.
   enum class Phase { ready, run, over };
   constexpr std::size_t PHASES = 3;
   extern const std::array<const wchar_t *, PHASES> PHASE_LABELS;

   // A class of which one attribute is measured.
   struct Measured
   {
      rti1516e::ObjectClassHandle object_class;
      rti1516e::AttributeHandle value;
   };

   // Handles of foms/HylaBenchWork.xml.
   struct Names
   {
      Measured item;
      Measured echo;
      rti1516e::ObjectClassHandle member;
      rti1516e::AttributeHandle hello;
      rti1516e::AttributeHandle sent;
      rti1516e::AttributeHandle done;
      rti1516e::InteractionClassHandle message;
      rti1516e::ParameterHandle content;
   };

   // The callbacks that a work measures. `lock` is held while one runs.
   struct Part
   {
      virtual ~Part() = default;
      virtual void discovered(const rti1516e::ObjectInstanceHandle &) {}
      // Throws Trouble to end the job.
      virtual void reflected(const rti1516e::ObjectInstanceHandle &, const unsigned char *, std::size_t) {}
      virtual void received(double) {}
      virtual void regulating() {}
      virtual void constrained() {}
      virtual void granted(double) {}
      virtual void reserved(std::size_t) {}
      virtual void not_reserved(const std::string &) {}

      std::mutex lock;
   };

   // Callbacks besides the measured ones.
   struct News
   {
      std::array<bool, PHASES> announced {};
      std::array<bool, PHASES> synchronized {};
      Bytes tag;
      std::uint32_t members = 0;
      // Those of them that have what they wait for.
      std::uint32_t done = 0;
      std::map<std::uint32_t, Mate> hellos;
      std::map<std::uint32_t, Sent> sent;
   };

   class Ambassador : public rti1516e::NullFederateAmbassador
   {
   public:
      Ambassador(Part &measured, std::uint32_t compute_us) : part(measured), _compute_us(compute_us) {}

      // The news; throws what ends the job.
      News news();
      // Messages that another federate has sent, if it has reported them.
      bool sent(std::uint32_t index, Sent &found);
      bool synchronized(Phase phase);
      // How many others have what they wait for.
      std::uint32_t done();
      // Throws what ends the job; takes no lock while there is nothing.
      void check();
      // Sleeps until a callback was received or that moment has come.
      void sleep_until(std::uint64_t moment);
      void wake();
      // Before anything is subscribed.
      void set_names(const Names &names);

      Part &part;

      // An override may throw less than the overridden function declares; so these headers need not
      // agree.
      void connectionLost(const std::wstring &fault) noexcept override;
      void synchronizationPointRegistrationFailed(
         const std::wstring &label,
         rti1516e::SynchronizationPointFailureReason) noexcept override;
      void announceSynchronizationPoint(
         const std::wstring &label,
         const rti1516e::VariableLengthData &tag) noexcept override;
      void federationSynchronized(const std::wstring &label, const rti1516e::FederateHandleSet &) noexcept override;
      void timeRegulationEnabled(const rti1516e::LogicalTime &) noexcept override;
      void timeConstrainedEnabled(const rti1516e::LogicalTime &) noexcept override;
      void timeAdvanceGrant(const rti1516e::LogicalTime &time) noexcept override;
      void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &names) noexcept override;
      void multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &names) noexcept override;

      // An RTI may call any of those that the standard has for one event; their further arguments do not matter here.
      void discoverObjectInstance(
         rti1516e::ObjectInstanceHandle object,
         rti1516e::ObjectClassHandle object_class,
         const std::wstring &) noexcept override
      {
         discover(object, object_class);
      }
      void discoverObjectInstance(
         rti1516e::ObjectInstanceHandle object,
         rti1516e::ObjectClassHandle object_class,
         const std::wstring &,
         rti1516e::FederateHandle) noexcept override
      {
         discover(object, object_class);
      }
      void reflectAttributeValues(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::AttributeHandleValueMap &values,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::TransportationType,
         rti1516e::SupplementalReflectInfo) noexcept override
      {
         reflect(object, values);
      }
      void reflectAttributeValues(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::AttributeHandleValueMap &values,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::TransportationType,
         const rti1516e::LogicalTime &,
         rti1516e::OrderType,
         rti1516e::SupplementalReflectInfo) noexcept override
      {
         reflect(object, values);
      }
      void reflectAttributeValues(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::AttributeHandleValueMap &values,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::TransportationType,
         const rti1516e::LogicalTime &,
         rti1516e::OrderType,
         rti1516e::MessageRetractionHandle,
         rti1516e::SupplementalReflectInfo) noexcept override
      {
         reflect(object, values);
      }
      void receiveInteraction(
         rti1516e::InteractionClassHandle,
         const rti1516e::ParameterHandleValueMap &,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::TransportationType,
         const rti1516e::LogicalTime &time,
         rti1516e::OrderType,
         rti1516e::SupplementalReceiveInfo) noexcept override
      {
         receive(time);
      }
      void receiveInteraction(
         rti1516e::InteractionClassHandle,
         const rti1516e::ParameterHandleValueMap &,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::TransportationType,
         const rti1516e::LogicalTime &time,
         rti1516e::OrderType,
         rti1516e::MessageRetractionHandle,
         rti1516e::SupplementalReceiveInfo) noexcept override
      {
         receive(time);
      }
      void removeObjectInstance(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         rti1516e::SupplementalRemoveInfo) noexcept override
      {
         remove(object);
      }
      void removeObjectInstance(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         const rti1516e::LogicalTime &,
         rti1516e::OrderType,
         rti1516e::SupplementalRemoveInfo) noexcept override
      {
         remove(object);
      }
      void removeObjectInstance(
         rti1516e::ObjectInstanceHandle object,
         const rti1516e::VariableLengthData &,
         rti1516e::OrderType,
         const rti1516e::LogicalTime &,
         rti1516e::OrderType,
         rti1516e::MessageRetractionHandle,
         rti1516e::SupplementalRemoveInfo) noexcept override
      {
         remove(object);
      }

   private:
      template <typename Note>
      void note(Note note);
      void trouble(const std::string &what);
      template <typename Hear>
      void hear(Hear hear);
      template <typename Tell>
      void pass_on(Tell tell);
      void discover(const rti1516e::ObjectInstanceHandle &object, const rti1516e::ObjectClassHandle &object_class);
      void reflect(const rti1516e::ObjectInstanceHandle &object, const rti1516e::AttributeHandleValueMap &values);
      void tell(
         const rti1516e::ObjectInstanceHandle &object,
         const rti1516e::AttributeHandle &attribute,
         const rti1516e::VariableLengthData &value);
      void remove(const rti1516e::ObjectInstanceHandle &object);
      void receive(const rti1516e::LogicalTime &time);

      const std::uint32_t _compute_us;
      // Another federate.
      struct Member
      {
         // -1 until it was received.
         std::int64_t index = -1;
         // Whether it has what it waits for.
         bool done = false;
      };

      // By their objects. Only callbacks use it.
      std::map<rti1516e::ObjectInstanceHandle, Member> _members;
      Names _names;

      std::atomic<bool> _alarm {false};
      std::mutex _lock;
      std::condition_variable _changed;
      bool _woken = false;
      News _news;
      std::string _trouble;
   };
}
