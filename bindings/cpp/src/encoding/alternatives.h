// The discriminant and the alternatives of a variant record, for both kinds of it.

#ifndef HYLA_ENCODING_ALTERNATIVES_H
#define HYLA_ENCODING_ALTERNATIVES_H

#include "slot.h"

namespace hyla HYLA_HIDDEN
{

/// Alternatives by the encoding of their discriminants, and which one is selected.
class Alternatives
{
public:
   /// Without alternatives; the discriminant has the value of the prototype. Alternatives with a boundary above the
   /// greatest one are refused.
   Alternatives(const DataElement & discriminant, unsigned int greatestBoundary)
      : discriminant_(cloneOf(discriminant))
      , greatestBoundary_(greatestBoundary)
   {
   }

   /// A copy owns clones.
   Alternatives(const Alternatives & other)
      : discriminant_(cloneOf(*other.discriminant_))
      , greatestBoundary_(other.greatestBoundary_)
      , entries_(other.entries_)
      , selected_(other.selected_)
   {
   }

   Alternatives & operator=(const Alternatives &) = delete;

   const DataElement & discriminant() const
   {
      return *discriminant_;
   }

   bool hasDiscriminantLike(const DataElement & element) const
   {
      return discriminant_->isSameTypeAs(element);
   }

   /// The alternative that is selected, or null.
   DataElement * selected() const
   {
      return selected_ < entries_.size() ? &*entries_[selected_].value : nullptr;
   }

   /// The greatest boundary of an alternative; 1 without any.
   unsigned int boundary() const;

   /// Whether the discriminant has an alternative of the type of the element.
   bool hasAlternativeLike(const DataElement & discriminant, const DataElement & element) const;

   /// Whether the discriminants are of one type, and so are the alternatives that both have for one discriminant. An
   /// alternative that only one of them has says nothing: records may be extended, and a federate may leave out what it
   /// never sends.
   bool isLike(const Alternatives & other) const;

   /// Adds an alternative, in place of one with the discriminant, and selects it.
   void add(const DataElement & discriminant, Slot value);

   /// Selects what the discriminant has.
   void select(const DataElement & discriminant);

   /// Gives the alternative of the discriminant a value of its type and selects it. A discriminant without an alternative
   /// gets one.
   void set(const DataElement & discriminant, const DataElement & value);

   /// Puts the element of the federate in the place of the alternative, which has its type, and selects it.
   void set(const DataElement & discriminant, DataElement * value);

   /// Decodes the discriminant and selects what it has; the result is the index behind it. Nothing is selected when the
   /// discriminant is refused.
   size_t takeDiscriminant(const Buffer & buffer, size_t index);

   /// Selects nothing: the record is its discriminant.
   void selectNothing()
   {
      selected_ = nothing;
   }

private:
   static constexpr size_t nothing = static_cast<size_t>(-1);

   struct Entry
   {
      /// The encoding of the discriminant: values of helpers have no order and no equality, their encodings have.
      Buffer key;
      Slot value;
   };

   /// The encoding of a discriminant; refuses one of another type.
   Buffer keyOf(const DataElement & discriminant) const;

   /// Where the key is among the entries, or `nothing`.
   size_t find(const Buffer & key) const;

   /// Refuses an alternative with a boundary that this kind of record does not allow.
   void checkBoundary(const DataElement & value) const;

   /// Gives the discriminant the value of the key.
   void become(const Buffer & key, size_t selected);

   Owned discriminant_;
   unsigned int greatestBoundary_;
   std::vector<Entry> entries_;
   size_t selected_ = nothing;
};

}

/// The members that both kinds of variant record define alike; their implementation has `alternatives`.
#define HYLA_VARIANT_ELEMENT(Class)                                                                          \
   HYLA_CONSTRUCTED_ELEMENT(Class)                                                                           \
                                                                                                             \
   bool Class::isSameTypeAs(const DataElement & inData) const                                                \
   {                                                                                                         \
      const Class * other = dynamic_cast<const Class *>(&inData);                                            \
      return other != nullptr && _impl->alternatives.isLike(other->_impl->alternatives);                     \
   }                                                                                                         \
                                                                                                             \
   bool Class::isSameTypeAs(const DataElement & discriminant, const DataElement & inData) const              \
   {                                                                                                         \
      return _impl->alternatives.hasAlternativeLike(discriminant, inData);                                   \
   }                                                                                                         \
                                                                                                             \
   bool Class::hasMatchingDiscriminantTypeAs(const DataElement & dataElement) const                          \
   {                                                                                                         \
      return _impl->alternatives.hasDiscriminantLike(dataElement);                                           \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::addVariant(const DataElement & discriminant, const DataElement & valuePrototype)  \
   {                                                                                                         \
      _impl->alternatives.add(discriminant, hyla::Slot(valuePrototype));                                     \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::addVariantPointer(const DataElement & discriminant, DataElement * valuePtr)       \
   {                                                                                                         \
      _impl->alternatives.add(discriminant, hyla::Slot(valuePtr));                                           \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::setDiscriminant(const DataElement & discriminant)                                 \
   {                                                                                                         \
      _impl->alternatives.select(discriminant);                                                              \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::setVariant(const DataElement & discriminant, const DataElement & value)           \
   {                                                                                                         \
      _impl->alternatives.set(discriminant, value);                                                          \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::setVariantPointer(const DataElement & discriminant, DataElement * valuePtr)       \
   {                                                                                                         \
      _impl->alternatives.set(discriminant, valuePtr);                                                       \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   const DataElement & Class::getDiscriminant() const                                                        \
   {                                                                                                         \
      return _impl->alternatives.discriminant();                                                             \
   }                                                                                                         \
                                                                                                             \
   const DataElement & Class::getVariant() const                                                             \
   {                                                                                                         \
      const DataElement * selected = _impl->alternatives.selected();                                         \
      if (selected == nullptr) {                                                                             \
         hyla::refuse(L"The discriminant has no alternative");                                               \
      }                                                                                                      \
      return *selected;                                                                                      \
   }

#endif
