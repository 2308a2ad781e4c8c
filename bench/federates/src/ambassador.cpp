#include "ambassador.h"

#include <RTI/time/HLAfloat64Time.h>

#include "clock.h"

using namespace rti1516e;

namespace bench
{
   const std::array<const wchar_t *, PHASES> PHASE_LABELS {L"ready", L"run", L"over"};

   namespace
   {
      double value_of(const LogicalTime &time)
      {
         const HLAfloat64Time *found = dynamic_cast<const HLAfloat64Time *>(&time);
         if (found != nullptr)
         {
            return found->getTime();
         }
         // Of another class of that representation, such as where the RTI's library has its own.
         HLAfloat64Time decoded;
         decoded.decode(time.encode());
         return decoded.getTime();
      }

      // Which phase a label names, PHASES if none.
      std::size_t phase_of(const std::wstring &label)
      {
         std::size_t at = 0;
         while (at < PHASES && label != PHASE_LABELS[at])
         {
            ++at;
         }
         return at;
      }
   }

   News Ambassador::news()
   {
      const std::lock_guard<std::mutex> lock(_lock);
      if (!_trouble.empty())
      {
         throw Trouble(_trouble);
      }
      return _news;
   }

   bool Ambassador::sent(std::uint32_t index, Sent &found)
   {
      const std::lock_guard<std::mutex> lock(_lock);
      const auto at = _news.sent.find(index);
      if (at == _news.sent.end())
      {
         return false;
      }
      found = at->second;
      return true;
   }

   bool Ambassador::synchronized(Phase phase)
   {
      const std::lock_guard<std::mutex> lock(_lock);
      return _news.synchronized[static_cast<std::size_t>(phase)];
   }

   std::uint32_t Ambassador::done()
   {
      const std::lock_guard<std::mutex> lock(_lock);
      return _news.done;
   }

   void Ambassador::check()
   {
      if (_alarm.load(std::memory_order_relaxed))
      {
         news();
      }
   }

   void Ambassador::sleep_until(std::uint64_t moment)
   {
      std::unique_lock<std::mutex> lock(_lock);
      const std::uint64_t left = since(now(), moment);
      _changed.wait_for(lock, std::chrono::nanoseconds(left), [this] { return _woken; });
      _woken = false;
   }

   void Ambassador::wake()
   {
      {
         const std::lock_guard<std::mutex> lock(_lock);
         _woken = true;
      }
      _changed.notify_one();
   }

   void Ambassador::set_names(const Names &names) { _names = names; }

   template <typename Note>
   void Ambassador::note(Note note)
   {
      {
         const std::lock_guard<std::mutex> lock(_lock);
         note(_news);
      }
      wake();
   }

   void Ambassador::trouble(const std::string &what)
   {
      {
         const std::lock_guard<std::mutex> lock(_lock);
         if (_trouble.empty())
         {
            _trouble = what;
         }
      }
      _alarm = true;
      wake();
   }

   // Nothing that goes wrong in a callback reaches the RTI.
   template <typename Hear>
   void Ambassador::hear(Hear hear)
   {
      try
      {
         hear();
      }
      catch (const rti1516e::Exception &exception)
      {
         trouble("in a callback: " + narrow(exception.what()));
      }
      catch (const std::exception &exception)
      {
         trouble(exception.what());
      }
   }

   // To the part that is measured; wakes who waits for it.
   template <typename Tell>
   void Ambassador::pass_on(Tell tell)
   {
      hear([&] {
         {
            const std::lock_guard<std::mutex> lock(part.lock);
            tell(part);
         }
         wake();
      });
   }

   void Ambassador::connectionLost(const std::wstring &fault) noexcept
   {
      hear([&] { trouble("the RTI is lost: " + narrow(fault)); });
   }

   void Ambassador::synchronizationPointRegistrationFailed(
      const std::wstring &label,
      SynchronizationPointFailureReason) noexcept
   {
      hear([&] { trouble("the synchronization point " + narrow(label) + " could not be registered"); });
   }

