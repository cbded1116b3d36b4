/* The reports in the form of the page (reports/html_data.c): cases with a result for each report. */
const STATES = ["crash", "timeout", "build_error", "error", "fail", "unexpected_pass", "flaky", "waived", "pass", "skip"];
const BAD = new Set(STATES.slice(0, 7));
const SIGN = {
  pass: "✓", skip: "–", waived: "w", fail: "✗", crash: "C", timeout: "T", build_error: "B", error: "E", flaky: "~",
  unexpected_pass: "!",
};
const page = JSON.parse(document.getElementById("data").textContent);
const reports = page.reports;

/* The text of a driver in visible form: ANSI sequences are removed, other control characters spelled out. */
function clean(text) {
  return String(text)
    .replace(/\x1b(\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g, "")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (c) => "U+" + c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0"));
}

/* [number, count, ...] as one number for each case. */
function spread(runs, length) {
  const values = new Uint32Array(length);
  let at = 0;
  for (let i = 0; i < runs.length; i += 2) {
    values.fill(runs[i], at, at + runs[i + 1]);
    at += runs[i + 1];
  }
  return values;
}

/* A shape's sides: ".64x2.plain" has [64, 2], and "max" has one. */
const sidesOf = (tail) => (/^\.[0-9]/.test(tail) ? tail.slice(1).split(".")[0].split("x").map(Number) : [0]);

/* Every case, in the order of the first report that has it. */
function collect() {
  const sides = page.tails.map(sidesOf);
  const list = new Array(page.cases.length / 3);
  for (let i = 0, at = 0; i < list.length; i++, at += 3) {
    const type = page.types[page.cases[at + 1]];
    const suite = page.suites[page.cases[at]];
    const shape = type === "" ? [] : sides[page.cases[at + 2]];
    list[i] = {
      number: i, name: suite[0] + (type === "" ? "" : "." + type) + page.tails[page.cases[at + 2]],
      suite: suite[0], family: suite[1], type, dimensions: shape.length, width: shape[0] ?? 0,
    };
  }
  return list;
}
const cases = collect();
for (const entry of reports) {
  entry.reasonOf = spread(entry.reasons, cases.length);
  entry.causeOf = spread(entry.causes_of, cases.length);
}

/* The state of a case in a report; null where the report does not have the case. */
const stateOf = (item, number) => page.states[reports[number].states.charCodeAt(item.number) - 48] ?? null;
const causeOf = (item, number) => reports[number].causes[reports[number].causeOf[item.number] - 1] ?? null;

/* The whole result; null where the report does not have the case. */
function resultOf(item, number) {
  const entry = reports[number];
  const state = stateOf(item, number);
  const details = entry.details[item.number];
  return state === null ? null : {
    state, ...details, reason: page.texts[entry.reasonOf[item.number] - 1] ?? null, log: page.texts[details?.log] ?? null,
    hasDetails: details !== undefined || entry.reasonOf[item.number] > 0,
  };
}
const states = (item) => reports.map((_, number) => stateOf(item, number));
const isBad = (item) => reports.some((_, number) => BAD.has(stateOf(item, number)));
const differs = (item) => reports.some((_, number) => stateOf(item, number) !== stateOf(item, 0));

/* The worst state of a count by state, for a cell of the matrix: a skip only where nothing ran. */
const worst = (count) => STATES.find((state) => count[state] > 0) ?? null;
const words = (count) => STATES.filter((s) => count[s] > 0).map((s) => count[s].toLocaleString("en") + " " + s).join(", ");
const count = (number, noun, many = noun + "s") => number.toLocaleString("en") + " " + (number === 1 ? noun : many);

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
const letter = (number) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26];
/* Reports of one device and implementation are a history; the one that began last is the newest. */
const isHistory = reports.length > 1 && reports.every((e) => e.impl === reports[0].impl && e.device.name !== undefined &&
  e.device.name === reports[0].device.name && e.device.platform === reports[0].device.platform);
const byTime = reports.map((_, number) => number);
if (isHistory) {
  byTime.sort((a, b) => String(reports[a].started).localeCompare(String(reports[b].started)) || a - b);
}
/* The reports that matrix and list show: of a long history, the last two. */
const SIDE_BY_SIDE = 3;
const columns = isHistory && reports.length > SIDE_BY_SIDE ? byTime.slice(-2) : byTime;
const newest = byTime[byTime.length - 1];
const label = (entry, number) => (reports.length > 1 ? letter(number) + " · " : "") + clean(isHistory
  ? (entry.device.driver_version ?? "") + ", " + (entry.started ?? "").slice(0, 10) : entry.device.name ?? "no device");
