// Two federates of one process that exchange updates through the standard's C++ API. The benchmark of crates/hyla-capi loads
// this and takes turns between it and the same in Rust.

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <memory>
#include <mutex>
#include <vector>

#if HYLA_EDITION == 2010
using namespace rti1516e;
using Ambassador = std::auto_ptr<RTIambassador>;
#else
using namespace rti1516_2025;
using Ambassador = std::unique_ptr<RTIambassador>;
#endif

namespace
{
   using Clock = std::chrono::steady_clock;

   class Federate : public NullFederateAmbassador
   {
   public:
      Federate() : rti(RTIambassadorFactory().createRTIambassador()) {}

      // Updates that came by a thread of Hyla.
      unsigned long long reflected()
      {
         const std::lock_guard<std::mutex> lock(_mutex);
         return _reflected;
      }

      void wait_until_reflected(unsigned long long updates)
      {
         std::unique_lock<std::mutex> lock(_mutex);
         _changed.wait(lock, [&] { return _reflected >= updates; });
      }

#if HYLA_EDITION == 2010
      void discoverObjectInstance(ObjectInstanceHandle, ObjectClassHandle, const std::wstring &, FederateHandle)
         RTI_THROW(FederateInternalError) override
      {
         discover();
      }

      void reflectAttributeValues(
         ObjectInstanceHandle,
         const AttributeHandleValueMap &values,
         const VariableLengthData &,
         OrderType,
         TransportationType,
         SupplementalReflectInfo) RTI_THROW(FederateInternalError) override
      {
         reflect(values);
      }
#else
      void discoverObjectInstance(
         const ObjectInstanceHandle &,
         const ObjectClassHandle &,
         const std::wstring &,
         const FederateHandle &) override
      {
         discover();
      }

      void reflectAttributeValues(
         const ObjectInstanceHandle &,
         const AttributeHandleValueMap &values,
         const VariableLengthData &,
         const TransportationTypeHandle &,
         const FederateHandle &,
         const RegionHandleSet *) override
      {
         reflect(values);
      }
#endif

      void update(size_t attributes, size_t bytes)
      {
         if (_values.size() != attributes || _values.begin()->second.size() != bytes)
         {
            _values = made(attributes, bytes);
         }
         rti->updateAttributeValues(object, _values, VariableLengthData());
      }

      AttributeHandleValueMap made(size_t attributes, size_t bytes)
      {
         AttributeHandleValueMap values;
         for (size_t n = 0; n < attributes; ++n)
         {
            values[attribute[n]] = VariableLengthData(_data, bytes);
         }
         return values;
      }

      void evoke() { rti->evokeMultipleCallbacks(0.0, 1.0); }

      Ambassador rti;
      ObjectInstanceHandle object;
      std::vector<AttributeHandle> attribute;
      bool discovered = false;
      bool answers = false;
      bool waited_for = false;
      // Updates that came in callbacks that this thread evoked.
      unsigned long long evoked = 0;
      // Round trips that this one makes: the next begins where the last has ended.
      size_t left = 0;
      Clock::time_point began;
      std::vector<double> took;

   private:
      void discover()
      {
         const std::lock_guard<std::mutex> lock(_mutex);
         discovered = true;
      }

      void reflect(const AttributeHandleValueMap &values)
      {
         size_t seen = 0;
         for (const auto &value : values)
         {
            seen += value.second.size();
         }
         if (answers)
         {
            update(values.size(), seen / values.size());
         }
         if (left > 0)
         {
            took.push_back(1e6 * std::chrono::duration<double>(Clock::now() - began).count());
            if (--left > 0)
            {
               began = Clock::now();
               update(values.size(), seen / values.size());
               return;
            }
         }
         if (!waited_for)
         {
            ++evoked;
            return;
         }
         {
            const std::lock_guard<std::mutex> lock(_mutex);
            ++_reflected;
         }
         _changed.notify_one();
      }

      std::mutex _mutex;
      std::condition_variable _changed;
      unsigned long long _reflected = 0;
      AttributeHandleValueMap _values;
      char _data[4096] = {};
   };

   struct Party
   {
      Federate sender;
      Federate receiver;
   };

   void connect(Federate &federate, bool evoked, const std::wstring &settings)
   {
      const CallbackModel model = evoked ? HLA_EVOKED : HLA_IMMEDIATE;
#if HYLA_EDITION == 2010
      federate.rti->connect(federate, model, settings);
#else
      federate.rti->connect(federate, model, RtiConfiguration().withAdditionalSettings(settings));
#endif
   }

