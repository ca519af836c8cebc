// The Web Worker in which the computer player thinks.
import init from "/damier_thinker.js";

await init({ module_or_path: "/damier_thinker_bg.wasm" });
