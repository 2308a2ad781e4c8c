//! `hyla latency profile`: profiles are made, listed, compared and merged.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode, Stdio};

use hyla_latency::profile::{Change, Document, compare, differences, merge};
use hyla_latency::statistics::Estimate;
use hyla_terminal::Painter;
use serde_json::{Value, json};

use super::serve::this_machine;
use super::table::time;

/// Options of `hyla latency profile`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Measure a profile of this machine, which takes minutes: runs the experiment load-matrix
    Make(MakeArgs),
    /// Say what profiles hold, and in what their machines differ from this one
    List(ListArgs),
    /// Say which latencies of two profiles differ by more than their intervals
    Compare(CompareArgs),
    /// Make one profile of several of the same machines
    Merge(MergeArgs),
}

#[derive(Debug, clap::Args)]
struct MakeArgs {
    /// Write the profile here
    #[arg(long, value_name = "FILE", default_value = "latency.profile.json")]
    out: PathBuf,

    /// Options of hyla bench run load-matrix, behind --
    #[arg(last = true, value_name = "OPTION")]
    options: Vec<String>,
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Profiles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Print a JSON array for other programs
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct CompareArgs {
    /// The profile before
    #[arg(value_name = "BEFORE")]
    before: PathBuf,

    /// The profile after
    #[arg(value_name = "AFTER")]
    after: PathBuf,

    /// Show what does not differ, too
    #[arg(long)]
    all: bool,

    /// Print a JSON array for other programs
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
struct MergeArgs {
    /// Profiles
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the profile here
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<ExitCode, String> {
    let text = match &args.command {
        Command::Make(args) => return make(args),
        Command::List(args) => list(args)?,
        Command::Compare(args) => compared(args)?,
        Command::Merge(args) => merged(args)?,
    };
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Document, String> {
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
    Document::read(&text).map_err(|error| told(&error))
}

fn make(args: &MakeArgs) -> Result<ExitCode, String> {
    let told = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let result = args.out.with_extension("result.json");
    let status = Process::new(program)
        .args(["bench", "run", "load-matrix", "--json", "--out"])
        .arg(&result)
        .args(&args.options)
        // The result as JSON is in its file as well; progress goes to standard error.
        .stdout(Stdio::null())
        .status()
        .map_err(|error| error.to_string())?;
    if !status.success() {
        return Ok(ExitCode::FAILURE);
    }
    // The experiment writes its profile beside its result.
    let made = result.with_extension("profile.json");
    std::fs::rename(&made, &args.out).map_err(|error| told(&made, &error))?;
    read(&args.out)?;
    let text = format!(
        "result   {}\nprofile  {}\n",
        result.display(),
        args.out.display()
    );
    hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))?;
    Ok(ExitCode::SUCCESS)
}

fn list(args: &ListArgs) -> Result<String, String> {
    let here = this_machine();
    let mut found = Vec::new();
    let mut text = String::new();
    for path in &args.files {
        let profile = read(path)?;
        let sizes: BTreeSet<u64> = profile.entries.iter().map(|entry| entry.bytes).collect();
        let quantities: BTreeSet<String> = profile
            .entries
            .iter()
            .map(|entry| entry.quantity.to_string())
            .collect();
        let quantities: Vec<String> = quantities.into_iter().collect();
        let combinations: BTreeSet<_> = profile
            .entries
            .iter()
            .map(|entry| (entry.sender_load, entry.receiver_load))
            .collect();
        let levels: BTreeSet<(String, u32)> = profile
            .entries
            .iter()
            .map(|entry| (entry.via.clone(), entry.priority))
            .collect();
        let samples: u64 = profile.entries.iter().map(|entry| entry.samples).sum();
        let other: Vec<String> = profile
            .machines
            .iter()
            .flat_map(|machine| differences(machine, &here))
            .map(|difference| difference.to_string())
            .collect();
        found.push(json!({
            "file": path,
            "measured": profile.measured,
            "rti": profile.rti,
            "machines": profile.machines,
            "levels": levels.iter().map(|(via, priority)| json!({"via": via, "priority": priority})).collect::<Vec<_>>(),
            "quantities": quantities,
            "bytes": sizes,
            "combinations": combinations.len(),
            "samples": samples,
            "differs": other,
        }));
        text += &format!(
            "{}\n  measured  {}, {}\n  holds     {}, {} sizes from {} to {} bytes, {} of 9 combinations of loads, {samples} messages\n",
            path.display(),
            profile.measured,
            profile.rti,
            quantities.join(" and "),
            sizes.len(),
            sizes.first().copied().unwrap_or_default(),
            sizes.last().copied().unwrap_or_default(),
            combinations.len(),
        );
        let levels: Vec<String> = levels
            .iter()
            .map(|(via, priority)| level(via, *priority))
            .collect();
        text += &format!("  levels    {}\n", levels.join(", "));
        for machine in &profile.machines {
            text += &format!(
                "  machine   {}, {} processors, {}\n",
                machine.cpu, machine.cpus, machine.kernel
            );
        }
        for difference in &other {
            text += &format!("  differs   {difference}\n");
        }
    }
    Ok(if args.json {
        format!("{:#}\n", Value::from(found))
    } else {
        text
    })
}

/// A level of messages, with its real-time priority if it has one.
fn level(via: &str, priority: u32) -> String {
    match priority {
        0 => via.to_owned(),
        priority => format!("{via} at priority {priority}"),
    }
}

fn compared(args: &CompareArgs) -> Result<String, String> {
    let (before, after) = (read(&args.before)?, read(&args.after)?);
    let all = compare(&before, &after);
    let shown: Vec<&Change> = all
        .iter()
        .filter(|change| args.all || change.mean_differs() || change.p99_differs())
        .collect();
    if args.json {
        let changes: Vec<Value> = shown.into_iter().map(json_of).collect();
        return Ok(format!("{:#}\n", Value::from(changes)));
    }
    let header = [
        "level",
        "quantity",
        "sender",
        "receiver",
        "bytes",
        "mean before",
        "after",
        "p99 before",
        "after",
        "differs",
    ];
    let mut rows = vec![header.map(str::to_owned)];
    for change in &shown {
        let differs = match (change.mean_differs(), change.p99_differs()) {
            (true, true) => "mean, p99",
            (true, false) => "mean",
            (false, true) => "p99",
            (false, false) => "-",
        };
        rows.push([
            level(&change.via, change.priority),
            change.quantity.to_string(),
            change.sender.to_string(),
            change.receiver.to_string(),
            change.bytes.to_string(),
            time(change.mean.0.value_us),
            time(change.mean.1.value_us),
            time(change.p99.0.value_us),
            time(change.p99.1.value_us),
            differs.to_owned(),
        ]);
    }
    let count = shown
        .iter()
        .filter(|change| change.mean_differs() || change.p99_differs())
        .count();
    let mut text = format!(
        "{count} of {} combinations differ by more than their intervals\n",
        all.len()
    );
    if !shown.is_empty() {
        text += &hyla_terminal::columns(&rows, &[4, 5, 6, 7, 8], Painter::stdout());
    }
    Ok(text)
}

fn json_of(change: &Change) -> Value {
    let estimate =
        |of: &Estimate| json!({ "us": of.value_us, "low_us": of.low_us, "high_us": of.high_us });
    json!({
        "via": change.via,
        "priority": change.priority,
        "quantity": change.quantity,
        "sender_load": change.sender.per_cent(),
        "receiver_load": change.receiver.per_cent(),
        "bytes": change.bytes,
        "mean": [estimate(&change.mean.0), estimate(&change.mean.1)],
        "p99": [estimate(&change.p99.0), estimate(&change.p99.1)],
        "mean_differs": change.mean_differs(),
        "p99_differs": change.p99_differs(),
    })
}

fn merged(args: &MergeArgs) -> Result<String, String> {
    let profiles = args
        .files
        .iter()
        .map(|path| read(path))
        .collect::<Result<Vec<_>, _>>()?;
    let profile = merge(&profiles).map_err(|error| error.to_string())?;
    std::fs::write(&args.out, profile.to_json())
        .map_err(|error| format!("{}: {error}", args.out.display()))?;
    Ok(format!(
        "{}: {} combinations of loads and sizes\n",
        args.out.display(),
        profile.entries.len()
    ))
}
