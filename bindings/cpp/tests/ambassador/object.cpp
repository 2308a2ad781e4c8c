// Instances, updates and interactions.

#include "ambassador/federate.h"

using namespace HYLA_RTI;

using Objects = TwoFederates;

namespace
{
#if HYLA_EDITION == 2010
const wchar_t *const BEST_EFFORT_NAME = L"HLAbestEffort";
#endif
}

TEST_F(Objects, an_update_is_reflected_with_all_that_comes_with_it)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});

   one.rti->updateAttributeValues(object, {{speed, bytes("fast")}}, bytes("tag"));

   ASSERT_TRUE(two.until([&] { return !two.told.reflections.empty(); }));
   const Reflection &reflection = two.told.reflections.front();
   EXPECT_TRUE(reflection.of == object);
   ASSERT_EQ(reflection.values.size(), 1u);
   EXPECT_EQ(text(reflection.values.at(speed)), "fast");
   EXPECT_EQ(reflection.tag, "tag");
   EXPECT_FALSE(reflection.time.has_value());
   EXPECT_FALSE(reflection.retraction.has_value());
   EXPECT_FALSE(reflection.regions.has_value());
   EXPECT_TRUE(reflection.producer == one_handle);
   EXPECT_TRUE(two.told.discovered_of.front() == one_handle);
#if HYLA_EDITION == 2010
   EXPECT_EQ(reflection.transportation, L"HLAreliable");
#else
   EXPECT_EQ(reflection.transportation, two.rti->getTransportationTypeHandle(L"HLAreliable").toString());
#endif
}

TEST_F(Objects, names_are_reserved_and_used)
{
   join();
   one.rti->reserveObjectInstanceName(L"Herbie");
   ASSERT_TRUE(one.until("reserved Herbie"));
   one.rti->publishObjectClassAttributes(car(), {attribute(L"Speed")});

   const ObjectInstanceHandle object = one.rti->registerObjectInstance(car(), L"Herbie");

   EXPECT_EQ(one.rti->getObjectInstanceName(object), L"Herbie");
   EXPECT_TRUE(one.rti->getObjectInstanceHandle(L"Herbie") == object);
   EXPECT_TRUE(one.rti->getKnownObjectClassHandle(object) == car());
   refused<ObjectInstanceNameNotReserved>([&] { one.rti->registerObjectInstance(car(), L"Kitt"); });
#if HYLA_EDITION == 2010
   one.rti->reserveMultipleObjectInstanceName({L"a", L"b"});
   ASSERT_TRUE(one.until("reserved names 2"));
   one.rti->releaseMultipleObjectInstanceName({L"a", L"b"});
   refused<NameSetWasEmpty>([&] { one.rti->reserveMultipleObjectInstanceName({}); });
#else
   one.rti->reserveMultipleObjectInstanceNames({L"a", L"b"});
   ASSERT_TRUE(one.until("reserved names 2"));
   one.rti->releaseMultipleObjectInstanceNames({L"a", L"b"});
   refused<NameSetWasEmpty>([&] { one.rti->reserveMultipleObjectInstanceNames({}); });
#endif
}

TEST_F(Objects, a_map_is_shown_again_and_again_and_copies_outlive_it)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   const AttributeHandle doors = attribute(L"Doors");
   const ObjectInstanceHandle object = shared_car({speed, doors});
   const auto both = [&](const std::string &value) {
      one.rti->updateAttributeValues(object, {{speed, bytes(value)}, {doors, bytes(value + "!")}}, bytes(value));
   };

   both("first");
   both("second, longer than the first");
   one.rti->updateAttributeValues(object, {{doors, bytes("alone")}}, VariableLengthData());
   both("third");
   ASSERT_TRUE(two.until([&] { return two.told.reflections.size() == 4; }));

   const auto &reflections = two.told.reflections;
   EXPECT_EQ(text(reflections[0].values.at(speed)), "first");
   EXPECT_EQ(text(reflections[0].values.at(doors)), "first!");
   EXPECT_EQ(text(reflections[1].values.at(speed)), "second, longer than the first");
   EXPECT_EQ(text(reflections[1].values.at(doors)), "second, longer than the first!");
   EXPECT_EQ(reflections[1].tag, "second, longer than the first");
   ASSERT_EQ(reflections[2].values.size(), 1u);
   EXPECT_EQ(text(reflections[2].values.at(doors)), "alone");
   EXPECT_EQ(reflections[2].tag, "");
   EXPECT_EQ(text(reflections[3].values.at(speed)), "third");
   EXPECT_EQ(text(reflections[3].values.at(doors)), "third!");
   // The same map with the same node, and not the bytes that were copied.
   EXPECT_EQ(reflections[0].map, reflections[1].map);
   EXPECT_EQ(reflections[0].first_node, reflections[1].first_node);
   EXPECT_EQ(reflections[0].map, reflections[3].map);
   EXPECT_NE(reflections[1].first_bytes, reflections[1].values.at(speed).data());
}

