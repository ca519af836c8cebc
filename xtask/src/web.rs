//! `cargo xtask web`: the browser client as a folder of files, ready to be embedded or served.

use crate::{WASM, add_wasm_target, cargo, say};
use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::Write,
    path::{Path, PathBuf},
};
use wasm_bindgen_cli_support::Bindgen;

/// What the service worker's version stands as in the source.
const VERSION: &str = "VERSION_OF_THIS_BUILD";

/// Builds the client as people get it and returns its folder.
pub fn build() -> Result<PathBuf> {
    build_in(["web", "thinker"])
}

/// Builds it in a hurry, large and slow: to try something out.
pub fn build_quickly() -> Result<PathBuf> {
    build_in(["dev", "thinker"])
}

/// `profiles` are those of the page and of what thinks.
fn build_in(profiles: [&str; 2]) -> Result<PathBuf> {
    add_wasm_target()?;
    let root = root();
    let (target, dist) = (target_folder(), folder());
    if dist.exists() {
        fs::remove_dir_all(&dist).context("cannot empty the folder of the last build")?;
    }
    fs::create_dir_all(&dist)?;
    program(&target, &dist, "damier-web", profiles[0])?;
    program(&target, &dist, "damier-thinker", profiles[1])?;
    copy(&root.join("crates/web/public"), &dist)?;
    style(&root.join("crates/web/style"), &dist.join("app.css"))?;
    let mut files = Vec::new();
    list(&dist, &mut files)?;
    files.sort();
    version(&dist, &files)?;
    // Packing takes minutes where names and checks are still inside.
    if profiles[0] != "dev" {
        pack(&files)?;
    }
    Ok(dist)
}

/// Where the client lies once it is built.
fn folder() -> PathBuf {
    target_folder().join("web/dist")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// One program and its bindings, each in the profile of its own name.
fn program(target: &Path, dist: &Path, package: &str, profile: &str) -> Result<()> {
    cargo(&[
        "build",
        "--locked",
        "--target",
        WASM,
        "--profile",
        profile,
        "--package",
        package,
        "--bin",
        package,
    ])?;
    let folder = if profile == "dev" { "debug" } else { profile };
    let wasm = target.join(WASM).join(folder).join(format!("{package}.wasm"));
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(&package.replace('-', "_")).typescript(false);
    // Names of functions are half of the bytes and for nobody to read.
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)?
        .generate(dist)
        .with_context(|| format!("cannot make the bindings of {package}"))
}

/// The style sheets as one, in the order of their names.
fn style(folder: &Path, to: &Path) -> Result<()> {
    let mut sheets = Vec::new();
    list(folder, &mut sheets)?;
    sheets.sort();
    let mut all = String::new();
    for sheet in sheets {
        all.push_str(&fs::read_to_string(sheet)?);
    }
    Ok(fs::write(to, all)?)
}

/// The service worker keeps a build's files under a name that changes with them.
fn version(dist: &Path, files: &[PathBuf]) -> Result<()> {
    let mut hasher = DefaultHasher::new();
    for file in files {
        fs::read(file)?.hash(&mut hasher);
    }
    let worker = dist.join("sw.js");
    let text = fs::read_to_string(&worker)?;
    Ok(fs::write(worker, text.replace(VERSION, &format!("{:016x}", hasher.finish())))?)
}

/// Packed copies beside those files that shrink, and the sizes that a person waits for.
fn pack(files: &[PathBuf]) -> Result<()> {
    for file in files {
        let bytes = fs::read(file)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes)?;
        let gzip = encoder.finish()?;
        let mut brotli = Vec::new();
        let best = BrotliEncoderParams { quality: 11, lgwin: 22, ..BrotliEncoderParams::default() };
        brotli::BrotliCompress(&mut bytes.as_slice(), &mut brotli, &best)?;
        for (ending, packed) in [("gz", &gzip), ("br", &brotli)] {
            if packed.len() < bytes.len() {
                fs::write(format!("{}.{ending}", file.display()), packed)?;
            }
        }
        if bytes.len() > 20_000 {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let [all, gzip, brotli] = [&bytes, &gzip, &brotli].map(|data| data.len() / 1000);
            say(&format!("{name}: {all} kB, gzip {gzip} kB, brotli {brotli} kB"));
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let target = to.join(path.file_name().context("entries have names")?);
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.is_dir() { list(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
