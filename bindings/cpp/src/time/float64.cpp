// Doubles as text.

#include "time/float64.h"

#include <charconv>
#include <string_view>

namespace HYLA_RTI
{
std::wstring Float64Rules::show(Value value)
{
   const Value size = std::fabs(value);
   const bool plain = size == 0.0 || (size >= 1e-6 && size < 1e16);
   char digits[64];
   const std::to_chars_result end = std::to_chars(
      digits, digits + sizeof(digits), value, plain ? std::chars_format::fixed : std::chars_format::scientific);

   // `1.5e+08` is written `1.5e8`.
   std::wstring text;
   bool in_exponent = false;
   bool leading = false;
   for (char digit : std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)))
   {
      const bool dropped = in_exponent && (digit == '+' || (leading && digit == '0'));
      leading = in_exponent && (dropped || digit == '-');
      in_exponent = in_exponent || digit == 'e';
      leading = leading || digit == 'e';
      if (!dropped)
      {
         text += static_cast<wchar_t>(digit);
      }
   }
   return text;
}
}
