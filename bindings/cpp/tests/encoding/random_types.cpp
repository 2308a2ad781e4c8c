// Types made at random, against encodings made in another way: each constructed value from its own first octet on, as the
// rules of 1516.2 say it, where the helpers append to one buffer.

#include "support.h"

#include <random>

using namespace encoding_tests;

namespace
{

using Random = std::mt19937;

unsigned int below(Random & random, unsigned int limit)
{
   return static_cast<unsigned int>(random() % limit);
}

void padTo(Bytes & octets, size_t boundary)
{
   while (octets.size() % boundary != 0) {
      octets.push_back(0);
   }
}

void append(Bytes & octets, const Bytes & more)
{
   octets.insert(octets.end(), more.begin(), more.end());
}

Bytes big(unsigned long long value, int length)
{
   Bytes result;
   for (int i = length - 1; i >= 0; --i) {
      result.push_back(static_cast<Octet>(value >> (8 * i) & 0xff));
   }
   return result;
}

Bytes reversed(const Bytes & octets)
{
   return Bytes(octets.rbegin(), octets.rend());
}

/// A value of some type: its helper, and what its encoding has to be.
struct Value
{
   std::unique_ptr<DataElement> element;
   Bytes encoding;
};

/// A type of which there are helpers and values.
class Type
{
public:
   virtual ~Type() = default;
   virtual size_t boundary() const = 0;
   /// A helper with some value.
   virtual std::unique_ptr<DataElement> blank() const = 0;
   virtual Value value(Random & random) const = 0;
};

using AnyType = std::shared_ptr<const Type>;

class Basic : public Type
{
public:
   static constexpr unsigned int kinds = 12;

   explicit Basic(unsigned int kind)
      : kind_(kind)
   {
   }

   size_t boundary() const override
   {
      Random random;
      return value(random).element->getOctetBoundary();
   }

   std::unique_ptr<DataElement> blank() const override
   {
      Random random;
      return value(random).element;
   }

   Value value(Random & random) const override
   {
      const unsigned long long bits = static_cast<unsigned long long>(random()) << 32 | random();
      switch (kind_) {
      case 0:
         return make(new HLAoctet(static_cast<Octet>(bits)), big(bits, 1));
      case 1:
         return make(new HLAinteger16BE(static_cast<Integer16>(bits)), big(bits, 2));
      case 2:
         return make(new HLAinteger16LE(static_cast<Integer16>(bits)), reversed(big(bits, 2)));
      case 3:
         return make(new HLAinteger32BE(static_cast<Integer32>(bits)), big(bits, 4));
      case 4:
         return make(new HLAinteger32LE(static_cast<Integer32>(bits)), reversed(big(bits, 4)));
      case 5:
         return make(new HLAinteger64BE(static_cast<Integer64>(bits)), big(bits, 8));
      case 6:
         return make(new HLAinteger64LE(static_cast<Integer64>(bits)), reversed(big(bits, 8)));
      case 7:
         return make(new HLAfloat64BE(2.0), big(0x4000000000000000u, 8));
      case 8:
         return make(new HLAboolean((bits & 1) != 0), big(bits & 1, 4));
      case 9: {
         const Bytes text(below(random, 6), 'a');
         Bytes encoding = big(text.size(), 4);
         append(encoding, text);
         return make(new HLAASCIIstring(std::string(text.begin(), text.end())), encoding);
      }
      case 10: {
         const size_t length = below(random, 4);
         Bytes encoding = big(2 * length, 4);
         for (size_t i = 0; i < length; ++i) {
            append(encoding, bytes("D83DDE00"));
         }
         return make(new HLAunicodeString(std::wstring(length, static_cast<wchar_t>(0x1f600))), encoding);
      }
      default: {
         const Bytes octets = big(bits, static_cast<int>(below(random, 8)));
         Bytes encoding = big(octets.size(), 4);
         append(encoding, octets);
         return make(new HLAopaqueData(octets.data(), octets.size()), encoding);
      }
      }
   }

private:
   static Value make(DataElement * element, const Bytes & encoding)
   {
      return Value{std::unique_ptr<DataElement>(element), encoding};
   }

   unsigned int kind_;
};

class Array : public Type
{
public:
   Array(AnyType part, bool isFixed, size_t length)
      : part_(part)
      , isFixed_(isFixed)
      , length_(length)
   {
   }

   size_t boundary() const override
   {
      return isFixed_ ? part_->boundary() : std::max<size_t>(4, part_->boundary());
   }

   std::unique_ptr<DataElement> blank() const override
   {
      if (isFixed_) {
         return std::unique_ptr<DataElement>(new HLAfixedArray(*part_->blank(), length_));
      }
      return std::unique_ptr<DataElement>(new HLAvariableArray(*part_->blank()));
   }

   Value value(Random & random) const override
   {
      Value result{blank(), Bytes()};
      const size_t length = isFixed_ ? length_ : below(random, 4);
      if (!isFixed_) {
         append(result.encoding, big(length, 4));
      }
      for (size_t i = 0; i < length; ++i) {
         const Value part = part_->value(random);
         padTo(result.encoding, part_->boundary());
         append(result.encoding, part.encoding);
         if (isFixed_) {
            static_cast<HLAfixedArray &>(*result.element).set(i, *part.element);
         } else {
            static_cast<HLAvariableArray &>(*result.element).addElement(*part.element);
         }
      }
      return result;
   }

private:
   AnyType part_;
   bool isFixed_;
   size_t length_;
};

class Record : public Type
{
public:
   explicit Record(std::vector<AnyType> parts)
      : parts_(parts)
   {
   }

