/* The head of the page, and the matrix: a row a function, a column a type, 1D, 2D and 3D inside. */
function reportCard(entry, number) {
  const report = entry.report;
  const device = report.device ?? {};
  const done = report.results.length;
  const facts = [
    ["device", device.name], ["platform", device.platform], ["driver", device.driver_version],
    ["version", device.device_version],
    ["run", report.profile + ", " + report.impl + ", seed " + report.seed],
    ["when", report.started + ", " + report.seconds.toFixed(1) + " s"],
    ["wgconform", report.tool.version + " (" + report.tool.commit + ")"],
    ["command", report.command.join(" ")],
  ].filter(([, value]) => value !== undefined && value !== null);
  const states = STATES.filter((s) => report.summary[s] > 0);
  return make("section", { class: "report", "aria-label": "report " + label(entry, number) },
    make("h2", null, label(entry, number)),
    report.complete ? null : make("p", { class: "alert" },
      "Not complete: " + (report.summary.total - done) + " of " + report.summary.total + " cases have no result."),
    make("div", { class: "bar", "aria-hidden": true }, ...states.map((s) =>
      make("span", { style: colored(s) + "; flex: " + report.summary[s] }))),
    make("p", { class: "totals" }, report.summary.total + " cases: ", words(report.summary)),
    make("dl", null, ...facts.flatMap(([name, value]) => [make("dt", null, name), make("dd", null, clean(value))])),
    ...report.warnings.map((text) => make("p", { class: "alert" }, clean(text))));
}

/* suite -> type -> one list a report of three counts by state, for 1D, 2D and 3D; a single one without a shape. */
function countCells() {
  const rows = new Map();
  for (const item of cases) {
    const row = rows.get(item.suite) ?? new Map();
    rows.set(item.suite, row);
    const cell = row.get(item.type) ?? reports.map(() => (item.type === "" ? [{}] : [{}, {}, {}]));
    row.set(item.type, cell);
    item.results.forEach((result, number) => {
      if (result !== null) {
        const count = cell[number][Math.max(item.dimensions, 1) - 1] ?? {};
        count[result.state] = (count[result.state] ?? 0) + 1;
      }
    });
  }
  return rows;
}

function matrixCell(suite, type, cell) {
  const says = [];
  const lines = cell.map((counts, number) => make("span", { class: "row" }, ...counts.map((count, index) => {
    const state = worst(count);
    const where = (type === "" ? "" : index + 1 + "D: ") + (words(count) || "none");
    says.push((reports.length > 1 ? label(reports[number], number) + " " : "") + where);
    return make("i", { style: colored(state), "data-state": state ?? "none" }, SIGN[state] ?? " ");
  })));
  return make("td", { "data-cell": suite + "." + type },
    make("button", { type: "button", tabindex: -1, title: says.join("\n"), "aria-label": suite + " " + type + ": " + says.join("; "),
      onclick: () => search(type === "" ? suite + ".*" : suite + "." + type + ".*", STATES) }, ...lines));
}

function matrix() {
  const rows = countCells();
  const types = [...new Set(cases.map((item) => item.type))];
  const head = types.map((type) => make("th", { scope: "col" }, type === "" ? "other" : type,
    make("br"), make("span", { class: "dim" }, type === "" ? "" : "1D 2D 3D")));
  const body = [...rows.keys()].sort().map((suite) => make("tr", null,
    make("th", { scope: "row", class: "name" }, suite),
    ...types.map((type) => (rows.get(suite).has(type) ? matrixCell(suite, type, rows.get(suite).get(type)) : make("td")))));
  const table = make("table", { class: "matrix", onkeydown: moveInMatrix },
    make("thead", null, make("tr", null, make("th", null, "function"), ...head)), make("tbody", null, ...body));
  table.querySelector("button")?.setAttribute("tabindex", "0");
  return table;
}

/* Arrow keys go from cell to cell; the tab key passes the matrix in one step. */
function moveInMatrix(event) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  let place = event.target.closest("td");
  if (step === undefined || place === null) {
    return;
  }
  event.preventDefault();
  const column = place.cellIndex;
  do {
    place = step[0] === 0
      ? step[1] < 0 ? place.previousElementSibling : place.nextElementSibling
      : (step[0] < 0 ? place.parentElement.previousElementSibling : place.parentElement.nextElementSibling)?.cells[column];
  } while (place && place.querySelector("button") === null);
  const button = place?.querySelector("button");
  if (button) {
    event.target.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    button.focus();
  }
}
