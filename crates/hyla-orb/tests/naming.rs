//! The naming service, through its stubs, as omniORB's client and its `nameclt` see it.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_orb::client::{Client, ResolveError, Stub};
use hyla_orb::exception::SystemKind;
use hyla_orb::naming::CosNaming::{
    BindingIterator, BindingType, NameComponent, NamingContext, NamingContext_NotFoundReason,
    NamingContext_bind_Error, NamingContext_destroy_Error, NamingContext_rebind_Error,
    NamingContext_resolve_Error, NamingContext_unbind_Error, NamingContextExt,
    NamingContextExt_resolve_str_Error, NamingContextExt_to_url_Error,
};
use hyla_orb::naming::{NamingService, NamingSettings, parse_name, show_name};
use hyla_orb::qos::Qos;
use hyla_orb::reference::{Address, ObjectUrl, Reference};

fn start(settings: NamingSettings) -> (NamingService, NamingContextExt) {
    let service = NamingService::listen("127.0.0.1:0", settings).unwrap();
    let root = Client::default()
        .bind(service.root(), &Qos::default())
        .unwrap();
    (service, root)
}

fn name(text: &str) -> Vec<NameComponent> {
    parse_name(text).unwrap()
}

fn context(reference: &Reference) -> NamingContext {
    Client::default().bind(reference, &Qos::default()).unwrap()
}

/// A reference to an object that is never called.
fn object(port: u16) -> Reference {
    let address = Address {
        version: Default::default(),
        host: "sim".to_owned(),
        port,
    };
    ObjectUrl::reference_at(&[address], b"key")
}

#[test]
fn objects_are_bound_found_replaced_and_unbound() {
    let (_service, root) = start(NamingSettings::default());
    let below = context(&root.bind_new_context(&name("sim")).unwrap());

    root.bind(&name("sim/radar.sensor"), &object(1)).unwrap();
    assert_eq!(below.resolve(&name("radar.sensor")).unwrap(), object(1));
    assert_eq!(root.resolve_str("sim/radar.sensor").unwrap(), object(1));
    let again = root.bind(&name("sim/radar.sensor"), &object(2));
    assert!(matches!(
        again,
        Err(NamingContext_bind_Error::NamingContext_AlreadyBound(_))
    ));
    root.rebind(&name("sim/radar.sensor"), &object(2)).unwrap();
    assert_eq!(below.resolve(&name("radar.sensor")).unwrap(), object(2));
    root.unbind(&name("sim/radar.sensor")).unwrap();
    let gone = below.resolve(&name("radar.sensor"));
    assert!(matches!(
        gone,
        Err(NamingContext_resolve_Error::NamingContext_NotFound(_))
    ));
    let gone = below.unbind(&name("radar.sensor"));
    assert!(matches!(
        gone,
        Err(NamingContext_unbind_Error::NamingContext_NotFound(_))
    ));
}

#[test]
fn a_name_that_is_not_found_says_where_it_ends_and_why() {
    let (_service, root) = start(NamingSettings::default());
    root.bind(&name("object"), &object(1)).unwrap();
    root.bind_new_context(&name("context")).unwrap();

    let why = |text: &str| match root.resolve(&name(text)) {
        Err(NamingContext_resolve_Error::NamingContext_NotFound(error)) => {
            (error.why, show_name(&error.rest_of_name))
        }
        other => panic!("{other:?}"),
    };
    let missing = NamingContext_NotFoundReason::missing_node;
    assert_eq!(why("context/a/b"), (missing, "a/b".to_owned()));
    assert_eq!(why("none"), (missing, "none".to_owned()));
    let no_context = NamingContext_NotFoundReason::not_context;
    assert_eq!(why("object/a"), (no_context, "object/a".to_owned()));
    match root.rebind(&name("context"), &object(2)) {
        Err(NamingContext_rebind_Error::NamingContext_NotFound(error)) => {
            assert_eq!(error.why, NamingContext_NotFoundReason::not_object);
        }
        other => panic!("{other:?}"),
    }
    let empty = root.resolve(&[]);
    assert!(matches!(
        empty,
        Err(NamingContext_resolve_Error::NamingContext_InvalidName(_))
    ));
}

