// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_HLAvariableArray_h_
#define RTI_HLAvariableArray_h_

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516e
{

class VariableLengthData;
class HLAvariableArrayImplementation;

/// A count (HLAinteger32BE) and that many elements of one type.
class RTI_EXPORT HLAvariableArray : public DataElement
{
public:
   /// An empty array for elements of the type of the prototype.
   explicit HLAvariableArray(const DataElement & prototype);

   /// A copy; the copy has memory of its own.
   HLAvariableArray(const HLAvariableArray & rhs);

   virtual ~HLAvariableArray();

   /// A copy with memory of its own.
   virtual std::auto_ptr<DataElement> clone() const;

   /// The encoding, in new data.
   virtual VariableLengthData encode() const RTI_THROW(EncoderException);

   /// The encoding, as the new content of the data.
   virtual void encode(VariableLengthData & inData) const RTI_THROW(EncoderException);

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   virtual void encodeInto(std::vector<Octet> & buffer) const RTI_THROW(EncoderException);

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   virtual void decode(const VariableLengthData & inData) RTI_THROW(EncoderException);

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   virtual size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) RTI_THROW(EncoderException);

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   virtual size_t getEncodedLength() const RTI_THROW(EncoderException);

   /// The number of octets that the start of the encoding is a multiple of.
   virtual unsigned int getOctetBoundary() const;

   /// Number of elements.
   virtual size_t size() const;

   /// Whether the other one is a variable array with elements of the same type.
   virtual bool isSameTypeAs(const DataElement & inData) const;

   /// Whether the elements of this array are of the type of the given one.
   virtual bool hasPrototypeSameTypeAs(const DataElement & dataElement) const;

   /// Adds a copy of the element, which has to be of the type of the prototype.
   virtual void addElement(const DataElement & dataElement) RTI_THROW(EncoderException);

   /// Adds the element, which has to be of the type of the prototype.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual void addElementPointer(DataElement * dataElement) RTI_THROW(EncoderException);

   /// Gives the element at the index the value of another one of the same type; an element that was set by pointer keeps
   /// its place.
   virtual void set(size_t index, const DataElement & dataElement) RTI_THROW(EncoderException);

   /// Puts the element, which has to be of the type of the prototype, at the index.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual void setElementPointer(size_t index, DataElement * dataElement) RTI_THROW(EncoderException);

   /// The element at the index; set changes it.
   virtual const DataElement & get(size_t index) const RTI_THROW(EncoderException);

   /// The same as get.
   const DataElement & operator[](size_t index) const RTI_THROW(EncoderException);

private:
   HLAvariableArray();

   HLAvariableArray & operator=(const HLAvariableArray & rhs);

protected:
   HLAvariableArrayImplementation * _impl;
};

}

#endif // RTI_HLAvariableArray_h_
