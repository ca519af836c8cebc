//! Writes the list of files to embed: the folder that `DAMIER_WEB_DIST` names, or a page that says how to get it.

use std::{
    env,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

fn main() {
    println!("cargo::rerun-if-env-changed=DAMIER_WEB_DIST");
    let mut list = String::from("&[\n");
    if let Some(folder) = env::var_os("DAMIER_WEB_DIST").map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, &mut files);
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_none_or(|end| end != "gz")) {
            println!("cargo::rerun-if-changed={}", file.display());
            entry(&mut list, &folder, file);
        }
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    fs::write(Path::new(&out).join("files.rs"), list).expect("the folder for output is writable");
}

fn entry(list: &mut String, folder: &Path, file: &Path) {
    let name = file.strip_prefix(folder).expect("it was found in there");
    let name = name.to_str().expect("names of the client's files are plain").replace('\\', "/");
    let bytes = fs::read(file).expect("a file that was listed can be read");
    let packed = PathBuf::from(format!("{}.gz", file.display()));
    let gzip =
        if packed.exists() { format!("Some(include_bytes!({packed:?}))") } else { "None".into() };
    let etag = fold(&bytes);
    let _ = writeln!(
        list,
        "(\"{name}\", Asset {{ bytes: include_bytes!({file:?}), mime: mime(\"{name}\"), gzip: {gzip}, etag: \"\\\"{etag:016x}\\\"\" }}),"
    );
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| {
        panic!("cannot read DAMIER_WEB_DIST, {}: {error}", folder.display())
    });
    for entry in entries {
        let path = entry.expect("a folder that can be opened can be read").path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

/// FNV-1a: tells versions of a file apart, guards nothing.
fn fold(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
