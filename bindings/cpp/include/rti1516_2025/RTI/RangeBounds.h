// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// A range of a region in one dimension.

#pragma once

#include <RTI/SpecificConfig.h>

namespace rti1516_2025
{
   /// From the lower bound up to, and without, the upper one.
   class RTI_EXPORT RangeBounds
   {
   public:
      RangeBounds();
      RangeBounds(unsigned long lowerBound, unsigned long upperBound);
      ~RangeBounds() noexcept;
      RangeBounds(const RangeBounds &rhs);
      RangeBounds &operator=(const RangeBounds &rhs);
      unsigned long getLowerBound() const;
      unsigned long getUpperBound() const;
      void setLowerBound(unsigned long lowerBound);
      void setUpperBound(unsigned long upperBound);

   private:
      unsigned long _lowerBound;
      unsigned long _upperBound;
   };
}
