// A member of the federation that does nothing.
#include "session.h"

namespace bench
{
   void perform_idle(const Job &job, Watch &watch)
   {
      Part nothing;
      Session session(job, watch, nothing);
      session.gather();
      session.begin();
      const Stopwatch stopwatch;
      session.live.measured_from = stopwatch.began;
      session.wait_for_others();
      Outcome outcome;
      outcome.process(stopwatch);
      session.finish(outcome);
   }
}
