// Loads the page's program. A file of its own: the content policy allows no script inside a page.
import init from "/damier_web.js";

const broken = document.getElementById("broken");

// The program has ended, or never began: a dead page says so and offers the way out.
function tell() {
  document.getElementById("loading")?.remove();
  if (!broken.open) broken.showModal();
}

broken.querySelector("button").addEventListener("click", () => location.reload());
// What ends the program without a word of its own, such as a stack or a memory that is full.
const fatal = error => { if (error instanceof WebAssembly.RuntimeError) tell(); };
addEventListener("error", event => fatal(event.error));
addEventListener("unhandledrejection", event => fatal(event.reason));

try {
  await init({ module_or_path: "/damier_web_bg.wasm" });
  document.getElementById("loading")?.remove();
} catch (error) {
  if (navigator.language.startsWith("fr")) document.documentElement.lang = "fr";
  tell();
  throw error;
}
