// A table of the rules of each operator. The darker a cell, the more cases it counts.
const headings = { satisfied: "Satisfied", low_edge: "At low edge", high_edge: "At high edge", violated: "Violated" };

function heatCell(n, most, untested) {
  if (n === 0) return element("td", { class: untested ? "untested" : "none" }, untested ? "untested" : "0");
  const share = most > 1 ? Math.log(1 + n) / Math.log(1 + most) : 1;
  return element("td", { class: "heat", style: `background: rgba(var(--heat), ${(0.08 + 0.3 * share).toFixed(3)})` }, number(n));
}

/** The shares of sides of rules, pairs of knobs and turning points that had a case, where the run measured them. */
function drawShares() {
  const coverage = run.coverage;
  if (!coverage) return;
  const share = (s) => `${number(s.reached)} of ${number(s.of)} (${s.percent.toFixed(1)}%)`;
  const shares = (of) => [of.rules, of.pairs, of.turning_points].map((s) => element("td", {}, share(s)));
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "left" }, "Operator"),
    ["Sides of rules", "Pairs of knobs", "Turning points"].map((t) => element("th", { scope: "col" }, t)))),
  element("tbody", {}, Object.entries(coverage.operators).map(([name, o]) => element("tr", {}, element("th", { scope: "row" }, name),
    shares(o))),
  element("tr", {}, element("th", { scope: "row" }, "all"), shares(coverage))));
  place("coverage-tables").append(element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Shares of coverage" }, table));
  for (const [name, o] of Object.entries(coverage.operators))
    for (const [list, what, s] of [[o.rules_missing, "sides of rules", o.rules], [o.pairs_missing, "pairs of knobs", o.pairs],
      [o.turning_points_missing, "turning points", o.turning_points]])
      if (list?.length) place("coverage-tables").append(element("details", {},
        element("summary", {}, `${name}: ${what} without a case${list.length < s.of - s.reached ? ", the first" : ""}`),
        element("ul", {}, list.map((text) => element("li", {}, text)))));
}

function drawCoverage() {
  drawShares();
  const untested = [];
  for (const [name, o] of Object.entries(run.operators)) {
    const rules = Object.entries(o.rules);
    const columns = [...new Set(rules.flatMap(([, r]) => Object.keys(r)))]
      .filter((k) => rules.every(([, r]) => typeof (r[k] ?? 0) === "number"));
    const most = Math.max(1, ...rules.flatMap(([, r]) => columns.map((c) => r[c] ?? 0)));
    const missing = rules.filter(([, r]) => !r.satisfied).map(([id]) => id);
    untested.push(...missing.map((id) => `${name}/${id}`));
    const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "left" }, "Rule"),
      columns.map((c) => element("th", { scope: "col" }, headings[c] ?? c.replaceAll("_", " "))),
      element("th", { scope: "col", class: "left" }, "It says"))),
    element("tbody", {}, rules.map(([id, r]) => element("tr", {}, element("th", { scope: "row" }, id),
      columns.map((c) => heatCell(r[c] ?? 0, most, c === "satisfied")),
      element("td", { class: "sentence" }, data.sentences[name]?.[id] ?? "")))));
    place("coverage-tables").append(element("details", { open: true },
      element("summary", {}, `${name}: ${rules.length - missing.length} of ${rules.length} rules tested`),
      element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": `Rules of ${name}` }, table)));
  }
  place("untested").textContent = untested.length === 0 ? "Every rule was put to work by some case."
    : `Untested rules: ${untested.join(", ")}.`;
}
