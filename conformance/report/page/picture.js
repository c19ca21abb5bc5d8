// A wrong tensor: a window with what was permitted beside what came, and a map of the whole tensor.
const svgNames = "http://www.w3.org/2000/svg";

/** A value without its bits: `3` for `3 (0x40400000)`. */
const short = (text) => text.replace(/ \(0x[0-9a-f]+\)/g, "");

function grid(title, p, values) {
  const rows = values.length / p.columns;
  const table = element("table", {}, element("caption", {}, title));
  table.append(element("thead", {}, element("tr", {}, element("td"),
    Array.from({ length: p.columns }, (_, c) => element("th", { scope: "col" }, String(p.column + c))))));
  const body = element("tbody");
  for (let r = 0; r < rows; ++r)
    body.append(element("tr", {}, element("th", { scope: "row" }, String(p.row + r)),
      Array.from({ length: p.columns }, (_, c) => {
        const i = r * p.columns + c;
        return element("td", { class: p.wrong[i] === "1" ? "wrong" : undefined, title: values[i] }, short(values[i]));
      })));
  table.append(body);
  return element("div", { class: "picture", tabindex: "0", role: "group", "aria-label": title }, table);
}

/** A map of the whole tensor: rows of its last dimension below each other, wrong stretches marked. */
function overview(p, wrong, of) {
  const columns = p.sizes.length ? p.sizes[p.sizes.length - 1] : 1;
  const rows = of / columns;
  const svg = document.createElementNS(svgNames, "svg");
  svg.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("height", Math.max(14, Math.min(140, (224 * rows) / columns)));
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${wrong} of ${of} elements wrong, in a tensor of ${rows} rows of ${columns}`);
  const rect = (kind, x, y, w, h) => {
    const r = document.createElementNS(svgNames, "rect");
    for (const [key, value] of Object.entries({ class: kind, x, y, width: w, height: h })) r.setAttribute(key, value);
    svg.append(r);
  };
  for (const [first, length] of p.stretches) {
    // A stretch is drawn in up to three parts: the rest of its first row, whole rows, its last row.
    let at = first, left = length;
    if (at % columns) {
      const n = Math.min(left, columns - (at % columns));
      rect("wrong", at % columns, Math.floor(at / columns), n, 1);
      at += n; left -= n;
    }
    const whole = Math.floor(left / columns);
    if (whole) rect("wrong", 0, at / columns, columns, whole);
    at += whole * columns; left -= whole * columns;
    if (left) rect("wrong", 0, at / columns, left, 1);
  }
  rect("window", p.column, p.row, p.columns, p.wrong.length / p.columns);
  return element("div", { class: "picture" }, element("p", {}, `Whole tensor, ${p.sizes.join(" × ") || "1"}`), svg);
}

function picture(wrong) {
  const p = wrong.picture;
  const parts = [grid(`${wrong.tensor}: permitted`, p, p.permitted), grid(`${wrong.tensor}: came`, p, p.came)];
  if (p.permitted.length < wrong.of) parts.push(overview(p, wrong.wrong, wrong.of));
  return element("div", { class: "pictures" }, parts);
}
