// Connecting, as in 2025: with a configuration and credentials, each of which may be left out.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
ConfigurationResult Ambassador::connect(FederateAmbassador &federate, CallbackModel model)
{
   return connect_with(federate, model, nullptr, nullptr);
}

ConfigurationResult Ambassador::connect(
   FederateAmbassador &federate, CallbackModel model, const RtiConfiguration &configuration)
{
   return connect_with(federate, model, &configuration, nullptr);
}

ConfigurationResult Ambassador::connect(
   FederateAmbassador &federate, CallbackModel model, const Credentials &credentials)
{
   return connect_with(federate, model, nullptr, &credentials);
}

ConfigurationResult Ambassador::connect(
   FederateAmbassador &federate,
   CallbackModel model,
   const RtiConfiguration &configuration,
   const Credentials &credentials)
{
   return connect_with(federate, model, &configuration, &credentials);
}

ConfigurationResult Ambassador::connect_with(
   FederateAmbassador &federate,
   CallbackModel model,
   const RtiConfiguration *configuration,
   const Credentials *credentials)
{
   const RtiConfiguration none;
   const RtiConfiguration &given = configuration != nullptr ? *configuration : none;
   const LentText name(given.configurationName());
   const LentText address(given.rtiAddress());
   const LentText settings(given.additionalSettings());
   const hyla_configuration lent_configuration = {name, address, settings};

   const LentText type(credentials != nullptr ? credentials->getType() : std::wstring());
   const hyla_bytes data = credentials != nullptr ? lend(credentials->getData()) : hyla_bytes{nullptr, 0};
   const hyla_credentials lent_credentials = {type, data};

   const hyla_federate_ambassador table = callbacks(federate);
   hyla_owned_configuration_result made;
   check(hyla_connect_with_configuration(
      _rti,
      &table,
      static_cast<hyla_callback_model>(model),
      configuration != nullptr ? &lent_configuration : nullptr,
      credentials != nullptr ? &lent_credentials : nullptr,
      &made));
   // Belongs to us from here on, whatever happens.
   const std::unique_ptr<hyla_owned_configuration_result, void (*)(hyla_owned_configuration_result *)> owner(
      &made, [](hyla_owned_configuration_result *result) { hyla_owned_configuration_result_free(*result); });
   return ConfigurationResult(
      made.configuration_used,
      made.address_used,
      static_cast<AdditionalSettingsResultCode>(made.additional_settings_result),
      wide(hyla_text{made.message.data, made.message.length}));
}
}
