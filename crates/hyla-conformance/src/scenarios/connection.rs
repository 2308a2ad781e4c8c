//! Connections (clauses 4.2 to 4.4), callbacks on them, and services without one.

use std::time::Duration;

use hyla_core::callback::NullFederateAmbassador;
use hyla_types::{
    AdditionalSettingsResultCode, CallbackModel, ConfigurationResult, Credentials, Edition,
    Exception, ExceptionKind, ResignAction, RtiConfiguration,
};

use crate::federate::Seen;
use crate::scenarios::scenarios;
use crate::world::{World, raises};

/// A configuration by which a federate of the world connects with these settings, where that exists.
fn configuration(world: &World, settings: &str) -> Option<RtiConfiguration> {
    let exists = world.edition == Edition::Hla2025 && world.face.has_hyla_settings();
    exists.then(|| RtiConfiguration {
        rti_address: world.parsed_settings().rti.address.to_string(),
        additional_settings: settings.into(),
        ..RtiConfiguration::default()
    })
}

/// Connects with a configuration.
fn configured(
    world: &World,
    configuration: &RtiConfiguration,
    credentials: Option<Credentials>,
) -> Result<ConfigurationResult, Exception> {
    let (nobody, evoked) = (Box::new(NullFederateAmbassador), CallbackModel::Evoked);
    let rti = world.ambassador();
    rti.connect_with_configuration(nobody, evoked, configuration, credentials)
}

