//! The report: one self-contained page, without scripts, with styles and drawings inside. Every
//! text is escaped by [`maud`]; only the drawings, whose texts plotters escapes, and our style
//! sheet are included unchanged.

mod facts;
mod table;

use maud::{DOCTYPE, Markup, PreEscaped, html as markup};

use super::draw::{self, Drawn, LegendEntry, capital};
use super::experiments::{Shown, shown};
use super::gather::{self, Run};
use super::plot::{SLOTS, corners, slot_value};
use crate::result::RunResult;

/// Introduction above the results.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Title of the page; by default made from the experiments.
    pub title: String,
    /// Subject of the page; left out if empty.
    pub about: String,
    /// Missing results, as readable text.
    pub missing: Vec<String>,
}

const STYLE: &str = include_str!("style.css");

/// The report of `results` as one HTML page. Results of the same experiment share plots, and their
/// figures are side by side in tables.
#[must_use]
pub fn html(results: &[RunResult], page: &Page) -> String {
    let mut experiments: Vec<&str> = Vec::new();
    for result in results {
        if !experiments.contains(&result.experiment.as_str()) {
            experiments.push(&result.experiment);
        }
    }
    let title = match experiments.len() {
        _ if !page.title.is_empty() => page.title.clone(),
        0..=3 => format!("hyla bench: {}", experiments.join(", ")),
        several => format!("hyla bench: {several} experiments"),
    };
    let sections = experiments.iter().map(|experiment| {
        let of = results.iter().filter(|r| r.experiment == *experiment);
        section(experiment, &gather::runs(&of.collect::<Vec<_>>()))
    });
    let page = markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                // Part of the page, so that browsers do not request an icon.
                link rel="icon" href="data:,";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(slots())) }
            }
            body {
                header {
                    h1 { (title) }
                    @if !page.about.is_empty() { p.about { (page.about) } }
                    (facts::missing(&page.missing))
                    @if experiments.len() > 1 { (contents(&experiments)) }
                }
                main { @for section in sections { (section) } }
                footer { (reading()) }
            }
        }
    };
    page.into_string()
}

fn contents(experiments: &[&str]) -> Markup {
    markup! {
        nav {
            @for experiment in experiments {
                a href={ "#" (experiment) } { (heading(experiment)) }
            }
        }
    }
}

fn heading(experiment: &str) -> String {
    shown(experiment).map_or_else(|| capital(experiment), |shown| shown.title.to_owned())
}

fn section(experiment: &str, runs: &[Run<'_>]) -> Markup {
    let shown = shown(experiment);
    let drawn = shown.map_or_else(Vec::new, |shown: &Shown| draw::drawings(shown, runs));
    let (folded, open): (Vec<&Drawn>, Vec<&Drawn>) = drawn.iter().partition(|plot| plot.folded);
    markup! {
        section id=(experiment) {
            h2 { (heading(experiment)) }
            @if let Some(shown) = shown { p.about { (shown.about) } }
            (facts::notes(runs))
            (facts::common(runs))
            div.plots { @for plot in open { (figure(plot)) } }
            @if !folded.is_empty() {
                details {
                    summary { (folded.len()) " more plots" }
                    div.plots { @for plot in folded { (figure(plot)) } }
                }
            }
            h3 { "Figures" }
            (table::table(shown, runs))
            h3 { "How this was measured" }
            (facts::provenance(runs))
        }
    }
}

fn figure(plot: &Drawn) -> Markup {
    markup! {
        figure.wide[plot.wide] {
            figcaption { (plot.title) }
            @match &plot.svg {
                Ok(svg) => div.drawing { (PreEscaped(svg)) },
                Err(reason) => p.missing { (reason) },
            }
            @if !plot.legend.is_empty() {
                ul.legend { @for sign in &plot.legend { li { (swatch(sign)) span { (sign.name) } } } }
            }
        }
    }
}

/// The marker of a series as in the plot.
fn swatch(sign: &LegendEntry) -> Markup {
    let colour = slot_value(sign.slot);
    let places = corners(sign.slot).iter();
    let points: Vec<String> = places
        .map(|(x, y)| format!("{},{}", x + 14, y + 8))
        .collect();
    markup! {
        svg.swatch viewBox="0 0 28 16" aria-hidden="true" {
            line x1="1" y1="8" x2="27" y2="8" stroke=(colour) stroke-width="2" {}
            @if sign.marked && points.is_empty() { circle cx="14" cy="8" r="4" fill=(colour) {} }
            @if sign.marked && !points.is_empty() { polygon points=(points.join(" ")) fill=(colour) {} }
        }
    }
}

fn reading() -> Markup {
    markup! {
        h2 { "How to read this" }
        p {
            "A figure is the median over the repetitions of its point; beside it stand the lower and the upper quartile, as \
             do the bars in plots. "
            b { "x" }
            " and the name of a baseline stand behind the median over that of the baseline, the same work of the bare machine, \
             measured between the repetitions: for latency 1.0 is the machine itself and more is slower, for rates less is \
             slower. The name says how the baseline waits. The first ratio is to the one that waits as Hyla does; those behind it, \
             of the first figure, are to others, and no claim rests on them. A histogram holds the values \
             of all repetitions. Percentiles stand over an axis on which 90 %, 99 % and 99.9 % are equally far apart, so that \
             the rare slow case is as wide as the common one."
        }
    }
}

/// The colours of series: drawings refer to them by values that the style sheet defines.
fn slots() -> String {
    let rules = (0..=SLOTS).map(|slot| {
        let value = slot_value(slot);
        format!("svg [fill=\"{value}\"]{{fill:var(--s{slot})}}svg [stroke=\"{value}\"]{{stroke:var(--s{slot})}}")
    });
    rules.collect()
}

#[cfg(test)]
mod tests;
