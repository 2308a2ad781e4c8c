// From C++ to C: results, which belong to the caller.
#pragma once

#include "lend.h"

#include <algorithm>

namespace over
{
inline void give(bool value, bool *out) { *out = value; }
inline void give(double value, double *out) { *out = value; }
inline void give(unsigned long value, std::uint32_t *out) { *out = static_cast<std::uint32_t>(value); }
inline void give(OrderType value, hyla_order_type *out) { *out = static_cast<hyla_order_type>(value); }
inline void give(ResignAction value, hyla_resign_action *out) { *out = static_cast<hyla_resign_action>(value); }

void give(const std::wstring &value, hyla_owned_text *out);
void give(const RangeBounds &value, hyla_range_bounds *out);

inline void give(hyla_time value, hyla_time *out) { *out = value; }
inline void give(hyla_interval value, hyla_interval *out) { *out = value; }
inline void give(hyla_time_representation value, hyla_time_representation *out) { *out = value; }

// The standard's representation that a factory is of.
hyla_time_representation representation(const LogicalTimeFactory &factory);

#if HYLA_EDITION == 2010
inline void give(TransportationType value, std::uint64_t *out) { *out = transportation_number(value); }
#else
inline void give(const TransportationTypeHandle &value, std::uint64_t *out) { *out = transportation_number(value); }
void give(const ConfigurationResult &value, hyla_owned_configuration_result *out);
#endif

template <class Handle>
auto give(const Handle &value, std::uint64_t *out) -> decltype(static_cast<void>(value.isValid()))
{
   *out = number(value);
}

template <class Handle>
void give(const std::set<Handle> &value, hyla_owned_handles *out)
{
   const Numbers numbers(value);
   const hyla_handles lent = numbers.lend();
   out->data = new std::uint64_t[lent.length];
   out->length = lent.length;
   std::copy_n(lent.data, lent.length, out->data);
   // The header promises ascending order; the order of handles need not be that of their numbers.
   std::sort(out->data, out->data + out->length);
}
}
