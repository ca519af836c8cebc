//! `cargo xtask web`: the browser client as a folder of files, ready to be embedded or served.

use crate::{WASM, add_wasm_target, cargo, folders, say};
use anyhow::{Context, Result, anyhow};
use brotli::enc::BrotliEncoderParams;
use flate2::{Compression, write::GzEncoder};
use std::{
    ffi::OsStr,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    io::Write,
    path::{Path, PathBuf},
};
use wasm_bindgen_cli_support::Bindgen;
use wasmparser::Payload;

/// What the service worker's version and the files that it keeps stand as in its source.
const VERSION: &str = "VERSION_OF_THIS_BUILD";
const FILES: &str = "FILES_OF_THIS_BUILD";

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
    let (root, target, dist) = (folders::root(), folders::target(), folder());
    if dist.exists() {
        fs::remove_dir_all(&dist).context("cannot empty the folder of the last build")?;
    }
    fs::create_dir_all(&dist)?;
    let page = compile(&target, "damier-web", profiles[0], &[])?;
    bind(&split(&page, &dist)?, &dist, "damier_web")?;
    let thinker = compile(&target, "damier-thinker", profiles[1], &["--config", VECTORS])?;
    bind(&thinker, &dist, "damier_thinker")?;
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
    folders::target().join("web/dist")
}

/// Nets sum up eight numbers at once with these; browsers have them since 2023. The page itself does without.
const VECTORS: &str =
    r#"target.wasm32-unknown-unknown.rustflags = ["-C", "target-feature=+simd128"]"#;

/// One program. Gives its file.
fn compile(target: &Path, package: &str, profile: &str, more: &[&str]) -> Result<PathBuf> {
    let what = ["--target", WASM, "--profile", profile, "--package", package, "--bin", package];
    cargo(&[&["build", "--locked"], &what[..], more].concat())?;
    let folder = if profile == "dev" { "debug" } else { profile };
    Ok(target.join(WASM).join(folder).join(format!("{package}.wasm")))
}

/// The page's parts that come later go to files of their own. Gives the part that comes first.
fn split(page: &Path, dist: &Path) -> Result<PathBuf> {
    let first = page.with_extension("first.wasm");
    let program = fs::read(page).with_context(|| format!("cannot read {}", page.display()))?;
    let mut options = wasm_split_cli_support::Options::new(&program);
    (options.output_dir, options.main_out_path) = (dist, &first);
    (options.main_module, options.link_name) = ("./damier_web.js", "./damier_parts.js");
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("cannot split {}: {error:#}", page.display()))?;
    for part in split.split_modules {
        fs::write(&part, without_names(&fs::read(&part)?)?)?;
    }
    Ok(first)
}

/// Names of functions are half of the bytes and for nobody to read.
fn without_names(wasm: &[u8]) -> Result<Vec<u8>> {
    let mut module = wasm_encoder::Module::new();
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        let payload = payload?;
        let names = matches!(&payload, Payload::CustomSection(section) if section.name() == "name");
        if let (false, Some((id, range))) = (names, payload.as_section()) {
            let data = &wasm[usize::try_from(range.start)?..usize::try_from(range.end)?];
            module.section(&wasm_encoder::RawSection { id, data });
        }
    }
    Ok(module.finish())
}

/// A program with its bindings.
fn bind(wasm: &Path, dist: &Path, name: &str) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name(name).typescript(false);
    // Parts that come later take what they share from the first one.
    bindgen.keep_lld_exports(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen
        .web(true)?
        .generate(dist)
        .with_context(|| format!("cannot make the bindings of {}", wasm.display()))
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
    // The page itself is kept under its address. The rules of all games are a few kilobytes and wanted without a network, too.
    let own = |file: &&PathBuf| **file != worker && **file != dist.join("index.html");
    let address = |file: &PathBuf| {
        let parts = file.strip_prefix(dist).ok()?.iter().map(OsStr::to_str);
        Some(format!("\"/{}\"", parts.collect::<Option<Vec<_>>>()?.join("/")))
    };
    let kept = files.iter().filter(own).filter_map(address).collect::<Vec<_>>().join(", ");
    let text = fs::read_to_string(&worker)?;
    let text = text.replace(VERSION, &format!("{:016x}", hasher.finish())).replace(FILES, &kept);
    Ok(fs::write(worker, text)?)
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
