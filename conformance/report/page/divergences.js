// The list of divergences. Filters search all of it; one page of it is drawn at a time.
const perPage = 20;
const failures = data.failures.map((f, i) => ({
  ...f,
  number: String(i + 1),
  finding: findingOf.get(i) ?? "",
  operator: f.case.slice(0, f.case.indexOf(":")),
  type: /=([A-Z]+[0-9]+)\./.exec(f.case)?.[1] ?? "",
  level: /:level=([0-9_]+)/.exec(f.case)?.[1] ?? "",
  text: [f.verdict, f.case, f.shrunk, f.message, f.shrunk_message, f.reproduce, f.waived && `waived ${f.waived}`].join(" ").toLowerCase(),
}));
let shown = failures;
let page = 0;

async function copy(button, text) {
  let done = false;
  try {
    await navigator.clipboard.writeText(text);
    done = true;
  } catch {
    const area = element("textarea", {}, text);
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    button.focus();
  }
  button.textContent = done ? "Copied" : "Cannot copy";
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

function command(title, text) {
  const button = element("button", { type: "button", "aria-label": `Copy: ${title}`, onclick: () => copy(button, text) }, "Copy");
  return [element("p", {}, title), element("div", { class: "command" }, element("code", {}, text), button)];
}

/** The inputs of the smallest case. */
const inputs = (f) => f.inputs.map((line) => element("p", { class: "inputs" }, line));

/** The article of a divergence. The first one of an operator on a page says what the operator does. */
function articleOf(f, i, all) {
  const article = element("article", {}, element("h3", {},
    element("span", { class: "tag bad" }, f.verdict), `${f.operator} ${f.type} at ${f.level} `,
    element("a", { href: `#/number=${f.number}`, "aria-label": `Link to divergence ${f.number}` }, `#${f.number}`)));
  if (f.waived) article.append(element("p", {}, element("span", { class: "tag odd" }, "waived"), f.waived));
  if (all.findIndex((other) => other.operator === f.operator) === i) article.append(element("p", {}, data.summaries[f.operator]));
  if (!f.shrunk) article.append(...inputs(f));
  if (f.message) article.append(element("p", {}, f.message));
  if (f.after) article.append(element("p", {}, `Only after another case in the same process: ${f.after}`));
  if (f.batch) article.append(element("p", {}, `Only in a batch of these ${f.batch} cases, which pass alone.`));
  if (f.wrong) article.append(picture(f.wrong));
  if (f.log) article.append(element("details", {}, element("summary", {}, "What the driver said"), element("pre", { class: "picture", tabindex: "0" }, f.log)));
  article.append(...command(f.shrunk ? "Case as found" : "Case", f.case));
  if (f.shrunk) {
    article.append(...command("Shrunk case", f.shrunk));
    article.append(...inputs(f));
    if (f.shrunk_message) article.append(element("p", {}, f.shrunk_message));
    if (f.shrunk_wrong) article.append(picture(f.shrunk_wrong));
  }
  if (f.reproduce) article.append(...command("Reproduce", f.reproduce));
  return article;
}

function drawPage(focus) {
  const pages = Math.max(1, Math.ceil(shown.length / perPage));
  page = Math.min(Math.max(page, 0), pages - 1);
  place("list").replaceChildren(...shown.slice(page * perPage, (page + 1) * perPage).map(articleOf));
  const go = (text, to) => element("button", {
    type: "button", disabled: to < 0 || to >= pages || to === page, onclick: () => { page = to; drawPage(true); },
  }, text);
  place("pages").hidden = pages < 2;
  place("pages").replaceChildren(go("First", 0), go("Previous", page - 1),
    element("span", {}, `Page ${number(page + 1)} of ${number(pages)}`), go("Next", page + 1), go("Last", pages - 1));
  if (focus) place("divergences-title").focus();
}

const filters = { finding: "by-finding", verdict: "by-verdict", operator: "by-operator", type: "by-type", level: "by-level" };

const orders = { level: levelOrder, finding: (a, b) => a - b };

/** What the filters and the search are set to, without those that are not set. */
function wanted() {
  const values = [...Object.entries(filters), ["search", "search"]].map(([key, id]) => [key, place(id).value.trim()]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/** Shows what the search and each named member ask for. The address then does so, too. */
function filter(values) {
  const { search = "", ...members } = values;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  shown = failures.filter((f) => Object.entries(members).every(([key, v]) => f[key] === v) && words.every((w) => f.text.includes(w)));
  place("count").textContent = failures.length === 0 ? "No divergence."
    : shown.length === failures.length ? `${number(failures.length)} divergences.`
      : `${number(shown.length)} of ${number(failures.length)} divergences.`;
  page = 0;
  drawPage(false);
  const address = `#/${new URLSearchParams(values)}`;
  // An address that names a section stays until something is searched for.
  if (address.length > 2 || location.hash.startsWith("#/")) history.replaceState(null, "", address);
}

/** Sets the filters to these values, clears all others, and goes to the list. */
function showDivergences(values) {
  for (const [key, id] of [...Object.entries(filters), ["search", "search"]]) place(id).value = values[key] ?? "";
  filter(values);
  place("divergences-title").focus();
}

/** What the address asks for, as `#/finding=1`, `#/number=17` or `#/verdict=Wrong&search=seed%3D7` do; nothing where it names a section. */
function asked() {
  const known = [...new URLSearchParams(location.hash.slice(2))].filter(([key]) => key === "number" || key === "search" || key in filters);
  return known.length > 0 && Object.fromEntries(known);
}

function followAddress() {
  if (asked()) showDivergences(asked());
}

function startDivergences() {
  for (const [key, id] of Object.entries(filters)) {
    const values = [...new Set(failures.map((f) => f[key]))].sort(orders[key]);
    place(id).append(element("option", { value: "" }, "all"), ...values.map((v) => element("option", { value: v }, v)));
    place(id).onchange = () => filter(wanted());
  }
  place("search").oninput = () => filter(wanted());
  place("filters").onsubmit = (e) => e.preventDefault();
  place("filters").onreset = () => setTimeout(() => filter({}));
  place("filters").hidden = failures.length === 0;
  document.addEventListener("keydown", (e) => {
    if (e.key !== "/" || /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) return;
    e.preventDefault();
    place("search").focus();
  });
  if (asked()) followAddress();
  else filter({});
  window.onhashchange = followAddress;
}
