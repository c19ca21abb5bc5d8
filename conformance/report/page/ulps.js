// The largest error of each built-in function beside its limit, for one driver or several.
const results = data.results;
const several = results.length > 1;
const driverNames = results.map((r, i) => (several ? `Driver ${i + 1}` : "largest error"));
// Red is for errors that are beyond their limit.
const driverColours = palette.filter((c) => c !== "#ee6677");
const beyondColour = "#d62f2f";
const meanings = {
  FLOAT32: "Computed of floats, with the limits for single precision.",
  FLOAT16: "Halves that vload_half makes floats, computed in single precision, and rounded by vstore_half: the limit is half an ULP for that rounding, which nearly every function reaches, and the little that single precision permits.",
  half: "Computed in the arithmetic of the type half (cl_khr_fp16), with the limits for half precision.",
};

/** A number of ULP, or a value, with a few digits; infinity and NaN are texts. */
function digits(x, most) {
  if (typeof x === "string") return x;
  const plain = Number(x.toPrecision(most));
  return x !== 0 && (Math.abs(x) >= 1e6 || Math.abs(x) < 1e-4) ? plain.toExponential() : String(plain);
}

const label = (e) => (e.lanes === 1 ? e.function : `${e.function} ×${e.lanes}`);

/** What was measured of a type: a row for each function and number of lanes, with the error of each driver. */
function rowsOf(type) {
  const rows = new Map();
  results.forEach((r, i) => r.ulps.filter((e) => e.type === type).forEach((e) => {
    const row = rows.get(label(e)) ?? { label: label(e), limit: e.limit, errors: results.map(() => null) };
    row.errors[i] = e;
    rows.set(label(e), row);
  }));
  return [...rows.values()];
}

function drawBars(type, rows, to) {
  const edge = 1.1 * Math.max(...rows.map((r) => r.limit));
  const canvas = element("canvas", { role: "img", "aria-label": `Largest errors, ${type}, in ULP beside their limits; the table below has the numbers` });
  to.append(element("div", { class: "plot", style: `height: ${5 + rows.length * (0.65 + 0.65 * results.length)}rem` }, canvas));
  const length = (e) => (e ? Math.min(e.largest === "inf" ? edge : e.largest, edge) : null);
  const axis = (text, more) => ({ title: { display: text !== "", text }, ticks: {}, grid: {}, ...more });
  charts.push(new Chart(canvas, {
    data: {
      labels: rows.map((r) => r.label),
      datasets: [
        { type: "line", label: "limit", data: rows.map((r) => r.limit), isLimit: true, showLine: false, pointBorderColor: () => colour("--text"), pointStyle: "line", pointRotation: 90, pointRadius: 7, pointBorderWidth: 2 },
        ...driverNames.map((name, i) => ({
          type: "bar", label: name, minBarLength: 2, data: rows.map((r) => length(r.errors[i])),
          backgroundColor: rows.map((r) => (r.errors[i]?.refused ? beyondColour : driverColours[i % driverColours.length])),
        })),
      ],
    },
    options: {
      animation: false, maintainAspectRatio: false, indexAxis: "y",
      plugins: { legend: { labels: { usePointStyle: true, generateLabels: legendOf } } },
      scales: { x: axis("ULP", { min: 0, max: edge }), y: axis("", { ticks: { autoSkip: false } }) },
    },
  }));
}

/** The legend: a driver has its own colour there, also where its first bar is red. */
function legendOf(chart) {
  return chart.data.datasets.map((d, i) => ({
    text: d.label, datasetIndex: i, hidden: !chart.isDatasetVisible(i), fontColor: colour("--text"),
    pointStyle: d.isLimit ? "line" : "rect", rotation: d.isLimit ? 90 : 0, lineWidth: d.isLimit ? 2 : 0,
    strokeStyle: d.isLimit ? colour("--text") : undefined,
    fillStyle: d.isLimit ? undefined : driverColours[(i - 1) % driverColours.length],
  }));
}

function cellsOf(row, e, i) {
  const [arguments_, came, exact] = ["b" in e ? `${digits(e.a, 9)}, ${digits(e.b, 9)}` : digits(e.a, 9), digits(e.came, 9), digits(e.exact, 9)];
  const largest = digits(e.largest, 4);
  return [element("span", {}, row.label), ...(several ? [String(i + 1)] : []), digits(row.limit, 4),
    element("span", { class: e.refused ? "bad" : undefined }, largest),
    ...[arguments_, came, exact].map((text) => element("code", {}, text)),
    element("span", {}, e.refused ? `${number(e.refused)} of ${number(e.results)} beyond` : "")];
}

place("verdict").textContent = data.summary;
place("verdict").className = results.some((r) => r.cut_short || r.ulps.some((e) => e.refused)) ? "bad" : "good";
document.title = `assay ulps: ${data.summary}`;
place("drivers").append(table([...(several ? ["Driver"] : []), "Device", "Version", "Measured", "Beyond", "Not supported"],
  results.map((r, i) => [...(several ? [String(i + 1)] : []),
    element("span", {}, `${r.device.name} (${r.device.platform})`), element("span", {}, `${r.device.driver_version}, ${r.device.version}`),
    element("span", {}, `${number(r.arguments)} arguments, seed ${r.seed}, by assay ${r.assay}${r.folder ? `; ${r.folder}` : ""}`),
    number(r.ulps.filter((e) => e.refused).length),
    element("span", {}, r.not_supported.map((n) => `${n.type}: ${n.reason}`).join("; "))])));
for (const [type, meaning] of Object.entries(meanings)) {
  const rows = rowsOf(type);
  const lacking = results.flatMap((r, i) => r.not_supported.filter((n) => n.type === type)
    .map((n) => `Not supported${several ? ` by driver ${i + 1}` : ""}: ${n.reason}.`));
  if (rows.length === 0 && lacking.length === 0) continue;
  const to = place("types");
  to.append(element("h3", { id: `type-${type}` }, type), element("p", {}, [meaning, ...lacking].join(" ")));
  if (rows.length === 0) continue;
  drawBars(type, rows, to);
  to.append(element("div", { class: "scroll", role: "region", tabindex: "0", "aria-labelledby": `type-${type}` },
    table(["Function", ...(several ? ["Driver"] : []), "Limit", "Largest", "At", "Came", "Exact", "Not permitted"],
      rows.flatMap((row) => row.errors.flatMap((e, i) => (e ? [cellsOf(row, e, i)] : []))))));
}
paintCharts();
