//! Kiln in one file: three generations of a settings file, all read by the newest program.
//!
//! `cargo run --bin versions`, from any folder of the repository.

use kiln::{
    Describe, Error, Kiln, Schema,
    frame::{self, FileError, Options},
};
use std::{error::Error as StdError, fs, path::Path};

/// What the first release saved.
mod first {
    use kiln::Kiln;

    #[derive(Kiln)]
    pub(crate) struct Settings {
        pub(crate) volume: u8,
        pub(crate) theme: String,
        pub(crate) tips_seen: Vec<u16>,
    }
}

/// The second release: a wider number, a field more, a field less, another order. Each of these can be
/// told from the two schemas, so no code says how one becomes the other; only what a new field holds.
mod second {
    use kiln::Kiln;

    #[derive(Kiln)]
    pub(crate) struct Settings {
        pub(crate) theme: String,
        pub(crate) volume: u16,
        #[kiln(default = english)]
        pub(crate) language: String,
    }

    fn english() -> String {
        "en".into()
    }
}

/// The newest: the theme is no longer any text. That takes code, which is `From`.
#[derive(Kiln, Debug, PartialEq)]
#[kiln(upgrade_from = second::Settings)]
struct Settings {
    theme: Theme,
    volume_percent: f32,
    language: String,
}

#[derive(Kiln, Debug, PartialEq)]
enum Theme {
    Light,
    Dark,
    Custom { name: String },
}

impl From<second::Settings> for Settings {
    fn from(old: second::Settings) -> Self {
        Self {
            theme: match old.theme.as_str() {
                "light" => Theme::Light,
                "dark" => Theme::Dark,
                _ => Theme::Custom { name: old.theme },
            },
            volume_percent: f32::from(old.volume) / 10.0,
            language: old.language,
        }
    }
}

/// How the settings of a file came to be ours.
#[derive(Debug)]
enum Way {
    Strict,
    Upgraded,
    Resolved,
}

/// Reads a file of any generation.
fn load(path: &Path) -> Result<(Settings, Way), Box<dyn StdError>> {
    // Almost every file is of our own type. That is one comparison of hashes.
    match frame::load(path) {
        Ok(settings) => return Ok((settings, Way::Strict)),
        Err(FileError::Kiln {
            source: Error::Schema,
            ..
        }) => {}
        Err(error) => return Err(error.into()),
    }
    let bytes = fs::read(path)?;
    // The generation before is known by its hash, and turned into ours by `From`.
    match frame::upgrade(&bytes) {
        Ok(settings) => return Ok((settings, Way::Upgraded)),
        Err(Error::Schema) => {}
        Err(error) => return Err(error.into()),
    }
    // All others say themselves what they are. The generation that we know best takes them.
    let settings: second::Settings = frame::resolve(&bytes)?;
    Ok((settings.into(), Way::Resolved))
}

/// What a check in CI would print about the schema of a release.
fn differences(name: &str, released: &Schema) {
    println!("\nWhat the second release makes of {name}");
    for difference in Schema::compatibility(second::Settings::SCHEMA, released) {
        println!("  {difference}");
    }
}

fn main() -> Result<(), Box<dyn StdError>> {
    let folder = std::env::temp_dir().join(format!("kiln-versions-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = |name: &str| folder.join(name);

    // Files for readers that are yet to come carry their schema.
    let text = Options {
        schema: true,
        ..Options::default()
    };
    let one = first::Settings {
        volume: 70,
        theme: "dark".into(),
        tips_seen: vec![3, 9],
    };
    text.save(file("first.kiln"), &one)?;
    let two = second::Settings {
        theme: "forest".into(),
        volume: 995,
        language: "fi".into(),
    };
    text.save(file("second.kiln"), &two)?;
    let three = Settings {
        theme: Theme::Light,
        volume_percent: 12.5,
        language: "sv".into(),
    };
    text.save(file("newest.kiln"), &three)?;

    println!("Schemas");
    println!("  first   {}", first::Settings::SCHEMA);
    println!("  second  {}", second::Settings::SCHEMA);
    println!("  newest  {}", Settings::SCHEMA);

    println!("\nRead by the newest");
    for name in ["first.kiln", "second.kiln", "newest.kiln"] {
        let (settings, way) = load(&file(name))?;
        println!("  {name}: {way:?}: {settings:?}");
    }

    println!("\nNothing changes what the strict path takes");
    for name in ["first.kiln", "second.kiln"] {
        let error = frame::load::<Settings>(file(name)).map(drop).unwrap_err();
        println!("  {name}: {}", error.kiln().map_or("", Error::name));
    }

    differences("the first", first::Settings::SCHEMA);
    let mistake = "struct{volume:string,theme:string,language:option<string>,}".parse()?;
    differences("a mistake", &mistake);

    fs::remove_dir_all(&folder)?;
    Ok(())
}
