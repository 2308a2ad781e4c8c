//! References as text, as octets and by their parts.
#![allow(clippy::unwrap_used, reason = "test code")]

use hyla_orb::cdr::{CharSet, Version};
use hyla_orb::reference::{
    Address, Agreed, CodeSets, Component, IiopProfile, ObjectUrl, Reference, ReferenceError,
    TaggedProfile, UrlError, component,
};

fn profile(version: Version) -> IiopProfile {
    IiopProfile {
        version,
        host: "sim7".to_owned(),
        port: 4711,
        key: vec![0, 1, 0xFE],
        components: vec![
            CodeSets::own().component(),
            Component {
                tag: component::ALTERNATE_IIOP_ADDRESS,
                // In the other byte order than this machine's, mostly: host "b", port 258.
                data: vec![0, 0, 0, 0, 0, 0, 0, 2, b'b', 0, 1, 2],
            },
        ],
    }
}

#[test]
fn a_reference_travels_as_text_with_profiles_that_nobody_knows() {
    let strange = TaggedProfile {
        tag: 0x4144_4552,
        data: vec![9, 8, 7],
    };
    let tagged = profile(Version::V1_2).tagged().unwrap();
    let sent = Reference::new("IDL:Echo:1.0", vec![strange, tagged]);

    let text = sent.to_string();
    let back: Reference = text.parse().unwrap();
    assert_eq!(back, sent);
    assert_eq!(text.to_uppercase().parse::<Reference>().unwrap(), sent);
    assert_eq!(back.iiop().collect::<Vec<_>>(), [profile(Version::V1_2)]);
    assert!(!back.is_nil());
    assert!(
        Reference::nil()
            .to_string()
            .parse::<Reference>()
            .unwrap()
            .is_nil()
    );
}

#[test]
fn a_profile_of_1_0_has_no_components_and_a_later_minor_version_is_read() {
    let old = profile(Version::V1_0).tagged().unwrap();
    assert_eq!(IiopProfile::parse(&old.data).unwrap().components, []);

    let mut newer = profile(Version::V1_2).tagged().unwrap();
    newer.data[2] = 7;
    assert_eq!(
        IiopProfile::parse(&newer.data).unwrap(),
        profile(Version::V1_2)
    );
    newer.data[1] = 2;
    assert!(IiopProfile::parse(&newer.data).is_err());
}

#[test]
fn alternate_addresses_follow_the_own_one() {
    let addresses = profile(Version::V1_2).addresses();

    assert_eq!(
        addresses,
        [("sim7".to_owned(), 4711), ("b".to_owned(), 258)]
    );
}

#[test]
fn code_sets_are_chosen_by_what_the_server_knows() {
    let sets = |char: &[u32], wide: &[u32]| CodeSets {
        char: char.to_vec(),
        wide: wide.to_vec(),
    };
    let (latin, utf8, utf16) = (0x0001_0001, 0x0501_0001, 0x0001_0109);
    let both = Agreed {
        chars: CharSet::Utf8,
        wide: true,
    };

    assert_eq!(sets(&[latin, utf8], &[utf16]).choose(), Ok(both));
    let only = Agreed {
        chars: CharSet::Latin1,
        wide: false,
    };
    assert_eq!(sets(&[latin], &[0x0001_0100]).choose(), Ok(only));
    assert!(sets(&[0x0001_0020], &[utf16]).choose().is_err());
    let own = CodeSets::own();
    assert_eq!(CodeSets::parse(&own.component().data).unwrap(), own);
    for agreed in [both, only] {
        assert_eq!(Agreed::of_context(&agreed.context()).unwrap(), agreed);
    }
    // Big endian, UTF-8 and UTF-16, as JacORB sends it.
    let context = [0, 0, 0, 0, 5, 1, 0, 1, 0, 1, 1, 9];
    assert_eq!(Agreed::of_context(&context).unwrap(), both);
}

