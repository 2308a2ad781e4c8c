// Arguments of the API in the form that libhyla borrows: each lives as long as the call that it is made for.
//
// `check(hyla_publish_object_class_attributes(_rti, handle_number(objectClass), LentHandles(attributes)))`
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <hyla.h>

#include <RTI/VariableLengthData.h>

#include "ambassador/row.h"
#include "edition.h"
#include "text/utf8.h"
#include "types/handle_access.h"
#include "types/variable_length_data_access.h"

namespace HYLA_RTI
{
inline hyla_bytes lend(const VariableLengthData &data)
{
   return VariableLengthDataFriend::lend(data);
}

inline hyla_text lend(const std::string &text)
{
   return {text.data(), text.size()};
}

inline hyla_activity activity(bool active)
{
   return active ? HYLA_ACTIVITY_ACTIVE : HYLA_ACTIVITY_PASSIVE;
}

inline hyla_directed_scope directed_scope(bool universally)
{
   return universally ? HYLA_DIRECTED_SCOPE_UNIVERSAL : HYLA_DIRECTED_SCOPE_OWNED;
}

class LentText
{
public:
   explicit LentText(const std::wstring &text) : _utf8(to_utf8(text)), _text(lend(_utf8))
   {}

   LentText(const LentText &) = delete;
   LentText &operator=(const LentText &) = delete;

   operator hyla_text() const
   {
      return _text;
   }

   // For optional arguments.
   operator const hyla_text *() const
   {
      return &_text;
   }

private:
   std::string _utf8;
   hyla_text _text;
};

class LentTexts
{
public:
   // From a set or a vector of wide strings.
   template <typename Strings>
   explicit LentTexts(const Strings &strings)
   {
      _utf8.reserve(strings.size());
      _texts.reserve(strings.size());
      for (const std::wstring &string : strings)
      {
         _utf8.push_back(to_utf8(string));
         _texts.push_back(lend(_utf8.back()));
      }
   }

   LentTexts(const LentTexts &) = delete;
   LentTexts &operator=(const LentTexts &) = delete;

   operator hyla_texts() const
   {
      return {_texts.data(), _texts.size()};
   }

private:
   std::vector<std::string> _utf8;
   std::vector<hyla_text> _texts;
};

class LentHandles
{
public:
   template <typename Handle>
   explicit LentHandles(const std::set<Handle> &handles) : _numbers(handles.size())
   {
      std::size_t i = 0;
      for (const Handle &handle : handles)
      {
         _numbers[i++] = handle_number(handle);
      }
      _handles = {_numbers.data(), _numbers.size()};
   }

   operator hyla_handles() const
   {
      return _handles;
   }

   // For optional arguments.
   operator const hyla_handles *() const
   {
      return &_handles;
   }

private:
   Row<std::uint64_t> _numbers;
   hyla_handles _handles;
};

class LentValues
{
public:
   template <typename Handle>
   explicit LentValues(const std::map<Handle, VariableLengthData> &values) : _values(values.size())
   {
      std::size_t i = 0;
      for (const auto &[handle, data] : values)
      {
         _values[i++] = {handle_number(handle), lend(data)};
      }
   }

   operator hyla_values() const
   {
      return {_values.data(), _values.size()};
   }

private:
   Row<hyla_value> _values;
};

class LentAttributesAndRegions
{
public:
   // From a vector of pairs of an AttributeHandleSet and a RegionHandleSet.
   template <typename Pairs>
   explicit LentAttributesAndRegions(const Pairs &pairs)
   {
      std::size_t count = 0;
      for (const auto &[attributes, regions] : pairs)
      {
         count += attributes.size() + regions.size();
      }
      // No more than this is put in, so that what is lent stays where it is.
      _numbers.reserve(count);
      _pairs.reserve(pairs.size());
      for (const auto &[attributes, regions] : pairs)
      {
         const hyla_handles lent_attributes = put(attributes);
         _pairs.push_back({lent_attributes, put(regions)});
      }
   }

   LentAttributesAndRegions(const LentAttributesAndRegions &) = delete;
   LentAttributesAndRegions &operator=(const LentAttributesAndRegions &) = delete;

   operator hyla_attribute_region_pairs() const
   {
      return {_pairs.data(), _pairs.size()};
   }

private:
   template <typename Handles>
   hyla_handles put(const Handles &handles)
   {
      const std::uint64_t *first = _numbers.data() + _numbers.size();
      for (const auto &handle : handles)
      {
         _numbers.push_back(handle_number(handle));
      }
      return {first, handles.size()};
   }

   std::vector<std::uint64_t> _numbers;
   std::vector<hyla_attributes_and_regions> _pairs;
};
}
