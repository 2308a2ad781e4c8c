//! `hyla certificate`: a certificate for the TLS of an RTI, signed by itself.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

/// Options of `hyla certificate`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Host name or address by which federates reach the RTI; may be repeated [default: localhost]
    #[arg(long = "name", value_name = "HOST")]
    names: Vec<String>,

    /// Directory of the two files
    #[arg(long, value_name = "DIRECTORY", default_value = ".")]
    directory: PathBuf,

    /// Print a JSON object for other programs
    #[arg(long)]
    json: bool,
}

/// Makes a certificate and its key; the exit code is 0 if it did.
pub(crate) fn run(args: &Args) -> ExitCode {
    let outcome = make(args).and_then(|text| {
        hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla certificate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(args: &Args) -> Result<String, String> {
    let names = match &args.names[..] {
        [] => vec!["localhost".to_owned()],
        names => names.to_vec(),
    };
    let made = rcgen::generate_simple_self_signed(names.clone())
        .map_err(|error| format!("no certificate for {}: {error}", names.join(", ")))?;
    let (pem, key) = (made.cert.pem(), made.signing_key.serialize_pem());
    let fingerprint =
        hyla_net::Fingerprint::of_pem(pem.as_bytes()).map_err(|error| error.to_string())?;
    let certificate = args.directory.join("rti-certificate.pem");
    let key_file = args.directory.join("rti-key.pem");
    let failed = |path: &Path, error: io::Error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!(
            "{} exists: remove it, or choose another --directory",
            path.display()
        ),
        _ => format!("{}: {error}", path.display()),
    };
    write_new(&key_file, &key, 0o600).map_err(|error| failed(&key_file, error))?;
    write_new(&certificate, &pem, 0o644).map_err(|error| {
        // A key without its certificate is of no use.
        let _ = std::fs::remove_file(&key_file);
        failed(&certificate, error)
    })?;
    if args.json {
        let entry = json!({
            "certificate": certificate,
            "key": key_file,
            "names": names,
            "fingerprint": fingerprint.to_string(),
        });
        return Ok(format!("{entry:#}\n"));
    }
    Ok(format!(
        "# hyla rti\n[rti]\nsecurity = \"tls\"\ncertificate = \"{}\"\nkey = \"{}\"\n\n\
         # federates and tools\n[rti]\nsecurity = \"tls\"\npin = \"{fingerprint}\"\n",
        certificate.display(),
        key_file.display(),
    ))
}

/// Writes a file that does not exist.
fn write_new(path: &Path, text: &str, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;

    let mut options = OpenOptions::new();
    let mut file = options.write(true).create_new(true).mode(mode).open(path)?;
    file.write_all(text.as_bytes())
}
