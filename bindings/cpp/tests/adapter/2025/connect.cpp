// How federates connect in this edition: with and without a configuration and credentials.
#include "../call.h"
#include "../listener.h"

using namespace over;

namespace
{
bool empty(const hyla_configuration *configuration)
{
   return configuration == nullptr
          || (configuration->configuration_name.length == 0 && configuration->rti_address.length == 0
              && configuration->additional_settings.length == 0);
}

// Credentials of the standard's types by their own classes.
std::unique_ptr<Credentials> read(const hyla_credentials &credentials)
{
   const std::wstring type = text(credentials.type_name);
   if (type == HLAnoCredentialsType && credentials.data.length == 0)
   {
      return std::make_unique<HLAnoCredentials>();
   }
   if (type == HLAplainTextPasswordType)
   {
      return std::make_unique<HLAplainTextPassword>(data(credentials.data));
   }
   return std::make_unique<Credentials>(type, data(credentials.data));
}

ConfigurationResult connect(
   Ambassador &own,
   FederateAmbassador &listener,
   CallbackModel model,
   const hyla_configuration *configuration,
   const hyla_credentials *credentials)
{
   if (empty(configuration))
   {
      return credentials == nullptr ? own->connect(listener, model) : own->connect(listener, model, *read(*credentials));
   }
   RtiConfiguration wanted = RtiConfiguration::createConfiguration();
   wanted.withConfigurationName(text(configuration->configuration_name))
      .withRtiAddress(text(configuration->rti_address))
      .withAdditionalSettings(text(configuration->additional_settings));
   return credentials == nullptr ? own->connect(listener, model, wanted)
                                 : own->connect(listener, model, wanted, *read(*credentials));
}
}

hyla_exception hyla_connect_with_configuration(
   hyla_rti rti,
   const hyla_federate_ambassador *ambassador,
   hyla_callback_model model,
   const hyla_configuration *configuration,
   const hyla_credentials *credentials,
   hyla_owned_configuration_result *out)
{
   auto listener = listen(*ambassador);
   return get(rti, out, [&](Ambassador &own) {
      const ConfigurationResult result =
         connect(own, *listener, static_cast<CallbackModel>(model), configuration, credentials);
      own.listen(std::move(listener));
      return result;
   });
}

hyla_exception hyla_connect(
   hyla_rti rti,
   const hyla_federate_ambassador *ambassador,
   hyla_callback_model model,
   hyla_text settings)
{
   auto listener = listen(*ambassador);
   return call(rti, [&](Ambassador &own) {
      const hyla_configuration configuration = {{}, {}, settings};
      connect(own, *listener, static_cast<CallbackModel>(model), &configuration, nullptr);
      own.listen(std::move(listener));
   });
}
