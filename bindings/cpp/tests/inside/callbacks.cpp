// The callbacks, called as libhyla calls them.

#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "ambassador/recorder.h"
#include "callback/connection.h"
#include "types/handle_access.h"

using namespace HYLA_RTI;

namespace
{
hyla_bytes lent(const char *text)
{
   return {reinterpret_cast<const std::uint8_t *>(text), std::char_traits<char>::length(text)};
}

hyla_text named(const char *text)
{
   return {text, std::char_traits<char>::length(text)};
}

hyla_delivery delivery()
{
   hyla_delivery delivery = {};
   delivery.tag = lent("tag");
   delivery.transportation = 1;
   delivery.sent_order = HYLA_ORDER_TYPE_RECEIVE;
   delivery.received_order = HYLA_ORDER_TYPE_RECEIVE;
   return delivery;
}

// Reflects once more from inside of the first reflection.
class Nested : public Recorder
{
public:
   std::function<void()> once;

   void attributesInScope(Given<ObjectInstanceHandle>, const AttributeHandleSet &) override
   {
      throw std::bad_alloc();
   }

#if HYLA_EDITION == 2010
   void reflectAttributeValues(
      ObjectInstanceHandle object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      SupplementalReflectInfo info) override
   {
      nest();
      Recorder::reflectAttributeValues(object, values, tag, sent, type, info);
   }
#else
   void reflectAttributeValues(
      const ObjectInstanceHandle &object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions) override
   {
      nest();
      Recorder::reflectAttributeValues(object, values, tag, type, producer, regions);
   }
#endif

private:
   void nest()
   {
      const std::function<void()> now = std::move(once);
      once = nullptr;
      if (now)
      {
         now();
      }
   }
};

class Callbacks : public testing::Test
{
protected:
   ~Callbacks() override
   {
      table.dropped(table.context);
   }

   void reflect(const std::vector<hyla_value> &values, const char *tag = "tag")
   {
      hyla_delivery comes = delivery();
      comes.tag = lent(tag);
      table.reflect_attribute_values(table.context, 7, {values.data(), values.size()}, &comes);
   }

   Nested told;
   const hyla_federate_ambassador table = Connection::table(
      std::make_unique<Connection>(told, hyla_rti{0}, std::make_shared<FederationTimes>()));
};
}

TEST_F(Callbacks, are_in_the_table_if_the_edition_has_them)
{
   EXPECT_EQ(table.size, sizeof(table));
   const auto *entry = reinterpret_cast<void (*const *)()>(&table.connection_lost);
   const auto *end = reinterpret_cast<void (*const *)()>(&table + 1);
   std::size_t missing = 0;
   for (; entry != end; ++entry)
   {
      missing += *entry == nullptr;
   }
#if HYLA_EDITION == 2010
   EXPECT_EQ(missing, 6u);
   EXPECT_EQ(table.report_federation_execution_members, nullptr);
   EXPECT_EQ(table.report_federation_execution_does_not_exist, nullptr);
   EXPECT_EQ(table.federate_resigned, nullptr);
   EXPECT_EQ(table.receive_directed_interaction, nullptr);
   EXPECT_EQ(table.flush_queue_grant, nullptr);
#else
   EXPECT_EQ(missing, 1u);
#endif
   // Hyla's own, which the API of the standard has no place for.
   EXPECT_EQ(table.late_message, nullptr);
}

TEST_F(Callbacks, handles_in_any_order_are_shown)
{
   reflect({{3, lent("three")}, {1, lent("one")}, {2, lent("two")}});
   reflect({{3, lent("drei")}, {1, lent("eins")}, {2, lent("zwei")}});
   reflect({{5, lent("five")}});
   reflect({});

   ASSERT_EQ(told.reflections.size(), 4u);
   EXPECT_EQ(text(told.reflections[0].values.at(make_handle<AttributeHandle>(1))), "one");
   EXPECT_EQ(text(told.reflections[1].values.at(make_handle<AttributeHandle>(3))), "drei");
   EXPECT_EQ(told.reflections[2].values.size(), 1u);
   EXPECT_EQ(told.reflections[3].values.size(), 0u);
   EXPECT_EQ(told.reflections[0].map, told.reflections[2].map);
}

