//! Several runs. Each is a process of its own: where memory lies, on which pages, and what the allocator has come
//! to hold differ from one to the next, and one run alone would take its luck for a result.

use crate::{figures::Figure, measure::Plan};
use std::{
    io,
    process::{Command, Stdio},
};

/// What a child is started with.
pub struct Child<'a> {
    pub plan: Plan,
    /// The options that choose what is measured, as they were given.
    pub options: &'a [String],
}

impl Child<'_> {
    /// One run of the cases. Its progress goes to stderr.
    ///
    /// # Errors
    /// Those of starting it; `InvalidData` if it fails or says something else than figures.
    pub fn figures(&self) -> io::Result<Vec<Figure>> {
        self.output("--figures")?
            .lines()
            .map(|line| {
                Figure::from_line(line)
                    .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, line.to_owned()))
            })
            .collect()
    }

    /// The section on growth.
    ///
    /// # Errors
    /// Those of starting it; `InvalidData` if it fails.
    pub fn growth(&self) -> io::Result<String> {
        self.output("--growth")
    }

    fn output(&self, what: &str) -> io::Result<String> {
        let out = Command::new(std::env::current_exe()?)
            .arg(what)
            .args(["--rounds", &self.plan.rounds.to_string()])
            .args(["--slice", &self.plan.slice.as_millis().to_string()])
            .args(self.options)
            .stderr(Stdio::inherit())
            .output()?;
        if !out.status.success() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                format!("a run ended with {}", out.status),
            ));
        }
        String::from_utf8(out.stdout).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))
    }
}
