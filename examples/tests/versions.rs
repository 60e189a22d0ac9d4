//! Runs the versions example, and holds it to what it says.

use std::process::Command;

#[test]
fn every_generation_is_read_by_the_newest() {
    let run = Command::new(env!("CARGO_BIN_EXE_versions"))
        .current_dir(std::env::temp_dir())
        .output()
        .expect("the example starts");
    let stderr = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{stderr}");
    let output = String::from_utf8(run.stdout).expect("text");
    let expected = "\
Schemas
  first   struct{volume:u8,theme:string,tips_seen:list<u16>,}
  second  struct{theme:string,volume:u16,language:string,}
  newest  struct{theme:enum{Light,Dark,Custom:struct{name:string,},},volume_percent:f32,language:string,}

Read by the newest
  first.kiln: Resolved: Settings { theme: Dark, volume_percent: 7.0, language: \"en\" }
  second.kiln: Upgraded: Settings { theme: Custom { name: \"forest\" }, volume_percent: 99.5, language: \"fi\" }
  newest.kiln: Strict: Settings { theme: Light, volume_percent: 12.5, language: \"sv\" }

Nothing changes what the strict path takes
  first.kiln: SCHEMA
  second.kiln: SCHEMA

What the second release makes of the first
  reads: tips_seen: only the writer has it, it is skipped
  reads: language: only the reader has it, its default is filled in
  reads: the value: the fields are in another order
  reads: volume: u8 widens to u16

What the second release makes of a mistake
  reads: the value: the fields are in another order
  refuses: volume: string in the writer's schema, u16 in the reader's
  refuses: language: option<string> in the writer's schema, string in the reader's
";
    assert_eq!(output, expected);
}
