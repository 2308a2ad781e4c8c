//! `hyla bench report`: one HTML page of stored results, and their tables as CSV.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use hyla_bench::report::{Page, html, points_csv, samples_csv};
use hyla_bench::result::{self, RunResult};

/// Options of `hyla bench report`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Results of `hyla bench run`; those of one experiment are laid over one another
    #[arg(required = true, value_name = "RESULT")]
    results: Vec<PathBuf>,

    /// The page to write
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,

    /// Title of the page; made of the experiments if left out
    #[arg(long, default_value = "")]
    title: String,

    /// Also write a table with a row for each point and metric
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Also write a table with a row for each repetition
    #[arg(long, value_name = "FILE")]
    samples_csv: Option<PathBuf>,

    /// Also write each result there, with figures in the place of histograms: small enough to keep
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,

    /// Print the files that were written as a JSON array for other programs
    #[arg(long)]
    json: bool,
}

/// Writes the report; the exit code is 1 if a result cannot be read or a file not be written.
pub(crate) fn run(args: &Args) -> ExitCode {
    let written = write(args).and_then(|files| {
        let text = if args.json {
            format!("{:#}\n", serde_json::json!(files))
        } else {
            let lines = files.iter().map(|file| format!("{}\n", file.display()));
            lines.collect()
        };
        hyla_terminal::print(&text).map_err(|error| format!("standard output: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hyla bench report: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Gives the files that were written.
fn write(args: &Args) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let results = args.results.iter().map(|path| result::read(path));
    let results = results.collect::<Result<Vec<RunResult>, _>>();
    let results = results.map_err(|error| error.to_string())?;
    let page = Page {
        title: args.title.clone(),
        ..Page::default()
    };
    store(&args.out, html(&results, &page).as_bytes(), &mut files)?;
    if let Some(path) = &args.csv {
        let mut text = Vec::new();
        points_csv(&results, &mut text).map_err(|error| error.to_string())?;
        store(path, &text, &mut files)?;
    }
    if let Some(path) = &args.samples_csv {
        let mut text = Vec::new();
        samples_csv(&results, &mut text).map_err(|error| error.to_string())?;
        store(path, &text, &mut files)?;
    }
    if let Some(folder) = &args.keep {
        keep(folder, &args.results, results, &mut files)?;
    }
    Ok(files)
}

fn keep(
    folder: &Path,
    paths: &[PathBuf],
    results: Vec<RunResult>,
    files: &mut Vec<PathBuf>,
) -> Result<(), String> {
    let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(|error| problem(&error))?;
    for (path, result) in paths.iter().zip(results) {
        let name = path
            .file_name()
            .ok_or_else(|| problem(&"no name of a file"))?;
        let to = folder.join(name);
        if result::read(&to).is_ok_and(|there| !there.is_same_run(&result)) {
            return Err(format!("{}: is another result", to.display()));
        }
        result::write(&to, &result.shortened()).map_err(|error| error.to_string())?;
        files.push(to);
    }
    Ok(())
}

fn store(path: &Path, content: &[u8], files: &mut Vec<PathBuf>) -> Result<(), String> {
    result::replace(path, content).map_err(|error| error.to_string())?;
    files.push(path.to_owned());
    Ok(())
}
