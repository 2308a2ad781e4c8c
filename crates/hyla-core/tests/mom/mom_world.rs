//! Federations seen through the MOM: its instances, its interactions, and what the MIM says of both.

#![allow(unreachable_pub)]

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::time::Duration;

use hyla_core::callback::Callback;
use hyla_core::declaration::Activity;
use hyla_core::message::{ModuleSource, Reply};
use hyla_omt::encoding::dynamic::TypeTable;
use hyla_omt::encoding::encode;
use hyla_omt::mim;
use hyla_omt::model::ObjectModel;
use hyla_types::{AttributeHandleSet, Edition, FederateHandle, ObjectInstanceHandle, ResignAction};

use crate::harness::{FEDERATION as EXECUTION, World};

pub const BOTH: [Edition; 2] = [Edition::Hla2010, Edition::Hla2025];
pub const CAR: &str = "HLAobjectRoot.Vehicle.Car";
pub const FEDERATE: &str = "HLAobjectRoot.HLAmanager.HLAfederate";
pub const FEDERATION: &str = "HLAobjectRoot.HLAmanager.HLAfederation";
const MANAGER: &str = "HLAinteractionRoot.HLAmanager";

/// A federation with the MIM of an edition.
pub struct Managed {
    world: World,
    edition: Edition,
    types: TypeTable,
}

/// An interaction of the MOM that a federate received.
#[derive(Clone, Debug)]
pub struct Report {
    /// Path below `HLAmanager`.
    pub path: String,
    /// Encoded parameters by name.
    pub values: BTreeMap<String, Vec<u8>>,
}

impl Deref for Managed {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl DerefMut for Managed {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

/// Full name of an interaction class of the MOM.
pub fn path_of(below: &str) -> String {
    format!("{MANAGER}.{below}")
}

/// `HLAresignAction` as that edition numbers it.
pub fn action(edition: Edition, action: ResignAction) -> Vec<u8> {
    encode(&action.mom_code(edition))
}

fn model(edition: Edition) -> &'static ObjectModel {
    &mim::standard(edition).model
}

/// Paths below `HLAmanager` of the interaction classes in a branch of that name.
pub fn interactions_below(edition: Edition, branch: &str) -> Vec<String> {
    let model = model(edition);
    let paths = (0..model.interaction_classes.len()).map(|at| model.interaction_class_path(at));
    paths
        .filter_map(|path| Some(path.strip_prefix(MANAGER)?.strip_prefix('.')?.to_owned()))
        .filter(|path| path.contains(&format!(".{branch}.")))
        .collect()
}

fn traffic(edition: Edition) -> ModuleSource {
    let content: &[u8] = match edition {
        Edition::Hla2010 => {
            include_bytes!("../../../hyla-conformance/foms/traffic-2010.xml")
        }
        Edition::Hla2025 => {
            include_bytes!("../../../hyla-conformance/foms/traffic-2025.xml")
        }
    };
    ModuleSource {
        designator: "traffic".into(),
        content: content.to_vec(),
    }
}

impl Managed {
    pub fn new(edition: Edition, members: usize) -> Self {
        Self::with(traffic(edition), edition, members)
    }

    /// A federation whose FOM has a subclass of a MOM interaction.
    pub fn with_subclass(members: usize) -> Self {
        let mut fom = traffic(Edition::Hla2025);
        let text = String::from_utf8(fom.content).unwrap();
        let class = |name: &str, inner: &str| {
            format!("<interactionClass><name>{name}</name>{inner}</interactionClass>")
        };
        let special = class(
            "Special",
            "<sharing>PublishSubscribe</sharing><transportation>HLAreliable</transportation>\
             <order>Receive</order><parameter><name>Why</name>\
             <dataType>HLAopaqueData</dataType></parameter>",
        );
        let tree = class("HLArequestPublications", &special);
        let tree = class(
            "HLAmanager",
            &class("HLAfederate", &class("HLArequest", &tree)),
        );
        let root = "<interactionClass><name>HLAinteractionRoot</name>";
        assert!(text.contains(root), "the FOM is written otherwise");
        fom.content = text.replace(root, &format!("{root}{tree}")).into_bytes();
        Self::with(fom, Edition::Hla2025, members)
    }

