// The verdict, the device, and the counts of each operator.
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
  for (const [name, o] of Object.entries(run.operators)) {
    const rules = Object.values(o.rules);
    body.append(element("tr", {}, element("th", { scope: "row" }, name),
      used.map((v) => element("td", { class: divergent.includes(v) && o.verdicts[v] ? "bad" : undefined }, number(o.verdicts[v] ?? 0))),
      element("td", {}, `${rules.filter((r) => r.satisfied > 0).length} of ${rules.length}`),
      element("td", {}, o.worst_headroom > 0 ? `${Math.round(100 * o.worst_headroom)}%` : "exact"),
      element("td", { class: "left" }, o.kernels)));
  }
  table.append(body);
  place("operators").append(table);
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