TEST_F(Objects, long_sets_and_maps_are_passed_like_short_ones)
{
   join();
   const ObjectClassHandle federate = one.rti->getObjectClassHandle(L"HLAmanager.HLAfederate");
   AttributeHandleSet attributes;
   for (const wchar_t *name :
        {L"HLAfederateHandle", L"HLAfederateName", L"HLAfederateType", L"HLAfederateHost", L"HLARTIversion",
         L"HLAFOMmoduleDesignatorList", L"HLAtimeConstrained", L"HLAtimeRegulating", L"HLAasynchronousDelivery",
         L"HLAfederateState", L"HLAtimeManagerState", L"HLAlogicalTime", L"HLAlookahead", L"HLAGALT", L"HLALITS",
         L"HLAROlength", L"HLATSOlength", L"HLAreflectionsReceived", L"HLAupdatesSent", L"HLAinteractionsReceived"})
   {
      attributes.insert(one.rti->getAttributeHandle(federate, name));
   }
   ASSERT_EQ(attributes.size(), 20u);

   one.rti->subscribeObjectClassAttributes(federate, attributes);
   one.rti->requestAttributeValueUpdate(federate, attributes, VariableLengthData());

   EXPECT_TRUE(one.until([&] {
      AttributeHandleSet reflected;
      for (const Reflection &reflection : one.told.reflections)
      {
         for (const auto &[handle, value] : reflection.values)
         {
            reflected.insert(handle);
         }
      }
      return reflected == attributes;
   }));
   AttributeHandleValueMap values;
   for (const AttributeHandle &attribute : attributes)
   {
      values[attribute] = bytes("mine");
   }
   const ObjectInstanceHandle object = shared_car({attribute(L"Speed")});
   refused<AttributeNotDefined>([&] { one.rti->updateAttributeValues(object, values, VariableLengthData()); });
}

TEST_F(Objects, an_interaction_is_received)
{
   join();
   const ParameterHandle what = one.rti->getParameterHandle(message(), L"Text");
   one.rti->publishInteractionClass(message());
   two.rti->subscribeInteractionClass(message());
   ASSERT_TRUE(one.until("turnInteractionsOn"));

   one.rti->sendInteraction(message(), {{what, bytes("hello")}}, bytes("tag"));

   ASSERT_TRUE(two.until([&] { return !two.told.interactions.empty(); }));
   const Interaction &interaction = two.told.interactions.front();
   EXPECT_TRUE(interaction.of == message());
   EXPECT_EQ(text(interaction.values.at(what)), "hello");
   EXPECT_EQ(interaction.tag, "tag");
   EXPECT_EQ(one.rti->getInteractionClassName(message()), L"HLAinteractionRoot.Message");
   EXPECT_EQ(one.rti->getParameterName(message(), what), L"Text");
}

TEST_F(Objects, values_of_no_length_arrive)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});

   one.rti->updateAttributeValues(object, {{speed, VariableLengthData()}}, VariableLengthData());

   ASSERT_TRUE(two.until([&] { return !two.told.reflections.empty(); }));
   EXPECT_EQ(two.told.reflections.front().values.at(speed).size(), 0u);
}

TEST_F(Objects, a_deleted_instance_is_removed)
{
   join();
   const ObjectInstanceHandle object = shared_car({attribute(L"Speed")});

   one.rti->deleteObjectInstance(object, bytes("gone"));

   ASSERT_TRUE(two.until([&] { return !two.told.removals.empty(); }));
   EXPECT_TRUE(two.told.removals.front().of == object);
   EXPECT_EQ(two.told.removals.front().tag, "gone");
   refused<ObjectInstanceNotKnown>([&] { one.rti->deleteObjectInstance(object, VariableLengthData()); });
}

TEST_F(Objects, values_are_asked_for_at_an_instance_and_at_a_class)
{
   join();
   const AttributeHandleSet attributes = {attribute(L"Speed"), attribute(L"Doors")};
   const ObjectInstanceHandle object = shared_car(attributes);

   two.rti->requestAttributeValueUpdate(object, attributes, bytes("instance"));
   EXPECT_TRUE(one.until("provide 2 instance"));
   two.rti->requestAttributeValueUpdate(car(), {attribute(L"Speed")}, bytes("class"));
   EXPECT_TRUE(one.until("provide 1 class"));
}

TEST_F(Objects, advisories_tell_of_the_update_rate)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   one.rti->publishObjectClassAttributes(car(), {speed});
   one.rti->registerObjectInstance(car());
   two.rti->subscribeObjectClassAttributes(car(), {speed}, true, L"Slow");

   EXPECT_TRUE(one.until("startRegistration"));
   EXPECT_TRUE(one.until("updates on 1 Slow"));
   EXPECT_DOUBLE_EQ(two.rti->getUpdateRateValue(L"Slow"), 2.0);
   refused<InvalidUpdateRateDesignator>([&] { two.rti->getUpdateRateValue(L"Never"); });
}