    fn with(fom: ModuleSource, edition: Edition, members: usize) -> Self {
        let mut world = World::empty();
        for i in 0..members {
            let node = world.connect(edition);
            world.nodes[node].member.set_host("here");
            if i == 0 {
                let request = world.call(node, |m, out| {
                    m.create_federation_execution(EXECUTION, vec![fom.clone()], None, "", out)
                });
                world.settle();
                assert_eq!(world.answer(node, request), Ok(Reply::Done));
            }
            world.join(node, vec![]);
        }
        let types = TypeTable::of_model(&model(edition).data_types);
        Self {
            world,
            edition,
            types,
        }
    }

    /// Names and data types of the attributes that the MIM declares at a class.
    pub fn attributes_of(&self, class: &str) -> Vec<(String, String)> {
        let model = model(self.edition);
        let at = (0..model.object_classes.len())
            .find(|at| model.object_class_path(*at) == class)
            .unwrap();
        let rows = model.object_classes[at].attributes.iter();
        rows.map(|a| (a.name.clone(), a.data_type.clone().unwrap()))
            .collect()
    }

    /// Names and data types of the parameters of an interaction class, inherited ones included.
    fn parameters_of(&self, path: &str) -> Vec<(String, String)> {
        let model = model(self.edition);
        let full = path_of(path);
        let mut parameters = Vec::new();
        for (at, class) in model.interaction_classes.iter().enumerate() {
            let name = model.interaction_class_path(at);
            if full == name || full.starts_with(&format!("{name}.")) {
                let rows = class.parameters.iter();
                parameters.extend(rows.map(|p| (p.name.clone(), p.data_type.clone().unwrap())));
            }
        }
        parameters
    }

    /// Fails unless the bytes are a value of that data type.
    #[track_caller]
    pub fn check(&self, data_type: &str, bytes: &[u8], what: &str) {
        let resolved = self.types.resolve(data_type).unwrap();
        if let Err(error) = resolved.decode(bytes) {
            panic!(
                "{:?}: {what} is no {data_type}: {error}: {bytes:?}",
                self.edition
            );
        }
    }

    /// Fails unless a report has all its parameters and all decode.
    #[track_caller]
    pub fn check_report(&self, report: &Report) {
        for (name, data_type) in self.parameters_of(&report.path) {
            let bytes = report.values.get(&name).unwrap_or_else(|| {
                panic!("{:?}: {} lacks {name}", self.edition, report.path);
            });
            self.check(&data_type, bytes, &name);
        }
    }

    pub fn subscribe_all(&mut self, node: usize, class: &str) {
        let names = self.attributes_of(class);
        let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        self.world.subscribe(node, class, &names);
    }

    /// Subscribes every report but the ones of service invocations.
    pub fn subscribe_reports(&mut self, node: usize) {
        for path in interactions_below(self.edition, "HLAreport") {
            if path.ends_with("HLAreportServiceInvocation") && node != 0 {
                continue;
            }
            let class = self.world.interaction(&path_of(&path));
            self.world.call(node, |m, out| {
                m.subscribe_interaction_class(class, Activity::Active, out)
            });
        }
        self.world.settle();
    }

    /// Sends an interaction of the MOM; everything settles.
    pub fn send(&mut self, node: usize, path: &str, parameters: &[(&str, Vec<u8>)]) {
        let class = self.world.interaction(&path_of(path));
        let member = &self.world.nodes[node].member;
        let values: Vec<_> = parameters
            .iter()
            .map(|(name, value)| {
                (
                    member.parameter_handle(class, name).unwrap(),
                    value.as_slice(),
                )
            })
            .collect();
        self.world
            .call(node, |m, out| m.publish_interaction_class(class, out));
        self.world.call(node, |m, out| {
            m.send_interaction(class, &values, &[], None, out)
        });
        self.world.settle();
    }

    /// Lets a node's callbacks go by.
    pub fn forget(&mut self, node: usize) {
        self.world.settle();
        self.world.told(node);
    }

    /// Interactions of the MOM that wait at a node.
    pub fn reports(&mut self, node: usize) -> Vec<Report> {
        let mut received = Vec::new();
        self.world.show(node, |callback| {
            if let Callback::ReceiveInteraction { class, values, .. } = callback {
                let values: Vec<_> = values.iter().map(|(p, v)| (*p, v.to_vec())).collect();
                received.push((*class, values));
            }
        });
        let member = &self.world.nodes[node].member;
        let reports = received.into_iter().filter_map(|(class, values)| {
            let name = member.interaction_class_name(class).unwrap();
            let path = name
                .strip_prefix(MANAGER)?
                .trim_start_matches('.')
                .to_owned();
            let named = |p| member.parameter_name(class, p).unwrap().to_owned();
            let values = values.into_iter().map(|(p, v)| (named(p), v)).collect();
            Some(Report { path, values })
        });
        reports.collect()
    }

