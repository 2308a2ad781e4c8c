// Ownership, through the C++ API of IEEE 1516.1-2025: who owns an attribute of an object updates it. A tower hands the
// clearance of an aircraft over to another one, which asks for it.
//
//     cmake -S examples/cpp -B build -DCMAKE_PREFIX_PATH=/opt/hyla && cmake --build build
//     build/ownership-2025 examples/cpp/ownership/ownership-2025.xml
//
// prints, with both federates in one process and no server,
//
//     north: asked for the clearance ("it lands here"), gives it
//     south: owns the clearance now
//     north: the clearance is "runway 26"
//     north: AttributeNotOwned
//
// With a second argument such as 127.0.0.1:15160 it looks for `hyla rti` there.
#include "../common/2025.h"

struct Tower : Federate
{
   Tower(const Arguments &arguments, const std::wstring &name) : Federate(arguments, name)
   {
      aircraft = rti->getObjectClassHandle(L"Aircraft");
      clearance = rti->getAttributeHandle(aircraft, L"Clearance");
      rti->publishObjectClassAttributes(aircraft, {clearance});
      rti->subscribeObjectClassAttributes(aircraft, {clearance});
   }

   std::wostream &say() const { return std::wcout << name << L": "; }

   void discoverObjectInstance(const ObjectInstanceHandle &object, const ObjectClassHandle &, const std::wstring &,
      const FederateHandle &) override { known = object; }

   void requestAttributeOwnershipRelease(const ObjectInstanceHandle &object, const AttributeHandleSet &candidates,
      const VariableLengthData &tag) override
   {
      say() << L"asked for the clearance (\"" << text(tag) << L"\"), gives it" << std::endl;
      AttributeHandleSet given;
      rti->attributeOwnershipDivestitureIfWanted(object, candidates, VariableLengthData(), given);
   }

   void attributeOwnershipAcquisitionNotification(const ObjectInstanceHandle &, const AttributeHandleSet &,
      const VariableLengthData &) override
   {
      say() << L"owns the clearance now" << std::endl;
      owns = true;
   }

   void reflectAttributeValues(const ObjectInstanceHandle &, const AttributeHandleValueMap &values, const VariableLengthData &,
      const TransportationTypeHandle &, const FederateHandle &, const RegionHandleSet *) override
   {
      cleared = text(values.at(clearance));
      say() << L"the clearance is \"" << cleared << L"\"" << std::endl;
   }

   ObjectClassHandle aircraft;
   AttributeHandle clearance;
   ObjectInstanceHandle known;
   bool owns = false;
   std::wstring cleared;
};

int main(int count, char **words)
{
   return run(count, words, [](const Arguments &arguments)
   {
      Tower north(arguments, L"north"), south(arguments, L"south");
      const ObjectInstanceHandle aircraft = north.rti->registerObjectInstance(north.aircraft);
      until(north, south, [&] { return south.known.isValid(); });
      south.rti->attributeOwnershipAcquisition(aircraft, {south.clearance}, HLAunicodeString(L"it lands here").encode());
      until(north, south, [&] { return south.owns; });
      const AttributeHandleValueMap values = {{south.clearance, HLAunicodeString(L"runway 26").encode()}};
      south.rti->updateAttributeValues(aircraft, values, VariableLengthData());
      until(north, south, [&] { return !north.cleared.empty(); });
      try { north.rti->updateAttributeValues(aircraft, values, VariableLengthData()); }
      catch (const AttributeNotOwned &) { north.say() << L"AttributeNotOwned" << std::endl; }
      north.leave();
      south.leave();
   });
}