scenarios! {
    /// 4.2
    fn an_ambassador_connects_once_at_a_time(world) {
        let federate = world.connected();

        let nobody = Box::new(NullFederateAmbassador);
        let again = federate.rti.connect(nobody, world.callbacks(), world.settings());

        raises(world, ExceptionKind::AlreadyConnected, again);
    }

    /// 4.3
    fn an_ambassador_may_disconnect_twice(world) {
        let federate = world.connected();

        federate.rti.disconnect().unwrap();
        federate.rti.disconnect().unwrap();

        raises(world, ExceptionKind::NotConnected, federate.rti.list_federation_executions());
    }

    /// 4.2, 4.3
    fn an_ambassador_that_has_disconnected_connects_again(world) {
        let federate = world.connected();
        federate.rti.disconnect().unwrap();

        let nobody = Box::new(NullFederateAmbassador);
        federate.rti.connect(nobody, world.callbacks(), world.settings()).unwrap();

        federate.rti.list_federation_executions().unwrap();
    }

    /// 4.2
    fn connecting_to_an_address_without_an_rti_fails(world) {
        if !world.face.has_hyla_settings() {
            return;
        }
        let rti = world.ambassador();

        let nobody = "rti.address = 127.0.0.1:1; timeout.connect_ms = 2000";
        let outcome = rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Evoked, nobody);

        raises(world, ExceptionKind::ConnectionFailed, outcome);
    }

    /// 4.2
    fn connecting_with_callbacks_that_the_process_model_lacks_fails(world) {
        if !world.face.has_hyla_settings() {
            return;
        }
        let rti = world.ambassador();

        let wrong = "process.model = single-threaded";
        let outcome =
            rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Immediate, wrong);

        raises(world, ExceptionKind::UnsupportedCallbackModel, outcome);
    }

    /// 4.2
    fn connecting_with_a_setting_that_does_not_exist_fails_with_the_one_that_does(world) {
        if !world.face.has_hyla_settings() || !world.face.refuses_wrong_settings(world.edition) {
            return;
        }
        let rti = world.ambassador();

        let wrong = "process.modle = single-threaded";
        let outcome = rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Evoked, wrong);

        let exception = outcome.unwrap_err();
        let expected = if world.edition == Edition::Hla2010 {
            ExceptionKind::InvalidLocalSettingsDesignator
        } else {
            ExceptionKind::RTIinternalError
        };
        assert_eq!(exception.kind, expected);
        assert!(exception.message.contains("process.model"), "{exception}");
    }

    /// 4.2 in 2025
    fn a_configuration_whose_settings_cannot_be_read_says_so(world) {
        let Some(configuration) = configuration(world, "no.such = setting") else {
            return;
        };

        let result = configured(world, &configuration, None).unwrap();

        assert!(result.address_used);
        let failed = AdditionalSettingsResultCode::SettingsFailedToParse;
        assert_eq!(result.additional_settings_result, failed);
    }

    /// 4.2 in 2025
    fn a_configuration_whose_settings_are_applied_says_so(world) {
        let Some(configuration) = configuration(world, "timeout.call_ms = 9000") else {
            return;
        };

        let result = configured(world, &configuration, Some(Credentials::none())).unwrap();

        let applied = AdditionalSettingsResultCode::SettingsApplied;
        assert_eq!(result.additional_settings_result, applied);
    }

    /// 4.2 in 2025
    fn a_password_for_an_rti_without_users_is_refused(world) {
        let Some(configuration) = configuration(world, "timeout.call_ms = 9000") else {
            return;
        };

        let password = Credentials::plain_text_password("secret");
        let outcome = configured(world, &configuration, Some(password));

        raises(world, ExceptionKind::Unauthorized, outcome);
    }

    /// 4.2 in 2025
    fn the_address_of_a_configuration_may_be_that_of_a_central_rti_component(world) {
        let Some(mut configuration) = configuration(world, "timeout.call_ms = 9000") else {
            return;
        };
        if configuration.rti_address == "embedded" {
            return;
        }

        configuration.rti_address = format!("crcAddress={}", configuration.rti_address);
        let result = configured(world, &configuration, None).unwrap();

        assert!(result.address_used);
    }

    /// 4.4
    fn federates_hear_that_the_rti_is_gone(world) {
        let (joined, connected) = (world.joined("a"), world.connected());
        if !world.stop_server() {
            return;
        }

        for federate in [&joined, &connected] {
            federate.sees(&Seen::ConnectionLost);
            raises(world, ExceptionKind::NotConnected, federate.rti.list_federation_executions());
        }
        let outcome = joined.rti.resign_federation_execution(ResignAction::NoAction);
        raises(world, ExceptionKind::NotConnected, outcome);
    }

    /// 10.43, 10.44 in 2010, 10.59, 10.60 in 2025
    fn callbacks_wait_while_disabled(world) {
        let a = world.joined("a");
        a.rti.disable_callbacks().unwrap();

        a.rti.list_federation_executions().unwrap();
        world.settle_requests(&[&a]);
        assert_eq!(a.diary(), []);
        a.rti.enable_callbacks().unwrap();
        a.expect("the list", |s| matches!(s, Seen::Executions(_)).then_some(()));
    }

    /// 10.41, 10.42 in 2010, 10.57, 10.58 in 2025
    fn evoking_says_that_no_callbacks_wait(world) {
        let a = world.joined("a");
        a.rti.list_federation_executions().unwrap();
        a.expect("the list", |s| matches!(s, Seen::Executions(_)).then_some(()));

        assert!(!a.rti.evoke_callback(Duration::ZERO).unwrap());
        if world.wiring.is_immediate {
            assert!(!a.rti.evoke_multiple_callbacks(Duration::ZERO, Duration::ZERO).unwrap());
        }
    }

    /// 2: services that need membership raise what is missing.
    fn without_a_connection_that_is_what_is_missing(world) {
        let rti = world.ambassador();

        let outcome = rti.object_class_handle("HLAobjectRoot");
        raises(world, ExceptionKind::NotConnected, outcome);
        let outcome = rti.join_federation_execution(None, "x", "y", &[]);
        raises(world, ExceptionKind::NotConnected, outcome);
        let outcome = rti.create_federation_execution("y", &[], "");
        raises(world, ExceptionKind::NotConnected, outcome);
    }

    /// 2: services that need membership raise what is missing.
    fn with_a_connection_membership_is_what_is_missing(world) {
        let connected = world.connected();

        let outcome = connected.rti.object_class_handle("HLAobjectRoot");
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
        let outcome = connected.rti.resign_federation_execution(ResignAction::NoAction);
        raises(world, ExceptionKind::FederateNotExecutionMember, outcome);
    }

    /// 4.3
    fn a_member_cannot_disconnect(world) {
        let joined = world.joined("a");

        raises(world, ExceptionKind::FederateIsExecutionMember, joined.rti.disconnect());
    }
}
