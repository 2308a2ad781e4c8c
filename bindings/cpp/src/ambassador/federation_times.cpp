// Which logical time the federation execution has.

#include "ambassador/federation_times.h"

#include "ambassador/check.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
namespace
{
bool is_standard(const std::wstring &name)
{
   return name.empty() || name == standard_time_name(HYLA_INTEGER64) || name == standard_time_name(HYLA_FLOAT64);
}
}

OwnedTime<LogicalTimeFactory> make_time_factory(const std::wstring &name)
{
   OwnedTime<LogicalTimeFactory> factory = LogicalTimeFactoryFactory::makeLogicalTimeFactory(name);
   if (factory.get() == nullptr && is_standard(name))
   {
      factory = HLAlogicalTimeFactoryFactory::makeLogicalTimeFactory(name);
   }
   return factory;
}

std::wstring federation_time_name(hyla_rti rti)
{
   hyla_time_representation representation;
   check(hyla_get_time_factory(rti, &representation));
   return standard_time_name(representation);
}

const CustomTime *FederationTimes::known(const std::wstring &name, std::wstring &words)
{
   const std::lock_guard<std::mutex> lock(_mutex);
   std::unique_ptr<const CustomTime> &known = _known[name];
   if (known == nullptr)
   {
      OwnedTime<LogicalTimeFactory> factory = make_time_factory(name);
      if (factory.get() == nullptr)
      {
         words = L"no library of logical times knows " + name;
         return nullptr;
      }
#if HYLA_EDITION == 2010
      known = CustomTime::probe(factory, name, words);
#else
      known = CustomTime::probe(std::move(factory), name, words);
#endif
   }
   return known.get();
}

std::wstring FederationTimes::told_name(const std::wstring &name, std::wstring &words)
{
   if (is_standard(name))
   {
      return name;
   }
   const CustomTime *custom = known(name, words);
   return custom == nullptr ? name : custom->name_and_representation();
}

bool FederationTimes::joined(hyla_rti rti, std::wstring &words)
{
   const std::wstring name = federation_time_name(rti);
   const CustomTime *custom = nullptr;
   if (!is_standard(name))
   {
      custom = known(name, words);
      if (custom == nullptr)
      {
         return false;
      }
   }
   _custom.store(custom, std::memory_order_release);
   return true;
}
}
