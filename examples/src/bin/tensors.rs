//! Tensors in one file: train a tiny network, save it, map it, use it without copying it.
//!
//! `cargo run --bin tensors`, from any folder of the repository. The network guesses from an
//! earthquake's magnitude, depth and number of stations whether somebody reported that they felt it.

use kiln::tensor::{Directory, NewTensor, Prefix, Quant, Scale, Tensors, TensorsBuilder};
use kiln::{Error, Kiln};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const INPUTS: usize = 3;
const HIDDEN: usize = 8;

/// What goes into the file: the tensors first, so that they start where the file starts.
#[derive(Kiln)]
struct Model<'a> {
    weights: Tensors<'a>,
    events: u32,
    trained_for: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = load()?;
    let mut network = Network::new();
    for _ in 0..200 {
        data.iter().for_each(|event| network.learn(event, 0.05));
    }
    heading("The network");
    row("events", data.len());
    row("felt", data.iter().filter(|event| event.felt).count());
    row(
        "right before rounding",
        right(&data, |inputs| network.guess(inputs)),
    );

    heading("The file");
    let block = network.to_block()?;
    let model = Model {
        weights: Tensors::from_slice(&block)?,
        events: data.len().try_into()?,
        trained_for: "was it felt?".into(),
    };
    let path = std::env::temp_dir().join(format!("kiln-tensors-{}.kiln", std::process::id()));
    std::fs::write(&path, kiln::to_vec(&model)?)?;
    let used = use_the_file(&path, &data);
    std::fs::remove_file(&path)?;
    used
}

fn use_the_file(path: &Path, data: &[Event]) -> Result<(), Box<dyn std::error::Error>> {
    let file = File::open(path)?;
    // SAFETY: the file is ours, and nobody writes to it or cuts it while it is mapped.
    let mapped = unsafe { memmap2::Mmap::map(&file)? };
    let model: Model<'_> = kiln::from_slice(&mapped)?;
    row("bytes", mapped.len());
    row("trained for", &model.trained_for);
    row("events it says", model.events);

    heading("Its tensors");
    for tensor in &model.weights {
        let shape = format!("{:?}", tensor.shape());
        let bytes = tensor.data().len();
        row(
            tensor.name(),
            format!("{:<5} {shape:<8} {bytes} bytes", tensor.dtype()),
        );
    }

    heading("One tensor by name");
    let bias = model.weights.get("hidden.bias").ok_or("no such tensor")?;
    let values: &[f32] = bias.as_slice().ok_or("not aligned")?;
    let place = values.as_ptr().addr();
    row(
        "inside the map",
        mapped.as_ptr_range().contains(&values.as_ptr().cast()),
    );
    row("aligned to 64", place.is_multiple_of(64));
    row("as another type", format!("{:?}", bias.as_slice::<f64>()));

    // The same bytes one further on are no less a model; they are only not aligned.
    let moved = [&[0], &mapped[..]].concat();
    let again: Model<'_> = kiln::from_slice(&moved[1..])?;
    let again = again.weights.get("hidden.bias").ok_or("no such tensor")?;
    row(
        "copied from anywhere",
        again.to_vec::<f32>().as_deref() == Some(values),
    );

    heading("From the file");
    let network = Network::from_tensors(&model.weights)?;
    row(
        "right with 8-bit weights",
        right(data, |inputs| network.guess(inputs)),
    );

    heading("One tensor out of two small reads and its own");
    let (mut file, total) = (File::open(path)?, mapped.len() as u64);
    let mut head = Vec::new();
    let (range, reads) = find(&mut file, total, &mut head, "out.weight")?;
    row("reads for the directory", reads);
    row("bytes of it", head.len());
    file.seek(SeekFrom::Start(range.start))?;
    let mut weights = Vec::new();
    file.take(range.end - range.start)
        .read_to_end(&mut weights)?;
    let expected = model.weights.get("out.weight").map(|tensor| tensor.data());
    row("bytes of the tensor", weights.len());
    row("the same", expected == Some(&weights[..]));

    heading("What broken files give");
    let mut broken = mapped.to_vec();
    broken.truncate(broken.len() / 2);
    row("cut in half", outcome(&broken));
    broken = mapped.to_vec();
    broken[64 + 8] = 0xff;
    row("an unknown dtype", outcome(&broken));
    broken = mapped.to_vec();
    broken[64 + 0x6c] = 99;
    row("a scale that is not there", outcome(&broken));
    Ok(())
}

/// Where a tensor lies, from the first bytes of a file and no more of them than needed.
fn find(
    file: &mut File,
    total: u64,
    head: &mut Vec<u8>,
    name: &str,
) -> Result<(std::ops::Range<u64>, u32), Box<dyn std::error::Error>> {
    let mut reads = 0;
    loop {
        // A block that is a field has its own length; the file's is enough to begin with.
        let wanted = match Directory::from_prefix(head, total)? {
            Prefix::Needs(bytes) => bytes,
            Prefix::Complete(directory) => {
                let entry = directory.get(name).ok_or("no such tensor")?;
                return Ok((entry.range(), reads));
            }
        };
        let missing = wanted - head.len() as u64;
        file.take(missing).read_to_end(head)?;
        reads += 1;
    }
}

fn outcome(bytes: &[u8]) -> &'static str {
    match kiln::from_slice::<Model<'_>>(bytes) {
        Ok(_) => "a model",
        Err(error) => Error::name(error),
    }
}

// The network: three inputs, eight tanh units, one output.

struct Network {
    hidden_weight: [[f32; INPUTS]; HIDDEN],
    hidden_bias: [f32; HIDDEN],
    out_weight: [f32; HIDDEN],
    out_bias: f32,
}

