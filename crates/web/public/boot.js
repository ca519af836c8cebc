// Loads the page's program. A file of its own: the content policy allows no script inside a page.
import init from "/damier_web.js";

await init({ module_or_path: "/damier_web_bg.wasm" });
document.getElementById("loading")?.remove();