TEST_F(Objects, handles_are_decoded_from_what_they_encode)
{
   join();
   const ObjectInstanceHandle object = shared_car({attribute(L"Speed")});

   EXPECT_TRUE(one.rti->decodeFederateHandle(one_handle.encode()) == one_handle);
   EXPECT_TRUE(one.rti->decodeObjectClassHandle(car().encode()) == car());
   EXPECT_TRUE(one.rti->decodeInteractionClassHandle(message().encode()) == message());
   EXPECT_TRUE(one.rti->decodeObjectInstanceHandle(object.encode()) == object);
   EXPECT_TRUE(one.rti->decodeAttributeHandle(attribute(L"Speed").encode()) == attribute(L"Speed"));
   refused<CouldNotDecode>([&] { one.rti->decodeRegionHandle(bytes("short")); });
}

#if HYLA_EDITION == 2010
TEST_F(Objects, transportation_types_are_the_two_of_the_enumeration)
{
   join();
   EXPECT_EQ(one.rti->getTransportationType(L"HLAreliable"), RELIABLE);
   EXPECT_EQ(one.rti->getTransportationType(BEST_EFFORT_NAME), BEST_EFFORT);
   EXPECT_EQ(one.rti->getTransportationName(BEST_EFFORT), BEST_EFFORT_NAME);
   // The federation's own type does not always arrive.
   EXPECT_EQ(one.rti->getTransportationType(L"Telemetry"), BEST_EFFORT);
   refused<InvalidTransportationName>([&] { one.rti->getTransportationType(L"Pigeon"); });
   refused<InvalidTransportationType>([&] { one.rti->getTransportationName(static_cast<TransportationType>(3)); });

   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});
   one.rti->requestAttributeTransportationTypeChange(object, {speed}, BEST_EFFORT);
   ASSERT_TRUE(one.until("transportation changed 1 best effort"));
   two.rti->queryAttributeTransportationType(object, speed);
   EXPECT_TRUE(two.until("transportation best effort"));
   refused<InvalidTransportationType>([&] {
      one.rti->requestAttributeTransportationTypeChange(object, {speed}, static_cast<TransportationType>(3));
   });
}
#else
TEST_F(Objects, transportation_types_have_handles)
{
   join();
   const TransportationTypeHandle telemetry = one.rti->getTransportationTypeHandle(L"Telemetry");
   EXPECT_EQ(one.rti->getTransportationTypeName(telemetry), L"Telemetry");
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});

   one.rti->requestAttributeTransportationTypeChange(object, {speed}, telemetry);

   const std::wstring wide = telemetry.toString();
   const std::string handle(wide.begin(), wide.end());
   ASSERT_TRUE(one.until("transportation changed 1 " + handle));
   two.rti->queryAttributeTransportationType(object, speed);
   EXPECT_TRUE(two.until("transportation " + handle));
   refused<InvalidTransportationTypeHandle>(
      [&] { one.rti->getTransportationTypeName(TransportationTypeHandle()); });
}

TEST_F(Objects, directed_interactions_reach_the_owner)
{
   join();
   const ObjectInstanceHandle object = shared_car({attribute(L"Speed")});
   const InteractionClassHandle stop = one.rti->getInteractionClassHandle(L"Order.Stop");
   const ParameterHandle where = one.rti->getParameterHandle(stop, L"Where");
   one.rti->subscribeObjectClassDirectedInteractions(car(), {stop});
   two.rti->publishObjectClassDirectedInteractions(car(), {stop});

   // The sender is not notified when the subscription has reached it: it sends until one arrives.
   ASSERT_TRUE(one.until([&] {
      two.rti->sendDirectedInteraction(stop, object, {{where, bytes("here")}}, bytes("now"));
      return !one.told.directed.empty();
   }));
   EXPECT_EQ(text(one.told.directed.front().values.at(where)), "here");
   EXPECT_TRUE(one.told.directed.front().producer == two_handle);
}

TEST_F(Objects, members_are_reported)
{
   join();
   two.rti->listFederationExecutionMembers(name);
   ASSERT_TRUE(two.until("reportFederationExecutionMembers"));
   EXPECT_EQ(two.told.members.size(), 2u);
   EXPECT_EQ(two.told.members.front().second, L"tester");
   two.rti->listFederationExecutionMembers(L"nowhere");
   EXPECT_TRUE(two.until("reportFederationExecutionDoesNotExist"));
}

TEST_F(Objects, switches_are_set_and_read)
{
   join();
   one.rti->setAttributeScopeAdvisorySwitch(true);
   EXPECT_TRUE(one.rti->getAttributeScopeAdvisorySwitch());
   one.rti->setAttributeScopeAdvisorySwitch(false);
   EXPECT_FALSE(one.rti->getAttributeScopeAdvisorySwitch());
   EXPECT_EQ(one.rti->getAutomaticResignDirective(), CANCEL_THEN_DELETE_THEN_DIVEST);
   one.rti->setAutomaticResignDirective(NO_ACTION);
   EXPECT_EQ(one.rti->getAutomaticResignDirective(), NO_ACTION);
}
#endif
