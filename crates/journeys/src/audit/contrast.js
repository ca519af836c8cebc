// Every visible text whose colour stands out too little from what lies behind it (WCAG 2, AA), as lines to read.
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const brush = canvas.getContext('2d', { willReadFrequently: true });

// Any colour that style sheets know, as red, green, blue and opacity from 0 to 1.
function rgba(colour) {
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  return [...brush.getImageData(0, 0, 1, 1).data].map(part => part / 255);
}

function over([r, g, b, a], below) {
  return [r, g, b].map((part, i) => part * a + below[i] * (1 - a)).concat(1);
}

function luminance(colour) {
  const [r, g, b] = colour.map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one, two) {
  const [low, high] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// What lies behind an element: its own ground and those of whatever holds it, down to one that hides the rest.
function behind(element) {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const layer = rgba(getComputedStyle(at).backgroundColor);
    layers.push(layer);
    if (layer[3] === 1) break;
  }
  return layers.reverse().reduce((below, layer) => over(layer, below), [1, 1, 1, 1]);
}

// Drawn text lies on the shape below its middle; where there is none, on what holds the drawing.
function behindDrawn(text) {
  const box = text.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const shapes = [...text.ownerSVGElement.querySelectorAll('rect')].filter(shape => {
    const area = shape.getBoundingClientRect();
    return x > area.left && x < area.right && y > area.top && y < area.bottom;
  });
  const fills = shapes
    .filter(shape => shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)
    .map(shape => rgba(getComputedStyle(shape).fill));
  return fills.reduce((below, fill) => over(fill, below), behind(text.ownerSVGElement.parentElement));
}

const found = new Map();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const words = texts.currentNode.data.trim();
  const element = texts.currentNode.parentElement;
  if (!words || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
  const box = element.getBoundingClientRect();
  // What only screen readers get is a pixel wide; what cannot be used now need not stand out.
  if (box.width <= 1 || box.height <= 1 || element.closest(':disabled, [aria-disabled="true"], option')) continue;
  const style = getComputedStyle(element);
  const drawn = element instanceof SVGElement;
  const ground = drawn ? behindDrawn(element) : behind(element);
  let colour = rgba(drawn ? style.fill : style.color);
  for (let at = element; at; at = at.parentElement) colour[3] *= Number(getComputedStyle(at).opacity);
  colour = over(colour, ground);
  const size = drawn ? box.height * 0.8 : parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const reached = ratio(colour, ground);
  if (reached < (large ? 3 : 4.5)) {
    const name = element.tagName.toLowerCase() + (element.getAttribute('class') ? '.' + element.getAttribute('class').replaceAll(' ', '.') : '');
    // One of a kind is enough to find the rule.
    found.set(`${name} ${reached.toFixed(2)}`, words.slice(0, 30));
  }
}
return [...found].map(([what, words]) => `${what} “${words}”`);
