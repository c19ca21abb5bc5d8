// Functions that all parts of the page use.
const data = JSON.parse(document.getElementById("data").textContent);
const run = data.run;
const divergent = ["Wrong", "Stray", "Refused", "Crashed", "Hung", "Flaky", "Accepted"];

/** A number as the page shows it: 12,345. */
const number = (n) => n.toLocaleString("en-US");

/** An element with attributes (`class`, `onclick`, ...) and children, texts or elements. */
function element(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") e[key] = value;
    else if (value !== undefined && value !== false) e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children.flat().filter((c) => c !== undefined && c !== null));
  return e;
}

const place = (id) => document.getElementById(id);

/** Adds terms and their texts to a list of definitions; terms without a text are left out. */
function define(list, pairs) {
  for (const [term, text] of pairs)
    if (text !== undefined && text !== "") list.append(element("dt", {}, term), element("dd", {}, text));
}

const count = (verdicts, names) => names.reduce((sum, v) => sum + (verdicts[v] ?? 0), 0);
const levelOrder = (a, b) => {
  const [x, y] = [a, b].map((l) => l.split("_").map(Number));
  return x[0] - y[0] || x[1] - y[1];
};

/** A colour of the style that is in force: light, dark or print. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
