//! The federate of a session, as a member that the server hosts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyla_fedpro_messages::call_request::CallRequest as Call;
use hyla_fedpro_messages::call_response::CallResponse as Answer;
use hyla_fedpro_messages::{CallRequest, CallResponse, Written};
use hyla_lrc::{Address, Host, Unanswered};
use hyla_settings::Settings;
use hyla_types::{Credentials, Exception, ExceptionKind, Service};

use super::federate::{Client, Federate, Maker, Turned};
use super::label::{Label, UNKNOWN};
use super::sys::{self, MemberIo};
use crate::callback::Outcalls;
use crate::convert::Field;
use crate::service::{CallDependency, Services, Weight, weight};

/// Makes members of one RTI.
pub(super) struct Members {
    pub(super) settings: Settings,
    pub(super) rti: Address,
}

impl Maker for Members {
    type Federate = Member;

    fn make(&self, wake: Arc<dyn Fn() + Send + Sync>, client: Client) -> Member {
        let callbacks = Arc::new(Mutex::new(Outcalls::default()));
        let (settings, rti) = (self.settings.clone(), self.rti);
        let host = move |ambassador: &hyla_lrc::RtiAmbassador, federate, credentials: Option<_>| {
            let is_allowed = settings.rti.allow_clear_password;
            check_way(credentials.as_ref(), client, is_allowed)?;
            let host = Host {
                settings: settings.clone(),
                rti,
                wake: Arc::clone(&wake),
            };
            ambassador.set_caller(client.address);
            ambassador.await_answers();
            ambassador.connect_hosted(federate, host, credentials)
        };
        let heard = Arc::clone(&callbacks);
        let sink = move |callback: &dyn Written, urgency| locked(&heard).push(callback, urgency);
        Member {
            services: Services::new(host, sink),
            callbacks,
            connected: false,
            label: Label::default(),
        }
    }
}

/// A member, its services and its callbacks.
pub(super) struct Member {
    services: Services,
    /// Callbacks that the last turn delivered.
    callbacks: Arc<Mutex<Outcalls>>,
    connected: bool,
    label: Label,
}

fn locked(callbacks: &Mutex<Outcalls>) -> MutexGuard<'_, Outcalls> {
    callbacks.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Federate for Member {
    type Io = MemberIo;

    fn weight(&self, call: &CallRequest) -> Weight {
        weight(call)
    }

    fn serve(&mut self, call: CallRequest) -> CallResponse {
        let label = joins(&call);
        let response = self.services.serve(call);
        match &response.call_response {
            Some(
                Answer::ConnectResponse(_)
                | Answer::ConnectWithConfigurationResponse(_)
                | Answer::ConnectWithCredentialsResponse(_)
                | Answer::ConnectWithConfigurationAndCredentialsResponse(_),
            ) => self.connected = true,
            Some(Answer::DisconnectResponse(_)) => {
                self.connected = false;
                self.label = Label::default();
            }
            Some(Answer::ResignFederationExecutionResponse(_)) => self.label = Label::default(),
            Some(Answer::ExceptionData(_)) => {}
            Some(answer) => {
                if let Some(label) = label {
                    self.label = label.or_federate(|| self.name_in(answer));
                }
            }
            None => {}
        }
        response
    }

    fn turn(&mut self, limit: usize, readable: bool, callbacks: &mut Outcalls) -> Turned {
        let turn = self.services.ambassador().turn(limit, readable);
        std::mem::swap(callbacks, &mut *locked(&self.callbacks));
        Turned {
            more: turn.more,
            deadline: turn.deadline,
        }
    }

    fn unanswered(&self) -> Option<Unanswered> {
        self.services.ambassador().unanswered()
    }

    fn dependency(&self, call: &CallRequest, callback: Service) -> Option<CallDependency> {
        self.services.dependency(call, callback)
    }

    fn answered(&mut self) {
        self.services.ambassador().callback_answered();
    }

    fn is_congested(&self) -> bool {
        self.services.ambassador().is_congested()
    }

    fn io(&self) -> Option<MemberIo> {
        sys::io(self.services.ambassador())
    }

    fn is_connected(&self) -> bool {
        self.connected
    }

    fn client_cut(&mut self, kept: Option<Duration>) {
        self.services.ambassador().set_client_cut(kept);
    }

    fn label(&self) -> Label {
        self.label.clone()
    }

    fn leave(self) {
        // The ambassador's connection ends with it, and the RTI resigns a federate that is still joined.
        drop(self);
    }
}