impl Network {
    fn new() -> Self {
        // Small numbers that differ: any will do, and the same every time.
        let number = |i: usize| ((i * 7919 + 13) % 101) as f32 / 101.0 - 0.5;
        Self {
            hidden_weight: std::array::from_fn(|h| std::array::from_fn(|i| number(h * INPUTS + i))),
            hidden_bias: [0.0; HIDDEN],
            out_weight: std::array::from_fn(|h| number(h + 50)),
            out_bias: 0.0,
        }
    }

    fn hidden(&self, inputs: &[f32; INPUTS]) -> [f32; HIDDEN] {
        std::array::from_fn(|h| {
            let weights = self.hidden_weight[h].iter().zip(inputs);
            let sum: f32 = weights.map(|(weight, input)| weight * input).sum();
            (sum + self.hidden_bias[h]).tanh()
        })
    }

    /// The probability that the event was felt.
    fn guess(&self, inputs: &[f32; INPUTS]) -> f32 {
        let hidden = self.hidden(inputs);
        let sum: f32 = hidden
            .iter()
            .zip(&self.out_weight)
            .map(|(h, w)| h * w)
            .sum();
        1.0 / (1.0 + (-sum - self.out_bias).exp())
    }

    /// One step down the gradient of the log loss.
    fn learn(&mut self, event: &Event, rate: f32) {
        let hidden = self.hidden(&event.inputs);
        let error = self.guess(&event.inputs) - f32::from(u8::from(event.felt));
        self.out_bias -= rate * error;
        for (h, value) in hidden.into_iter().enumerate() {
            let slope = error * self.out_weight[h] * (1.0 - value * value);
            self.out_weight[h] -= rate * error * value;
            self.hidden_bias[h] -= rate * slope;
            for (weight, input) in self.hidden_weight[h].iter_mut().zip(event.inputs) {
                *weight -= rate * slope * input;
            }
        }
    }

    /// The hidden weights as 8-bit numbers with one scale a row, the rest as it is.
    fn to_block(&self) -> Result<Vec<u8>, Error> {
        let largest =
            |row: &[f32; INPUTS]| row.iter().fold(0f32, |max, weight| max.max(weight.abs()));
        let scales = self
            .hidden_weight
            .each_ref()
            .map(|row| largest(row) / 127.0);
        let rows = self.hidden_weight.iter().zip(scales);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "from −127 to 127, by the scale"
        )]
        let rounded: Vec<i8> = rows
            .flat_map(|(row, scale)| row.map(|weight| (weight / scale).round() as i8))
            .collect();
        let (inputs, hidden) = (INPUTS as u64, HIDDEN as u64);

        let mut builder = TensorsBuilder::new();
        builder
            .add(
                NewTensor::from_slice("hidden.weight", &[hidden, inputs], &rounded).quant(
                    Quant::linear(1.0, Scale::per_axis(0, "hidden.weight.scale")),
                ),
            )
            .add(NewTensor::from_slice(
                "hidden.weight.scale",
                &[hidden],
                &scales,
            ))
            .add(NewTensor::from_slice(
                "hidden.bias",
                &[hidden],
                &self.hidden_bias,
            ))
            .add(NewTensor::from_slice(
                "out.weight",
                &[hidden],
                &self.out_weight,
            ))
            .add(NewTensor::from_slice(
                "out.bias",
                &[],
                std::slice::from_ref(&self.out_bias),
            ));
        Ok(builder.to_vec()?)
    }

    fn from_tensors(tensors: &Tensors<'_>) -> Result<Self, Box<dyn std::error::Error>> {
        let values = |name: &str| -> Result<Vec<f32>, Box<dyn std::error::Error>> {
            let tensor = tensors.get(name).ok_or("no such tensor")?;
            Ok(tensor.dequantize()?)
        };
        let rows = values("hidden.weight")?.as_chunks().0.to_vec();
        Ok(Self {
            hidden_weight: rows.try_into().map_err(|_| "another shape")?,
            hidden_bias: values("hidden.bias")?
                .try_into()
                .map_err(|_| "another shape")?,
            out_weight: values("out.weight")?
                .try_into()
                .map_err(|_| "another shape")?,
            out_bias: values("out.bias")?
                .first()
                .copied()
                .ok_or("another shape")?,
        })
    }
}

// The data.

struct Event {
    /// Magnitude, depth and stations, each about −1 to 1.
    inputs: [f32; INPUTS],
    felt: bool,
}

fn load() -> Result<Vec<Event>, Box<dyn std::error::Error>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/earthquakes.json");
    let file: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let events = file["features"].as_array().ok_or("no events")?;
    let event = |event: &serde_json::Value| {
        let properties = &event["properties"];
        let depth = event["geometry"]["coordinates"][2].as_f64().unwrap_or(0.0);
        let stations = properties["nst"].as_f64().unwrap_or(0.0);
        let magnitude = properties["mag"].as_f64().unwrap_or(0.0);
        let inputs = [
            (magnitude - 2.0) / 2.0,
            depth.max(0.0).ln_1p() / 3.0 - 0.7,
            stations.ln_1p() / 2.0 - 1.0,
        ];
        #[expect(clippy::cast_possible_truncation, reason = "rounds, and may")]
        Event {
            inputs: inputs.map(|input| input as f32),
            felt: !properties["felt"].is_null(),
        }
    };
    Ok(events.iter().map(event).collect())
}

fn right(data: &[Event], guess: impl Fn(&[f32; INPUTS]) -> f32) -> String {
    let right = data
        .iter()
        .filter(|event| (guess(&event.inputs) > 0.5) == event.felt)
        .count();
    format!("{right} of {}", data.len())
}

fn heading(text: &str) {
    println!("\n{text}");
}

fn row(label: &str, value: impl std::fmt::Display) {
    println!("  {label:<26} {value}");
}
