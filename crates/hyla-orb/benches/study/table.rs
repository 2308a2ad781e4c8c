//! Rows of figures over rounds.

/// Figures of one round.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row(Vec<f64>);

impl Row {
    pub(crate) fn add(&mut self, figures: &[f64]) {
        self.0.extend_from_slice(figures);
    }
}

/// Rows by name, one for each round.
#[derive(Debug, Default)]
pub(crate) struct Table(Vec<(String, Vec<Row>)>);

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Table {
    pub(crate) fn add(&mut self, name: &str, row: Row) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, rows)) => rows.push(row),
            None => self.0.push((name.to_owned(), vec![row])),
        }
    }

    /// Medians of those columns, where a row has them.
    pub(crate) fn print(&self, title: &str, columns: &[(usize, &str)]) {
        print!("\n{title:<30}");
        columns.iter().for_each(|(_, name)| print!(" {name:>12}"));
        println!();
        for (name, rows) in &self.0 {
            if rows[0].0.len() <= columns[0].0 {
                continue;
            }
            print!("{name:<30}");
            for (at, _) in columns {
                match rows[0].0.get(*at) {
                    Some(_) => {
                        let value = median(rows.iter().map(|row| row.0[*at]).collect());
                        let places = usize::from(value < 1000.0);
                        print!(" {value:>12.places$}");
                    }
                    None => print!(" {:>12}", "-"),
                }
            }
            println!();
        }
    }

    /// Ratios of the median and of the 99th percentile beside something to those alone, in the same
    /// round: median, least and greatest.
    pub(crate) fn print_growth(&self, beside: &str) {
        println!("\nratio beside {beside} to alone: p50, p99, median (least to greatest)");
        for (name, rows) in &self.0 {
            print!("{name:<30}");
            for at in [0, 1] {
                let mut ratios: Vec<f64> =
                    rows.iter().map(|row| row.0[at + 3] / row.0[at]).collect();
                ratios.sort_by(f64::total_cmp);
                let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
                print!("  {:.2} ({least:.2}-{most:.2})", median(ratios));
            }
            println!();
        }
    }

    /// Ratios to a row of the same round: median, least and greatest.
    pub(crate) fn print_ratios(&self, to: &str, columns: &[usize]) {
        let Some((_, base)) = self.0.iter().find(|(name, _)| name == to) else {
            return println!("\n{to} is not there");
        };
        println!("\nratio to {to} in the same round: median (least to greatest)");
        for (name, rows) in &self.0 {
            print!("{name:<30}");
            for &at in columns.iter().filter(|at| **at < rows[0].0.len()) {
                let pairs = rows.iter().zip(base);
                let mut ratios: Vec<f64> =
                    pairs.map(|(row, base)| row.0[at] / base.0[at]).collect();
                ratios.sort_by(f64::total_cmp);
                let (least, most) = (ratios[0], ratios[ratios.len() - 1]);
                print!("  {:.2} ({least:.2}-{most:.2})", median(ratios));
            }
            println!();
        }
    }
}