   size_t boundary() const override
   {
      size_t greatest = 1;
      for (const AnyType & part : parts_) {
         greatest = std::max(greatest, part->boundary());
      }
      return greatest;
   }

   std::unique_ptr<DataElement> blank() const override
   {
      std::unique_ptr<HLAfixedRecord> record(new HLAfixedRecord());
      for (const AnyType & part : parts_) {
         record->appendElement(*part->blank());
      }
      return record;
   }

   Value value(Random & random) const override
   {
      std::unique_ptr<HLAfixedRecord> record(new HLAfixedRecord());
      Bytes encoding;
      for (const AnyType & part : parts_) {
         const Value field = part->value(random);
         padTo(encoding, part->boundary());
         append(encoding, field.encoding);
         record->appendElement(*field.element);
      }
      return Value{std::move(record), encoding};
   }

private:
   std::vector<AnyType> parts_;
};

/// Discriminants are numbers from 0 on, HLAinteger16BE; one of them has no alternative.
class Variant : public Type
{
public:
   explicit Variant(std::vector<AnyType> parts)
      : parts_(parts)
   {
   }

   size_t boundary() const override
   {
      return std::max<size_t>(2, alternatives().boundary());
   }

   std::unique_ptr<DataElement> blank() const override
   {
      std::unique_ptr<HLAvariantRecord> record(new HLAvariantRecord(HLAinteger16BE()));
      for (size_t i = 0; i < parts_.size(); ++i) {
         record->addVariant(discriminant(i), *parts_[i]->blank());
      }
      return record;
   }

   Value value(Random & random) const override
   {
      const size_t which = below(random, static_cast<unsigned int>(parts_.size() + 1));
      Value result{blank(), big(which, 2)};
      HLAvariantRecord & record = static_cast<HLAvariantRecord &>(*result.element);
      if (which == parts_.size()) {
         record.setDiscriminant(discriminant(which));
      } else {
         const Value alternative = parts_[which]->value(random);
         padTo(result.encoding, alternatives().boundary());
         append(result.encoding, alternative.encoding);
         record.setVariant(discriminant(which), *alternative.element);
      }
      return result;
   }

private:
   static HLAinteger16BE discriminant(size_t number)
   {
      return HLAinteger16BE(static_cast<Integer16>(number));
   }

   /// Has the boundary of all alternatives.
   Record alternatives() const
   {
      return Record(parts_);
   }

   std::vector<AnyType> parts_;
};

AnyType anyType(Random & random, unsigned int depth)
{
   const unsigned int kind = depth == 0 ? 0 : below(random, 6);
   std::vector<AnyType> parts;
   if (kind >= 4) {
      for (unsigned int i = below(random, 5); i > 0; --i) {
         parts.push_back(anyType(random, depth - 1));
      }
   }
   switch (kind) {
   case 2:
      return std::make_shared<Array>(anyType(random, depth - 1), true, below(random, 4));
   case 3:
      return std::make_shared<Array>(anyType(random, depth - 1), false, 0);
   case 4:
      return std::make_shared<Record>(parts);
   case 5:
      return std::make_shared<Variant>(parts);
   default:
      return std::make_shared<Basic>(below(random, Basic::kinds));
   }
}

}

TEST(RandomTypes, HaveTheEncodingsOfTheRules)
{
   Random random(1516);
   for (int round = 0; round < 400; ++round) {
      SCOPED_TRACE(round);
      const AnyType type = anyType(random, 4);
      const std::unique_ptr<DataElement> blank = type->blank();
      ASSERT_EQ(blank->getOctetBoundary(), type->boundary());
      const Value value = type->value(random);
      ASSERT_TRUE(blank->isSameTypeAs(*value.element));
      if (value.encoding.size() > 2000) {
         continue;
      }
      expectEncoding(*value.element, digits(value.encoding), *blank);
      expectClone(*value.element);
      // A helper that had another value before takes this one, too.
      const Value other = type->value(random);
      other.element->decode(block(value.encoding));
      EXPECT_EQ(digits(encoded(*other.element)), digits(value.encoding));
      if (HasFailure()) {
         return;
      }
   }
}

TEST(RandomTypes, DamagedEncodingsAreRefusedOrHaveAValue)
{
   Random random(2025);
   for (int round = 0; round < 300; ++round) {
      SCOPED_TRACE(round);
      const AnyType type = anyType(random, 4);
      const std::unique_ptr<DataElement> element = type->blank();
      const Value value = type->value(random);
      for (int damage = 0; damage < 20; ++damage) {
         Bytes octets = value.encoding;
         for (unsigned int i = below(random, 4); i > 0 && !octets.empty(); --i) {
            octets[below(random, static_cast<unsigned int>(octets.size()))] = static_cast<Octet>(random());
         }
         octets.resize(octets.size() + below(random, 12));
         bool isRefused = false;
         try {
            element->decode(block(octets));
         } catch (const EncoderException &) {
            isRefused = true;
         }
         // In every case the result is a value, which has an encoding, which has that value.
         const Bytes again = encoded(*element);
         if (!isRefused) {
            EXPECT_LE(again.size(), octets.size());
         }
         const std::unique_ptr<DataElement> other = type->blank();
         other->decode(block(again));
         EXPECT_EQ(digits(encoded(*other)), digits(again));
      }
      if (HasFailure()) {
         return;
      }
   }
}
