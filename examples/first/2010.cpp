// The first federation of the tutorial, through the C++ API of IEEE 1516.1-2010: a ship approaches a harbour.
//
//     cmake -S examples/first -B build/first -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build/first
//     build/first/first-2010 harbour examples/first/ships.xml
//
// prints, with `hyla rti` in a second terminal and the same command with `ship` for `harbour` in a third,
//
//     Isabella is 3 nautical miles away
//     Isabella is 2 nautical miles away
//     Isabella is 1 nautical miles away
//     Isabella has arrived
#include <iostream>
#include <memory>
#include <string>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#include <RTI/encoding/BasicDataElements.h>

using namespace rti1516e;

// ANCHOR: join
// Both federates connect, create the federation, join it and leave it.
struct Federate : NullFederateAmbassador
{
   Federate(const std::wstring &federate, const std::wstring &fom)
   {
      rti->connect(*this, HLA_EVOKED); // to the RTI at 127.0.0.1:15160
      try { rti->createFederationExecution(L"Harbour", fom); }
      catch (const FederationExecutionAlreadyExists &) {} // the other federate was first
      rti->joinFederationExecution(federate, L"tutorial", L"Harbour");
      ship = rti->getObjectClassHandle(L"Ship");
      name = rti->getAttributeHandle(ship, L"Name");
      distance = rti->getAttributeHandle(ship, L"Distance");
   }

   void leave()
   {
      rti->resignFederationExecution(CANCEL_THEN_DELETE_THEN_DIVEST);
      try { rti->destroyFederationExecution(L"Harbour"); }
      catch (const FederatesCurrentlyJoined &) {} // the other federate destroys it
      catch (const FederationExecutionDoesNotExist &) {} // the other federate has destroyed it
      rti->disconnect();
   }

   const std::unique_ptr<RTIambassador> rti {RTIambassadorFactory().createRTIambassador().release()};
   ObjectClassHandle ship;
   AttributeHandle name, distance;
};
// ANCHOR_END: join

// ANCHOR: ship
struct Ship : Federate
{
   using Federate::Federate;

   // A federate has subscribed to ships.
   void startRegistrationForObjectClass(ObjectClassHandle) override { wanted = true; }

   void run()
   {
      rti->publishObjectClassAttributes(ship, {name, distance});
      while (!wanted) rti->evokeCallback(1.0);
      const ObjectInstanceHandle isabella = rti->registerObjectInstance(ship);
      for (double miles = 3; miles > 0; miles -= 1)
      {
         const AttributeHandleValueMap values = {
            {name, HLAunicodeString(L"Isabella").encode()}, {distance, HLAfloat64BE(miles).encode()}};
         rti->updateAttributeValues(isabella, values, VariableLengthData());
         rti->evokeMultipleCallbacks(0.5, 0.5); // half a second, in which callbacks run
      }
      rti->deleteObjectInstance(isabella, VariableLengthData());
   }

   bool wanted = false;
};
// ANCHOR_END: ship

// ANCHOR: harbour
struct Harbour : Federate
{
   using Federate::Federate;

   void reflectAttributeValues(ObjectInstanceHandle, const AttributeHandleValueMap &values, const VariableLengthData &,
      OrderType, TransportationType, SupplementalReflectInfo) override
   {
      HLAunicodeString text;
      HLAfloat64BE miles;
      text.decode(values.at(name));
      miles.decode(values.at(distance));
      seen = text.get();
      std::wcout << seen << L" is " << miles.get() << L" nautical miles away" << std::endl;
   }

   void removeObjectInstance(ObjectInstanceHandle, const VariableLengthData &, OrderType, SupplementalRemoveInfo) override
   {
      std::wcout << seen << L" has arrived" << std::endl;
      arrived = true;
   }

   void run()
   {
      rti->subscribeObjectClassAttributes(ship, {name, distance});
      while (!arrived) rti->evokeMultipleCallbacks(0.1, 1.0);
   }

   std::wstring seen;
   bool arrived = false;
};
// ANCHOR_END: harbour

// ANCHOR: main
template <typename Role>
void play(const std::wstring &federate, const std::string &fom)
{
   Role role(federate, std::wstring(fom.begin(), fom.end()));
   role.run();
   role.leave();
}

int main(int count, char **words) try
{
   const std::string role = count == 3 ? words[1] : "";
   if (role == "ship") play<Ship>(L"ship", words[2]);
   else if (role == "harbour") play<Harbour>(L"harbour", words[2]);
   else return std::wcerr << words[0] << L" ship|harbour FOM" << std::endl, 2;
}
catch (const Exception &exception)
{
   return std::wcerr << exception.what() << std::endl, 1;
}
// ANCHOR_END: main