#[test]
fn contexts_are_listed_in_pieces_and_ended_when_they_are_empty() {
    let (_service, root) = start(NamingSettings {
        iterators: 1,
        ..NamingSettings::default()
    });
    for number in 0..5 {
        root.bind(&name(&format!("object{number}")), &object(number))
            .unwrap();
    }
    let below = context(&root.bind_new_context(&name("z")).unwrap());

    let (first, iterator) = root.list(2).unwrap();
    assert_eq!(show_name(&first[1].binding_name), "object1");
    let rest: BindingIterator = Client::default().bind(&iterator, &Qos::default()).unwrap();
    assert_eq!(rest.next_n(3).unwrap().1.len(), 3);
    let (more, last) = rest.next_one().unwrap();
    assert!(more && last.binding_type == BindingType::ncontext);
    assert!(!rest.next_one().unwrap().0);
    let (all, none) = root.list(100).unwrap();
    assert!(all.len() == 6 && none.is_nil());
    // A second unfinished list ends the first one.
    let (_, second) = root.list(0).unwrap();
    assert_eq!(
        rest.next_one().unwrap_err().kind,
        SystemKind::ObjectNotExist
    );
    let second: BindingIterator = Client::default().bind(&second, &Qos::default()).unwrap();
    second.destroy().unwrap();
    assert_eq!(
        second.next_one().unwrap_err().kind,
        SystemKind::ObjectNotExist
    );

    let full = root.destroy();
    assert!(matches!(
        full,
        Err(NamingContext_destroy_Error::NamingContext_NotEmpty(_))
    ));
    below.destroy().unwrap();
    let ended = below.resolve(&name("a"));
    assert!(matches!(ended, Err(NamingContext_resolve_Error::System(_))));
}

#[test]
fn a_context_of_another_service_ends_a_name_with_where_to_go_on() {
    let (_here, root) = start(NamingSettings::default());
    let (there, far) = start(NamingSettings::default());
    far.bind(&name("a"), &object(1)).unwrap();
    root.bind_context(&name("far"), there.root()).unwrap();

    assert_eq!(root.resolve(&name("far")).unwrap(), *there.root());
    match root.resolve(&name("far/a")) {
        Err(NamingContext_resolve_Error::NamingContext_CannotProceed(error)) => {
            let found = context(&error.cxt).resolve(&error.rest_of_name).unwrap();
            assert_eq!(found, object(1));
        }
        other => panic!("{other:?}"),
    }
    let own = root.new_context().unwrap();
    root.bind_context(&name("own"), &own).unwrap();
    root.bind(&name("own/a"), &object(2)).unwrap();
    assert_eq!(context(&own).resolve(&name("a")).unwrap(), object(2));
}

#[test]
fn names_survive_in_their_file() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("names");
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("names.txt");
    let settings = || NamingSettings {
        file: Some(file.clone()),
        ..NamingSettings::default()
    };
    let odd = "ein name-mit %, ä und\\/.art";
    {
        let (_service, root) = start(settings());
        root.bind_new_context(&name("sim")).unwrap();
        root.bind_new_context(&name("sim/below")).unwrap();
        root.bind(&name("sim/below/object"), &object(7)).unwrap();
        root.bind(&name(odd), &object(8)).unwrap();
    }

    let (service, root) = start(settings());
    assert_eq!(root.resolve_str("sim/below/object").unwrap(), object(7));
    assert_eq!(root.resolve_str(odd).unwrap(), object(8));
    // New contexts do not reuse numbers.
    root.bind_new_context(&name("new")).unwrap();
    assert_eq!(root.resolve_str("sim/below/object").unwrap(), object(7));
    drop(service);
    std::fs::write(&file, "names 1\nbind 0 object x").unwrap();
    let error = NamingService::listen("127.0.0.1:0", settings()).unwrap_err();
    assert!(
        error.to_string().contains("names.txt:2: no line"),
        "{error}"
    );
}

