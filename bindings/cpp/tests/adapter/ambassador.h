// One ambassador of the API, and arguments from C to C++.
#pragma once

#include "over.h"

#include "lend.h"

namespace over
{
class Ambassador
{
public:
   Ambassador();

   RTIambassador *operator->() const { return rti_.get(); }

   // Takes the place of the one that listened before, once `connect` has succeeded with it.
   void listen(std::unique_ptr<FederateAmbassador> federate) { federate_ = std::move(federate); }

   FederateHandle federate(std::uint64_t number) const;
   ObjectClassHandle object_class(std::uint64_t number) const;
   InteractionClassHandle interaction_class(std::uint64_t number) const;
   ObjectInstanceHandle object(std::uint64_t number) const;
   AttributeHandle attribute(std::uint64_t number) const;
   ParameterHandle parameter(std::uint64_t number) const;
   DimensionHandle dimension(std::uint64_t number) const;
   RegionHandle region(std::uint64_t number) const;
   MessageRetractionHandle retraction(std::uint64_t number) const;
   Transportation transportation(std::uint64_t number) const;

   std::set<FederateHandle> federates(hyla_handles handles) const;
   std::set<InteractionClassHandle> interaction_classes(hyla_handles handles) const;
   std::set<AttributeHandle> attributes(hyla_handles handles) const;
   std::set<DimensionHandle> dimensions(hyla_handles handles) const;
   std::set<RegionHandle> regions(hyla_handles handles) const;
   AttributeHandleSetRegionHandleSetPairVector pairs(hyla_attribute_region_pairs pairs) const;
   AttributeHandleValueMap attribute_values(hyla_values values) const;
   ParameterHandleValueMap parameter_values(hyla_values values) const;

   // A time and an interval of the federation's representation, for services that write into one.
   std::unique_ptr<LogicalTime> some_time() const;
   std::unique_ptr<LogicalTimeInterval> some_interval() const;

private:
   // In this order: the ambassador goes first, and with it whoever calls the federate.
   std::unique_ptr<FederateAmbassador> federate_;
   std::unique_ptr<RTIambassador> rti_;
};

std::wstring text(hyla_text text);
std::vector<std::wstring> texts(hyla_texts texts);
std::set<std::wstring> names(hyla_texts texts);
VariableLengthData data(hyla_bytes bytes);
std::unique_ptr<LogicalTime> time(hyla_time time);
std::unique_ptr<LogicalTimeInterval> interval(hyla_interval interval);
}