   void Ambassador::announceSynchronizationPoint(const std::wstring &label, const VariableLengthData &tag) noexcept
   {
      hear([&] {
         const std::size_t phase = phase_of(label);
         if (phase == PHASES)
         {
            return;
         }
         note([&](News &news) {
            news.announced[phase] = true;
            if (phase == static_cast<std::size_t>(Phase::ready))
            {
               const unsigned char *bytes = static_cast<const unsigned char *>(tag.data());
               news.tag.assign(bytes, bytes + tag.size());
            }
         });
      });
   }

   void Ambassador::federationSynchronized(const std::wstring &label, const FederateHandleSet &) noexcept
   {
      hear([&] {
         const std::size_t phase = phase_of(label);
         if (phase < PHASES)
         {
            note([&](News &news) { news.synchronized[phase] = true; });
         }
      });
   }

   void Ambassador::discover(const ObjectInstanceHandle &object, const ObjectClassHandle &object_class)
   {
      hear([&] {
         if (object_class != _names.member)
         {
            const std::lock_guard<std::mutex> lock(part.lock);
            part.discovered(object);
         }
         else if (_members.emplace(object, Member()).second)
         {
            note([](News &news) { ++news.members; });
         }
      });
   }

   void Ambassador::reflect(const ObjectInstanceHandle &object, const AttributeHandleValueMap &values)
   {
      hear([&] {
         if (_members.count(object) > 0)
         {
            for (const auto &value : values)
            {
               tell(object, value.first, value.second);
            }
         }
         else if (!values.empty())
         {
            const VariableLengthData &value = values.begin()->second;
            {
               const std::lock_guard<std::mutex> lock(part.lock);
               part.reflected(object, static_cast<const unsigned char *>(value.data()), value.size());
            }
            compute(_compute_us);
         }
      });
   }

   void Ambassador::tell(
      const ObjectInstanceHandle &object,
      const AttributeHandle &attribute,
      const VariableLengthData &value)
   {
      const unsigned char *bytes = static_cast<const unsigned char *>(value.data());
      if (attribute == _names.hello && value.size() == Mate::HELLO_BYTES)
      {
         const std::uint32_t index = take<std::uint32_t>(bytes);
         _members[object].index = index;
         note([&](News &news) { news.hellos[index] = Mate::heard(bytes + 4, bytes + 8); });
      }
      else if (attribute == _names.sent && value.size() == Sent::BYTES)
      {
         Sent sent;
         sent.messages = take<std::uint64_t>(bytes + 8);
         sent.first = take<std::uint64_t>(bytes + 16);
         note([&](News &news) { news.sent[take<std::uint32_t>(bytes)] = sent; });
      }
      else if (attribute == _names.done && !_members[object].done)
      {
         _members[object].done = true;
         note([](News &news) { ++news.done; });
      }
   }

   void Ambassador::remove(const ObjectInstanceHandle &object)
   {
      hear([&] {
         const auto found = _members.find(object);
         if (found == _members.end())
         {
            return;
         }
         const Member member = found->second;
         _members.erase(found);
         if (!member.done)
         {
            const std::string who =
               member.index < 0 ? "one of the other federates" : "bench-" + std::to_string(member.index);
            trouble(who + " has left the federation before the work was done");
         }
      });
   }

   void Ambassador::receive(const LogicalTime &time)
   {
      hear([&] {
         {
            const std::lock_guard<std::mutex> lock(part.lock);
            part.received(value_of(time));
         }
         compute(_compute_us);
      });
   }

   void Ambassador::timeRegulationEnabled(const LogicalTime &) noexcept
   {
      pass_on([](Part &to) { to.regulating(); });
   }

   void Ambassador::timeConstrainedEnabled(const LogicalTime &) noexcept
   {
      pass_on([](Part &to) { to.constrained(); });
   }

   void Ambassador::timeAdvanceGrant(const LogicalTime &time) noexcept
   {
      pass_on([&](Part &to) { to.granted(value_of(time)); });
   }

   void Ambassador::multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &names) noexcept
   {
      pass_on([&](Part &to) { to.reserved(names.size()); });
   }

   void Ambassador::multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &names) noexcept
   {
      pass_on([&](Part &to) { to.not_reserved(names.empty() ? "" : narrow(*names.begin())); });
   }
}
