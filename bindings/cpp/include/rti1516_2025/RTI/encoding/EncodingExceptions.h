// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#pragma once

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/encoding/EncodingConfig.h>

namespace rti1516_2025
{

/// A value that has no encoding, bytes that are not the encoding of the type, or an element of the wrong type.
class RTI_EXPORT EncoderException : public Exception
{
public:
   explicit EncoderException(const std::wstring & message) noexcept;

   std::wstring what() const noexcept override;

   std::wstring name() const noexcept override;

private:
   std::wstring _msg;
};

}
