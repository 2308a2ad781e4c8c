//! Connecting, creating and joining.

use bytes::Bytes;
use fp::fom_module::FomModule as Given;
use hyla_fedpro_messages as fp;

use crate::callback::Urgency;
use crate::testing::{Client, Rti, TRAFFIC, answer, modules, refused};

const OF_2010: &str = "API.version=IEEE 1516-2010";

fn module(given: Given) -> Option<fp::FomModuleSet> {
    let fom_module = Some(given);
    Some(fp::FomModuleSet {
        fom_module: vec![fp::FomModule { fom_module }],
    })
}

#[test]
fn a_join_tells_the_handle_and_the_time() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, "");
    answer!(client, CreateFederationExecutionWithModulesAndTimeRequest {
        federation_name: "join".into(), fom_modules: modules(&[TRAFFIC]),
        logical_time_implementation_name: String::new(),
    } => CreateFederationExecutionWithModulesAndTimeResponse);

    let joined = client.join("join", "one");

    assert_eq!(joined.logical_time_implementation_name, "HLAfloat64Time");
    let handle = joined.federate_handle.unwrap().data;
    assert_eq!(handle.len(), 4);
    assert!(handle.iter().any(|&byte| byte != 0));
    let same = answer!(client, GetFederateHandleRequest { federate_name: "one".into() }
        => GetFederateHandleResponse);
    assert_eq!(same.result.unwrap().data, handle);
}

#[test]
fn modules_of_the_creation_may_be_given_again_with_the_join() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, OF_2010);
    let areas: &[u8] = include_bytes!("../../../../hyla-conformance/foms/bicycles-2025.xml");
    answer!(client, CreateFederationExecutionWithModulesAndTimeRequest {
        federation_name: "again".into(), fom_modules: modules(&[areas, TRAFFIC]),
        logical_time_implementation_name: "HLAinteger64Time".into(),
    } => CreateFederationExecutionWithModulesAndTimeResponse);

    let joined = answer!(client, JoinFederationExecutionWithModulesRequest {
        federate_type: "tester".into(), federation_name: "again".into(),
        additional_fom_modules: modules(&[TRAFFIC, areas]),
    } => JoinFederationExecutionWithModulesResponse);

    let name = joined.result.unwrap().logical_time_implementation_name;
    assert_eq!(name, "HLAinteger64Time");
}

#[test]
fn what_a_connect_ignores_it_names() {
    let rti = Rti::start();
    let mut client = Client::new(&rti);
    let connected = answer!(client, ConnectWithConfigurationRequest {
        rti_configuration: Some(fp::RtiConfiguration {
            configuration_name: "Mine".into(), additional_settings: "a=1\nb=2".into(),
            ..Default::default()
        }),
    } => ConnectWithConfigurationResponse);

    let result = connected.configuration_result.unwrap();
    assert!(!result.configuration_used && !result.address_used);
    assert_eq!(result.additional_settings_result_code, 0);
    assert!(result.message.ends_with("configuration \"Mine\", a, b"));

    let again = refused!(client, ConnectRequest {});
    assert_eq!(again.exception_name, "AlreadyConnected");
    answer!(client, DisconnectRequest {} => DisconnectResponse);
    answer!(client, ConnectRequest {} => ConnectResponse);
}

#[test]
fn faults_of_modules_have_the_names_that_each_library_knows() {
    let rti = Rti::start();
    let create = |client: &mut Client, given: Given, time: &str| {
        refused!(
            client,
            CreateFederationExecutionWithModulesAndTimeRequest {
                federation_name: "faults".into(),
                fom_modules: module(given),
                logical_time_implementation_name: time.into(),
            }
        )
        .exception_name
    };
    let file = |name: &str| {
        Given::File(fp::FileFomModule {
            name: name.into(),
            content: Bytes::from_static(b"<no model"),
        })
    };
    let mut newer = Client::connected(&rti, "");
    let url = || Given::Url("nowhere.xml".into());
    assert_eq!(create(&mut newer, url(), ""), "CouldNotOpenFOM");
    assert_eq!(create(&mut newer, file("x.xml"), ""), "ErrorReadingFOM");

    let mut cpp = Client::connected(&rti, OF_2010);
    assert_eq!(create(&mut cpp, url(), ""), "CouldNotOpenFDD");
    assert_eq!(create(&mut cpp, file("x.xml"), ""), "ErrorReadingFDD");

    let mut java = Client::connected(&rti, OF_2010);
    let (time, broken) = ("HLAfloat64Time", Given::CompressedModule(Bytes::new()));
    assert_eq!(create(&mut java, broken, time), "ErrorReadingFOM");
    let url = Given::Url("file:/home/me/nowhere.xml".into());
    assert_eq!(create(&mut java, url, time), "CouldNotOpenFOM");
}

#[test]
fn a_mim_may_come_along_and_not_by_the_name_of_the_standard_one() {
    let rti = Rti::start();
    let mut client = Client::connected(&rti, "");
    let mim = |given| {
        Some(fp::FomModule {
            fom_module: Some(given),
        })
    };
    let named = refused!(
        client,
        CreateFederationExecutionWithMimRequest {
            federation_name: "mim".into(),
            fom_modules: modules(&[TRAFFIC]),
            mim_module: mim(Given::Url("HLAstandardMIM".into())),
        }
    );
    assert_eq!(named.exception_name, "DesignatorIsHLAstandardMIM");
    let nowhere = refused!(
        client,
        CreateFederationExecutionWithMimAndTimeRequest {
            federation_name: "mim".into(),
            fom_modules: modules(&[TRAFFIC]),
            mim_module: mim(Given::Url("nowhere".into())),
            logical_time_implementation_name: String::new(),
        }
    );
    assert_eq!(nowhere.exception_name, "CouldNotOpenMIM");
}

#[test]
fn a_session_that_ends_resigns_its_federate() {
    let rti = Rti::start();
    let mut stays = Client::joined(&rti, "leaving", "stays", "");
    let leaves = Client::joined(&rti, "leaving", "leaves", "");
    drop(leaves);

    let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
    loop {
        answer!(stays, ListFederationExecutionMembersRequest { federation_name: "leaving".into() }
            => ListFederationExecutionMembersResponse);
        let members = stays.hear(&[], |callback, urgency| {
            assert_eq!(urgency, Urgency::Needed);
            match callback {
                fp::callback_request::CallbackRequest::ReportFederationExecutionMembers(told) => {
                    told.report.clone()
                }
                _ => None,
            }
        });
        if members.federation_execution_member_information.len() == 1 {
            return;
        }
        assert!(std::time::Instant::now() < end, "it stays joined");
    }
}

#[test]
fn services_go_from_thread_to_thread() {
    fn goes<T: Send + 'static>() {}
    goes::<crate::service::Services>();
}