#[test]
fn locations_have_addresses_versions_and_keys() {
    let address = |version, host: &str, port| Address {
        version,
        host: host.to_owned(),
        port,
    };
    let url: ObjectUrl = "corbaloc::a,iiop:1.2@b:1,:[::1]:7/Name%20/x%2f"
        .parse()
        .unwrap();

    let ObjectUrl::Location { addresses, key } = &url else {
        panic!("{url:?}")
    };
    let expected = [
        address(Version::V1_0, "a", 2809),
        address(Version::V1_2, "b", 1),
        address(Version::V1_0, "::1", 7),
    ];
    assert_eq!(*addresses, expected);
    assert_eq!(key, b"Name /x/");
    assert_eq!(url.to_string().parse::<ObjectUrl>().unwrap(), url);
    let reference = ObjectUrl::reference_at(addresses, key);
    let profiles: Vec<_> = reference.iiop().collect();
    assert_eq!(profiles.len(), 3);
    assert_eq!((profiles[1].version, profiles[1].port), (Version::V1_2, 1));
}

#[test]
fn names_have_a_service_and_a_name_in_it() {
    let parse = |text: &str| text.parse::<ObjectUrl>().unwrap();
    let name = |text: &str| match parse(text) {
        ObjectUrl::Name {
            addresses,
            key,
            name,
        } => (addresses.len(), String::from_utf8(key).unwrap(), name),
        other => panic!("{other:?}"),
    };

    assert_eq!(
        name("corbaname::h#a.b/c"),
        (1, "NameService".to_owned(), "a.b/c".to_owned())
    );
    assert_eq!(
        name("corbaname:rir:#a%5c.b"),
        (0, "NameService".to_owned(), "a\\.b".to_owned())
    );
    assert_eq!(
        name("corbaname::h:1/Key"),
        (1, "Key".to_owned(), String::new())
    );
    assert_eq!(
        parse("corbaloc:rir:/NameService"),
        ObjectUrl::Initial("NameService".to_owned())
    );
    for text in [
        "corbaname::h:1/K#a.b/c",
        "corbaname:rir:/K#x",
        "corbaloc:rir:/X",
    ] {
        assert_eq!(parse(&parse(text).to_string()), parse(text));
    }
}

#[test]
fn what_is_no_reference_is_refused_with_its_reason() {
    let wrong = |text: &str| text.parse::<ObjectUrl>().unwrap_err();

    let scheme = ReferenceError::Scheme("http://x/".to_owned());
    assert_eq!(wrong("http://x/"), UrlError::Reference(scheme));
    assert_eq!(wrong("IOR:0"), UrlError::Reference(ReferenceError::Digits));
    assert_eq!(wrong("IOR:"), UrlError::Reference(ReferenceError::Digits));
    assert_eq!(wrong("IOR:0g"), UrlError::Reference(ReferenceError::Digits));
    assert!(matches!(
        wrong("IOR:0000"),
        UrlError::Reference(ReferenceError::Octets(_))
    ));
    assert_eq!(
        wrong("corbaloc:ssl:h/K"),
        UrlError::Protocol("ssl:h".to_owned())
    );
    assert_eq!(
        wrong("corbaloc::2.0@h/K"),
        UrlError::Version("2.0".to_owned())
    );
    assert_eq!(
        wrong("corbaloc::h:66000/K"),
        UrlError::Port("66000".to_owned())
    );
    assert_eq!(wrong("corbaloc::/K"), UrlError::Host(String::new()));
    assert_eq!(wrong("corbaloc::[::1/K"), UrlError::Host("[::1".to_owned()));
    assert_eq!(wrong("corbaloc::h"), UrlError::Key(String::new()));
    assert_eq!(wrong("corbaloc::h/a%4"), UrlError::Key("a%4".to_owned()));
    assert_eq!(wrong("corbaloc::h/a b"), UrlError::Key("a b".to_owned()));
}

/// Found by the fuzz target `object_references`: written again, it was another text each time.
#[test]
fn a_type_with_other_characters_than_ascii_is_refused() {
    for text in [
        "IOR:0100000006000000c39118423000000000000000",
        "ior:0000000000000005D11842300000010000000000051528",
    ] {
        assert!(text.parse::<Reference>().is_err(), "{text}");
    }
}
