// Whatever is meant to be touched and is smaller than a fingertip, and whether the page is wider than the screen, as lines to read.
const FINGER = 44;
const found = new Set();
for (const element of document.querySelectorAll('button, a[href], input, select, textarea, summary, [role="button"], [role="tab"]')) {
  // The squares of a board are as large as the board allows; a label is touched in place of what it names.
  if (element.closest('svg, .board') || element.disabled || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) {
    if (!(element instanceof HTMLInputElement) || !element.labels.length || element.closest('svg, .board')) continue;
  }
  // Boxes and switches are touched by their label, fields themselves.
  const marked = element instanceof HTMLInputElement && ['checkbox', 'radio', 'range', 'file'].includes(element.type);
  const touched = marked && element.labels.length ? element.labels[0] : element;
  if (!touched.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  // Links within a sentence are as high as its lines.
  const parent = touched.parentElement;
  const alone = [...parent.childNodes].every(node => node.nodeType !== Node.TEXT_NODE || !node.data.trim());
  if (touched.tagName === 'A' && getComputedStyle(touched).display === 'inline' && !alone) continue;
  const { width, height } = touched.getBoundingClientRect();
  if (!width || !height) continue;
  // Half a pixel may go in rounding.
  if (Math.min(width, height) < FINGER - 0.5) {
    const name = touched.tagName.toLowerCase() + (touched.className ? '.' + String(touched.className).replaceAll(' ', '.') : '');
    found.add(`${name} “${(touched.innerText || element.name || element.ariaLabel || '').trim().slice(0, 30)}” ${Math.round(width)}x${Math.round(height)}`);
  }
}
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
if (wide > 0) {
  const culprits = [...document.querySelectorAll('body *')]
    .filter(element => !element.children.length && element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
    // What is fixed to the screen grows with the page and is not to blame.
    .filter(element => !element.closest('nav'))
    .slice(0, 4)
    .map(element => `${element.tagName.toLowerCase()} “${element.textContent.slice(0, 30)}”`);
  found.add(`the page is ${wide} pixels wider than the screen: ${culprits.join(', ')}`);
}
return [...found];
