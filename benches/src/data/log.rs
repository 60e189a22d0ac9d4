//! A web log: short and middling strings, a few numbers.

use super::{borrowed, owned, rng::Rng};

owned! {
    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Address {
        pub a: u8,
        pub b: u8,
        pub c: u8,
        pub d: u8,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Record {
        pub address: Address,
        pub identity: String,
        pub user: String,
        pub date: String,
        pub request: String,
        pub code: u16,
        pub size: u64,
    }

    #[derive(bincode::Encode, bincode::Decode)]
    pub struct Log {
        pub records: Vec<Record>,
    }
}

borrowed! {
    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct RecordRef<'a> {
        pub address: Address,
        pub identity: &'a str,
        pub user: &'a str,
        pub date: &'a str,
        pub request: &'a str,
        pub code: u16,
        pub size: u64,
    }

    #[derive(bincode::Encode, bincode::BorrowDecode)]
    pub struct LogRef<'a> {
        #[serde(borrow)]
        pub records: Vec<RecordRef<'a>>,
    }
}

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];
const METHODS: [&str; 6] = ["GET", "GET", "GET", "POST", "PUT", "HEAD"];
const CODES: [u16; 8] = [200, 200, 200, 204, 301, 304, 404, 500];

pub fn make(records: usize) -> Log {
    let mut rng = Rng::new(2);
    let records = rng.list(records, |rng| Record {
        address: Address {
            a: rng.bits() as u8,
            b: rng.bits() as u8,
            c: rng.bits() as u8,
            d: rng.bits() as u8,
        },
        identity: if rng.one_in(8) {
            rng.word(4, 12)
        } else {
            "-".into()
        },
        user: if rng.one_in(2) {
            rng.word(3, 14)
        } else {
            "-".into()
        },
        date: format!(
            "{:02}/{}/{}:{:02}:{:02}:{:02}Z",
            1 + rng.below(28),
            rng.pick(&MONTHS),
            1995 + rng.below(30),
            rng.below(24),
            rng.below(60),
            rng.below(60)
        ),
        request: {
            let mut path = String::new();
            for _ in 0..rng.len(1, 5) {
                path += "/";
                path += &rng.word(3, 12);
            }
            format!("{} {path}.html HTTP/1.1", rng.pick(&METHODS))
        },
        code: CODES[rng.below(8) as usize],
        size: rng.below(100_000_000),
    });
    Log { records }
}
