// Members of Recorder: the callbacks in the form of 2025. Included within the class.

   std::vector<std::pair<std::wstring, std::wstring>> members;
   std::vector<Interaction> directed;

   void reportFederationExecutionMembers(
      const std::wstring &, const FederationExecutionMemberInformationVector &report) override
   {
      for (const FederationExecutionMemberInformation &member : report)
      {
         members.emplace_back(member.federateName, member.federateType);
      }
      note("reportFederationExecutionMembers");
   }

   void reportFederationExecutionDoesNotExist(const std::wstring &) override
   {
      note("reportFederationExecutionDoesNotExist");
   }

   void flushQueueGrant(const LogicalTime &time, const LogicalTime &optimistic) override
   {
      note("flushed " + narrow(time.toString()) + " " + narrow(optimistic.toString()));
   }

   void discoverObjectInstance(
      const ObjectInstanceHandle &object,
      const ObjectClassHandle &,
      const std::wstring &name,
      const FederateHandle &producer) override
   {
      note("discovered " + narrow(name), [&] {
         discovered.push_back(object);
         discovered_of.push_back(producer);
      });
   }

   void informAttributeOwnership(
      const ObjectInstanceHandle &, const AttributeHandleSet &attributes, const FederateHandle &owner) override
   {
      note("owner of " + std::to_string(attributes.size()), [&] { owners.push_back(owner); });
   }

   void attributeIsNotOwned(const ObjectInstanceHandle &, const AttributeHandleSet &attributes) override
   {
      note("unowned " + std::to_string(attributes.size()));
   }

   void attributeIsOwnedByRTI(const ObjectInstanceHandle &, const AttributeHandleSet &attributes) override
   {
      note("owned by the RTI " + std::to_string(attributes.size()));
   }

   void requestDivestitureConfirmation(
      const ObjectInstanceHandle &, const AttributeHandleSet &attributes, const VariableLengthData &) override
   {
      note("confirm divestiture " + std::to_string(attributes.size()));
   }

   void attributeOwnershipUnavailable(
      const ObjectInstanceHandle &, const AttributeHandleSet &attributes, const VariableLengthData &) override
   {
      note("unavailable " + std::to_string(attributes.size()));
   }

   void reportAttributeTransportationType(
      const ObjectInstanceHandle &, const AttributeHandle &, const TransportationTypeHandle &type) override
   {
      note("transportation " + narrow(type.toString()));
   }

   void confirmAttributeTransportationTypeChange(
      const ObjectInstanceHandle &,
      const AttributeHandleSet &attributes,
      const TransportationTypeHandle &type) override
   {
      note("transportation changed " + std::to_string(attributes.size()) + " " + narrow(type.toString()));
   }

   template <typename Kept>
   static Kept arrival(
      const typename std::remove_reference<decltype(Kept::of)>::type &of,
      const VariableLengthData &tag,
      const FederateHandle &producer)
   {
      Kept kept;
      kept.of = of;
      kept.tag = text(tag);
      kept.producer = producer;
      return kept;
   }

   template <typename Kept, typename Map>
   static Kept arrival(
      const typename std::remove_reference<decltype(Kept::of)>::type &of,
      const Map &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions)
   {
      Kept kept = arrival<Kept>(of, tag, producer);
      see(kept, values);
      kept.transportation = type.toString();
      if (regions != nullptr)
      {
         kept.regions = *regions;
      }
      return kept;
   }

   template <typename Kept>
   static Kept timed(
      Kept kept,
      const LogicalTime &time,
      OrderType sent,
      OrderType received,
      const MessageRetractionHandle *retraction)
   {
      kept.time = time.toString();
      kept.sent_order = sent;
      kept.received_order = received;
      if (retraction != nullptr)
      {
         kept.retraction = *retraction;
      }
      return kept;
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions) override
   {
      keep(reflections, arrival<Reflection>(object, values, tag, type, producer, regions));
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &object,
      const AttributeHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions,
      const LogicalTime &time,
      OrderType sent,
      OrderType received,
      const MessageRetractionHandle *retraction) override
   {
      keep(
         reflections,
         timed(
            arrival<Reflection>(object, values, tag, type, producer, regions), time, sent, received, retraction));
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions) override
   {
      keep(interactions, arrival<Interaction>(interactionClass, values, tag, type, producer, regions));
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer,
      const RegionHandleSet *regions,
      const LogicalTime &time,
      OrderType sent,
      OrderType received,
      const MessageRetractionHandle *retraction) override
   {
      keep(
         interactions,
         timed(
            arrival<Interaction>(interactionClass, values, tag, type, producer, regions),
            time,
            sent,
            received,
            retraction));
   }

   void receiveDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &,
      const ParameterHandleValueMap &values,
      const VariableLengthData &tag,
      const TransportationTypeHandle &type,
      const FederateHandle &producer) override
   {
      keep(directed, arrival<Interaction>(interactionClass, values, tag, type, producer, nullptr));
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &object, const VariableLengthData &tag, const FederateHandle &producer) override
   {
      keep(removals, arrival<Removal>(object, tag, producer));
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &object,
      const VariableLengthData &tag,
      const FederateHandle &producer,
      const LogicalTime &time,
      OrderType sent,
      OrderType received,
      const MessageRetractionHandle *retraction) override
   {
      keep(removals, timed(arrival<Removal>(object, tag, producer), time, sent, received, retraction));
   }
