// Handles as values: what a federate does with them.

#include <set>
#include <sstream>
#include <type_traits>
#include <vector>

#include <RTI/Typedefs.h>
#include <gtest/gtest.h>

#include "edition.h"
#include "types/handle_access.h"

using namespace HYLA_RTI;

template <typename Handle>
class Handles : public testing::Test
{};

#define HYLA_LISTED(Kind, greatest) , Kind
template <typename, typename... Kinds>
struct Rest
{
   using Types = testing::Types<Kinds...>;
};
using EveryKind = Rest<void HYLA_HANDLE_KINDS(HYLA_LISTED)>::Types;

TYPED_TEST_SUITE(Handles, EveryKind);

TYPED_TEST(Handles, made_by_a_federate_are_invalid_and_equal)
{
   TypeParam first;
   TypeParam second;

   EXPECT_FALSE(first.isValid());
   EXPECT_TRUE(first == second);
   EXPECT_FALSE(first != second);
   EXPECT_FALSE(first < second);
   EXPECT_EQ(first.hash(), second.hash());
   EXPECT_EQ(first.toString(), L"invalid");
}

TYPED_TEST(Handles, keep_their_number_when_copied)
{
   const TypeParam seven = make_handle<TypeParam>(7);
   TypeParam assigned;
   assigned = seven;
   const TypeParam copy(assigned);

   EXPECT_TRUE(copy.isValid());
   EXPECT_EQ(handle_number(copy), 7u);
   EXPECT_TRUE(copy == seven);
   EXPECT_EQ(copy.hash(), seven.hash());
   EXPECT_EQ(copy.toString(), L"7");
}

TYPED_TEST(Handles, are_ordered_by_number)
{
   const std::set<TypeParam> handles = {make_handle<TypeParam>(30), make_handle<TypeParam>(4), TypeParam()};

   std::vector<std::uint64_t> numbers;
   for (const TypeParam &handle : handles)
   {
      numbers.push_back(handle_number(handle));
   }
   EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 4, 30}));
}

namespace
{
// Those that a federate gives out by itself have its number in their upper half.
template <class Handle>
constexpr size_t encoded_length = std::is_same<Handle, ObjectInstanceHandle>::value
                                || std::is_same<Handle, MessageRetractionHandle>::value
                                || std::is_same<Handle, RegionHandle>::value
                             ? 8
                             : 4;
}

TYPED_TEST(Handles, are_encoded_in_four_bytes_where_they_fit)
{
   constexpr size_t length = encoded_length<TypeParam>;
   const TypeParam handle = make_handle<TypeParam>(0x01020304);
   const std::string expected = std::string(length - 4, '\0') + "\1\2\3\4";

   const VariableLengthData data = handle.encode();
   EXPECT_EQ(std::string(static_cast<const char *>(data.data()), data.size()), expected);

   VariableLengthData buffer;
   handle.encode(buffer);
   EXPECT_EQ(std::string(static_cast<const char *>(buffer.data()), buffer.size()), expected);

   char bytes[9] = "xxxxxxxx";
   EXPECT_EQ(handle.encodedLength(), length);
   EXPECT_EQ(handle.encode(bytes, sizeof(bytes)), length);
   EXPECT_EQ(std::string(bytes, length), expected);
   EXPECT_EQ(std::string(bytes + length), std::string(8 - length, 'x'));
   EXPECT_THROW(handle.encode(bytes, length - 1), CouldNotEncode);
}

TYPED_TEST(Handles, are_written_to_a_stream_as_their_text)
{
   std::wostringstream stream;
   stream << make_handle<TypeParam>(12) << L' ' << TypeParam();
   EXPECT_EQ(stream.str(), L"12 invalid");
}

namespace
{
// The constructor that decodes is for classes that derive from a handle.
class Decoded : public FederateHandle
{
public:
   explicit Decoded(const VariableLengthData &data) : FederateHandle(data)
   {}
};

class DecodedObject : public ObjectInstanceHandle
{
public:
   explicit DecodedObject(const VariableLengthData &data) : ObjectInstanceHandle(data)
   {}

   bool is_kept_where_the_standard_says() const
   {
      return getImplementation() == _impl;
   }
};
}

TEST(EncodedHandles, are_decoded_with_and_without_the_count_of_the_MOM)
{
   EXPECT_EQ(handle_number(Decoded(VariableLengthData("\0\0\0\0\0\0\1\0", 8))), 256u);
   EXPECT_EQ(handle_number(Decoded(VariableLengthData("\0\0\0\10\0\0\0\0\0\0\0\5", 12))), 5u);
   EXPECT_EQ(handle_number(Decoded(VariableLengthData("\0\0\0\5", 4))), 5u);
   EXPECT_EQ(handle_number(Decoded(VariableLengthData("\0\0\0\4\0\0\0\5", 8))), 5u);
   // An instance of the fourth federate.
   EXPECT_EQ(
      handle_number(DecodedObject(VariableLengthData("\0\0\0\4\0\0\0\5", 8))), (std::uint64_t(4) << 32) + 5);
   EXPECT_EQ(
      handle_number(DecodedObject(VariableLengthData("\1\0\0\0\0\0\0\2", 8))), (std::uint64_t(1) << 56) + 2);
   EXPECT_TRUE(DecodedObject(VariableLengthData("\1\0\0\0\0\0\0\2", 8)).is_kept_where_the_standard_says());
}

TEST(EncodedHandles, are_refused_unless_they_have_the_right_length_and_range)
{
   const char bytes[20] = "";
   for (size_t length = 0; length < sizeof(bytes); ++length)
   {
      if (length != 4 && length != 8)
      {
         // Twelve bytes would begin with a count of eight.
         EXPECT_THROW(Decoded(VariableLengthData(bytes, length)), CouldNotDecode) << length;
      }
   }
   EXPECT_THROW(Decoded(VariableLengthData("\0\0\0\1\0\0\0\0", 8)), CouldNotDecode);
}
