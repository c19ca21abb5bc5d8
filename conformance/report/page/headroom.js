// Histograms of headroom, by operator and data type.
function plot(name, byType) {
  const types = Object.keys(byType);
  const bins = byType[types[0]].length;
  const labels = Array.from({ length: bins }, (_, i) => `${Math.round((100 * i) / bins)}–${Math.round((100 * (i + 1)) / bins)}%`);
  const total = types.reduce((sum, t) => sum + byType[t].reduce((a, b) => a + b, 0), 0);
  const canvas = element("canvas", { role: "img", "aria-label": `Headroom of ${name}: ${number(total)} cases by share of the interval used; the table below has the counts` });
  const table = element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "left" }, "Share used"),
    types.map((t) => element("th", { scope: "col" }, t)))),
  element("tbody", {}, labels.map((l, i) => element("tr", {}, element("th", { scope: "row" }, l),
    types.map((t) => element("td", {}, number(byType[t][i])))))));
  place("plots").append(element("h3", {}, name), element("div", { class: "plot" }, canvas),
    element("details", {}, element("summary", {}, `Counts of ${name}`), element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": `Headroom of ${name}` }, table)));
  const axis = (title, more) => ({ stacked: true, title: { display: true, text: title }, ticks: {}, grid: {}, ...more });
  charts.push(new Chart(canvas, {
    type: "bar",
    data: { labels, datasets: types.map((t, i) => ({ label: t, data: byType[t], backgroundColor: palette[i % palette.length] })) },
    options: {
      animation: false, maintainAspectRatio: false, plugins: { legend: { labels: {} } },
      scales: { x: axis("share of the permitted interval used"), y: axis("cases", { beginAtZero: true }) },
    },
  }));
}

function drawHeadroom() {
  const exact = [];
  for (const [name, o] of Object.entries(run.operators)) {
    if (Object.keys(o.headroom ?? {}).length) plot(name, o.headroom);
    else exact.push(name);
  }
  if (exact.length) place("plots").append(element("p", {}, `Judged by their bits, without an interval: ${exact.join(", ")}.`));
  paintCharts();
}