impl Member {
    /// Name of the joined federate in the federation, from this answer.
    fn name_in(&self, answer: &Answer) -> Option<String> {
        let joined = match answer {
            Answer::JoinFederationExecutionResponse(joined) => &joined.result,
            Answer::JoinFederationExecutionWithModulesResponse(joined) => &joined.result,
            _ => return None,
        };
        let federate = joined.as_ref()?.federate_handle.value();
        self.services.ambassador().federate_name(federate).ok()
    }
}

/// Checks that credentials have come by a way on which nobody reads along, or that the settings allow any. A password that has crossed
/// the network in clear is known to others by now; a client that could use it nevertheless would go on sending it.
fn check_way(
    credentials: Option<&Credentials>,
    client: Client,
    is_allowed: bool,
) -> Result<(), Exception> {
    let is_secret = credentials.is_some_and(|credentials| !credentials.is_none());
    let from = client.address.ip().to_canonical();
    if !is_secret || is_allowed || client.is_secure || from.is_loopback() {
        return Ok(());
    }
    Err(Exception::new(
        ExceptionKind::Unauthorized,
        format!(
            "the password crossed the network from {from} in clear, so it should be changed; connect over TLS (fedpro.tls, \
             fedpro.websocket_secure), or put the hosts into a VPN and set rti.allow_clear_password = true for the RTI"
        ),
    ))
}

/// Federate and federation of a join call.
fn joins(call: &CallRequest) -> Option<Label> {
    let (federation, federate) = match call.call_request.as_ref()? {
        Call::JoinFederationExecutionRequest(join) => (&join.federation_name, None),
        Call::JoinFederationExecutionWithModulesRequest(join) => (&join.federation_name, None),
        Call::JoinFederationExecutionWithNameRequest(join) => {
            (&join.federation_name, Some(&join.federate_name))
        }
        Call::JoinFederationExecutionWithNameAndModulesRequest(join) => {
            (&join.federation_name, Some(&join.federate_name))
        }
        _ => return None,
    };
    Some(Label {
        federation: federation.clone(),
        federate: federate.map_or_else(|| UNKNOWN.into(), String::clone),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_come_from_this_host_or_over_tls_unless_they_are_allowed_in_clear() {
        let password = Credentials::plain_text_password("anna:secret");
        let check = |credentials: Option<&Credentials>, from: &str, is_secure, is_allowed| {
            let address = from.parse().unwrap();
            check_way(credentials, Client { address, is_secure }, is_allowed)
        };
        let far = "10.1.2.3:50000";

        let refused = check(Some(&password), far, false, false).unwrap_err();
        assert_eq!(refused.kind, ExceptionKind::Unauthorized);
        for words in ["10.1.2.3", "fedpro.tls", "rti.allow_clear_password"] {
            assert!(refused.message.contains(words), "{refused}");
        }
        assert!(!refused.message.contains("secret"));
        for near in ["127.0.0.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert!(check(Some(&password), near, false, false).is_ok(), "{near}");
        }
        assert!(check(Some(&password), far, true, false).is_ok());
        assert!(check(Some(&password), far, false, true).is_ok());
        assert!(check(None, far, false, false).is_ok());
        assert!(check(Some(&Credentials::none()), far, false, false).is_ok());
    }
}
