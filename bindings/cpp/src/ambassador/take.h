// Values that libhyla lends or gives away, as types of the API.
#pragma once

#include <set>
#include <string>

#include <hyla.h>

#include "edition.h"
#include "text/utf8.h"
#include "types/handle_access.h"

namespace HYLA_RTI
{
inline std::wstring wide(hyla_text text)
{
   return from_utf8(std::string_view(text.data, text.length));
}

template <typename Handle>
std::set<Handle> handle_set(const std::uint64_t *numbers, std::size_t length)
{
   std::set<Handle> set;
   for (std::size_t i = 0; i < length; ++i)
   {
      // Ascending, as a rule: each belongs to the end.
      set.insert(set.end(), make_handle<Handle>(numbers[i]));
   }
   return set;
}

template <typename Handle>
std::set<Handle> handle_set(hyla_handles handles)
{
   return handle_set<Handle>(handles.data, handles.length);
}

// A text that libhyla gives away. `hyla_get_federate_name(rti, federate, name.out())`.
class OwnedText
{
public:
   OwnedText() : _text()
   {}

   ~OwnedText()
   {
      hyla_owned_text_free(_text);
   }

   OwnedText(const OwnedText &) = delete;
   OwnedText &operator=(const OwnedText &) = delete;

   hyla_owned_text *out()
   {
      return &_text;
   }

   std::wstring text() const
   {
      return wide(hyla_text{_text.data, _text.length});
   }

private:
   hyla_owned_text _text;
};

// Handles that libhyla gives away.
class OwnedHandles
{
public:
   OwnedHandles() : _handles()
   {}

   ~OwnedHandles()
   {
      hyla_owned_handles_free(_handles);
   }

   OwnedHandles(const OwnedHandles &) = delete;
   OwnedHandles &operator=(const OwnedHandles &) = delete;

   hyla_owned_handles *out()
   {
      return &_handles;
   }

   template <typename Handle>
   std::set<Handle> set() const
   {
      return handle_set<Handle>(_handles.data, _handles.length);
   }

private:
   hyla_owned_handles _handles;
};
}
