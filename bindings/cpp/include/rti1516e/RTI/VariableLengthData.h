// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Bytes of any length: values, tags, encoded handles.

#ifndef RTI_VariableLengthData_h
#define RTI_VariableLengthData_h

#include <RTI/SpecificConfig.h>
#include <stddef.h>

namespace rti1516e
{
   class VariableLengthDataImplementation;

   typedef void (*VariableLengthDataDeleteFunction)(void *);

   /// Holds bytes in one of three ways, chosen by the member that set them:
   /// setData copies them; setDataPointer borrows them, and the caller keeps them alive and unchanged;
   /// takeDataPointer owns them, and frees them with the function given or, without one, with delete[].
   /// A copy always has bytes of its own.
   class RTI_EXPORT VariableLengthData
   {
   public:
      VariableLengthData();
      VariableLengthData(const void *inData, size_t inSize);
      VariableLengthData(const VariableLengthData &rhs);
      ~VariableLengthData();
      VariableLengthData &operator=(const VariableLengthData &rhs);

      /// The bytes, valid until the next change; may be null if there are none.
      const void *data() const;
      size_t size() const;

      /// Copies the bytes.
      void setData(const void *inData, size_t inSize);

      /// Borrows the bytes: they must outlive this object or its next change.
      void setDataPointer(void *inData, size_t inSize);

      /// Owns the bytes from now on; `func` frees them, delete[] of char without it.
      void takeDataPointer(void *inData, size_t inSize, VariableLengthDataDeleteFunction func = 0);

      friend class VariableLengthDataFriend;

   private:
      VariableLengthDataImplementation *_impl;
   };
}

#endif // RTI_VariableLengthData_h