   void prepare(Federate &federate)
   {
      RTIambassador &rti = *federate.rti;
      rti.joinFederationExecution(L"bench", L"bench c++");
      const ObjectClassHandle car = rti.getObjectClassHandle(L"Vehicle.Car");
      AttributeHandleSet attributes;
      for (const wchar_t *name : {L"Speed", L"Name", L"Doors"})
      {
         federate.attribute.push_back(rti.getAttributeHandle(car, name));
         attributes.insert(federate.attribute.back());
      }
      rti.publishObjectClassAttributes(car, attributes);
      rti.subscribeObjectClassAttributes(car, attributes);
      federate.object = rti.registerObjectInstance(car);
   }

   std::wstring wide(const char *text) { return std::wstring(text, text + std::char_traits<char>::length(text)); }

   // Processor time of this thread.
   double thread_seconds()
   {
      timespec now;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
   }

   double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

   template <typename Work> auto guarded(Work work) -> decltype(work())
   {
      try
      {
         return work();
      }
      catch (const Exception &problem)
      {
         std::fprintf(stderr, "bench: %ls\n", problem.what().c_str());
         return {};
      }
   }
}

#define BENCH extern "C" __attribute__((visibility("default")))

// Two federates that have discovered each other's car.
BENCH void *bench_open(const char *settings, const char *fom, bool evoked, bool answers)
{
   return guarded([&]() -> void * {
      std::unique_ptr<Party> party(new Party);
      connect(party->sender, evoked, wide(settings));
      connect(party->receiver, evoked, wide(settings));
      party->sender.rti->createFederationExecution(L"bench c++", wide(fom));
      prepare(party->sender);
      prepare(party->receiver);
      while (!party->sender.discovered || !party->receiver.discovered)
      {
         party->sender.rti->evokeMultipleCallbacks(0.0, 0.01);
         party->receiver.rti->evokeMultipleCallbacks(0.0, 0.01);
      }
      party->receiver.answers = answers;
      party->sender.waited_for = !evoked;
      party->receiver.waited_for = !evoked;
      return party.release();
   });
}

// Updates, 64 at a time, which the receiver then evokes, all on this thread. Seconds of processor time.
BENCH double bench_evoked(void *opened, size_t updates, size_t attributes, size_t bytes)
{
   Party &party = *static_cast<Party *>(opened);
   return guarded([&] {
      const double start = thread_seconds();
      unsigned long long sent = party.receiver.evoked;
      for (size_t done = 0; done < updates; done += 64)
      {
         for (size_t n = 0; n < 64; ++n)
         {
            party.sender.update(attributes, bytes);
         }
         sent += 64;
         while (party.receiver.evoked < sent)
         {
            party.receiver.evoke();
         }
      }
      return thread_seconds() - start;
   });
}

// Updates as fast as they are taken by the receiver's callbacks on a thread of Hyla. Seconds.
BENCH double bench_stream(void *opened, size_t updates, size_t attributes, size_t bytes)
{
   Party &party = *static_cast<Party *>(opened);
   return guarded([&] {
      const unsigned long long before = party.receiver.reflected();
      const Clock::time_point start = Clock::now();
      for (size_t n = 0; n < updates; ++n)
      {
         party.sender.update(attributes, bytes);
      }
      party.receiver.wait_until_reflected(before + updates);
      return seconds(Clock::now() - start);
   });
}

// Updates that come back. Microseconds of each.
BENCH double bench_round_trips(void *opened, size_t count, size_t bytes, double *each)
{
   Party &party = *static_cast<Party *>(opened);
   return guarded([&] {
      Federate &sender = party.sender;
      const unsigned long long before = sender.reflected();
      sender.took.clear();
      sender.took.reserve(count);
      sender.left = count;
      sender.began = Clock::now();
      sender.update(1, bytes);
      sender.wait_until_reflected(before + 1);
      std::copy(sender.took.begin(), sender.took.end(), each);
      return 1.0;
   });
}

// Maps of values that are made and dropped. Seconds.
BENCH double bench_maps(void *opened, size_t count, size_t attributes, size_t bytes)
{
   Federate &federate = static_cast<Party *>(opened)->sender;
   size_t made = 0;
   const Clock::time_point start = Clock::now();
   for (size_t n = 0; n < count; ++n)
   {
      made += federate.made(attributes, bytes).size();
   }
   const double took = seconds(Clock::now() - start);
   return made == count * attributes ? took : -1.0;
}

BENCH void bench_close(void *opened)
{
   guarded([&]() -> int {
      std::unique_ptr<Party> party(static_cast<Party *>(opened));
      party->sender.rti->resignFederationExecution(DELETE_OBJECTS_THEN_DIVEST);
      party->receiver.rti->resignFederationExecution(DELETE_OBJECTS_THEN_DIVEST);
      party->sender.rti->destroyFederationExecution(L"bench c++");
      party->sender.rti->disconnect();
      party->receiver.rti->disconnect();
      return 0;
   });
}
