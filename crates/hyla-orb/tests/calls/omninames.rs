//! Hyla's client with omniNames, of Debian's package `omniorb-nameserver`.

use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hyla_orb::client::Client;
use hyla_orb::naming::CosNaming::{
    BindingIterator, NamingContextExt, NamingContextExt_resolve_str_Error as ResolveError,
};
use hyla_orb::naming::parse_name;
use hyla_orb::qos::Qos;
use hyla_orb::reference::{Address, ObjectUrl};

struct OmniNames(Child);

impl Drop for OmniNames {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts it at a free port, which may be taken by the time: then at another one.
fn start(directory: &Path) -> Option<(OmniNames, NamingContextExt)> {
    for attempt in 0..5 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let log = directory.join(format!("{attempt}"));
        let _ = std::fs::remove_dir_all(&log);
        std::fs::create_dir_all(&log).unwrap();
        let started = Command::new("omniNames")
            .args(["-start", &port.to_string(), "-logdir"])
            .arg(&log)
            .args(["-ORBendPoint", &format!("giop:tcp:127.0.0.1:{port}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let mut names = OmniNames(started.ok()?);
        let address = Address {
            version: hyla_orb::cdr::Version::V1_2,
            host: "127.0.0.1".to_owned(),
            port,
        };
        let root = ObjectUrl::reference_at(&[address], b"NameService");
        let until = Instant::now() + Duration::from_secs(60);
        while Instant::now() < until && names.0.try_wait().unwrap().is_none() {
            if let Ok(root) = Client::default().bind(&root, &Qos::default()) {
                return Some((names, root));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    panic!("omniNames does not begin to listen");
}

#[test]
fn hyla_binds_finds_lists_and_unbinds_names_in_omninames() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("omninames");
    let Some((_names, root)) = start(&directory) else {
        return hyla_test_skips::skipped("no naming service of omniORB");
    };
    let name = |text| parse_name(text).unwrap();
    let object = root_reference(&root);
    root.bind_new_context(&name("hyla")).unwrap();
    root.bind(&name("hyla/first.kind"), &object).unwrap();
    root.rebind(&name("hyla/second"), &object).unwrap();

    let found = root.resolve_str("hyla/first.kind").unwrap();
    let again: NamingContextExt = Client::default().bind(&found, &Qos::default()).unwrap();
    let below = again.resolve(&name("hyla")).unwrap();
    let below: NamingContextExt = Client::default().bind(&below, &Qos::default()).unwrap();
    let (mut bindings, rest) = below.list(1).unwrap();
    let rest: BindingIterator = Client::default().bind(&rest, &Qos::default()).unwrap();
    while let (true, more) = rest.next_n(5).unwrap() {
        bindings.extend(more);
    }
    rest.destroy().unwrap();
    let profile = object.iiop().next().unwrap();
    let url = format!("corbaname::1.2@127.0.0.1:{}#hyla/first.kind", profile.port);
    let by_url: NamingContextExt = Client::default().bind_url(&url, &Qos::default()).unwrap();
    assert!(by_url.resolve_str("hyla/second").is_ok());
    let mut ids: Vec<_> = bindings
        .iter()
        .map(|binding| binding.binding_name[0].id.as_str())
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, ["first", "second"]);
    root.unbind(&name("hyla/second")).unwrap();
    let gone = root.resolve_str("hyla/second");
    assert!(matches!(gone, Err(ResolveError::NamingContext_NotFound(_))));
    assert_eq!(root.to_string(&name("a\\/b/c")).unwrap(), "a\\/b/c");
}

fn root_reference(root: &NamingContextExt) -> hyla_orb::reference::Reference {
    use hyla_orb::client::Stub as _;
    root.binding().reference().clone()
}
