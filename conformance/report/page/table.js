/** A table of texts or elements, with a heading for each column. Numbers stand at the right. */
function table(headings, rows) {
  const side = (text) => ({ class: typeof text === "string" && /^[0-9.,%]*$/.test(text) ? undefined : "left" });
  const sides = headings.map((h, i) => side(rows.length > 0 ? rows[0][i] : h));
  return element("table", {},
    element("thead", {}, element("tr", {}, headings.map((h, i) => element("th", { scope: "col", ...sides[i] }, h)))),
    element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((c) => element("td", side(c), c))))));
}
