//! `hyla latency ask`: one question.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use hyla_latency::estimator::Hardness;
use hyla_latency::interface::schema::{Answer, Connection, Quantity, Validity};
use hyla_latency::interface::{Client, ClientError};
use hyla_terminal::Painter;
use hyla_terminal::number::whole;
use serde_json::json;

use super::{SERVER, client, table, wait_for};

/// Options of `hyla latency ask`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Who sends: HOST or HOST/FEDERATE
    #[arg(value_name = "FROM")]
    from: String,

    /// Who receives
    #[arg(value_name = "TO")]
    to: String,

    /// Bytes of a message
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = whole(0..=1_u64 << 26))]
    bytes: u64,

    /// 1 mean and 2 bound from the profile, 3 mean and 4 bound measured, 5 live bound of federates
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = whole(1..=5_u32))]
    qos: u32,

    /// Per cent of the messages that a bound is to hold for, 50 to 99.99 [default: 99 for QoS 2, 4 and 5]
    #[arg(long, value_name = "PERCENT", value_parser = hardness)]
    hardness: Option<f64>,

    /// Ask this server
    #[arg(long, value_name = "HOST:PORT", default_value = SERVER)]
    server: String,

    /// Send the first line of this file as token, for servers that ask for one
    #[arg(long, value_name = "FILE")]
    token_file: Option<std::path::PathBuf>,

    /// Wait so long for a fresh answer, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = whole(0..=86_400_u64))]
    within_s: u64,

    /// Print a JSON object for other programs
    #[arg(long)]
    json: bool,
}

fn hardness(text: &str) -> Result<f64, String> {
    let per_cent = text.parse().ok().filter(|x| Hardness::per_cent(*x).is_ok());
    per_cent.ok_or_else(|| "it takes a number, 50 to 99.99".to_owned())
}

/// Prints the answer; the exit code is 1 if it is unknown.
pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let is_bound = matches!(args.qos, 2 | 4 | 5);
    let connection = Connection {
        from: args.from.clone(),
        to: args.to.clone(),
        bytes: args.bytes,
        qos: args.qos,
        hardness: args.hardness.or(is_bound.then_some(99.0)),
        quantity: Quantity::Any.into(),
        lease_s: None,
    };
    let client = client(&args.server, args.token_file.as_deref())?;
    let answer = wait_for(ask(args, &connection, &client))?.map_err(|error| error.to_string())?;
    let text = if args.json {
        format!(
            "{:#}\n",
            json!({ "connection": connection, "answer": answer })
        )
    } else {
        table::one(&connection, &answer, Painter::stdout())
    };
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    Ok(match answer.validity() {
        Validity::Unknown => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

async fn ask(args: &Args, connection: &Connection, client: &Client) -> Result<Answer, ClientError> {
    let id = client.connect(connection).await?;
    let until = Instant::now() + Duration::from_secs(args.within_s);
    let answer = loop {
        let answer = client.ask(id).await;
        match answer {
            // Nothing but a measurement makes it better.
            Ok(answer)
                if answer.updating
                    && answer.validity() != Validity::Fresh
                    && Instant::now() < until =>
            {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            other => break other,
        }
    };
    client.disconnect(id).await?;
    answer
}
