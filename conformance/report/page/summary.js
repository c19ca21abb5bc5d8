// The verdict, the device, and the counts of each operator.

/** Whose kernels ran: each file or origin, with its operators where they are few. */
function kernelsText() {
  const operators = new Map();
  for (const [name, o] of Object.entries(run.operators)) operators.set(o.kernels, [...(operators.get(o.kernels) ?? []), name]);
  if (operators.size === 1) return [...operators.keys()][0];
  const most = 5;
  return [...operators].sort(([a], [b]) => (a === "built in") - (b === "built in"))
    .map(([kernels, names]) => `${kernels} (${names.length > most ? `${number(names.length)} operators` : names.join(", ")})`).join("; ");
}

/** The number in a cell of a table, or its text in lower case. */
function sortKey(row, column) {
  const text = row.children[column].textContent;
  const value = Number.parseFloat(text.replaceAll(",", ""));
  return Number.isNaN(value) ? text.toLowerCase() : value;
}

/** Makes the headings of a table sort its rows: texts from the first, numbers from the greatest, and the other way at the second time. */
function makeSortable(table) {
  const headings = [...table.querySelectorAll("thead th")];
  const body = table.querySelector("tbody");
  headings.forEach((heading, column) => {
    const sort = () => {
      const down = heading.getAttribute("aria-sort") === "ascending" || (!heading.hasAttribute("aria-sort") && column > 0);
      for (const h of headings) h.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      const rows = [...body.children].map((row) => [sortKey(row, column), row]);
      rows.sort(([a], [b]) => sign * (typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? 1 : -1));
      body.append(...rows.map(([, row]) => row));
    };
    heading.replaceChildren(element("button", { type: "button", onclick: sort }, heading.textContent));
  });
}

/** Shows those rows of the operators whose names have the text that is searched for. */
function searchOperators() {
  const search = place("operator-search");
  const rows = [...document.querySelectorAll("#operators tbody tr")];
  search.oninput = () => {
    const text = search.value.trim().toLowerCase();
    for (const row of rows) row.hidden = !row.children[0].textContent.toLowerCase().includes(text);
  };
  search.parentElement.hidden = rows.length < 10;
}

function drawSummary() {
  const title = place("verdict");
  title.textContent = run.summary;
  title.className = run.exit_code === 0 ? "good" : run.exit_code === 1 ? "bad" : "odd";
  document.title = `assay: ${run.summary}`;
  const complaints = (run.complaints ?? []).map((c) => c.text);
  const listed = 20;
  if (complaints.length > listed) complaints.splice(listed, Infinity, `and ${number(complaints.length - listed)} more`);
  place("complaints").append(...complaints.map((text) => element("li", {}, text)));
  place("complaints").hidden = complaints.length === 0;
  const d = run.device;
  define(place("device"), [
    ["Device", `${d.name} (${d.platform})`],
    ["Driver", `${d.driver_version}, ${d.version}`],
    ["Kernels", kernelsText()],
    ["Tested", `${number(run.cases)} cases in ${run.times.seconds.toFixed(1)} s, seed ${run.options.seed}, by assay ${run.assay}`],
  ]);
  const names = ["Pass", "Doubtful", "Skip", ...divergent];
  const used = names.filter((v, i) => i < 4 || Object.values(run.operators).some((o) => o.verdicts[v]));
  const table = element("table", {},
    element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "left" }, "Operator"),
      used.map((v) => element("th", { scope: "col" }, v)),
      element("th", { scope: "col" }, "Rules tested"), element("th", { scope: "col" }, "Worst headroom"),
      element("th", { scope: "col", class: "left" }, "Kernels"))));
  const body = element("tbody");
  // Operators that failed stand first.
  const failed = ([, o]) => Number(count(o.verdicts, divergent) > 0);
  for (const [name, o] of Object.entries(run.operators).sort((a, b) => failed(b) - failed(a))) {
    const rules = Object.values(o.rules);
    body.append(element("tr", {}, element("th", { scope: "row" }, name),
      used.map((v) => element("td", { class: divergent.includes(v) && o.verdicts[v] ? "bad" : undefined }, number(o.verdicts[v] ?? 0))),
      element("td", {}, `${rules.filter((r) => r.satisfied > 0).length} of ${rules.length}`),
      element("td", {}, o.worst_headroom > 0 ? `${Math.round(100 * o.worst_headroom)}%` : "exact"),
      element("td", { class: "left" }, o.kernels)));
  }
  table.append(body);
  makeSortable(table);
  place("operators").append(table);
  searchOperators();
}

function drawSkips() {
  const to = place("skip-list");
  if (run.skips.length === 0) {
    to.append(element("p", {}, "Nothing was skipped."));
    return;
  }
  to.append(element("table", {},
    element("thead", {}, element("tr", {}, ["Reason", "Whose", "Cases"].map((t) => element("th", { scope: "col", class: "left" }, t)))),
    element("tbody", {}, run.skips.map((s) => element("tr", {}, element("th", { scope: "row" }, s.reason),
      element("td", {}, s.short ? "the harness could not (short)" : "the device lacks it (absent)"),
      element("td", {}, number(s.count)))))));
}

function drawFacts() {
  const d = run.device;
  define(place("fact-list"), [
    ["Command", element("code", {}, run.command)],
    ["Exit code", String(run.exit_code)],
    ["Rate", `${number(Math.round(run.times.cases_per_second))} cases/s, builds aside`],
    ["Builds", run.builds ? `${number(run.builds.programs)} programs, ${number(run.builds.kernels)} kernels at their local sizes: ${run.builds.seconds.toFixed(1)} s in the driver's compiler, ${Math.round(100 * run.builds.share)}% of the workers' time` : ""],
    ["Waived", run.waivers ? `${number(run.waivers.waived)} divergences` : ""],
    ["Incidents", run.incidents ? `${number(run.incidents)} times a worker was killed from outside; its work was redone` : ""],
    ["OpenCL C", d.opencl_c_version],
    ["fp16, fp64", `${d.fp16 ? "yes" : "no"}, ${d.fp64 ? "yes" : "no"}`],
    ["Extensions", d.extensions.join(" ")],
  ]);
}
