// Kept runs side by side: what each found, what each covered, and how fast it was.
function line(title, values) {
  const canvas = element("canvas", { role: "img", "aria-label": `${title}, by run; the table of runs has the numbers` });
  place("plots").append(element("h3", {}, title), element("div", { class: "plot" }, canvas));
  const axis = (text) => ({ title: { display: true, text }, ticks: {}, grid: {} });
  charts.push(new Chart(canvas, {
    type: "line",
    data: { labels: data.runs.map((r, i) => String(i + 1)), datasets: values.map(([label, of], i) => ({
      label, data: data.runs.map(of), borderColor: palette[i], backgroundColor: palette[i] })) },
    options: { animation: false, maintainAspectRatio: false, plugins: { legend: { labels: {} } },
      scales: { x: axis("run"), y: { ...axis(title), beginAtZero: true } } },
  }));
}

const percent = (p) => (p === null ? "" : `${p.toFixed(1)}%`);
place("verdict").textContent = data.summary;
place("runs").append(table(["Run", "Folder", "Driver", "Cases", "Divergences", "Rules", "Pairs", "Turning points", "Worst headroom", "Cases/s"],
  data.runs.map((r, i) => [String(i + 1), r.folder, `${r.device}, ${r.driver_version}`, number(r.cases),
    number(r.divergences), percent(r.rules_percent), percent(r.pairs_percent), percent(r.turning_points_percent),
    r.headroom_of ? `${r.headroom_percent.toFixed(0)}%, ${r.headroom_of}` : "exact", r.cases_per_second === null ? "" : number(Math.round(r.cases_per_second))])));
if (data.findings.length === 0) place("findings").append(element("p", {}, "No run has a finding."));
else place("findings").append(table(["Finding", "What its cases have in common", ...data.runs.map((r, i) => String(i + 1))],
  data.findings.map((f) => [f.key, `${f.title}. ${f.sentence}`, ...f.runs.map((has) => (has ? "●" : ""))])));
line("Coverage in percent", [["rules", (r) => r.rules_percent], ["pairs of knobs", (r) => r.pairs_percent],
  ["turning points", (r) => r.turning_points_percent]]);
line("Worst headroom in percent", [["worst headroom", (r) => r.headroom_percent]]);
line("Cases in a second", [["cases", (r) => r.cases_per_second]]);
paintCharts();
