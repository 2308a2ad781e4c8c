//! Web pages whose browser opens a WebSocket: which of them may use the server.
//!
//! A browser lets any page open a WebSocket to any address, also to one that only its own host reaches, and says by `Origin`
//! from where the page came. Other clients send no `Origin`, or one that is the server itself.

use std::net::IpAddr;

use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request};
use tokio_tungstenite::tungstenite::http::uri::{Authority, Uri};
use tokio_tungstenite::tungstenite::http::{StatusCode, header};

/// Longest part of an origin in a message.
const SHOWN: usize = 100;

/// Whether the request of a WebSocket is served: it has no origin, one of `listed`, or that of a page which this host serves itself.
/// `here` is the address that the client has called; `is_secure`: over TLS.
///
/// # Errors
/// The answer to the client.
pub(super) fn check(
    request: &Request,
    here: IpAddr,
    is_secure: bool,
    listed: &[String],
) -> Result<(), Box<ErrorResponse>> {
    let headers = request.headers();
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    for origin in headers.get_all(header::ORIGIN) {
        let text = origin.to_str().unwrap_or("?");
        if !is_listed(text, listed) && !is_own(text, host, here, is_secure) {
            let shown: String = text.chars().take(SHOWN).collect();
            let text = format!(
                "pages of {shown:?} may not connect, nor programs that say so: fedpro.origins lists those that may"
            );
            let mut answer = ErrorResponse::new(Some(text));
            *answer.status_mut() = StatusCode::FORBIDDEN;
            return Err(Box::new(answer));
        }
    }
    Ok(())
}

fn is_listed(origin: &str, listed: &[String]) -> bool {
    let origin = origin.trim_end_matches('/');
    let same = |it: &String| it.trim_end_matches('/').eq_ignore_ascii_case(origin);
    listed.iter().any(same)
}

/// Whether the page came from the host that it asks, at any port. A name proves nothing, since its owner can have it stand for this
/// host (DNS rebinding): only addresses count, and the name that always stands for loopback. Over TLS a name counts as well: the browser
/// has found it in the certificate.
fn is_own(origin: &str, host: Option<&str>, here: IpAddr, is_secure: bool) -> bool {
    // What has no scheme, such as `null`, is no page of a host.
    let origin = origin.parse::<Uri>().ok();
    let origin = origin.filter(|origin| origin.scheme().is_some());
    let asked = host.and_then(|host| host.parse::<Authority>().ok());
    let Some(page) = origin.as_ref().and_then(Uri::authority).map(host_of) else {
        return false;
    };
    let asked = asked.as_ref().map(host_of);
    let is_same = asked.is_some_and(|asked| asked.eq_ignore_ascii_case(page));
    if here.is_loopback() && is_loopback(page) && asked.is_some_and(is_loopback) {
        return true;
    }
    let is_here = page
        .parse::<IpAddr>()
        .is_ok_and(|address| address == here.to_canonical());
    is_same && (is_here || is_secure)
}

/// Whether the host always stands for this one.
fn is_loopback(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    address.map_or_else(
        |_| host.eq_ignore_ascii_case("localhost"),
        |address| address.is_loopback(),
    )
}

/// The host without the brackets of IPv6.
fn host_of(authority: &Authority) -> &str {
    authority.host().trim_matches(['[', ']'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_served(origins: &[&str], host: &str, here: &str, listed: &[&str]) -> bool {
        let mut request = Request::builder().uri("/").header("Host", host);
        for origin in origins {
            request = request.header("Origin", *origin);
        }
        let listed: Vec<String> = listed.iter().map(|it| (*it).to_owned()).collect();
        let request = request.body(()).expect("a request");
        let here = here.parse().expect("an address");
        check(&request, here, host.ends_with(":443"), &listed).is_ok()
    }

    #[test]
    fn a_client_without_a_page_is_served() {
        assert!(is_served(&[], "rti.example:80", "10.0.0.1", &[]));
    }

    #[test]
    fn pages_of_the_own_host_are_served_and_no_others() {
        for (origin, host, here, expected) in [
            ("http://localhost:3000", "localhost:8080", "127.0.0.1", true),
            ("http://127.0.0.1", "127.0.0.1:8080", "127.0.0.1", true),
            ("https://[::1]:1", "[::1]:8080", "::1", true),
            ("http://10.0.0.1:8000", "10.0.0.1", "10.0.0.1", true),
            ("http://10.0.0.1", "10.0.0.1", "::ffff:10.0.0.1", true),
            ("http://localhost:3000", "127.0.0.1:8080", "127.0.0.1", true),
            ("http://[::1]", "localhost", "::1", true),
            // Over TLS the name is in the certificate.
            ("https://rti.example", "rti.example:443", "10.0.0.1", true),
            ("https://evil.example", "rti.example:443", "10.0.0.1", false),
            ("http://rti.example", "rti.example:80", "10.0.0.1", false),
            // A page of elsewhere.
            ("https://evil.example", "localhost:8080", "127.0.0.1", false),
            ("http://10.0.0.2", "10.0.0.1", "10.0.0.1", false),
            (
                "http://localhost.evil.example",
                "localhost",
                "127.0.0.1",
                false,
            ),
            (
                "http://localhost@evil.example",
                "localhost",
                "127.0.0.1",
                false,
            ),
            // Its owner has the name stand for this host.
            ("http://evil.example", "evil.example", "127.0.0.1", false),
            // A page of no host, such as a file or a frame in a sandbox.
            ("null", "localhost", "127.0.0.1", false),
            ("", "", "127.0.0.1", false),
            // It asks for another host than its own.
            ("http://localhost", "10.0.0.1", "10.0.0.1", false),
            ("http://127.0.0.1", "127.0.0.1", "10.0.0.1", false),
        ] {
            assert_eq!(
                is_served(&[origin], host, here, &[]),
                expected,
                "{origin} {host}"
            );
        }
        let both = ["http://localhost", "http://evil.example"];
        assert!(!is_served(&both, "localhost", "127.0.0.1", &[]));
    }

    #[test]
    fn listed_pages_are_served() {
        let listed = ["https://viewer.example:8443", "http://other.example/"];
        for (origin, expected) in [
            ("https://viewer.example:8443", true),
            ("HTTPS://Viewer.Example:8443", true),
            ("http://other.example", true),
            ("http://viewer.example:8443", false),
            ("https://viewer.example", false),
        ] {
            assert_eq!(
                is_served(&[origin], "rti.example", "10.0.0.1", &listed),
                expected,
                "{origin}"
            );
        }
    }
}
