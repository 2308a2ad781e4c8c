//! Passwords on their way to an RTI: in clear only where nobody reads along, or where the settings allow it.

use hyla_core::Result;
use hyla_net::{Address, Channel};
use hyla_types::{Credentials, Exception, ExceptionKind};

/// What is left to check before credentials are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Nothing.
    Free,
    /// Whose process has taken the call: within a host any user can listen at a free port.
    WithinHost,
}

/// Checks that credentials may be sent to that address of the RTI.
///
/// # Errors
/// `ConnectionFailed` if they would cross a network in clear, and `rti.allow_clear_password` is not set.
pub(super) fn check_way(
    credentials: Option<&Credentials>,
    to: &Address,
    is_allowed: bool,
) -> Result<Way> {
    let Address::Tcp(at) = to else {
        return Ok(Way::Free);
    };
    let is_secret = credentials.is_some_and(|credentials| !credentials.is_none());
    if !is_secret || is_allowed {
        return Ok(Way::Free);
    }
    if at.ip().to_canonical().is_loopback() {
        return Ok(Way::WithinHost);
    }
    Err(Exception::new(
        ExceptionKind::ConnectionFailed,
        format!(
            "the password would cross the network to {at} in clear; encrypt with rti.security = tls, or put \
             the hosts into a VPN and set rti.allow_clear_password = true"
        ),
    ))
}

/// Checks whose process has taken the call, on an established channel within this host.
///
/// # Errors
/// `ConnectionFailed` unless it is of this user, of root, or of the user of that name or number.
pub(super) fn check_listener(rti: &Channel, server_user: &str) -> Result<()> {
    let also = number_of(server_user)?;
    rti.check_server_user(also).map_err(|why| {
        Exception::new(
            ExceptionKind::ConnectionFailed,
            format!(
                "the password is not sent in clear to {}, since any user of this host can listen there and only a process of the same \
                 user, of root or of rti.server_user is believed: {why}. If the RTI has another user, name it in rti.server_user, or encrypt \
                 with rti.security = tls",
                rti.peer_address()
            ),
        )
    })
}

/// The number of a user of this host, given by name or number; `None` for an empty name.
fn number_of(user: &str) -> Result<Option<u32>> {
    if user.is_empty() {
        return Ok(None);
    }
    if let Ok(number) = user.parse() {
        return Ok(Some(number));
    }
    #[cfg(unix)]
    if let Some(found) = uzers::get_user_by_name(user) {
        return Ok(Some(found.uid()));
    }
    Err(Exception::new(
        ExceptionKind::ConnectionFailed,
        format!("rti.server_user: this host has no user {user:?}; a number would do as well"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(credentials: Option<&Credentials>, to: &str, is_allowed: bool) -> Result<Way> {
        check_way(credentials, &to.parse().unwrap(), is_allowed)
    }

    #[cfg(unix)]
    #[test]
    fn the_user_of_an_rti_is_known_by_name_and_by_number() {
        assert_eq!(number_of("").unwrap(), None);
        assert_eq!(number_of("root").unwrap(), Some(0));
        assert_eq!(number_of("998").unwrap(), Some(998));
        let refusal = number_of("no such user").unwrap_err();
        assert!(refusal.message.contains("rti.server_user"), "{refusal}");
    }

    #[test]
    fn passwords_stay_on_the_host_unless_they_are_allowed_to_leave_it() {
        let password = Credentials::plain_text_password("anna:secret");
        let far = "tcp:10.1.2.3:15160";

        let refused = check(Some(&password), far, false).unwrap_err();
        assert!(
            refused.to_string().contains("rti.allow_clear_password"),
            "{refused}"
        );
        assert!(!refused.to_string().contains("secret"));
        for near in [
            "tcp:127.0.0.1:15160",
            "tcp:[::1]:15160",
            "tcp:[::ffff:127.0.0.1]:15160",
        ] {
            assert_eq!(
                check(Some(&password), near, false).unwrap(),
                Way::WithinHost
            );
            assert_eq!(check(Some(&password), near, true).unwrap(), Way::Free);
            assert_eq!(check(None, near, false).unwrap(), Way::Free);
        }
        assert!(check(Some(&password), far, true).is_ok());
        assert!(check(None, far, false).is_ok());
        assert!(check(Some(&Credentials::none()), far, false).is_ok());
    }
}
