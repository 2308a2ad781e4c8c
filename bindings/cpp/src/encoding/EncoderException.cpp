#include "face.h"

namespace HYLA_RTI
{

EncoderException::EncoderException(const std::wstring & message) noexcept
   : _msg(message)
{
}

std::wstring EncoderException::what() const noexcept
{
   return _msg;
}

#if HYLA_EDITION == 2025
std::wstring EncoderException::name() const noexcept
{
   return L"EncoderException";
}
#endif

}
