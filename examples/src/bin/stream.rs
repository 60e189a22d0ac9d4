//! Kiln in one file: an append-only log of events that survives being cut in the middle.
//!
//! `cargo run --bin stream`, from any folder of the repository.

use kiln::{
    Error, Kiln,
    frame::{Reader, StreamError, Writer},
};
use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{BufReader, BufWriter},
    path::Path,
};

/// What happens in a small bank.
#[derive(Kiln)]
enum Event {
    Opened { account: u32, owner: String },
    Paid { from: u32, to: u32, cents: u64 },
    Closed(u32),
}

/// The same, with text borrowed from the reader's buffer: the same wire.
#[derive(Kiln)]
enum EventRef<'a> {
    Opened { account: u32, owner: &'a str },
    Paid { from: u32, to: u32, cents: u64 },
    Closed(u32),
}

fn append(path: &Path, events: impl Iterator<Item = Event>) -> Result<(), StreamError> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut log = Writer::new(BufWriter::new(file));
    for event in events {
        log.write(&event)?;
    }
    log.flush()?;
    Ok(())
}

/// What the log comes to.
#[derive(Default)]
struct State {
    events: u32,
    owners: BTreeMap<u32, String>,
    turnover_cents: u64,
    /// Where the last whole event ends.
    whole_bytes: u64,
    /// What stands behind it, if it is no event.
    fault: Option<Error>,
}

fn replay(path: &Path) -> Result<State, StreamError> {
    let mut log = Reader::new(BufReader::new(File::open(path)?));
    let mut state = State::default();
    loop {
        match log.next::<EventRef<'_>>() {
            Ok(Some(event)) => {
                state.events += 1;
                match event {
                    EventRef::Opened { account, owner } => {
                        state.owners.insert(account, owner.to_owned());
                    }
                    EventRef::Paid { cents, .. } => state.turnover_cents += cents,
                    EventRef::Closed(account) => {
                        state.owners.remove(&account);
                    }
                }
            }
            // The end of the log is the end between two events.
            Ok(None) => break,
            // A crash in the middle of a write leaves a part of one. All before it is whole.
            Err(StreamError::Kiln(error)) => {
                state.fault = Some(error);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    state.whole_bytes = log.position();
    Ok(state)
}

fn show(title: &str, state: &State) {
    println!("{title}");
    println!("  events          {}", state.events);
    println!("  open accounts   {}", state.owners.len());
    println!(
        "  turnover        {}.{:02}",
        state.turnover_cents / 100,
        state.turnover_cents % 100
    );
    println!("  whole up to     byte {}", state.whole_bytes);
    println!(
        "  behind that     {}",
        state.fault.map_or("nothing", Error::name)
    );
}

/// A day of the bank: ten accounts, payments between them, the first one closed.
fn day() -> impl Iterator<Item = Event> {
    let opened = (0..10).map(|account| Event::Opened {
        account,
        owner: format!("owner {account}"),
    });
    let paid = (0..100).map(|i| Event::Paid {
        from: i % 10,
        to: (i + 3) % 10,
        cents: u64::from(i) * 25,
    });
    opened.chain(paid).chain([Event::Closed(0)])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::temp_dir().join(format!("kiln-stream-{}.log", std::process::id()));
    let _ = std::fs::remove_file(&path);

    append(&path, day())?;
    let state = replay(&path)?;
    show("A whole log", &state);
    let length = state.whole_bytes;

    // The disk was full, or the machine lost power: the last write is there by half.
    let cut = length - 70 - 40;
    OpenOptions::new().write(true).open(&path)?.set_len(cut)?;
    let state = replay(&path)?;
    show(&format!("\nCut at byte {cut}"), &state);

    // What is no event goes, and the log goes on from there.
    OpenOptions::new()
        .write(true)
        .open(&path)?
        .set_len(state.whole_bytes)?;
    append(
        &path,
        [
            Event::Paid {
                from: 1,
                to: 2,
                cents: 1,
            },
            Event::Closed(9),
        ]
        .into_iter(),
    )?;
    show("\nMended, and appended to", &replay(&path)?);

    std::fs::remove_file(&path)?;
    Ok(())
}
