// Members of Recorder: the callbacks in the form of 2010. Included within the class.

   void discoverObjectInstance(ObjectInstanceHandle object, ObjectClassHandle, const std::wstring &name) override
   {
      note("discovered " + narrow(name), [&] { discovered.push_back(object); });
   }

   void discoverObjectInstance(
      ObjectInstanceHandle object, ObjectClassHandle, const std::wstring &name, FederateHandle producer) override
   {
      note("discovered " + narrow(name), [&] {
         discovered.push_back(object);
         discovered_of.push_back(producer);
      });
   }

   void informAttributeOwnership(ObjectInstanceHandle, AttributeHandle, FederateHandle owner) override
   {
      note("owner of 1", [&] { owners.push_back(owner); });
   }

   void attributeIsNotOwned(ObjectInstanceHandle, AttributeHandle) override
   {
      note("unowned 1");
   }

   void attributeIsOwnedByRTI(ObjectInstanceHandle, AttributeHandle) override
   {
      note("owned by the RTI 1");
   }

   void requestDivestitureConfirmation(ObjectInstanceHandle, const AttributeHandleSet &attributes) override
   {
      note("confirm divestiture " + std::to_string(attributes.size()));
   }

   void attributeOwnershipUnavailable(ObjectInstanceHandle, const AttributeHandleSet &attributes) override
   {
      note("unavailable " + std::to_string(attributes.size()));
   }

   void reportAttributeTransportationType(
      ObjectInstanceHandle, AttributeHandle, TransportationType type) override
   {
      note(std::string("transportation ") + (type == RELIABLE ? "reliable" : "best effort"));
   }

   void confirmAttributeTransportationTypeChange(
      ObjectInstanceHandle, AttributeHandleSet attributes, TransportationType type) override
   {
      note(
         std::string("transportation changed ") + std::to_string(attributes.size()) +
         (type == RELIABLE ? " reliable" : " best effort"));
   }

   template <typename Kept, typename Info>
   static Kept arrival(
      const typename std::remove_reference<decltype(Kept::of)>::type &of,
      const VariableLengthData &tag,
      OrderType sent,
      const Info &info)
   {
      Kept kept;
      kept.of = of;
      kept.tag = text(tag);
      kept.sent_order = sent;
      if (info.hasProducingFederate)
      {
         kept.producer = info.producingFederate;
      }
      return kept;
   }

   template <typename Kept, typename Map, typename Info>
   static Kept arrival(
      const typename std::remove_reference<decltype(Kept::of)>::type &of,
      const Map &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      const Info &info)
   {
      Kept kept = arrival<Kept>(of, tag, sent, info);
      see(kept, values);
      kept.transportation = type == RELIABLE ? L"HLAreliable" : L"HLAbestEffort";
      if (info.hasSentRegions)
      {
         kept.regions = info.sentRegions;
      }
      return kept;
   }

   template <typename Kept>
   static Kept timed(Kept kept, const LogicalTime &time, OrderType received)
   {
      kept.time = time.toString();
      kept.received_order = received;
      return kept;
   }

   template <typename Kept>
   static Kept retractable(Kept kept, const MessageRetractionHandle &retraction)
   {
      kept.retraction = retraction;
      return kept;
   }

   void reflectAttributeValues(
      ObjectInstanceHandle object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      SupplementalReflectInfo info) override
   {
      keep(reflections, arrival<Reflection>(object, values, tag, sent, type, info));
   }

   void reflectAttributeValues(
      ObjectInstanceHandle object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      const LogicalTime &time,
      OrderType received,
      SupplementalReflectInfo info) override
   {
      keep(reflections, timed(arrival<Reflection>(object, values, tag, sent, type, info), time, received));
   }

   void reflectAttributeValues(
      ObjectInstanceHandle object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      const LogicalTime &time,
      OrderType received,
      MessageRetractionHandle handle,
      SupplementalReflectInfo info) override
   {
      keep(
         reflections,
         retractable(timed(arrival<Reflection>(object, values, tag, sent, type, info), time, received), handle));
   }

   void receiveInteraction(
      InteractionClassHandle interactionClass,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      SupplementalReceiveInfo info) override
   {
      keep(interactions, arrival<Interaction>(interactionClass, values, tag, sent, type, info));
   }

   void receiveInteraction(
      InteractionClassHandle interactionClass,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      const LogicalTime &time,
      OrderType received,
      SupplementalReceiveInfo info) override
   {
      keep(interactions, timed(arrival<Interaction>(interactionClass, values, tag, sent, type, info), time, received));
   }

   void receiveInteraction(
      InteractionClassHandle interactionClass,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      OrderType sent,
      TransportationType type,
      const LogicalTime &time,
      OrderType received,
      MessageRetractionHandle handle,
      SupplementalReceiveInfo info) override
   {
      keep(
         interactions,
         retractable(
            timed(arrival<Interaction>(interactionClass, values, tag, sent, type, info), time, received), handle));
   }

   void removeObjectInstance(
      ObjectInstanceHandle object, const VariableLengthData &tag, OrderType sent, SupplementalRemoveInfo info) override
   {
      keep(removals, arrival<Removal>(object, tag, sent, info));
   }

   void removeObjectInstance(
      ObjectInstanceHandle object,
      const VariableLengthData &tag,
      OrderType sent,
      const LogicalTime &time,
      OrderType received,
      SupplementalRemoveInfo info) override
   {
      keep(removals, timed(arrival<Removal>(object, tag, sent, info), time, received));
   }

   void removeObjectInstance(
      ObjectInstanceHandle object,
      const VariableLengthData &tag,
      OrderType sent,
      const LogicalTime &time,
      OrderType received,
      MessageRetractionHandle handle,
      SupplementalRemoveInfo info) override
   {
      keep(removals, retractable(timed(arrival<Removal>(object, tag, sent, info), time, received), handle));
   }
