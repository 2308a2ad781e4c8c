// Regions, through the C++ API of IEEE 1516.1-2025: a radio receives the calls on the channels that it is tuned to. Calls on
// other channels are not even sent to it.
//
//     cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build
//     build/regions-2025 examples/cpp/regions/regions-2025.xml
//
// prints, with both federates in one process and no server,
//
//     sent: a call on channel 118
//     sent: a call on channel 121
//     sent: a call on channel 129
//     sent: a call on channel 125
//     received: a call on channel 121
//     received: a call on channel 125
//
// With a second argument such as 127.0.0.1:15160 it looks for `hyla rti` there.
#include "../common/2025.h"

struct Radio : Federate
{
   Radio(const Arguments &arguments, const std::wstring &name) : Federate(arguments, name)
   {
      call = rti->getInteractionClassHandle(L"Call");
      words = rti->getParameterHandle(call, L"Words");
      channel = rti->getDimensionHandle(L"Channel");
   }

   // Channels from `first` on, `end` excluded.
   RegionHandle channels(unsigned long first, unsigned long end)
   {
      const RegionHandle region = rti->createRegion({channel});
      rti->setRangeBounds(region, channel, RangeBounds(first, end));
      rti->commitRegionModifications({region});
      return region;
   }

   void turnInteractionsOn(const InteractionClassHandle &) override { wanted = true; }

   void receiveInteraction(const InteractionClassHandle &, const ParameterHandleValueMap &values, const VariableLengthData &,
      const TransportationTypeHandle &, const FederateHandle &, const RegionHandleSet *) override
   {
      std::wcout << L"received: " << text(values.at(words)) << std::endl;
      ++received;
   }

   InteractionClassHandle call;
   ParameterHandle words;
   DimensionHandle channel;
   bool wanted = false;
   int received = 0;
};

int main(int count, char **words)
{
   return run(count, words, [](const Arguments &arguments)
   {
      Radio radio(arguments, L"radio"), aircraft(arguments, L"aircraft");
      radio.rti->subscribeInteractionClassWithRegions(radio.call, {radio.channels(120, 128)});
      aircraft.rti->publishInteractionClass(aircraft.call);
      until(radio, aircraft, [&] { return aircraft.wanted; });
      const RegionHandle tuned = aircraft.channels(118, 119);
      for (const unsigned long on : {118, 121, 129, 125})
      {
         aircraft.rti->setRangeBounds(tuned, aircraft.channel, RangeBounds(on, on + 1));
         aircraft.rti->commitRegionModifications({tuned});
         const std::wstring words = L"a call on channel " + std::to_wstring(on);
         aircraft.rti->sendInteractionWithRegions(
            aircraft.call, {{aircraft.words, HLAunicodeString(words).encode()}}, {tuned}, VariableLengthData());
         std::wcout << L"sent: " << words << std::endl;
      }
      until(radio, aircraft, [&] { return radio.received == 2; });
      radio.leave();
      aircraft.leave();
   });
}
