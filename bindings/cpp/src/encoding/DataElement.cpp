#include "octets.h"

#include <typeinfo>

namespace HYLA_RTI
{

DataElement::~DataElement()
{
}

bool DataElement::isSameTypeAs(const DataElement & inData) const
{
   return typeid(*this) == typeid(inData);
}

Integer64 DataElement::hash() const
{
   hyla::Buffer buffer;
   encodeInto(buffer);
   return hyla::hashOf(buffer.data(), buffer.size());
}

}
