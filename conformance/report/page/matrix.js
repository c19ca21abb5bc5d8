// The table of operator × data type × level. The colour of a cell says the same as its text.

/** Whether the operator exists at the level and its first tensor may have the type there. */
function isSupported(operator, type, level) {
  const before = data.support[operator].filter((s) => levelOrder(s.from, level) <= 0);
  return before.length > 0 && before[before.length - 1].types.includes(type);
}

function cellOf(verdicts, operator, type, level) {
  if (!verdicts) return element("td", { class: "cell" }, isSupported(operator, type, level) ? "" : "·");
  const total = Object.values(verdicts).reduce((a, b) => a + b, 0);
  const bad = count(verdicts, divergent);
  const where = `${operator} ${type} ${level}`;
  if (bad > 0)
    return element("td", { class: "cell bad" }, element("button", {
      type: "button", "aria-label": `${where}: ${bad} of ${total} diverge; show them`,
      onclick: () => showDivergences({ operator, type, level }),
    }, `✗ ${number(bad)} of ${number(total)}`));
  if (count(verdicts, ["Skip"]) === total)
    return element("td", { class: "cell none" }, `– ${number(total)}`);
  if (!verdicts.Pass) return element("td", { class: "cell odd" }, `? ${number(total)}`);
  return element("td", { class: "cell good" }, `✓ ${number(total)}`);
}

function drawMatrix() {
  for (const [kind, text] of [["good", "✓ cases, all permitted"], ["bad", "✗ some diverge"],
    ["odd", "? zeros would have passed, too"], ["none", "– skipped"]])
    place("matrix-legend").append(element("span", { class: kind }, text));
  place("matrix-legend").append("An empty cell was not tested. A cell with · is not supported at that level.");
  const levels = new Set();
  for (const o of Object.values(run.operators)) for (const c of o.by_type_and_level) levels.add(c.level);
  const columns = [...levels].sort(levelOrder);
  const table = element("table", {}, element("thead", {}, element("tr", {},
    element("th", { scope: "col", class: "left" }, "Operator"), element("th", { scope: "col", class: "left" }, "Data type"),
    columns.map((l) => element("th", { scope: "col" }, l)))));
  for (const [name, o] of Object.entries(run.operators)) {
    const types = [...new Set(o.by_type_and_level.map((c) => c.type))];
    const body = element("tbody");
    types.forEach((type, i) => {
      const row = element("tr");
      if (i === 0) row.append(element("th", { scope: "rowgroup", class: "left", rowspan: types.length }, name));
      row.append(element("th", { scope: "row" }, type));
      for (const level of columns) {
        const c = o.by_type_and_level.find((x) => x.type === type && x.level === level);
        row.append(cellOf(c?.verdicts, name, type, level));
      }
      body.append(row);
    });
    table.append(body);
  }
  place("matrix-table").append(table);
}
