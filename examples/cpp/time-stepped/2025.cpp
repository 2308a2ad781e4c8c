// Time in steps, through the C++ API of IEEE 1516.1-2025: a room sends its temperature at each step, its thermostat turns the
// heating on and off. Every run gives the same, however fast each of them is: nobody is granted a time while a message for it or
// for an earlier one can still come.
//
//     cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build
//     build/time-stepped-2025 examples/cpp/time-stepped/time-stepped-2025.xml
//
// prints, with both federates in one process and no server,
//
//     time 1: 17.5 degrees
//     time 2: 17.0 degrees
//     time 3: 17.5 degrees, heating
//     time 4: 18.0 degrees, heating
//     time 5: 18.5 degrees, heating
//     time 6: 18.0 degrees
//     time 7: 17.5 degrees
//     time 8: 17.0 degrees
//
// With a second argument such as 127.0.0.1:15160 it looks for `hyla rti` there.
#include <iomanip>

#include <RTI/encoding/BasicDataElements.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>

#include "../common/2025.h"

struct Part : Federate
{
   Part(const Arguments &arguments, const std::wstring &name, const std::wstring &sends, const std::wstring &receives)
      : Federate(arguments, name, L"HLAinteger64Time")
   {
      sent = rti->getInteractionClassHandle(sends);
      received = rti->getInteractionClassHandle(receives);
      rti->publishInteractionClass(sent);
      rti->subscribeInteractionClass(received);
      rti->enableTimeRegulation(HLAinteger64Interval(1)); // what is sent at time t is for time t + 1 at least
      rti->enableTimeConstrained();
   }

   // Sends the value for the next step.
   void send(const std::wstring &name, const DataElement &value, Integer64 now)
   {
      rti->sendInteraction(sent, {{rti->getParameterHandle(sent, name), value.encode()}}, VariableLengthData(),
         HLAinteger64Time(now + 1));
   }

   void turnInteractionsOn(const InteractionClassHandle &) override { ++ready; }
   void timeRegulationEnabled(const LogicalTime &) override { ++ready; }
   void timeConstrainedEnabled(const LogicalTime &) override { ++ready; }
   void timeAdvanceGrant(const LogicalTime &time) override { granted = HLAinteger64Time(time).getTime(); }

   void receiveInteraction(const InteractionClassHandle &, const ParameterHandleValueMap &values, const VariableLengthData &,
      const TransportationTypeHandle &, const FederateHandle &, const RegionHandleSet *, const LogicalTime &, OrderType,
      OrderType, const MessageRetractionHandle *) override
   {
      value = values.begin()->second; // a copy: what is lent ends with the callback
   }

   InteractionClassHandle sent, received;
   VariableLengthData value;
   int ready = 0;
   Integer64 granted = 0;
};

int main(int count, char **words)
{
   return run(count, words, [](const Arguments &arguments)
   {
      Part room(arguments, L"room", L"Temperature", L"Heating");
      Part thermostat(arguments, L"thermostat", L"Heating", L"Temperature");
      until(room, thermostat, [&] { return room.ready == 3 && thermostat.ready == 3; });
      HLAfloat64BE temperature(18.0), told(18.0);
      HLAboolean heating(false), wanted(false);
      for (Integer64 now = 1; now <= 8; ++now)
      {
         room.rti->timeAdvanceRequest(HLAinteger64Time(now));
         thermostat.rti->timeAdvanceRequest(HLAinteger64Time(now));
         until(room, thermostat, [&] { return room.granted == now && thermostat.granted == now; });

         if (room.value.size() > 0) heating.decode(room.value);
         temperature = temperature + (heating ? 0.5 : -0.5);
         room.send(L"Degrees", temperature, now);
         std::wcout << L"time " << now << L": " << std::fixed << std::setprecision(1) << temperature.get()
                    << (heating ? L" degrees, heating" : L" degrees") << std::endl;

         if (thermostat.value.size() > 0) told.decode(thermostat.value);
         wanted = told < 18.0;
         thermostat.send(L"On", wanted, now);
      }
      room.leave();
      thermostat.leave();
   });
}
