// VariableLengthData: who keeps the bytes, and for how long.

#include <cstring>
#include <string>

#include <RTI/VariableLengthData.h>
#include <gtest/gtest.h>

#include "edition.h"

using namespace HYLA_RTI;

namespace
{
std::string text(const VariableLengthData &data)
{
   return std::string(static_cast<const char *>(data.data()), data.size());
}

int freed = 0;

void count_and_free(void *bytes)
{
   ++freed;
   delete[] static_cast<char *>(bytes);
}

char *allocated(const char *content)
{
   char *bytes = new char[std::strlen(content) + 1];
   std::strcpy(bytes, content);
   return bytes;
}
}

TEST(VariableLengthData, is_empty_at_first)
{
   VariableLengthData data;

   EXPECT_EQ(data.size(), 0u);
   EXPECT_EQ(VariableLengthData(nullptr, 0).size(), 0u);
}

TEST(VariableLengthData, copies_what_it_is_constructed_from_and_set_to)
{
   char bytes[] = "first";
   VariableLengthData data(bytes, 5);
   bytes[0] = 'X';
   EXPECT_EQ(text(data), "first");

   const std::string long_one(1000, 'y');
   data.setData(long_one.data(), long_one.size());
   EXPECT_EQ(text(data), long_one);

   data.setData("z", 1);
   EXPECT_EQ(text(data), "z");

   data.setData(nullptr, 0);
   EXPECT_EQ(data.size(), 0u);
}

TEST(VariableLengthData, borrows_a_data_pointer)
{
   char bytes[] = "lent";
   VariableLengthData data;
   data.setDataPointer(bytes, 4);
   EXPECT_EQ(data.data(), bytes);

   bytes[0] = 'b';
   EXPECT_EQ(text(data), "bent");
}

TEST(VariableLengthData, a_copy_of_borrowed_bytes_has_bytes_of_its_own)
{
   char bytes[] = "lent";
   VariableLengthData data;
   data.setDataPointer(bytes, 4);

   VariableLengthData constructed(data);
   VariableLengthData assigned;
   assigned = data;
   bytes[0] = 'X';

   EXPECT_EQ(text(constructed), "lent");
   EXPECT_EQ(text(assigned), "lent");
}

TEST(VariableLengthData, assignment_goes_back_to_bytes_of_its_own)
{
   char bytes[] = "lent";
   VariableLengthData data;
   data.setDataPointer(bytes, 4);

   data = VariableLengthData("mine", 4);

   EXPECT_NE(data.data(), bytes);
   EXPECT_EQ(text(data), "mine");
   EXPECT_STREQ(bytes, "lent");
}

TEST(VariableLengthData, frees_what_it_took_once_with_the_function_given)
{
   freed = 0;
   {
      VariableLengthData data;
      char *bytes = allocated("taken");
      data.takeDataPointer(bytes, 5, count_and_free);
      EXPECT_EQ(data.data(), bytes);
      VariableLengthData copy(data);
      EXPECT_NE(copy.data(), bytes);
      EXPECT_EQ(text(copy), "taken");
   }
   EXPECT_EQ(freed, 1);
}

TEST(VariableLengthData, frees_what_it_took_when_it_gets_other_bytes)
{
   freed = 0;
   VariableLengthData data;

   data.takeDataPointer(allocated("one"), 3, count_and_free);
   data.takeDataPointer(allocated("two"), 3, count_and_free);
   EXPECT_EQ(freed, 1);

   data.setData("three", 5);
   EXPECT_EQ(freed, 2);

   char bytes[] = "four";
   data.takeDataPointer(allocated("five"), 4, count_and_free);
   data.setDataPointer(bytes, 4);
   EXPECT_EQ(freed, 3);

   data.takeDataPointer(allocated("six"), 3, count_and_free);
   data = VariableLengthData();
   EXPECT_EQ(freed, 4);
   EXPECT_EQ(data.size(), 0u);
}

TEST(VariableLengthData, frees_with_delete_when_there_is_no_function)
{
   // A leak or a wrong way to free shows under the address sanitizer.
   VariableLengthData data;
   data.takeDataPointer(allocated("taken"), 5);
   EXPECT_EQ(text(data), "taken");
}

TEST(VariableLengthData, can_be_set_to_a_part_of_itself)
{
   VariableLengthData data("abcdef", 6);
   data.setData(static_cast<const char *>(data.data()) + 2, 3);
   EXPECT_EQ(text(data), "cde");

   freed = 0;
   char *bytes = allocated("taken");
   data.takeDataPointer(bytes, 5, count_and_free);
   data.setData(bytes + 1, 3);
   EXPECT_EQ(freed, 1);
   EXPECT_EQ(text(data), "ake");

   VariableLengthData &same = data;
   data = same;
   EXPECT_EQ(text(data), "ake");
}

TEST(VariableLengthData, may_be_given_the_same_bytes_twice)
{
   freed = 0;
   {
      VariableLengthData data;
      char *bytes = allocated("taken");
      data.takeDataPointer(bytes, 5, count_and_free);
      data.takeDataPointer(bytes, 3, count_and_free);
      EXPECT_EQ(text(data), "tak");
   }
   EXPECT_EQ(freed, 1);
}
