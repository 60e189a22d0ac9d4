//! How a type travels, as data: what a naive reader needs to know, and no more.

use kiln::Error;

/// The order of keys: what to compare of a key's bytes.
pub(crate) type Order = fn(&[u8]) -> Vec<u8>;

/// How the values of a type lie on the wire, and what they are charged in memory.
pub(crate) enum Plan {
    /// So many bytes. The function says which ones are a value.
    Scalar(usize, fn(&[u8]) -> bool),
    /// A count of bytes, then UTF-8; charged where it is not borrowed.
    Text { charged: bool },
    /// A count, then elements, which are charged so many bytes each.
    List { element: Box<Plan>, size: u64 },
    /// A count, then keys, each with a value behind it; in a set, that is nothing.
    Keyed {
        key: Box<Plan>,
        order: Order,
        value: Box<Plan>,
        size: u64,
    },
    /// So many elements.
    Array(Box<Plan>, u64),
    /// One after another.
    All(Vec<Plan>),
    /// A byte that says which.
    Tagged(Vec<Plan>),
    /// On the heap, charged so many bytes.
    Boxed(Box<Plan>, u64),
    /// The body of a `rec`, and its least size.
    Rec { min: u64, body: fn() -> Plan },
    /// A value that the type refuses by its bytes, though the schema does not.
    Refused(Box<Plan>, fn(&[u8]) -> Result<(), Error>),
}

/// A type with a plan.
pub(crate) trait Planned {
    /// The plan.
    fn plan() -> Plan;

    /// The order of keys of this type.
    fn order(_wire: &[u8]) -> Vec<u8> {
        panic!("no key")
    }
}

impl Plan {
    /// Nothing travels.
    pub(crate) fn nothing() -> Self {
        Self::All(Vec::new())
    }

    /// With a test of its own.
    pub(crate) fn refused(self, test: fn(&[u8]) -> Result<(), Error>) -> Self {
        Self::Refused(Box::new(self), test)
    }

    /// The minimum size: format section 1.
    pub(crate) fn min(&self) -> u64 {
        match self {
            Self::Scalar(width, _) => *width as u64,
            Self::Text { .. } | Self::List { .. } | Self::Keyed { .. } => 4,
            Self::Array(element, n) => element.min() * n,
            Self::All(items) => items.iter().map(Self::min).sum(),
            Self::Tagged(variants) => 1 + variants.iter().map(Self::min).min().unwrap(),
            Self::Boxed(inner, _) | Self::Refused(inner, _) => inner.min(),
            Self::Rec { min, .. } => *min,
        }
    }

    /// Whether the type refuses what its schema does not. Bodies inside bodies are the same ones.
    pub(crate) fn refuses(&self, bodies: u32) -> bool {
        match self {
            Self::Scalar(..) | Self::Text { .. } => false,
            Self::List { element: inner, .. } | Self::Array(inner, _) | Self::Boxed(inner, _) => {
                inner.refuses(bodies)
            }
            Self::Keyed { key, value, .. } => key.refuses(bodies) || value.refuses(bodies),
            Self::All(parts) | Self::Tagged(parts) => parts.iter().any(|p| p.refuses(bodies)),
            Self::Rec { body, .. } => bodies < 2 && body().refuses(bodies + 1),
            Self::Refused(..) => true,
        }
    }
}

/// Derived types with their plans. `rec(min)` in front of one that contains itself; `=> plan` behind a
/// field that does not travel as its type does.
macro_rules! plans {
    () => {};
    (
        $(#[$meta:meta])* $(rec($min:literal))? struct $name:ident $(<$($g:ident),+>)? {
            $($(#[$attr:meta])* $field:ident: $type:ty $(=> $plan:expr)?),* $(,)?
        }
        $($rest:tt)*
    ) => {
        #[derive(kiln::Kiln, Clone)]
        $(#[$meta])*
        pub(crate) struct $name $(<$($g),+>)? { $($(#[$attr])* $field: $type),* }
        impl $(<$($g: Planned),+>)? Planned for $name $(<$($g),+>)? {
            fn plan() -> Plan {
                body!(Plan::All(vec![$(pick!($type $(=> $plan)?)),*]) $(, $min)?)
            }
        }
        plans!($($rest)*);
    };
    (
        $(#[$meta:meta])* struct $name:ident $(<$($g:ident),+>)? (
            $($(#[$attr:meta])* $type:ty $(=> $plan:expr)?),* $(,)?
        );
        $($rest:tt)*
    ) => {
        #[derive(kiln::Kiln, Clone)]
        $(#[$meta])*
        pub(crate) struct $name $(<$($g),+>)? ($($(#[$attr])* $type),*);
        impl $(<$($g: Planned),+>)? Planned for $name $(<$($g),+>)? {
            fn plan() -> Plan {
                Plan::All(vec![$(pick!($type $(=> $plan)?)),*])
            }
        }
        plans!($($rest)*);
    };
    (
        $(#[$meta:meta])* $(rec($min:literal))? enum $name:ident $(<$($g:ident),+>)? { $(
            $variant:ident
            $(($($(#[$ia:meta])* $item:ty $(=> $ip:expr)?),*))?
            $({$($(#[$fa:meta])* $field:ident: $type:ty $(=> $fp:expr)?),*})?
        ),* $(,)? }
        $($rest:tt)*
    ) => {
        #[derive(kiln::Kiln, Clone)]
        $(#[$meta])*
        pub(crate) enum $name $(<$($g),+>)? { $(
            $variant $(($($(#[$ia])* $item),*))? $({$($(#[$fa])* $field: $type),*})?
        ),* }
        impl $(<$($g: Planned),+>)? Planned for $name $(<$($g),+>)? {
            fn plan() -> Plan {
                body!(Plan::Tagged(vec![$(
                    Plan::All(vec![
                        $($(pick!($item $(=> $ip)?),)*)?
                        $($(pick!($type $(=> $fp)?),)*)?
                    ])
                ),*]) $(, $min)?)
            }
        }
        plans!($($rest)*);
    };
}
pub(crate) use plans;

macro_rules! body {
    ($plan:expr) => {
        $plan
    };
    ($plan:expr, $min:literal) => {
        Plan::Rec {
            min: $min,
            body: || $plan,
        }
    };
}
pub(crate) use body;

macro_rules! pick {
    ($type:ty) => {
        <$type as Planned>::plan()
    };
    ($type:ty => $plan:expr) => {
        $plan
    };
}
pub(crate) use pick;
