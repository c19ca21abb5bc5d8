// What all charts share.
const charts = [];
const palette = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888"];

function paint(chart) {
  const [text, line] = [colour("--text"), colour("--line")];
  for (const axis of Object.values(chart.options.scales)) {
    axis.ticks.color = axis.title.color = text;
    axis.grid.color = line;
  }
  chart.options.plugins.legend.labels.color = text;
  chart.update("none");
}

/** Paints all charts, and again where the colours of the page change. */
function paintCharts() {
  charts.forEach(paint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(paint));
  // The style for print is light. Its colours can be read once its media query matches.
  matchMedia("print").addEventListener("change", () => charts.forEach((c) => { c.resize(); paint(c); }));
}
