//! What an engine writes, for tests to read afterwards.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};

/// Shared between the engine and the test.
#[derive(Clone, Default)]
pub struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panics while writing").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Page {
    /// All of it.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics while writing").clone();
        String::from_utf8(bytes).expect("the engine writes text")
    }
}
