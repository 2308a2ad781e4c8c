// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Handles: values that name what the RTI knows. A default-constructed one is invalid.

#ifndef RTI_Handle_h
#define RTI_Handle_h

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <RTI/VariableLengthData.h>
#include <string>

// A handle is as cheap to copy as a number. Equality, order and hash() agree with each other.
// encode(void *, size_t) returns the bytes written and throws CouldNotEncode when there is no room.
#define DEFINE_HANDLE_CLASS(HandleKind) \
class HandleKind##Implementation;                                                  \
                                                                                   \
class RTI_EXPORT HandleKind                                                        \
{                                                                                  \
public:                                                                            \
   HandleKind();                                                                   \
   ~HandleKind() RTI_NOEXCEPT;                                                     \
   HandleKind(const HandleKind &rhs);                                              \
   HandleKind &operator=(const HandleKind &rhs);                                   \
   bool isValid() const;                                                           \
   bool operator==(const HandleKind &rhs) const;                                   \
   bool operator!=(const HandleKind &rhs) const;                                   \
   bool operator<(const HandleKind &rhs) const;                                    \
   long hash() const;                                                              \
   VariableLengthData encode() const;                                              \
   void encode(VariableLengthData &buffer) const;                                  \
   size_t encode(void *buffer, size_t bufferSize) const RTI_THROW(CouldNotEncode); \
   size_t encodedLength() const;                                                   \
   std::wstring toString() const;                                                  \
   friend class HandleKind##Friend;                                                \
                                                                                   \
protected:                                                                         \
   const HandleKind##Implementation *getImplementation() const;                    \
   HandleKind##Implementation *getImplementation();                                \
   explicit HandleKind(HandleKind##Implementation *impl);                          \
   explicit HandleKind(const VariableLengthData &encodedValue);                    \
   HandleKind##Implementation *_impl;                                              \
};                                                                                 \
                                                                                   \
RTI_EXPORT std::wostream &operator<<(std::wostream &, const HandleKind &);

namespace rti1516e
{
DEFINE_HANDLE_CLASS(FederateHandle)
DEFINE_HANDLE_CLASS(ObjectClassHandle)
DEFINE_HANDLE_CLASS(InteractionClassHandle)
DEFINE_HANDLE_CLASS(ObjectInstanceHandle)
DEFINE_HANDLE_CLASS(AttributeHandle)
DEFINE_HANDLE_CLASS(ParameterHandle)
DEFINE_HANDLE_CLASS(DimensionHandle)
DEFINE_HANDLE_CLASS(MessageRetractionHandle)
DEFINE_HANDLE_CLASS(RegionHandle)
}

#endif // RTI_Handle_h