    #[track_caller]
    pub fn only_report(&mut self, node: usize) -> Report {
        let mut reports = self.reports(node);
        assert_eq!(reports.len(), 1, "{reports:?}");
        reports.remove(0)
    }

    /// Values of MOM instances that wait at a node, by name; the last ones count.
    pub fn values(&mut self, node: usize) -> BTreeMap<String, Vec<u8>> {
        let mut reflected = Vec::new();
        self.world.show(node, |callback| {
            if let Callback::ReflectAttributeValues { object, values, .. } = callback
                && object.registrant() == FederateHandle::RTI
            {
                reflected.extend(values.iter().map(|(a, v)| (*object, *a, v.to_vec())));
            }
        });
        let member = &self.world.nodes[node].member;
        let named = reflected.into_iter().map(|(object, attribute, value)| {
            let class = member.known_object_class_handle(object).unwrap();
            let name = member.attribute_name(class, attribute).unwrap();
            (name.to_owned(), value)
        });
        named.collect()
    }

    /// The value of that attribute among those that wait.
    #[track_caller]
    pub fn reflected(&mut self, node: usize, name: &str) -> Vec<u8> {
        let mut values = self.values(node);
        let value = values.remove(name);
        value.unwrap_or_else(|| panic!("no value of {name} in {values:?}"))
    }

    /// Asks for all values of all instances of a class.
    pub fn request_all(&mut self, node: usize, class: &str) -> BTreeMap<String, Vec<u8>> {
        let (handle, set) = self.all_of(class);
        self.world.call(node, |m, out| {
            m.request_class_attribute_value_update(handle, &set, &[], out)
        });
        self.world.settle();
        self.values(node)
    }

    /// Asks for all values of the instance that stands for a federate.
    pub fn request_of(&mut self, node: usize, federate: usize) -> BTreeMap<String, Vec<u8>> {
        let (_, set): (_, AttributeHandleSet) = self.all_of(FEDERATE);
        let federate = self.world.handle(federate);
        let object = ObjectInstanceHandle::of(FederateHandle::RTI, federate.raw() + 1);
        self.world.call(node, |m, out| {
            m.request_attribute_value_update(object, &set, &[], out)
        });
        self.world.settle();
        self.values(node)
    }

    fn all_of(&self, class: &str) -> (hyla_types::ObjectClassHandle, AttributeHandleSet) {
        let names = self.attributes_of(class);
        let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        (
            self.world.class(class),
            self.world.attributes(class, &names),
        )
    }

    /// Tells a member the time.
    pub fn clock(&mut self, node: usize, now: Duration) {
        self.world.call(node, |m, out| {
            m.handle_time(now, out);
            Ok(())
        });
        self.world.settle();
    }

    /// Node 0 listens to everything and to node 1, which has registered, updated, deleted, sent.
    pub fn busy(&mut self) {
        self.subscribe_reports(0);
        let message = self.world.interaction("HLAinteractionRoot.Message");
        self.world.subscribe(0, CAR, &["Speed"]);
        self.world.publish(0, CAR, &["Speed"]);
        self.world.subscribe(1, CAR, &["Name"]);
        self.world.publish(1, CAR, &["Speed"]);
        self.world.call(0, |m, out| {
            m.subscribe_interaction_class(message, Activity::Active, out)
        });
        self.world
            .call(1, |m, out| m.publish_interaction_class(message, out));
        self.world.call(1, |m, out| {
            m.subscribe_interaction_class(message, Activity::Passive, out)
        });
        if self.edition == Edition::Hla2025 {
            let (car, order) = (
                self.world.class(CAR),
                self.world.interaction("HLAinteractionRoot.Order.Stop"),
            );
            let set = hyla_types::InteractionClassHandleSet::from([order]);
            self.world.call(1, |m, out| {
                m.publish_object_class_directed_interactions(car, &set, out)
            });
            self.world.call(1, |m, out| {
                use hyla_core::declaration::DirectedScope::Owned;
                m.subscribe_object_class_directed_interactions(car, &set, Owned, out)
            });
        }
        self.world.call(1, |m, out| {
            m.register_federation_synchronization_point("ready", &[], None, out)
        });
        self.world.settle();
        let speed = self.world.attribute(CAR, "Speed");
        let kept = self.world.register(1, CAR);
        let gone = self.world.register(1, CAR);
        self.world.update(1, kept, speed, &[1]);
        self.world.update(1, kept, speed, &[2]);
        self.world
            .call(1, |m, out| m.send_interaction(message, &[], &[], None, out));
        self.world.quiet();
        self.world.delete(1, gone);
        self.world.quiet();
    }