TEST_F(Callbacks, many_values_are_shown)
{
   std::vector<hyla_value> values;
   for (std::uint64_t i = 1; i <= 100; ++i)
   {
      values.push_back({i, lent("x")});
   }
   reflect(values);
   values.resize(60);
   reflect(values);

   EXPECT_EQ(told.reflections[0].values.size(), 100u);
   EXPECT_EQ(told.reflections[1].values.size(), 60u);
}

TEST_F(Callbacks, one_inside_of_another_has_a_map_and_a_tag_of_its_own)
{
   told.once = [&] { reflect({{1, lent("inner")}, {2, lent("too")}}, "inner"); };

   reflect({{1, lent("outer")}}, "outer");

   ASSERT_EQ(told.reflections.size(), 2u);
   EXPECT_EQ(told.reflections[0].tag, "inner");
   EXPECT_EQ(text(told.reflections[0].values.at(make_handle<AttributeHandle>(1))), "inner");
   EXPECT_EQ(told.reflections[1].tag, "outer");
   EXPECT_EQ(told.reflections[1].values.size(), 1u);
   EXPECT_EQ(text(told.reflections[1].values.at(make_handle<AttributeHandle>(1))), "outer");
   EXPECT_NE(told.reflections[0].map, told.reflections[1].map);
}

TEST_F(Callbacks, what_is_not_conveyed_is_absent)
{
   reflect({{1, lent("x")}});

   const Reflection &reflection = told.reflections.front();
   EXPECT_FALSE(reflection.producer.isValid());
   EXPECT_FALSE(reflection.regions.has_value());
   EXPECT_FALSE(reflection.time.has_value());
   table.discover_object_instance(table.context, 7, 2, named("x"), 0);
   EXPECT_EQ(told.count("discovered x"), 1u);
#if HYLA_EDITION == 2010
   // It is the overload without a producer that is called.
   EXPECT_TRUE(told.discovered_of.empty());
#else
   EXPECT_FALSE(told.discovered_of.front().isValid());
#endif
}

TEST_F(Callbacks, times_and_retractions_are_shown_if_they_are_there)
{
   const hyla_time integer = {HYLA_INTEGER64, 9};
   const std::uint64_t retraction = 4;
   hyla_delivery comes = delivery();
   comes.time = &integer;
   const hyla_value value = {1, lent("x")};
   table.reflect_attribute_values(table.context, 7, {&value, 1}, &comes);
   comes.retraction = &retraction;
   comes.sent_order = HYLA_ORDER_TYPE_TIME_STAMP;
   table.reflect_attribute_values(table.context, 7, {&value, 1}, &comes);

   ASSERT_EQ(told.reflections.size(), 2u);
   EXPECT_EQ(told.reflections[0].time, HLAinteger64Time(9).toString());
   EXPECT_FALSE(told.reflections[0].retraction.has_value());
   EXPECT_EQ(told.reflections[0].sent_order, RECEIVE);
   EXPECT_EQ(told.reflections[1].sent_order, TIMESTAMP);
   ASSERT_TRUE(told.reflections[1].retraction.has_value());
   EXPECT_EQ(handle_number(*told.reflections[1].retraction), 4u);
}

TEST_F(Callbacks, that_throw_return)
{
   testing::internal::CaptureStderr();
   const std::uint64_t attribute = 1;
   table.attributes_in_scope(table.context, 7, {&attribute, 1});
   table.attributes_in_scope(table.context, 7, {&attribute, 1});
   const std::string logged = testing::internal::GetCapturedStderr();

   EXPECT_NE(logged.find("attributesInScope of the federate threw std::bad_alloc"), std::string::npos) << logged;
   EXPECT_EQ(logged.find("attributesInScope"), logged.rfind("attributesInScope")) << logged;
}
