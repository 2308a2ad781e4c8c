// Maps of values that are kept from callback to callback.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <hyla.h>

#include <RTI/VariableLengthData.h>

#include "edition.h"
#include "types/handle_access.h"
#include "types/variable_length_data_access.h"

namespace HYLA_RTI
{
inline void borrow(VariableLengthData &data, hyla_bytes bytes)
{
   VariableLengthDataFriend::borrow(data, bytes.data, bytes.length);
}

// A map that shows bytes which libhyla lends, and allocates nothing when the handles are those of the time before.
template <typename Handle>
class KeptValues
{
public:
   using Map = std::map<Handle, VariableLengthData>;

   // Shows other values. What was shown before is forgotten.
   const Map &show(hyla_values values)
   {
      if (!shown_again(values))
      {
         build(values);
      }
      return _map;
   }

   // Set while the map is in use: a callback inside of a callback has to take another one.
   bool in_use = false;

private:
   // Whether the map has exactly these handles; then its values are the new ones.
   bool shown_again(hyla_values values)
   {
      if (values.length != _map.size())
      {
         return false;
      }
      const hyla_value *value = values.data;
      for (auto &[handle, data] : _map)
      {
         if (handle_number(handle) != value->handle)
         {
            return false;
         }
         borrow(data, value->bytes);
         ++value;
      }
      return true;
   }

   // Nodes of the old map serve in the new one, before further ones are made.
   void build(hyla_values values)
   {
      while (!_map.empty())
      {
         _spare.push_back(_map.extract(_map.begin()));
      }
      for (std::size_t i = 0; i < values.length; ++i)
      {
         const Handle handle = make_handle<Handle>(values.data[i].handle);
         if (_spare.empty())
         {
            borrow(_map.emplace_hint(_map.end(), handle, VariableLengthData())->second, values.data[i].bytes);
            continue;
         }
         typename Map::node_type node = std::move(_spare.back());
         _spare.pop_back();
         node.key() = handle;
         borrow(node.mapped(), values.data[i].bytes);
         // No handle comes twice; if one did, its node would go with the last value.
         _map.insert(_map.end(), std::move(node));
      }
   }

   Map _map;
   std::vector<typename Map::node_type> _spare;
};

// A tag that is kept from callback to callback.
struct KeptTag
{
   VariableLengthData data;
   bool in_use = false;
};

// The values of one callback: in the kept map if it is free, in one of their own otherwise.
template <typename Handle>
class ShownValues
{
public:
   ShownValues(KeptValues<Handle> &kept, hyla_values values)
      : _kept(kept.in_use ? nullptr : &kept), _map((_kept != nullptr ? *_kept : _own).show(values))
   {
      if (_kept != nullptr)
      {
         _kept->in_use = true;
      }
   }

   ~ShownValues()
   {
      if (_kept != nullptr)
      {
         _kept->in_use = false;
      }
   }

   ShownValues(const ShownValues &) = delete;
   ShownValues &operator=(const ShownValues &) = delete;

   const std::map<Handle, VariableLengthData> &map() const
   {
      return _map;
   }

private:
   KeptValues<Handle> _own;
   KeptValues<Handle> *_kept;
   const std::map<Handle, VariableLengthData> &_map;
};

// The tag of one callback, likewise.
class ShownTag
{
public:
   ShownTag(KeptTag &kept, hyla_bytes tag)
      : _kept(kept.in_use ? nullptr : &kept), _data(_kept != nullptr ? _kept->data : _own)
   {
      borrow(_data, tag);
      if (_kept != nullptr)
      {
         _kept->in_use = true;
      }
   }

   ~ShownTag()
   {
      if (_kept != nullptr)
      {
         _kept->in_use = false;
      }
   }

   ShownTag(const ShownTag &) = delete;
   ShownTag &operator=(const ShownTag &) = delete;

   const VariableLengthData &data() const
   {
      return _data;
   }

private:
   VariableLengthData _own;
   KeptTag *_kept;
   VariableLengthData &_data;
};
}
