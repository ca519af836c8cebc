// How far things have moved by themselves since the page was opened, as browsers count it.
const done = arguments[arguments.length - 1];
let sum = 0;
const from = new Set();
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    sum += entry.value;
    for (const { node } of entry.sources) if (node instanceof Element) from.add(node.tagName.toLowerCase() + '.' + (node.getAttribute('class') ?? ''));
  }
}).observe({ type: 'layout-shift', buffered: true });
setTimeout(() => done([sum, [...from].slice(0, 6).join(', ')]), 100);
