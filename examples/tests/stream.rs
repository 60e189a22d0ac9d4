//! Runs the stream example, and holds it to what it says.

use std::process::Command;

#[test]
fn a_cut_log_is_read_up_to_the_cut() {
    let run = Command::new(env!("CARGO_BIN_EXE_stream"))
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the example starts");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{stderr}");
    let output = String::from_utf8(run.stdout).expect("text");

    // A frame is 64 bytes and its value. Opened: tag, account, count, "owner 0". Paid: tag, two
    // accounts, cents. Closed: tag, account.
    let (opened, paid, closed) = (64 + 1 + 4 + 4 + 7, 64 + 1 + 4 + 4 + 8, 64 + 1 + 4);
    let whole = 10 * opened + 100 * paid + closed;
    // The cut takes the last event and reaches into the one before.
    let cut = whole - 110;
    let kept = 10 * opened + 99 * paid;
    assert!(kept < cut && cut < kept + paid);
    let sum = |payments: u32| (0..payments).map(|i| i * 25).sum::<u32>();
    let money = |cents: u32| format!("{}.{:02}", cents / 100, cents % 100);
    let part = |title: String, events, open, cents, bytes, fault| {
        format!(
            "{title}
  events          {events}
  open accounts   {open}
  turnover        {}
  whole up to     byte {bytes}
  behind that     {fault}
",
            money(cents)
        )
    };
    let mended = kept + paid + closed;
    let expected = [
        part("A whole log".into(), 111, 9, sum(100), whole, "nothing"),
        part(format!("Cut at byte {cut}"), 109, 10, sum(99), kept, "EOF"),
        part(
            "Mended, and appended to".into(),
            111,
            9,
            sum(99) + 1,
            mended,
            "nothing",
        ),
    ];
    assert_eq!(output, expected.join("\n"));
}
