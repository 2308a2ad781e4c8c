// Common parts of the examples for IEEE 1516.1-2025: a federate that joins and leaves, and two of them that take callbacks in turn.
#pragma once

#include <iostream>
#include <memory>
#include <string>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#include <RTI/RtiConfiguration.h>
#include <RTI/encoding/BasicDataElements.h>

using namespace rti1516_2025;

// The command line: the object model, and the address of the RTI.
struct Arguments
{
   std::wstring fom;
   std::wstring address;
};

// A member of the federation execution "Example". The first one creates it, the last one destroys it.
struct Federate : NullFederateAmbassador
{
   Federate(const Arguments &arguments, const std::wstring &federate, const std::wstring &time = L"HLAfloat64Time")
      : name(federate)
   {
      rti->connect(*this, HLA_EVOKED, RtiConfiguration::createConfiguration().withRtiAddress(arguments.address));
      try
      {
         rti->createFederationExecution(L"Example", arguments.fom, time);
      }
      catch (const FederationExecutionAlreadyExists &)
      {}
      rti->joinFederationExecution(name, L"example", L"Example");
   }

   void leave()
   {
      rti->resignFederationExecution(CANCEL_THEN_DELETE_THEN_DIVEST);
      try
      {
         rti->destroyFederationExecution(L"Example");
      }
      catch (const FederatesCurrentlyJoined &)
      {}
      rti->disconnect();
   }

   const std::wstring name;
   const std::unique_ptr<RTIambassador> rti = RTIambassadorFactory().createRTIambassador();
};

// The text that was sent as an HLAunicodeString. A copy: what a callback lends is valid until it returns.
inline std::wstring text(const VariableLengthData &data)
{
   HLAunicodeString string;
   string.decode(data);
   return string.get();
}

// Gives both their callbacks until the condition holds.
template <typename Condition>
void until(Federate &one, Federate &other, Condition holds)
{
   while (!holds())
   {
      one.rti->evokeCallback(0.01);
      other.rti->evokeCallback(0.01);
   }
}

// Runs an example with the arguments of its command line, which are taken to be ASCII; reports exceptions.
template <typename Example>
int run(int count, char **words, Example example)
{
   if (count < 2)
   {
      std::wcerr << words[0] << L" FOM [ADDRESS]" << std::endl;
      return 2;
   }
   const std::string fom = words[1];
   const std::string address = count > 2 ? words[2] : "embedded";
   try
   {
      example(Arguments{std::wstring(fom.begin(), fom.end()), std::wstring(address.begin(), address.end())});
      return 0;
   }
   catch (const Exception &exception)
   {
      std::wcerr << exception.what() << std::endl;
      return 1;
   }
}
