// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Identity of a caller: a type and its data.

#pragma once

#include <RTI/SpecificConfig.h>
#include <RTI/VariableLengthData.h>
#include <string>

namespace rti1516_2025
{
   class RTI_EXPORT Credentials
   {
   public:
      Credentials(const std::wstring &type, const VariableLengthData &data)
         : _type(type),
           _data(data)
      {}
      virtual ~Credentials() noexcept = default;
      Credentials(const Credentials &rhs) = default;
      const std::wstring &getType() const { return _type; }
      const VariableLengthData &getData() const { return _data; }

   private:
      std::wstring _type;
      VariableLengthData _data;
   };
}
