// Objects and their attributes, through the C++ API of IEEE 1516.1-2010: an airline flies two aircraft, a radar sees them.
// Positions are records, put together and taken apart by the encoding helpers.
//
//     cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build
//     build/aircraft-2010 examples/cpp/aircraft/aircraft-2010.xml
//
// prints, with both federates in one process and no server,
//
//     radar: LARK 1 at 52.50 N 13.40 E, 3000 ft
//     radar: LARK 2 at 48.10 N 11.60 E, 8000 ft
//     radar: LARK 1 at 52.25 N 13.20 E, 4500 ft
//     radar: LARK 2 is gone
//
// With a second argument such as 127.0.0.1:15160 it looks for `hyla rti` there.
#include <iomanip>
#include <map>

#include <RTI/encoding/BasicDataElements.h>
#include <RTI/encoding/HLAfixedRecord.h>

#include "../common/2010.h"

// The record uses the three elements: encoding it reads them, decoding it sets them.
struct Position
{
   explicit Position(double north = 0, double east = 0, Integer32 feet = 0) : latitude(north), longitude(east), altitude(feet)
   {
      record.appendElementPointer(&latitude);
      record.appendElementPointer(&longitude);
      record.appendElementPointer(&altitude);
   }
   HLAfloat64BE latitude, longitude;
   HLAinteger32BE altitude;
   HLAfixedRecord record;
};

struct Station : Federate
{
   Station(const Arguments &arguments, const std::wstring &name) : Federate(arguments, name)
   {
      aircraft = rti->getObjectClassHandle(L"Aircraft");
      callsign = rti->getAttributeHandle(aircraft, L"Callsign");
      position = rti->getAttributeHandle(aircraft, L"Position");
   }

   void startRegistrationForObjectClass(ObjectClassHandle) override { wanted = true; }

   void reflectAttributeValues(ObjectInstanceHandle object, const AttributeHandleValueMap &values,
      const VariableLengthData &, OrderType, TransportationType, SupplementalReflectInfo) override
   {
      if (const auto found = values.find(callsign); found != values.end())
         callsigns[object] = text(found->second);
      Position now;
      now.record.decode(values.at(position));
      std::wcout << L"radar: " << callsigns[object] << std::fixed << std::setprecision(2) << L" at " << now.latitude.get()
                 << L" N " << now.longitude.get() << L" E, " << now.altitude.get() << L" ft" << std::endl;
   }

   void removeObjectInstance(ObjectInstanceHandle object, const VariableLengthData &, OrderType,
      SupplementalRemoveInfo) override
   {
      std::wcout << L"radar: " << callsigns[object] << L" is gone" << std::endl;
      removed = true;
   }

   ObjectClassHandle aircraft;
   AttributeHandle callsign, position;
   bool wanted = false, removed = false;
   std::map<ObjectInstanceHandle, std::wstring> callsigns;
};

int main(int count, char **words)
{
   return run(count, words, [](const Arguments &arguments)
   {
      Station airline(arguments, L"airline"), radar(arguments, L"radar");
      radar.rti->subscribeObjectClassAttributes(radar.aircraft, {radar.callsign, radar.position});
      airline.rti->publishObjectClassAttributes(airline.aircraft, {airline.callsign, airline.position});
      until(airline, radar, [&] { return airline.wanted; });
      const ObjectInstanceHandle one = airline.rti->registerObjectInstance(airline.aircraft);
      const ObjectInstanceHandle two = airline.rti->registerObjectInstance(airline.aircraft);
      const auto update = [&](ObjectInstanceHandle object, const Position &now, const std::wstring &sign = L"")
      {
         AttributeHandleValueMap values = {{airline.position, now.record.encode()}};
         if (!sign.empty()) values[airline.callsign] = HLAunicodeString(sign).encode();
         airline.rti->updateAttributeValues(object, values, VariableLengthData());
      };
      update(one, Position(52.5, 13.4, 3000), L"LARK 1");
      update(two, Position(48.1, 11.6, 8000), L"LARK 2");
      update(one, Position(52.25, 13.2, 4500));
      airline.rti->deleteObjectInstance(two, VariableLengthData());
      until(airline, radar, [&] { return radar.removed; });
      airline.leave();
      radar.leave();
   });
}
