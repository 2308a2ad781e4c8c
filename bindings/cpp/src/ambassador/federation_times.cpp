// Which logical time the federation execution has.

#include "ambassador/federation_times.h"

#include <RTI/Exception.h>

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

// The factory of a name that is none of the standard's. It comes from code of the federation, which may throw anything.
std::unique_ptr<LogicalTimeFactory> foreign_factory(const std::wstring &name, std::wstring &words)
{
   try
   {
      std::unique_ptr<LogicalTimeFactory> factory(make_time_factory(name).release());
      if (factory == nullptr)
      {
         words = L"no library of logical times knows " + name;
      }
      return factory;
   }
   catch (const Exception &exception)
   {
      words = L"the library of logical times fails to make a factory of " + name + L": " + exception.what();
   }
   catch (...)
   {
      words = L"the library of logical times fails to make a factory of " + name;
   }
   return nullptr;
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
   OwnedText name;
   check(hyla_get_time_implementation_name(rti, name.out()));
   return name.text();
}

const CustomTime *FederationTimes::known(const std::wstring &name, std::wstring &words) const
{
   const std::lock_guard<std::mutex> lock(_mutex);
   std::unique_ptr<const CustomTime> &known = _known[name];
   if (known == nullptr)
   {
      std::unique_ptr<LogicalTimeFactory> factory = foreign_factory(name, words);
      if (factory != nullptr)
      {
         known = CustomTime::probe(std::move(factory), name, words);
      }
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

const CustomTime *FederationTimes::found_while_joining(hyla_rti rti) const
{
   OwnedText owned;
   if (hyla_get_time_implementation_name(rti, owned.out()) != HYLA_OK)
   {
      // Not joined: no service takes a time.
      return nullptr;
   }
   const std::wstring name = owned.text();
   std::wstring words;
   return is_standard(name) ? nullptr : known(name, words);
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
      hyla_time_representation representation;
      check(hyla_get_time_factory(rti, &representation));
      if (representation != custom->representation())
      {
         words = L"times of " + name + L" count like " + standard_time_name(custom->representation()) +
                 L" here and like " + standard_time_name(representation) + L" in the federation execution";
         return false;
      }
   }
   _custom.store(custom, std::memory_order_release);
   return true;
}
}
