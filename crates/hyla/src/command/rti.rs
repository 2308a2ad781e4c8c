//! `hyla rti`: the server that hosts federation executions.

use std::fmt::Write as _;
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;

use hyla_rti::{RtiServer, RtiStop};
use hyla_settings::{HostPort, RtiSecurity, Settings};
use hyla_terminal::when_stdin_closes;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::fedpro::FedPro;
use super::latency::{Latency, LatencyError};
use crate::metrics::{self, MetricsServer};
use crate::settings_args::SettingsArgs;

/// Options of `hyla rti`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Accept federates here instead of at rti.listen; may be repeated, port 0 is a free one
    #[arg(long, value_name = "HOST:PORT")]
    listen: Vec<HostPort>,

    #[command(flatten)]
    settings: SettingsArgs,

    /// End also when standard input closes
    #[arg(long, hide = true)]
    until_stdin_closes: bool,
}

/// Why the server did not start or did not go on.
#[derive(Debug, thiserror::Error)]
enum RtiError {
    #[error(transparent)]
    Settings(#[from] hyla_settings::SettingsError),
    #[error("{at}: the name cannot be resolved: {cause}; give an address of this machine")]
    Name { at: HostPort, cause: io::Error },
    #[error("cannot listen at {at}: {cause}; {}", advice(at, cause))]
    Listen { at: HostPort, cause: io::Error },
    #[error(
        "cannot tell metrics at {at}: {cause}; take another address with --set rti.metrics=HOST:PORT"
    )]
    Metrics { at: HostPort, cause: io::Error },
    #[error("cannot tell metrics: {0}")]
    MetricsThread(io::Error),
    #[error("cannot watch for signals: {0}")]
    Signals(io::Error),
    #[error("standard output: {0}")]
    Output(io::Error),
    #[error(transparent)]
    Log(#[from] hyla_log::FileError),
    #[error(transparent)]
    Latency(#[from] LatencyError),
    #[error(transparent)]
    FedPro(#[from] hyla_fedpro::FedProError),
    #[error(transparent)]
    Server(io::Error),
}

fn advice(at: &HostPort, cause: &io::Error) -> String {
    match cause.kind() {
        ErrorKind::AddrInUse => format!(
            "is an RTI running already? `hyla ls --rti {at}` shows it. Otherwise take another port with --listen, \
             or --listen {}:0 for a free one",
            bracketed(at.host())
        ),
        ErrorKind::AddrNotAvailable => {
            "it is no address of this machine; 0.0.0.0 means all of them".to_owned()
        }
        ErrorKind::PermissionDenied => "take a port of 1024 or above".to_owned(),
        _ => "`hyla doctor` checks this machine".to_owned(),
    }
}

fn bracketed(host: &str) -> String {
    if host.contains(':') {
        format!("[{host}]")
    } else {
        host.to_owned()
    }
}

/// Says which connections are encrypted, and by what the RTI is recognized.
fn tell_security(settings: &Settings, text: &mut String) {
    let rti = &settings.rti;
    if rti.security == RtiSecurity::Off {
        return;
    }
    let certificate = rti
        .certificate
        .as_ref()
        .filter(|_| rti.secret_file.is_none());
    let pem = certificate.and_then(|path| std::fs::read(path).ok());
    let by = match pem.and_then(|pem| hyla_net::Fingerprint::of_pem(&pem).ok()) {
        Some(fingerprint) => format!("certificate {fingerprint} (rti.pin)"),
        None => "a shared secret (rti.secret_file)".to_owned(),
    };
    let clear = match rti.allow_clear {
        true => "; connections in clear are accepted, too (rti.allow_clear)",
        false => "",
    };
    let _ = writeln!(text, "TLS with {by}{clear}");
}

/// Serves until SIGINT or SIGTERM; then it notifies all federates and the exit code is 0.
pub(crate) fn run(args: &Args) -> ExitCode {
    match serve(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla rti: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(args: &Args) -> Result<(), RtiError> {
    let sources = args.settings.sources();
    let mut settings = sources.load()?;
    let origin = origin(&args.listen, &settings);
    if !args.listen.is_empty() {
        settings.rti.listen.clone_from(&args.listen);
    }
    hyla_log::start(&settings.log)?;
    for unknown in sources.unknown_variables() {
        tracing::warn!(federation = "-", federate = "-", "{unknown}");
    }
    let mut server = RtiServer::new(&settings).map_err(RtiError::Server)?;
    let mut text = format!("hyla {} RTI\n", env!("CARGO_PKG_VERSION"));
    let mut first = None;
    for at in &settings.rti.listen {
        let address = resolve(at)?;
        let bound = server.listen(address).map_err(|cause| RtiError::Listen {
            at: at.clone(),
            cause,
        })?;
        first.get_or_insert(bound);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "listening at {bound} ({origin}{})",
            reach(bound, origin)
        );
    }
    for at in &settings.rti.advertise {
        let _ = writeln!(text, "advertised as {at} (rti.advertise)");
    }
    tell_security(&settings, &mut text);
    // Its numbers are among the metrics.
    let mut about_fedpro = String::new();
    let fedpro = FedPro::start(&settings, &server, &mut about_fedpro)?;
    let metrics = tell_metrics(&settings, &server, &fedpro, &mut text)?;
    let latency = Latency::start(&settings, first, &mut text)?;
    text += &about_fedpro;
    // From here on a signal ends the server in order, so only now it is ready.
    let end = End {
        fedpro: fedpro.clone(),
        rti: server.stopper(),
    };
    let watch = Watch::start(end, args.until_stdin_closes)?;
    hyla_terminal::print(&(text + "ready\n")).map_err(RtiError::Output)?;
    let outcome = server.run().map_err(RtiError::Server);
    watch.end();
    drop((metrics, latency));
    fedpro.stop();
    outcome
}

/// Serves metrics at the addresses of the settings, and writes these to `text`.
fn tell_metrics(
    settings: &Settings,
    server: &RtiServer,
    fedpro: &FedPro,
    text: &mut String,
) -> Result<Option<MetricsServer>, RtiError> {
    let mut listeners = Vec::new();
    for at in &settings.rti.metrics {
        let (listener, bound) =
            metrics::listen(resolve(at)?).map_err(|cause| RtiError::Metrics {
                at: at.clone(),
                cause,
            })?;
        let _ = writeln!(text, "metrics at http://{bound}/metrics (rti.metrics)");
        listeners.push(listener);
    }
    if listeners.is_empty() {
        return Ok(None);
    }
    let fedpro = fedpro.clone();
    let started = MetricsServer::start(
        listeners,
        server.metrics(),
        Arc::new(move || fedpro.refused()),
        settings.rti.reserved_descriptors,
    );
    started.map(Some).map_err(RtiError::MetricsThread)
}

/// Why the server listens where it does.
fn origin(listen: &[HostPort], settings: &Settings) -> &'static str {
    if !listen.is_empty() {
        "--listen"
    } else if settings.rti.listen == Settings::default().rti.listen {
        "rti.listen, default"
    } else {
        "rti.listen"
    }
}

/// Hosts that can connect to an address.
fn reach(bound: SocketAddr, origin: &str) -> String {
    if bound.ip().is_loopback() {
        let mut text = ": this machine only".to_owned();
        if origin.ends_with("default") {
            let _ = write!(
                text,
                "; for other machines use --listen 0.0.0.0:{}",
                bound.port()
            );
        }
        text
    } else if bound.ip().is_unspecified() {
        ": every interface of this machine".to_owned()
    } else {
        ": every machine that reaches this address".to_owned()
    }
}

fn resolve(at: &HostPort) -> Result<SocketAddr, RtiError> {
    let unresolved = |cause| RtiError::Name {
        at: at.clone(),
        cause,
    };
    let found = at.addresses_here().map_err(unresolved)?;
    found.into_iter().next().ok_or_else(|| {
        unresolved(io::Error::new(
            ErrorKind::NotFound,
            "the name has no address",
        ))
    })
}

/// How a signal ends the server.
#[derive(Clone)]
struct End {
    fedpro: FedPro,
    rti: RtiStop,
}

impl End {
    /// Sessions of the Federate Protocol first: their federates resign, which takes an RTI.
    fn end(&self) {
        self.fedpro.stop();
        self.rti.stop();
    }
}

/// The thread that waits for signals.
struct Watch {
    handle: signal_hook::iterator::Handle,
    thread: std::thread::JoinHandle<()>,
}

impl Watch {
    fn start(stop: End, until_stdin_closes: bool) -> Result<Self, RtiError> {
        let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(RtiError::Signals)?;
        let handle = signals.handle();
        if until_stdin_closes {
            let stop = stop.clone();
            when_stdin_closes(move || stop.end()).map_err(RtiError::Signals)?;
        }
        let thread = std::thread::Builder::new()
            .name("signals".into())
            .spawn(move || {
                for signal in signals.forever() {
                    let name = if signal == SIGINT {
                        "SIGINT"
                    } else {
                        "SIGTERM"
                    };
                    tracing::info!(federation = "-", federate = "-", "{name}: the RTI ends");
                    stop.end();
                }
            })
            .map_err(RtiError::Signals)?;
        Ok(Self { handle, thread })
    }

    fn end(self) {
        self.handle.close();
        // The thread has nothing left to report.
        let _ = self.thread.join();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_made_for_the_user_says_how_to_change_it() {
        let settings = Settings::default();
        let origin = origin(&[], &settings);

        let text = reach("127.0.0.1:15160".parse().unwrap(), origin);

        assert_eq!(origin, "rti.listen, default");
        assert_eq!(
            text,
            ": this machine only; for other machines use --listen 0.0.0.0:15160"
        );
    }

    #[test]
    fn a_port_that_is_taken_comes_with_two_ways_out() {
        let at: HostPort = "[::1]:15160".parse().unwrap();
        let error = RtiError::Listen {
            at,
            cause: ErrorKind::AddrInUse.into(),
        };

        let text = error.to_string();

        assert!(text.contains("hyla ls --rti [::1]:15160"), "{text}");
        assert!(text.contains("--listen [::1]:0"), "{text}");
    }
}
