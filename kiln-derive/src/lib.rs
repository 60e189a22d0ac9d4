//! The derive macro of Kiln.
#![forbid(unsafe_code)]
