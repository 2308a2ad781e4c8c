//! Settings strings written for other RTIs.
//!
//! A federate built for another RTI often has such a string compiled in. Hyla can use its RTI
//! address; `docs/coming-from.md` lists the forms.

use super::address::HostPort;
use super::choice::Words;

/// Handling of a settings string for another RTI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForeignDesignators {
    /// Its address is used as `rti.address`.
    Translate,
    /// The string has no effect.
    Ignore,
    /// The string is an error, like any string without settings.
    Refuse,
}

impl Words for ForeignDesignators {
    const VALUES: &'static [Self] = &[Self::Translate, Self::Ignore, Self::Refuse];
    const WORDS: &'static [&'static [&'static str]] = &[&["translate"], &["ignore"], &["refuse"]];
}

/// Port of `hyla rti`, used in place of the other RTI's default port.
const OWN_PORT: u16 = 15160;

/// A settings string in a form of another RTI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ForeignDesignator {
    /// The form, for people.
    pub(super) form: &'static str,
    /// Address of the RTI; an error says why it cannot be used.
    pub(super) address: Result<HostPort, &'static str>,
}

impl ForeignDesignator {
    /// The string, if it has a form of another RTI.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("crcaddress=") || lower.starts_with("crchost=") {
            return Some(Self::pitch(text));
        }
        if let Some((protocol, rest)) = text.split_once("://") {
            let known = matches!(protocol, "rti" | "thread" | "pipe");
            return known.then(|| Self {
                form: "an address of OpenRTI",
                address: match protocol {
                    "rti" => address(rest.trim_end_matches('/'), &[14321]),
                    _ => Err("it names no host"),
                },
            });
        }
        if text.starts_with("(setq") || text.starts_with("RTI_RID_FILE") {
            return Some(Self::mak(text));
        }
        let bare: HostPort = text.parse().ok()?;
        let text = bare.to_string();
        Some(Self {
            form: "a host and a port",
            address: address(&text, &[8989, 14321, 4000, 5000]),
        })
    }

    /// The address of the RTI in a configuration of 2025, if it has a form of another RTI. Host and
    /// port are also Hyla's own form; only with another RTI's default port the address is foreign.
    pub(super) fn read_address(text: &str) -> Option<Self> {
        let foreign = Self::read(text)?;
        let is_own = text.trim().parse().ok().as_ref() == foreign.address.as_ref().ok();
        (!is_own).then_some(foreign)
    }

    /// `crcAddress=host:port`, or `crcHost=host` and `crcPort=port`, among other pairs.
    fn pitch(text: &str) -> Self {
        let (mut host, mut port) = (None, None);
        for pair in text.split([',', ';', '\n']) {
            let Some((key, value)) = pair.split_once('=') else {
                continue;
            };
            match key.trim().to_ascii_lowercase().as_str() {
                "crcaddress" | "crchost" => host = Some(value.trim()),
                "crcport" => port = Some(value.trim()),
                _ => {}
            }
        }
        let address = match (host, port) {
            (Some(host), _) if host.contains('@') => Err("it leads through a booster"),
            (Some(host), Some(port)) => address(&format!("{host}:{port}"), &[8989]),
            (Some(host), None) => address(host, &[8989]),
            (None, _) => Err("it names no host"),
        };
        let form = "a CRC address of Pitch pRTI";
        Self { form, address }
    }

    /// `(setqb RTI_tcpForwarderAddr "host")` among other expressions, after the name of a file.
    fn mak(text: &str) -> Self {
        let argument = |name: &str| {
            let (_, rest) = text.split_once(name)?;
            let (value, _) = rest.split_once(')')?;
            Some(value.trim().trim_matches(['"', '\\']))
        };
        let address = match argument("RTI_tcpForwarderAddr") {
            Some(host) => match argument("RTI_tcpPort") {
                Some(port) => address(&format!("{host}:{port}"), &[4000, 5000]),
                None => address(host, &[]),
            },
            None => Err("it has no RTI_tcpForwarderAddr"),
        };
        let form = "RID settings of the MAK RTI";
        Self { form, address }
    }
}

/// `host` or `host:port`; without a port, or with the other RTI's default port, Hyla's port is
/// used.
fn address(text: &str, defaults: &[u16]) -> Result<HostPort, &'static str> {
    let problem = "its host and port cannot be read";
    let full: HostPort = match text.parse() {
        Ok(full) => full,
        Err(_) => format!("{text}:{OWN_PORT}").parse().map_err(|_| problem)?,
    };
    if full.port() == 0 || full.prefix().is_some() {
        return Err(problem);
    }
    if !defaults.contains(&full.port()) {
        return Ok(full);
    }
    let host = match full.host() {
        host if host.contains(':') => format!("[{host}]:{OWN_PORT}"),
        host => format!("{host}:{OWN_PORT}"),
    };
    host.parse().map_err(|_| problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address_of(text: &str) -> Option<Result<String, &'static str>> {
        ForeignDesignator::read(text).map(|foreign| foreign.address.map(|at| at.to_string()))
    }

    #[test]
    fn addresses_of_other_rtis_are_found_with_their_default_ports_replaced() {
        for (text, address) in [
            ("crcAddress=localhost:8989", "localhost:15160"),
            ("crcAddress=sim-host", "sim-host:15160"),
            ("crcAddress=10.0.0.1:9000", "10.0.0.1:9000"),
            ("crcHost=sim-host\ncrcPort=8989", "sim-host:15160"),
            ("crcAddress=[::1]:8989", "[::1]:15160"),
            ("localhost:8989", "localhost:15160"),
            ("sim-host:9000", "sim-host:9000"),
            ("rti://localhost:14321", "localhost:15160"),
            ("rti://sim-host/", "sim-host:15160"),
            (
                "(setqb RTI_tcpPort 4000) (setqb RTI_tcpForwarderAddr \"rtiexec\")",
                "rtiexec:15160",
            ),
            (
                "RTI_RID_FILE /etc/rid.mtl # (setqb RTI_tcpForwarderAddr \"rtiexec\")",
                "rtiexec:15160",
            ),
        ] {
            assert_eq!(address_of(text), Some(Ok(address.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_names_no_host_that_can_be_called_says_why() {
        for text in [
            "crcAddress=crc@booster:8688",
            "thread://",
            "RTI_RID_FILE /etc/rid.mtl",
            "crcAddress=",
            "rti://",
        ] {
            assert!(matches!(address_of(text), Some(Err(_))), "{text}");
        }
    }

    #[test]
    fn hylas_own_settings_and_slips_in_them_are_not_foreign() {
        for text in [
            "",
            "rti.address=localhost:15160",
            "rti.adress=localhost:15160",
            "timeout.call_ms=1; rti.address=[::1]:9000",
            "MySettings",
            "http://localhost:80",
        ] {
            assert_eq!(address_of(text), None, "{text}");
        }
    }
}
