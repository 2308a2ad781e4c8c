#include "session.h"

#include <algorithm>
#include <thread>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      // Longest time without a check whether to stop.
      constexpr std::uint64_t SLICE = 20 * MILLISECOND;
      // How long callbacks are evoked at most while more and more come.
      constexpr double FLOOD_SECONDS = 0.005;
      // How often a federate says hello until all have met.
      constexpr std::uint64_t HELLO = 100 * MILLISECOND;
      constexpr std::chrono::milliseconds AGAIN(20);
      // How long the first federate waits for the others to leave after it failed.
      constexpr std::uint64_t LEAVE_AFTER_TROUBLE_MS = 1000;
      // Before a planned moment the processor is kept for that long: waking up takes as much.
      constexpr std::uint64_t KEEP_AWAKE = 50 * MICROSECOND;

      // Does what may fail, when nothing is left to do about it.
      template <typename Call>
      bool succeeds(Call call) noexcept
      {
         try
         {
            call();
            return true;
         }
         catch (const rti1516e::Exception &)
         {
            return false;
         }
         catch (const std::exception &)
         {
            return false;
         }
      }
   }

   Session::Session(const Job &the_job, Watch &watch, Part &part)
      : job(the_job),
        live(the_job.live_ms),
        ambassador(part, the_job.evoked ? 0 : the_job.compute_us),
        rti(RTIambassadorFactory().createRTIambassador().release()),
        _watch(watch),
        _me(Mate::of(the_job, boot()))
   {
      try
      {
         doing("connecting", [&] {
            rti->connect(ambassador, job.evoked ? HLA_EVOKED : HLA_IMMEDIATE, wide(job.settings));
         });
         _connected = true;
         join();
         say_joined(narrow(rtiName()) + " " + narrow(rtiVersion()));
         find_names();
         ambassador.set_names(names);
         doing("registering the object of a member", [&] {
            AttributeHandleSet told;
            told.insert(names.hello);
            told.insert(names.sent);
            told.insert(names.done);
            rti->publishObjectClassAttributes(names.member, told);
            rti->subscribeObjectClassAttributes(names.member, told);
            _member = rti->registerObjectInstance(names.member);
         });
      }
      catch (...)
      {
         leave(0);
         throw;
      }
   }

   Session::~Session() { leave(std::min(job.timeout_ms, LEAVE_AFTER_TROUBLE_MS)); }

   // The first federate creates the federation; the others join as soon as it is there.
   void Session::join()
   {
      const std::wstring federation = wide(job.federation);
      if (job.index == 0)
      {
         doing("creating the federation execution", [&] {
            rti->createFederationExecution(federation, wide(job.fom), L"HLAfloat64Time");
         });
         _created = true;
      }
      const std::wstring name = L"bench-" + std::to_wstring(job.index);
      const std::uint64_t deadline = now() + job.timeout_ms * MILLISECOND;
      while (!_joined)
      {
         check();
         doing("joining the federation execution", [&] {
            try
            {
               rti->joinFederationExecution(name, L"hyla-bench", federation);
               _joined = true;
            }
            catch (const FederationExecutionDoesNotExist &)
            {
               if (now() >= deadline || job.index == 0)
               {
                  throw late("the federation, which bench-0 creates,");
               }
            }
         });
         if (!_joined)
         {
            std::this_thread::sleep_for(AGAIN);
         }
      }
   }

   void Session::find_names()
   {
      const std::string what = "looking for names in " + job.fom +
         ", which has an attribute and a class of messages By" + job.transportation +
         " if it knows this transportation type";
      doing(what.c_str(), [&] {
         const std::wstring by = L"By" + wide(job.transportation);
         names.item.object_class = rti->getObjectClassHandle(L"HylaBenchItem");
         names.item.value = rti->getAttributeHandle(names.item.object_class, by);
         names.echo.object_class = rti->getObjectClassHandle(L"HylaBenchEcho");
         names.echo.value = rti->getAttributeHandle(names.echo.object_class, by);
         names.member = rti->getObjectClassHandle(L"HylaBenchMember");
         names.hello = rti->getAttributeHandle(names.member, L"Hello");
         names.sent = rti->getAttributeHandle(names.member, L"Sent");
         names.done = rti->getAttributeHandle(names.member, L"Done");
         names.message = rti->getInteractionClassHandle(L"HylaBenchMessage." + by);
         names.content = rti->getParameterHandle(names.message, L"Content");
      });
   }

   void Session::check()
   {
      _watch.beat = now();
      if (_watch.stopped)
      {
         throw Trouble("stopped before the work was done: standard input ended");
      }
      ambassador.check();
   }

   void Session::look()
   {
      check();
      if (job.evoked)
      {
         compute(job.compute_us);
         doing("evoking callbacks", [&] { rti->evokeMultipleCallbacks(0.0, FLOOD_SECONDS); });
      }
   }

   void Session::look_if_computing()
   {
      if (job.compute_us > 0)
      {
         look();
      }
      else
      {
         check();
      }
   }

   void Session::turn(std::uint64_t until)
   {
      if (job.evoked && job.compute_us > 0)
      {
         look();
         return;
      }
      check();
      const std::uint64_t moment = now();
      const std::uint64_t left = std::min(since(moment, until), SLICE);
      if (!job.evoked)
      {
         ambassador.sleep_until(moment + left);
      }
      else
      {
         doing("evoking callbacks", [&] {
            if (rti->evokeCallback(static_cast<double>(left) / static_cast<double>(SECOND)))
            {
               rti->evokeMultipleCallbacks(0.0, FLOOD_SECONDS);
            }
         });
      }
      check();
   }

   void Session::wait_until(std::uint64_t moment)
   {
      for (std::uint64_t left = since(now(), moment); left > 0; left = since(now(), moment))
      {
         if (left > KEEP_AWAKE)
         {
            turn(moment - KEEP_AWAKE);
         }
         else if (job.evoked)
         {
            look();
         }
      }
   }

   Trouble Session::late(const std::string &awaited) const
   {
      return Trouble(
         awaited + " did not come within " + std::to_string(job.timeout_ms) +
         " ms; see the reports of the other federates");
   }

   void Session::gather()
   {
      const std::uint64_t deadline = now() + job.timeout_ms * MILLISECOND;
      const std::uint32_t others = job.federates - 1;
      std::uint64_t next = 0;
      bool registered = job.index != 0;
      for (;;)
      {
         const News news = ambassador.news();
         if (std::all_of(news.announced.begin(), news.announced.end(), [](bool announced) { return announced; }))
         {
            break;
         }
         if (news.hellos.size() == others && !registered)
         {
            register_points();
            registered = true;
         }
         if (now() >= deadline)
         {
            throw late(missing());
         }
         if (now() >= next)
         {
            next = now() + HELLO;
            hello();
         }
         turn(std::min(next, deadline));
      }
      // By now everybody has subscribed: nobody misses this one.
      hello();
      wait_for([&] { return ambassador.news().members >= others; }, [&] { return missing(); });
      crew = Mate::crew(ambassador.news().tag);
      if (crew.size() != job.federates)
      {
         throw Trouble(
            "bench-0 counts " + std::to_string(crew.size()) + " federates, this federate's job " +
            std::to_string(job.federates));
      }
   }

   void Session::hello() { tell(names.hello, _me.hello(job.index)); }

   void Session::tell_sent(const Sent &sent) { tell(names.sent, sent.told(job.index)); }

   void Session::tell(const AttributeHandle &attribute, Bytes value)
   {
      doing("telling the other federates", [&] {
         AttributeHandleValueMap values;
         values[attribute] = VariableLengthData(value.data(), value.size());
         rti->updateAttributeValues(_member, values, VariableLengthData());
      });
   }

   bool Session::sent(std::size_t index, Sent &found)
   {
      check();
      return ambassador.sent(static_cast<std::uint32_t>(index), found);
   }

   std::string Session::missing()
   {
      const News news = ambassador.news();
      std::string names_of;
      for (std::uint32_t index = 0; index < job.federates; ++index)
      {
         if (index != job.index && news.hellos.count(index) == 0)
         {
            names_of += (names_of.empty() ? "bench-" : ", bench-") + std::to_string(index);
         }
      }
      return names_of.empty() ? "the announcement of the phases, which bench-0 makes," : names_of;
   }

   // Done by the first federate, once it has discovered all.
   void Session::register_points()
   {
      const News news = ambassador.news();
      std::vector<Mate> all {_me};
      char work = _me.work;
      for (std::uint32_t index = 1; index < job.federates; ++index)
      {
         const auto found = news.hellos.find(index);
         if (found == news.hellos.end())
         {
            throw Trouble("the indices of the federates are not 0 to " + std::to_string(job.federates - 1));
         }
         all.push_back(found->second);
         const char other = found->second.work;
         work = work == 'I' ? other : work;
         if (other != 'I' && other != work)
         {
            throw Trouble("the federates of one federation have to do works of different kinds");
         }
      }
      const Bytes tag = Mate::tag(all);
      doing("registering a synchronization point", [&] {
         for (std::size_t phase = 0; phase < PHASES; ++phase)
         {
            rti->registerFederationSynchronizationPoint(
               PHASE_LABELS[phase],
               phase == 0 ? VariableLengthData(tag.data(), tag.size()) : VariableLengthData());
         }
      });
   }

   void Session::achieve(Phase phase)
   {
      doing("achieving a synchronization point", [&] {
         rti->synchronizationPointAchieved(PHASE_LABELS[static_cast<std::size_t>(phase)]);
      });
   }

   void Session::pass(Phase phase)
   {
      achieve(phase);
      wait_for(
         [&] { return ambassador.synchronized(phase); },
         [&] { return phase == Phase::ready ? "what the others need before they begin" : "the others' begin"; });
   }

   // The last point is reached as well when the last who has not reached it is gone: that each said so is for its
   // member object to tell.
   bool Session::all_done() { return ambassador.synchronized(Phase::over) && ambassador.done() + 1 >= job.federates; }

   void Session::over()
   {
      Bytes index(4);
      put(index.data(), job.index);
      tell(names.done, index);
      achieve(Phase::over);
      wait_for([&] { return all_done(); }, [] { return "the others' end"; });
   }

   void Session::begin()
   {
      pass(Phase::ready);
      pass(Phase::run);
      say_running();
   }

   void Session::wait_for_others()
   {
      const auto works = [](const Mate &mate) { return mate.work != 'I'; };
      const auto working = std::count_if(crew.begin(), crew.end(), works);
      while (ambassador.done() < working)
      {
         turn(now() + SECOND);
         live.look(now(), [](Figures &) {});
      }
      over();
   }

   void Session::finish(const Outcome &outcome)
   {
      outcome.say();
      leave(job.timeout_ms);
   }

   void Session::publish(const Measured &measured)
   {
      doing("publishing", [&] {
         AttributeHandleSet attributes;
         attributes.insert(measured.value);
         rti->publishObjectClassAttributes(measured.object_class, attributes);
      });
   }

   void Session::subscribe(const Measured &measured)
   {
      doing("subscribing", [&] {
         AttributeHandleSet attributes;
         attributes.insert(measured.value);
         rti->subscribeObjectClassAttributes(measured.object_class, attributes);
      });
   }

   void Session::leave(std::uint64_t timeout_ms) noexcept
   {
      _watch.beat = now();
      if (_joined)
      {
         _joined = false;
         succeeds([&] { rti->resignFederationExecution(CANCEL_THEN_DELETE_THEN_DIVEST); });
      }
      const std::uint64_t deadline = now() + timeout_ms * MILLISECOND;
      while (_created)
      {
         _watch.beat = now();
         succeeds([&] {
            try
            {
               _created = false;
               rti->destroyFederationExecution(wide(job.federation));
            }
            catch (const FederatesCurrentlyJoined &)
            {
               _created = now() < deadline;
            }
         });
         if (_created)
         {
            std::this_thread::sleep_for(AGAIN);
         }
      }
      if (_connected)
      {
         _connected = false;
         succeeds([&] { rti->disconnect(); });
      }
   }
}
