// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_EncodingExcpetions_H_
#define RTI_EncodingExcpetions_H_

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/encoding/EncodingConfig.h>

namespace rti1516e
{

/// A value that has no encoding, bytes that are not the encoding of the type, or an element of the wrong type.
class RTI_EXPORT EncoderException : public Exception
{
public:
   EncoderException(const std::wstring & message) RTI_NOEXCEPT;

   std::wstring what() const RTI_NOEXCEPT;

private:
   std::wstring _msg;
};

}

#endif // RTI_EncodingExcpetions_H_
