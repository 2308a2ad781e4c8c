// Data distribution management.

#include "ambassador/federate.h"

using namespace HYLA_RTI;

class Regions : public TwoFederates
{
protected:
   DimensionHandle x;
   InteractionClassHandle call;

   void start()
   {
      join(L"", L"areas");
      x = one.rti->getDimensionHandle(L"X");
      call = one.rti->getInteractionClassHandle(L"Call");
   }

   RegionHandle region(Federate &federate, unsigned long lower, unsigned long upper)
   {
      const RegionHandle region = federate.rti->createRegion({x});
      federate.rti->setRangeBounds(region, x, RangeBounds(lower, upper));
      federate.rti->commitRegionModifications({region});
      return region;
   }
};

TEST_F(Regions, keep_their_bounds)
{
   start();
   const RegionHandle mine = region(one, 10, 20);

   EXPECT_EQ(one.rti->getRangeBounds(mine, x).getLowerBound(), 10u);
   EXPECT_EQ(one.rti->getRangeBounds(mine, x).getUpperBound(), 20u);
   EXPECT_EQ(one.rti->getDimensionHandleSet(mine), DimensionHandleSet{x});
   EXPECT_EQ(one.rti->getDimensionUpperBound(x), 1000u);
   EXPECT_EQ(one.rti->getDimensionName(x), L"X");
   EXPECT_TRUE(one.rti->decodeRegionHandle(mine.encode()) == mine);
   refused<InvalidRangeBound>([&] { one.rti->setRangeBounds(mine, x, RangeBounds(20, 10)); });
   refused<InvalidRangeBound>([&] { one.rti->setRangeBounds(mine, x, RangeBounds(0, 1UL << 40)); });
   one.rti->deleteRegion(mine);
   refused<InvalidRegion>([&] { one.rti->getRangeBounds(mine, x); });
   refused<InvalidRegion>([&] { one.rti->deleteRegion(mine); });
}

TEST_F(Regions, interactions_reach_those_whose_regions_overlap)
{
   start();
#if HYLA_EDITION == 2025
   one.rti->setInteractionRelevanceAdvisorySwitch(true);
#endif
   one.rti->publishInteractionClass(call);
   two.rti->subscribeInteractionClassWithRegions(call, {region(two, 0, 15)});
   ASSERT_TRUE(one.until("turnInteractionsOn"));
   const RegionHandle near = region(one, 10, 20);
   const RegionHandle far = region(one, 50, 60);

   one.rti->sendInteractionWithRegions(call, {}, {far}, bytes("far"));
   one.rti->sendInteractionWithRegions(call, {}, {near}, bytes("near"));

   ASSERT_TRUE(two.until([&] { return !two.told.interactions.empty(); }));
   EXPECT_EQ(two.told.interactions.size(), 1u);
   EXPECT_EQ(two.told.interactions.front().tag, "near");
}

TEST_F(Regions, updates_go_by_the_regions_of_each_attribute)
{
   start();
   const ObjectClassHandle unit = one.rti->getObjectClassHandle(L"Unit");
   const AttributeHandle place = one.rti->getAttributeHandle(unit, L"Place");
   one.rti->publishObjectClassAttributes(unit, {place});
   const RegionHandle mine = region(one, 10, 20);
   const RegionHandle theirs = region(two, 15, 30);
   two.rti->subscribeObjectClassAttributesWithRegions(unit, {{{place}, {theirs}}});
#if HYLA_EDITION == 2025
   two.rti->setConveyRegionDesignatorSetsSwitch(true);
#endif

   const ObjectInstanceHandle object = one.rti->registerObjectInstanceWithRegions(unit, {{{place}, {mine}}});
   ASSERT_TRUE(two.until([&] { return !two.told.discovered.empty(); }));
   one.rti->updateAttributeValues(object, {{place, bytes("x")}}, VariableLengthData());

   ASSERT_TRUE(two.until([&] { return !two.told.reflections.empty(); }));
   const Reflection &reflection = two.told.reflections.front();
   ASSERT_TRUE(reflection.regions.has_value());
   ASSERT_EQ(reflection.regions->size(), 1u);
   const RegionHandle conveyed = *reflection.regions->begin();
   EXPECT_EQ(two.rti->getRangeBounds(conveyed, x).getLowerBound(), 10u);
   EXPECT_EQ(two.rti->getRangeBounds(conveyed, x).getUpperBound(), 20u);
#if HYLA_EDITION == 2010
   EXPECT_EQ(one.rti->getAvailableDimensionsForClassAttribute(unit, place).size(), 3u);
#else
   EXPECT_EQ(one.rti->getAvailableDimensionsForObjectClass(unit).size(), 3u);
#endif
   EXPECT_EQ(one.rti->getAvailableDimensionsForInteractionClass(call).size(), 2u);

   one.rti->unassociateRegionsForUpdates(object, {{{place}, {mine}}});
   one.rti->associateRegionsForUpdates(object, {{{place}, {mine}}});
   two.rti->requestAttributeValueUpdateWithRegions(unit, {{{place}, {theirs}}}, bytes("again"));
   EXPECT_TRUE(one.until("provide 1 again"));
   two.rti->unsubscribeObjectClassAttributesWithRegions(unit, {{{place}, {theirs}}});
   refused<RegionInUseForUpdateOrSubscription>([&] { one.rti->deleteRegion(mine); });
   refused<RegionNotCreatedByThisFederate>([&] { two.rti->deleteRegion(mine); });
}
