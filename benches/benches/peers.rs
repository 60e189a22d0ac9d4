//! The same contenders under criterion: `cargo bench`, or `cargo bench -- log/owned`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kiln_benches::cases::CASES;
use std::time::Duration;

fn peers(criterion: &mut Criterion) {
    for (name, make) in CASES {
        for contender in &mut make(100).contenders {
            let mut group = criterion.benchmark_group(format!("{name}/{}", contender.mode.name()));
            let who = contender.who;
            let id = match who.way {
                "" => who.name.to_owned(),
                way => format!("{} ({way})", who.name),
            };
            group.bench_function(BenchmarkId::from_parameter(id), |bencher| {
                bencher.iter(|| (contender.run)());
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(600));
    targets = peers
}
criterion_main!(benches);
