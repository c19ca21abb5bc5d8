// Runs of several drivers side by side: what each gave for each operator, and in which cases they
// differ.
const most = 1000;
const runs = data.runs.map((r, i) => `Run ${i + 1}`);

/** What one run gave for an operator, coloured by it. */
function cell(verdicts) {
  const all = Object.values(verdicts).reduce((sum, n) => sum + n, 0);
  if (all === 0) return "";
  const told = divergent.filter((v) => verdicts[v]).map((v) => `${number(verdicts[v])} ${v}`).join(", ");
  return element("span", { class: told ? "bad" : "good" }, told ? `${told} of ${number(all)}` : `${number(all)} pass`);
}

place("verdict").textContent = data.summary;
place("runs").append(table(["Run", "Folder", "Driver", "Cases", "Divergences", "Alone"],
  data.runs.map((r, i) => [String(i + 1), r.folder, `${r.device}, ${r.driver_version}`, number(r.cases),
    number(r.divergences), number(r.alone)])));
place("operators").append(table(["Operator", ...runs, "Judged by several", "Fail in all"],
  Object.entries(data.operators).map(([name, o]) => [name, ...o.verdicts.map(cell), number(o.shared),
    number(o.fail_everywhere)])));
place("divided-note").textContent = data.divided.length === 0 ? "There is none."
  : data.divided.length > most ? `The first ${number(most)} of ${number(data.divided.length)}.` : "";
if (data.divided.length > 0) place("divided").append(table([...runs, "Case"],
  data.divided.slice(0, most).map((c) => [...c.statuses, element("code", {}, c.case)])));
