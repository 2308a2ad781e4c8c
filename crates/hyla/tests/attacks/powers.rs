//! Members that use the management object model without being asked.

use std::io::Write;
use std::net::TcpStream;

use hyla_core::message::{MemberRequest, ToRti, control_frame};
use hyla_types::AttributeHandleSet;

use crate::beside::Scene;
use crate::native::{frame, join, until_closed};

const FEDERATION: &str = "Ruled";
const REPORT: &str = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport.HLAreportFederateLost";

fn request(socket: &mut TcpStream, request: MemberRequest) {
    let mut content = Vec::new();
    control_frame(&ToRti::Member(request), &mut content);
    socket.write_all(&frame(&content)).unwrap();
}

#[test]
fn a_member_takes_no_instance_of_another_and_reports_nothing_about_it() {
    Scene::default().attack(
        |target| {
            let victim = target.federate("");
            victim
                .create_federation_execution(FEDERATION, &[], "")
                .unwrap();
            victim
                .join_federation_execution(Some("victim"), "test", FEDERATION, &[])
                .unwrap();
            let class = victim.object_class_handle("HLAobjectRoot").unwrap();
            let privilege = victim
                .attribute_handle(class, "HLAprivilegeToDeleteObject")
                .unwrap();
            let published = AttributeHandleSet::from([privilege]);
            victim
                .publish_object_class_attributes(class, &published)
                .unwrap();
            let object = victim.register_object_instance(class, None).unwrap();
            let report = victim.interaction_class_handle(REPORT).unwrap();
            let name = victim.parameter_handle(report, "HLAfederateName").unwrap();
            let address = target.address.clone();
            move || {
                let (mut thief, ..) = join(&address, FEDERATION);
                request(
                    &mut thief,
                    MemberRequest::MomModifyAttribute {
                        object,
                        attribute: privilege,
                        owned: true,
                        agreed: true,
                    },
                );
                until_closed(&mut thief);
                let (mut forger, ..) = join(&address, FEDERATION);
                request(
                    &mut forger,
                    MemberRequest::MomReport {
                        class: report,
                        parameters: vec![(name, b"\0\0\0\x06\0v\0i\0c\0t\0i\0m".to_vec())],
                        group: None,
                    },
                );
                until_closed(&mut forger);
                let owns = victim.is_attribute_owned_by_federate(object, privilege);
                assert!(owns.unwrap());
            }
        },
        |rti| rti.until_refused("violation", 2),
    );
}
