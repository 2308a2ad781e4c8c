//! Passwords on their way to an RTI: in clear only where nobody reads along, or where the settings allow it.

use hyla_core::Result;
use hyla_net::Address;
use hyla_types::{Credentials, Exception, ExceptionKind};

/// Checks that credentials may be sent to that address of the RTI.
///
/// # Errors
/// `ConnectionFailed` if they would cross a network in clear, and `rti.allow_clear_password` is not set.
pub(super) fn check_way(
    credentials: Option<&Credentials>,
    to: &Address,
    is_allowed: bool,
) -> Result<()> {
    let Address::Tcp(at) = to else {
        return Ok(());
    };
    let is_secret = credentials.is_some_and(|credentials| !credentials.is_none());
    if !is_secret || is_allowed || at.ip().to_canonical().is_loopback() {
        return Ok(());
    }
    Err(Exception::new(
        ExceptionKind::ConnectionFailed,
        format!(
            "the password would cross the network to {at} in clear; encrypt with rti.security = tls, or put \
             the hosts into a VPN and set rti.allow_clear_password = true"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(credentials: Option<&Credentials>, to: &str, is_allowed: bool) -> Result<()> {
        check_way(credentials, &to.parse().unwrap(), is_allowed)
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
            assert!(check(Some(&password), near, false).is_ok(), "{near}");
        }
        assert!(check(Some(&password), far, true).is_ok());
        assert!(check(None, far, false).is_ok());
        assert!(check(Some(&Credentials::none()), far, false).is_ok());
    }
}
