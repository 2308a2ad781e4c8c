//! Irregularities of FOM modules are in the log of the RTI, unless it is strict and refuses the modules.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::{FEDERATION, World};
use hyla_core::executive::NoticeLevel;
use hyla_core::message::{ModuleSource, Reply};
use hyla_types::{Edition, ExceptionKind};

fn module(name: &str, objects: &str) -> ModuleSource {
    let text = format!(
        "<objectModel xmlns=\"http://standards.ieee.org/IEEE1516-2010\"><objects><objectClass>\
         <name>HLAobjectRoot</name>{objects}</objectClass></objects></objectModel>"
    );
    ModuleSource {
        designator: name.to_owned(),
        content: text.into_bytes(),
    }
}

fn attribute(name: &str) -> String {
    format!(
        "<attribute><name>{name}</name><dataType>HLAtoken</dataType><updateType>Static</updateType>\
         <ownership>DivestAcquire</ownership><sharing>PublishSubscribe</sharing>\
         <transportation>HLAreliable</transportation><order>Receive</order></attribute>"
    )
}

fn receive_order_of_the_right_to_delete() -> ModuleSource {
    module("odd.xml", &attribute("HLAprivilegeToDeleteObject"))
}

fn warnings(world: &mut World) -> Vec<String> {
    std::iter::from_fn(|| world.rti.poll_notice())
        .filter(|notice| notice.level == NoticeLevel::Warning)
        .inspect(|notice| assert_eq!(notice.federation.as_deref(), Some(FEDERATION)))
        .map(|notice| notice.text)
        .collect()
}

fn create(world: &mut World, fom: ModuleSource) -> Result<Reply, ExceptionKind> {
    let node = world.connect(Edition::Hla2010);
    let request = world.call(node, |m, out| {
        m.create_federation_execution(FEDERATION, vec![fom], None, "", out)
    });
    world.settle();
    world.answer(node, request).map_err(|refusal| refusal.kind)
}

#[test]
fn what_models_in_use_have_wrong_is_accepted_and_logged_with_its_place() {
    let mut world = World::empty();

    let reply = create(&mut world, receive_order_of_the_right_to_delete());

    assert_eq!(reply, Ok(Reply::Done));
    let warnings = warnings(&mut world);
    assert_eq!(warnings.len(), 1, "{warnings:#?}");
    assert!(
        warnings[0].starts_with("object model: odd.xml:1:") && warnings[0].contains("TimeStamp"),
        "{warnings:#?}"
    );
}

#[test]
fn a_strict_rti_refuses_it() {
    let mut world = World::strict();

    let reply = create(&mut world, receive_order_of_the_right_to_delete());

    assert_eq!(reply, Err(ExceptionKind::InconsistentFOM));
}

#[test]
fn a_join_logs_what_is_odd_about_its_own_modules_once() {
    let mut world = World::empty();
    create(&mut world, receive_order_of_the_right_to_delete()).unwrap();
    warnings(&mut world);
    let food = format!(
        "<objectClass><name>Food</name>{}<objectClass><name>Drink</name>{}</objectClass></objectClass>",
        attribute("Mass"),
        attribute("Mass")
    );
    let food = module("food.xml", &food);

    world.join(0, vec![food.clone()]);
    let first = warnings(&mut world);
    world.connect(Edition::Hla2010);
    world.join(1, vec![food]);
    let second = warnings(&mut world);

    assert_eq!(first.len(), 1, "{first:#?}");
    assert!(
        first[0].starts_with("object model: food.xml:1:"),
        "{first:#?}"
    );
    assert!(second.is_empty(), "{second:#?}");
}

#[test]
fn a_long_list_of_oddities_is_cut_short() {
    let mut world = World::empty();
    let many: String = (0..50)
        .map(|number| format!("<objectClass><name>C{number}</name><colour/></objectClass>"))
        .collect();

    create(&mut world, module("many.xml", &many)).unwrap();

    let warnings = warnings(&mut world);
    assert_eq!(warnings.len(), 21, "{warnings:#?}");
    assert!(warnings[20].contains("30 more"), "{}", warnings[20]);
}
