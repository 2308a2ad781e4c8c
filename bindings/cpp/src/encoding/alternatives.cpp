#include "alternatives.h"

#include <algorithm>
#include <utility>

namespace hyla
{

constexpr size_t Alternatives::nothing;

unsigned int Alternatives::boundary() const
{
   unsigned int greatest = 1;
   for (const Entry & entry : entries_) {
      greatest = std::max(greatest, entry.value->getOctetBoundary());
   }
   return greatest;
}

bool Alternatives::hasAlternativeLike(const DataElement & discriminant, const DataElement & element) const
{
   if (!hasDiscriminantLike(discriminant)) {
      return false;
   }
   const size_t at = find(keyOf(discriminant));
   return at != nothing && entries_[at].value->isSameTypeAs(element);
}

bool Alternatives::isLike(const Alternatives & other) const
{
   if (!hasDiscriminantLike(*other.discriminant_)) {
      return false;
   }
   for (const Entry & entry : entries_) {
      const size_t at = other.find(entry.key);
      if (at != nothing && !entry.value->isSameTypeAs(*other.entries_[at].value)) {
         return false;
      }
   }
   return true;
}

void Alternatives::add(const DataElement & discriminant, Slot value)
{
   checkBoundary(*value);
   Buffer key = keyOf(discriminant);
   size_t at = find(key);
   if (at == nothing) {
      at = entries_.size();
      entries_.push_back(Entry{key, std::move(value)});
   } else {
      entries_[at].value = std::move(value);
   }
   become(key, at);
}

void Alternatives::select(const DataElement & discriminant)
{
   const Buffer key = keyOf(discriminant);
   become(key, find(key));
}

void Alternatives::set(const DataElement & discriminant, const DataElement & value)
{
   const Buffer key = keyOf(discriminant);
   const size_t at = find(key);
   if (at == nothing) {
      add(discriminant, Slot(value));
   } else {
      checkType(*entries_[at].value, value);
      entries_[at].value.assign(value);
      become(key, at);
   }
}

void Alternatives::set(const DataElement & discriminant, DataElement * value)
{
   Slot slot(value);
   const size_t at = find(keyOf(discriminant));
   if (at != nothing) {
      checkType(*entries_[at].value, *slot);
   }
   add(discriminant, std::move(slot));
}

size_t Alternatives::takeDiscriminant(const Buffer & buffer, size_t index)
{
   // Until it is read, the discriminant may be anything: half of it may have been decoded when it is refused.
   selected_ = nothing;
   index = takeOne(*discriminant_, buffer, index);
   selected_ = find(keyOf(*discriminant_));
   return index;
}

Buffer Alternatives::keyOf(const DataElement & discriminant) const
{
   checkType(*discriminant_, discriminant);
   Buffer key;
   discriminant.encodeInto(key);
   return key;
}

size_t Alternatives::find(const Buffer & key) const
{
   for (size_t i = 0; i < entries_.size(); ++i) {
      if (entries_[i].key == key) {
         return i;
      }
   }
   return nothing;
}

void Alternatives::checkBoundary(const DataElement & value) const
{
   if (value.getOctetBoundary() > greatestBoundary_) {
      refuse(L"The octet boundary of the alternative is too great for this kind of record");
   }
}

void Alternatives::become(const Buffer & key, size_t selected)
{
   discriminant_->decodeFrom(key, 0);
   selected_ = selected;
}

}
