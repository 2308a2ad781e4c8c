// Data distribution management.

#include "ambassador/federate.h"

using namespace HYLA_RTI;

class Regions : public TwoFederates
{
protected:
   DimensionHandle lane;

   void start()
   {
      join();
      lane = one.rti->getDimensionHandle(L"Lane");
   }

   RegionHandle region(Federate &federate, unsigned long lower, unsigned long upper)
   {
      const RegionHandle region = federate.rti->createRegion({lane});
      federate.rti->setRangeBounds(region, lane, RangeBounds(lower, upper));
      federate.rti->commitRegionModifications({region});
      return region;
   }
};

TEST_F(Regions, keep_their_bounds)
{
   start();
   const RegionHandle mine = region(one, 10, 20);

   EXPECT_EQ(one.rti->getRangeBounds(mine, lane).getLowerBound(), 10u);
   EXPECT_EQ(one.rti->getRangeBounds(mine, lane).getUpperBound(), 20u);
   EXPECT_EQ(one.rti->getDimensionHandleSet(mine), DimensionHandleSet{lane});
   EXPECT_EQ(one.rti->getDimensionUpperBound(lane), 100u);
   EXPECT_EQ(one.rti->getDimensionName(lane), L"Lane");
   EXPECT_TRUE(one.rti->decodeRegionHandle(mine.encode()) == mine);
   refused<InvalidRangeBound>([&] { one.rti->setRangeBounds(mine, lane, RangeBounds(20, 10)); });
   refused<InvalidRangeBound>([&] { one.rti->setRangeBounds(mine, lane, RangeBounds(0, 1UL << 40)); });
   one.rti->deleteRegion(mine);
   refused<InvalidRegion>([&] { one.rti->getRangeBounds(mine, lane); });
   refused<InvalidRegion>([&] { one.rti->deleteRegion(mine); });
}

TEST_F(Regions, interactions_reach_those_whose_regions_overlap)
{
   start();
   one.rti->publishInteractionClass(message());
   two.rti->subscribeInteractionClassWithRegions(message(), {region(two, 0, 15)});
   ASSERT_TRUE(one.until("turnInteractionsOn"));
   const RegionHandle near = region(one, 10, 20);
   const RegionHandle far = region(one, 50, 60);

   one.rti->sendInteractionWithRegions(message(), {}, {far}, bytes("far"));
   one.rti->sendInteractionWithRegions(message(), {}, {near}, bytes("near"));

   ASSERT_TRUE(two.until([&] { return !two.told.interactions.empty(); }));
   EXPECT_EQ(two.told.interactions.size(), 1u);
   EXPECT_EQ(two.told.interactions.front().tag, "near");
}

TEST_F(Regions, updates_go_by_the_regions_of_each_attribute)
{
   start();
   const AttributeHandle speed = attribute(L"Speed");
   one.rti->publishObjectClassAttributes(car(), {speed});
   const RegionHandle mine = region(one, 10, 20);
   const RegionHandle theirs = region(two, 15, 30);
   two.rti->subscribeObjectClassAttributesWithRegions(car(), {{{speed}, {theirs}}});
#if HYLA_EDITION == 2025
   two.rti->setConveyRegionDesignatorSetsSwitch(true);
#endif

   const ObjectInstanceHandle object = one.rti->registerObjectInstanceWithRegions(car(), {{{speed}, {mine}}});
   ASSERT_TRUE(two.until([&] { return !two.told.discovered.empty(); }));
   one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData());

   ASSERT_TRUE(two.until([&] { return !two.told.reflections.empty(); }));
   const Reflection &reflection = two.told.reflections.front();
#if HYLA_EDITION == 2025
   ASSERT_TRUE(reflection.regions.has_value());
   ASSERT_EQ(reflection.regions->size(), 1u);
   const RegionHandle conveyed = *reflection.regions->begin();
   EXPECT_EQ(two.rti->getRangeBounds(conveyed, lane).getLowerBound(), 10u);
   EXPECT_EQ(two.rti->getRangeBounds(conveyed, lane).getUpperBound(), 20u);
#else
   EXPECT_FALSE(reflection.regions.has_value());
   EXPECT_EQ(one.rti->getAvailableDimensionsForClassAttribute(car(), speed), DimensionHandleSet{lane});
#endif

   one.rti->unassociateRegionsForUpdates(object, {{{speed}, {mine}}});
   one.rti->associateRegionsForUpdates(object, {{{speed}, {mine}}});
   two.rti->requestAttributeValueUpdateWithRegions(car(), {{{speed}, {theirs}}}, bytes("again"));
   EXPECT_TRUE(one.until("provide 1 again"));
   two.rti->unsubscribeObjectClassAttributesWithRegions(car(), {{{speed}, {theirs}}});
   refused<RegionInUseForUpdateOrSubscription>([&] { one.rti->deleteRegion(mine); });
   refused<RegionNotCreatedByThisFederate>([&] { two.rti->deleteRegion(mine); });
}
