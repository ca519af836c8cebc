//! Where things lie.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The workspace. Cargo tells where it is when it runs us: a target folder that several clones share may hold what another compiled.
pub fn root() -> PathBuf {
    let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    Path::new(&own).parent().expect("xtask lies in the workspace").to_owned()
}

/// Where cargo puts what it compiles.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
