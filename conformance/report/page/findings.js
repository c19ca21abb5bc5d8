// The findings: what failing cases have in common. Their numbers stand in the list of divergences, too.
const findings = run.findings ?? [];
const findingOf = new Map(findings.flatMap((f, i) => f.failing.map((failure) => [failure, String(i + 1)])));

function drawFindings() {
  place("findings").hidden = findings.length === 0;
  place("finding-list").append(...findings.map((f, i) => element("div", { class: "finding" },
    element("h3", {}, element("span", { class: "tag bad" }, f.failure), ` ${i + 1}: ${f.operators.join(", ")}`,
      f.waived ? element("span", { class: "tag odd" }, f.waived === f.failing.length ? "waived" : `${number(f.waived)} waived`) : undefined),
    element("p", {}, f.sentence),
    element("p", {}, element("a", { href: `#/finding=${i + 1}`, onclick: () => showDivergences({ finding: String(i + 1) }) },
      f.failing.length === 1 ? "Show its divergence" : `Show its ${number(f.failing.length)} divergences`),
    ` Key: ${f.key}`))));
}
