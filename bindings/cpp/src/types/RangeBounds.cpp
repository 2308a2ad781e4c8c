// A range in a dimension. Whether it is valid is for the services to say.

#include <RTI/RangeBounds.h>

#include "edition.h"

namespace HYLA_RTI
{
RangeBounds::RangeBounds() : _lowerBound(0), _upperBound(0)
{}

RangeBounds::RangeBounds(unsigned long lowerBound, unsigned long upperBound)
   : _lowerBound(lowerBound), _upperBound(upperBound)
{}

RangeBounds::~RangeBounds() noexcept = default;

RangeBounds::RangeBounds(const RangeBounds &rhs) = default;

RangeBounds &RangeBounds::operator=(const RangeBounds &rhs) = default;

unsigned long RangeBounds::getLowerBound() const
{
   return _lowerBound;
}

unsigned long RangeBounds::getUpperBound() const
{
   return _upperBound;
}

void RangeBounds::setLowerBound(unsigned long lowerBound)
{
   _lowerBound = lowerBound;
}

void RangeBounds::setUpperBound(unsigned long upperBound)
{
   _upperBound = upperBound;
}
}
