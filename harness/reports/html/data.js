/* The reports as the page needs them: cases by name, each with one result a report. */
const STATES = ["crash", "timeout", "build_error", "error", "fail", "unexpected_pass", "flaky", "waived", "pass", "skip"];
const BAD = new Set(STATES.slice(0, 7));
const SIGN = {
  pass: "✓", skip: "–", waived: "w", fail: "✗", crash: "C", timeout: "T", build_error: "B", error: "E", flaky: "~",
  unexpected_pass: "!",
};
const reports = JSON.parse(document.getElementById("data").textContent);

/* What drivers print, made visible: ANSI sequences go, other control characters are spelled. */
function clean(text) {
  return String(text)
    .replace(/\x1b(\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g, "")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (c) => "U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));
}

/* LANGUAGE.FUNCTION.TYPE.SHAPE.FORM, or GROUP.NAME. */
function parts(name) {
  const p = name.split(".");
  if (p.length < 5) {
    return { suite: p[0], type: "", dimensions: 0, width: 0 };
  }
  const sides = /^[0-9]/.test(p[3]) ? p[3].split("x").map(Number) : [0];
  return { suite: p[0] + "." + p[1], type: p[2], dimensions: sides.length, width: sides[0] };
}

/* Every case of every report, in the order of the first report that has it. */
function collect() {
  const byName = new Map();
  reports.forEach((entry, number) => {
    for (const result of entry.report.results) {
      let item = byName.get(result.name);
      if (item === undefined) {
        item = { name: result.name, ...parts(result.name), results: new Array(reports.length).fill(null) };
        byName.set(result.name, item);
      }
      item.results[number] = result;
    }
  });
  return [...byName.values()];
}
const cases = collect();
const stateOf = (result) => (result === null ? null : result.state);
const isBad = (item) => item.results.some((r) => r !== null && BAD.has(r.state));
const differs = (item) => item.results.some((r) => stateOf(r) !== stateOf(item.results[0]));

/* The worst of a count by state: what a cell of the matrix shows. A skip shows only where nothing ran. */
const worst = (count) => STATES.find((state) => count[state] > 0) ?? null;
const words = (count) => STATES.filter((s) => count[s] > 0).map((s) => count[s] + " " + s).join(", ");

/* An element: make("p", {class: "dim"}, "text", child...). Text is never markup. */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== false) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.filter((c) => c !== null && c !== undefined));
  return element;
}
const colored = (state) => "background: var(--" + (state ?? "none") + ")";
const label = (entry, number) => (reports.length > 1 ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26] + " · " : "") +
  clean(entry.report.device?.name ?? "no device");