    /// Parameters that make sense for a request, and the reports that answer it.
    pub fn request_for(&mut self, path: &str) -> (Vec<(&'static str, Vec<u8>)>, Vec<&'static str>) {
        let newer = self.edition == Edition::Hla2025;
        let first = ("HLAFOMmoduleIndicator", encode(&0_i32));
        if let Some(of_federation) = path.strip_prefix("HLAfederation.HLArequest.") {
            return match of_federation {
                "HLArequestSynchronizationPoints" => (
                    vec![],
                    vec!["HLAfederation.HLAreport.HLAreportSynchronizationPoints"],
                ),
                "HLArequestSynchronizationPointStatus" => (
                    if newer {
                        vec![("HLAsyncPointName", encode("ready"))]
                    } else {
                        vec![]
                    },
                    vec!["HLAfederation.HLAreport.HLAreportSynchronizationPointStatus"],
                ),
                "HLArequestFOMmoduleData" => (
                    vec![first],
                    vec!["HLAfederation.HLAreport.HLAreportFOMmoduleData"],
                ),
                "HLArequestMIMdata" => (vec![], vec!["HLAfederation.HLAreport.HLAreportMIMdata"]),
                other => panic!("what answers {other}?"),
            };
        }
        let car = ObjectInstanceHandle::of(self.world.handle(1), 1);
        let mut parameters = vec![("HLAfederate", encode(&self.world.handle(1)))];
        let mut answers = match path.strip_prefix("HLAfederate.HLArequest.").unwrap() {
            "HLArequestPublications" => vec![
                "HLAfederate.HLAreport.HLAreportInteractionPublication",
                "HLAfederate.HLAreport.HLAreportObjectClassPublication",
                "HLAfederate.HLAreport.HLAreportDirectedInteractionPublication",
            ],
            "HLArequestSubscriptions" => vec![
                "HLAfederate.HLAreport.HLAreportInteractionSubscription",
                "HLAfederate.HLAreport.HLAreportObjectClassSubscription",
                "HLAfederate.HLAreport.HLAreportDirectedInteractionSubscription",
            ],
            "HLArequestObjectInstancesThatCanBeDeleted" => {
                vec!["HLAfederate.HLAreport.HLAreportObjectInstancesThatCanBeDeleted"]
            }
            "HLArequestObjectInstancesUpdated" => {
                vec!["HLAfederate.HLAreport.HLAreportObjectInstancesUpdated"]
            }
            "HLArequestObjectInstancesReflected" => {
                vec!["HLAfederate.HLAreport.HLAreportObjectInstancesReflected"]
            }
            "HLArequestUpdatesSent" => vec!["HLAfederate.HLAreport.HLAreportUpdatesSent"],
            "HLArequestInteractionsSent" => vec!["HLAfederate.HLAreport.HLAreportInteractionsSent"],
            "HLArequestDirectedInteractionsSent" => {
                vec!["HLAfederate.HLAreport.HLAreportDirectedInteractionsSent"]
            }
            "HLArequestReflectionsReceived" => {
                vec!["HLAfederate.HLAreport.HLAreportReflectionsReceived"]
            }
            "HLArequestInteractionsReceived" => {
                vec!["HLAfederate.HLAreport.HLAreportInteractionsReceived"]
            }
            "HLArequestDirectedInteractionsReceived" => {
                vec!["HLAfederate.HLAreport.HLAreportDirectedInteractionsReceived"]
            }
            "HLArequestObjectInstanceInformation" => {
                parameters.push(("HLAobjectInstance", encode(&car)));
                vec!["HLAfederate.HLAreport.HLAreportObjectInstanceInformation"]
            }
            "HLArequestFOMmoduleData" => {
                parameters.push(first);
                // Node 1 gave none.
                vec!["HLAfederate.HLAreport.HLAreportMOMexception"]
            }
            other => panic!("what answers {other}?"),
        };
        if !newer {
            answers.retain(|answer| !answer.contains("Directed"));
        }
        (parameters, answers)
    }
}