#[test]
fn names_are_text_and_text_is_names() {
    let (service, root) = start(NamingSettings {
        names: 2,
        ..NamingSettings::default()
    });

    assert_eq!(root.to_string(&name(r"a\/b.c/d")).unwrap(), r"a\/b.c/d");
    assert_eq!(root.to_name("a.b").unwrap()[0].kind, "b");
    assert_eq!(parse_name(".").unwrap()[0].id, "");
    for wrong in ["", "a//b", "/a", "a/", "a.b.c", "a.", r"a\b", r"a\"] {
        assert!(parse_name(wrong).is_err(), "{wrong}");
        assert!(root.to_name(wrong).is_err(), "{wrong}");
    }
    let url = root.to_url(":sim:1", "a b/c").unwrap();
    assert_eq!(url, "corbaname:iiop:1.0@sim:1/NameService#a%20b/c");
    let address = root.to_url("sim", "a");
    assert!(matches!(
        address,
        Err(NamingContextExt_to_url_Error::NamingContextExt_InvalidAddress(_))
    ));
    root.bind(&name("a"), &object(1)).unwrap();
    root.bind(&name("b"), &object(1)).unwrap();
    match root.bind(&name("c"), &object(1)) {
        Err(NamingContext_bind_Error::System(error)) => {
            assert_eq!(error.kind, SystemKind::ImpLimit);
        }
        other => panic!("{other:?}"),
    }
    let missing = root.resolve_str("c");
    assert!(matches!(
        missing,
        Err(NamingContextExt_resolve_str_Error::NamingContext_NotFound(
            _
        ))
    ));
    drop(service);
}

#[test]
fn a_client_resolves_names_also_through_contexts_of_other_services() {
    let (first, root) = start(NamingSettings::default());
    let (second, other) = start(NamingSettings::default());
    root.bind_context(&name("there"), second.root()).unwrap();
    other.bind_new_context(&name("sim")).unwrap();
    other.bind(&name("sim/radar.sensor"), &object(7)).unwrap();
    let client = Client::default();
    let at = |service: &NamingService| {
        let profile = service.root().iiop().next().unwrap();
        format!("corbaname::1.2@127.0.0.1:{}", profile.port)
    };
    let resolve = |text: &str| client.resolve(&text.parse().unwrap());
    let (first, second) = (at(&first), at(&second));

    let near = resolve(&format!("{second}#sim/radar.sensor")).unwrap();
    let far = resolve(&format!("{first}#there/sim/radar.sensor")).unwrap();
    assert_eq!((&near, &far), (&object(7), &object(7)));
    let missing = resolve(&format!("{first}#there/sim/none/more")).unwrap_err();
    let ResolveError::NotFound { rest, .. } = &missing else {
        panic!("{missing}")
    };
    assert_eq!(rest, "none/more");
    let wrong = resolve(&format!("{first}#a..b")).unwrap_err();
    assert!(matches!(wrong, ResolveError::Name { .. }), "{wrong}");
    let context: NamingContextExt = client.bind_url(&second, &Qos::default()).unwrap();
    assert_eq!(context.resolve_str("sim/radar.sensor").unwrap(), object(7));

    let unset = resolve("corbaname:rir:#sim/radar.sensor").unwrap_err();
    assert_eq!(unset, ResolveError::Initial("NameService".to_owned()));
    client.set_initial("NameService", other.binding().reference().clone());
    let by_default = resolve("corbaname:rir:#sim/radar.sensor").unwrap();
    assert_eq!(by_default, object(7));
    let service = resolve("corbaloc:rir:/NameService").unwrap();
    assert_eq!(&service, other.binding().reference());
}

#[test]
fn an_object_that_is_not_there_is_told_from_a_naming_service_that_is_not() {
    let client = Client::default();
    let bind = |url: &str| {
        let bound = client.bind_url::<NamingContextExt>(url, &Qos::default());
        bound.unwrap_err().to_string()
    };

    let object = bind("corbaloc::1.2@127.0.0.1:1/radar");
    assert!(object.starts_with("TRANSIENT"), "{object}");
    let service = bind("corbaname::1.2@127.0.0.1:1#radar");
    assert!(
        service.starts_with("the naming service: TRANSIENT"),
        "{service}"
    );
}

#[test]
fn contexts_that_lead_to_each_other_are_given_up() {
    let (first, root) = start(NamingSettings::default());
    let (second, other) = start(NamingSettings::default());
    root.bind_context(&name("next"), second.root()).unwrap();
    other.bind_context(&name("next"), first.root()).unwrap();
    let profile = first.root().iiop().next().unwrap();
    let path = vec!["next"; 40].join("/");
    let url = format!("corbaname::1.2@127.0.0.1:{}#{path}", profile.port);

    let endless = Client::default().resolve(&url.parse().unwrap());

    assert!(
        matches!(endless, Err(ResolveError::Endless(_))),
        "{endless:?}"
    );
}
