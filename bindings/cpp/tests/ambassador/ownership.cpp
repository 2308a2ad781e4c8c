// Ownership management.

#include "ambassador/federate.h"

using namespace HYLA_RTI;

class Ownership : public TwoFederates
{
protected:
   AttributeHandle speed;
   ObjectInstanceHandle object;

   void start()
   {
      join();
      speed = attribute(L"Speed");
      object = shared_car({speed});
      two.rti->publishObjectClassAttributes(car(), {speed});
   }

   void query(Federate &federate)
   {
#if HYLA_EDITION == 2010
      federate.rti->queryAttributeOwnership(object, speed);
#else
      federate.rti->queryAttributeOwnership(object, {speed});
#endif
   }

   void divest()
   {
#if HYLA_EDITION == 2010
      one.rti->unconditionalAttributeOwnershipDivestiture(object, {speed});
#else
      one.rti->unconditionalAttributeOwnershipDivestiture(object, {speed}, bytes("tag"));
#endif
   }

   void acquire_if_available(Federate &federate)
   {
#if HYLA_EDITION == 2010
      federate.rti->attributeOwnershipAcquisitionIfAvailable(object, {speed});
#else
      federate.rti->attributeOwnershipAcquisitionIfAvailable(object, {speed}, VariableLengthData());
#endif
   }
};

TEST_F(Ownership, the_owner_is_told)
{
   start();
   EXPECT_TRUE(one.rti->isAttributeOwnedByFederate(object, speed));
   EXPECT_FALSE(two.rti->isAttributeOwnedByFederate(object, speed));

   query(two);

   ASSERT_TRUE(two.until("owner of 1"));
   EXPECT_TRUE(two.told.owners.front() == one_handle);
}

TEST_F(Ownership, what_was_divested_is_acquired)
{
   start();
   acquire_if_available(two);
   ASSERT_TRUE(two.until("unavailable 1"));
   divest();
   query(one);
   EXPECT_TRUE(one.until("unowned 1"));

   acquire_if_available(two);

   ASSERT_TRUE(two.until("acquired 1"));
   EXPECT_TRUE(two.rti->isAttributeOwnedByFederate(object, speed));
   refused<AttributeNotOwned>([&] {
      one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData());
   });
   refused<AttributeAlreadyBeingAcquired>([&] {
      // Somebody who asks twice for what he does not have yet.
      one.rti->attributeOwnershipAcquisition(object, {speed}, VariableLengthData());
      acquire_if_available(one);
   });
}

TEST_F(Ownership, an_owner_gives_what_is_wanted)
{
   start();
   two.rti->attributeOwnershipAcquisition(object, {speed}, bytes("please"));
   ASSERT_TRUE(one.until("release wanted 1 please"));

   AttributeHandleSet divested;
#if HYLA_EDITION == 2010
   one.rti->attributeOwnershipDivestitureIfWanted(object, {speed}, divested);
#else
   one.rti->attributeOwnershipDivestitureIfWanted(object, {speed}, VariableLengthData(), divested);
#endif

   EXPECT_EQ(divested, AttributeHandleSet{speed});
   EXPECT_TRUE(two.until("acquired 1"));
}

TEST_F(Ownership, a_divestiture_is_negotiated)
{
   start();
   two.rti->attributeOwnershipAcquisition(object, {speed}, bytes("please"));
   one.rti->negotiatedAttributeOwnershipDivestiture(object, {speed}, bytes("offer"));
   ASSERT_TRUE(one.until("confirm divestiture 1"));

   one.rti->confirmDivestiture(object, {speed}, VariableLengthData());

   EXPECT_TRUE(two.until("acquired 1"));
   EXPECT_FALSE(one.rti->isAttributeOwnedByFederate(object, speed));
}

TEST_F(Ownership, attributes_of_the_mom_are_the_rtis)
{
   join();
   const ObjectClassHandle federation = one.rti->getObjectClassHandle(L"HLAmanager.HLAfederation");
   speed = one.rti->getAttributeHandle(federation, L"HLAfederationName");
   one.rti->subscribeObjectClassAttributes(federation, {speed});
   ASSERT_TRUE(one.until([&] { return !one.told.discovered.empty(); }));
   object = one.told.discovered.front();

   query(one);

   EXPECT_TRUE(one.until("owned by the RTI 1"));
}
