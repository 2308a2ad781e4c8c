#include "give.h"

namespace over
{
void give(const std::wstring &value, hyla_owned_text *out)
{
   const std::string text = utf8(value);
   out->data = new char[text.size() + 1];
   out->length = text.size();
   std::memcpy(out->data, text.c_str(), text.size() + 1);
}

void give(const RangeBounds &value, hyla_range_bounds *out)
{
   out->lower = static_cast<std::uint32_t>(value.getLowerBound());
   out->upper = static_cast<std::uint32_t>(value.getUpperBound());
}

hyla_time_representation representation(const LogicalTimeFactory &factory)
{
   return factory.getName() == L"HLAinteger64Time" ? HYLA_INTEGER64 : HYLA_FLOAT64;
}

#if HYLA_EDITION == 2025
void give(const ConfigurationResult &value, hyla_owned_configuration_result *out)
{
   out->configuration_used = value.configurationUsed;
   out->address_used = value.addressUsed;
   out->additional_settings_result = static_cast<hyla_additional_settings_result_code>(value.additionalSettingsResult);
   give(value.message, &out->message);
}
#endif
}

void hyla_owned_text_free(hyla_owned_text text)
{
   delete[] text.data;
}

// No face of C++ gives one away.
void hyla_owned_latency_free(hyla_owned_latency)
{
}

void hyla_owned_handles_free(hyla_owned_handles handles)
{
   delete[] handles.data;
}

void hyla_owned_ranges_free(hyla_owned_ranges ranges)
{
   delete[] ranges.data;
}

void hyla_owned_configuration_result_free(hyla_owned_configuration_result result)
{
   delete[] result.message.data;
}
