//! The traffic model, and calls with its names.

use hyla_core::member::Member;
use hyla_core::message::{MemberRequest, ModuleSource, ToRti};
use hyla_core::outbox::Control;
use hyla_omt::encoding::encode;
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, InteractionClassHandle, ObjectClassHandle,
    ObjectInstanceHandle,
};

use super::World;

/// The object model with vehicles and messages.
pub fn traffic() -> ModuleSource {
    module("traffic.xml", include_bytes!("traffic.xml"))
}

/// A further module: a class and its attribute.
pub fn bicycles() -> ModuleSource {
    module("bicycles.xml", include_bytes!("bicycles.xml"))
}

/// A further module: a dimension that vehicles and messages have in addition, from 0 to 10 unless said otherwise.
pub fn heights() -> ModuleSource {
    module("heights.xml", include_bytes!("heights.xml"))
}

/// The traffic model with other switches: `from` is replaced by `to` in its text.
pub fn traffic_with(from: &str, to: &str) -> ModuleSource {
    let text = std::str::from_utf8(include_bytes!("traffic.xml")).unwrap();
    assert!(text.contains(from), "{from:?} is not in the module");
    module("traffic.xml", text.replace(from, to).as_bytes())
}

fn module(designator: &str, content: &[u8]) -> ModuleSource {
    ModuleSource {
        designator: designator.into(),
        content: content.to_vec(),
    }
}

/// Names of the traffic model, as handles.
impl World {
    /// Handle of a joined node.
    pub fn handle(&self, node: usize) -> FederateHandle {
        self.nodes[node]
            .member
            .handle()
            .expect("the node has joined")
    }

    /// An object class, as the first joined node knows it.
    pub fn class(&self, name: &str) -> ObjectClassHandle {
        self.joined().object_class_handle(name).unwrap()
    }

    /// An interaction class.
    pub fn interaction(&self, name: &str) -> InteractionClassHandle {
        self.joined().interaction_class_handle(name).unwrap()
    }

    /// Attributes of a class.
    pub fn attributes(&self, class: &str, names: &[&str]) -> AttributeHandleSet {
        let class = self.class(class);
        let handle = |name: &&str| self.joined().attribute_handle(class, name).unwrap();
        names.iter().map(handle).collect()
    }

    /// One attribute of a class.
    pub fn attribute(&self, class: &str, name: &str) -> AttributeHandle {
        self.attributes(class, &[name]).iter().next().unwrap()
    }

    fn joined(&self) -> &Member {
        let joined = self.nodes.iter().find(|n| n.member.is_joined() && !n.lost);
        &joined.expect("a node has joined").member
    }

    /// Publishes attributes; settles.
    pub fn publish(&mut self, node: usize, class: &str, names: &[&str]) {
        let (handle, set) = (self.class(class), self.attributes(class, names));
        self.call(node, |m, out| {
            m.publish_object_class_attributes(handle, &set, out)
        });
        self.settle();
    }

    /// Subscribes attributes actively at full rate; settles.
    pub fn subscribe(&mut self, node: usize, class: &str, names: &[&str]) {
        self.subscribe_at(node, class, names, "");
    }

    /// Subscribes attributes actively at a rate; settles.
    pub fn subscribe_at(&mut self, node: usize, class: &str, names: &[&str], rate: &str) {
        use hyla_core::declaration::Activity::Active;
        let (handle, set) = (self.class(class), self.attributes(class, names));
        self.call(node, |m, out| {
            m.subscribe_object_class_attributes(handle, &set, Active, rate, out)
        });
        self.settle();
    }

    /// Registers an instance without a name; nothing is carried yet.
    pub fn register(&mut self, node: usize, class: &str) -> ObjectInstanceHandle {
        let class = self.class(class);
        self.call(node, |m, out| m.register_object_instance(class, None, out))
    }

    /// Deletes an instance; nothing is carried yet.
    pub fn delete(&mut self, node: usize, object: ObjectInstanceHandle) {
        self.call(node, |m, out| {
            m.delete_object_instance(object, &[], None, out)
        });
    }

    /// Updates one attribute; nothing is carried yet.
    pub fn update(
        &mut self,
        node: usize,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        value: &[u8],
    ) {
        self.call(node, |m, out| {
            m.update_attribute_values(object, &[(attribute, value)], &[], None, out)
        });
    }

    /// One federate sends `HLAmodifyAttributeState` about another.
    pub fn modify_attribute_state(
        &mut self,
        (by, about): (usize, usize),
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
        owned: bool,
    ) {
        let class = "HLAinteractionRoot.HLAmanager.HLAfederate.HLAadjust.HLAmodifyAttributeState";
        let class = self.interaction(class);
        let values = [
            ("HLAfederate", encode(&self.handle(about))),
            ("HLAobjectInstance", encode(&object)),
            ("HLAattribute", encode(&attribute)),
            ("HLAattributeState", encode(&i32::from(owned))),
        ];
        let member = &self.nodes[by].member;
        let parameters = values.map(|(name, value)| {
            let parameter = member.parameter_handle(class, name);
            (parameter.unwrap(), value)
        });
        self.call(by, |_, out| {
            out.control(&ToRti::Member(MemberRequest::MomInteraction {
                class,
                parameters: parameters.into(),
            }));
            Ok(())
        });
        self.settle();
    }
}
