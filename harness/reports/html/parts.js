/* The parts of a report other than its verdicts: the audit and the unadvertised functions. Empty where it has neither. */
const heading = (text, entry, number) => make("h2", null, text + (reports.length > 1 ? ": " + label(entry, number) : ""));

function auditPart(entry, number) {
  const audit = entry.audit;
  const again = audit.cases ?? [];
  const different = again.filter((c) => c.state !== "pass");
  return make("section", { class: "audit" }, heading("Audit", entry, number),
    make("p", { class: different.length > 0 ? "alert" : null },
      again.length + " of " + audit.selected + " passes run again alone, " + audit.passed + " passed again" +
      (again.length < audit.selected ? "; interrupted" : "")),
    different.length > 0 ? make("ul", null, ...different.map((c) => make("li", null,
      make("span", { class: "state", style: colored(c.state) }, c.state), " ", make("span", { class: "name" }, c.name),
      c.reason ? make("span", { class: "dim" }, " " + clean(c.reason)) : null))) : null);
}

/* The worst answer first, as in the terminal; a function's types with one answer share a line. */
const ANSWERS = ["accepted and wrong", "crashed", "rejected", "works", "not run"];
const cellsOf = (row) => ANSWERS.map((answer) => row[answer.replaceAll(" ", "_")] ?? 0);

function unadvertisedLine(answer, rows) {
  const at = ANSWERS.indexOf(answer);
  const shown = rows.reduce((sum, row) => sum + cellsOf(row)[at], 0);
  const all = rows.reduce((sum, row) => sum + cellsOf(row).reduce((a, b) => a + b, 0), 0);
  return make("tr", null, make("td", null, answer), make("td", { class: "name" }, rows[0].function),
    make("td", null, rows.map((row) => row.type).join(", ")), make("td", null, shown + " of " + all),
    make("td", { class: "dim" }, answer === ANSWERS[0] ? clean(rows[0].example + ": " + rows[0].detail) : ""));
}

function unadvertisedPart(entry, number) {
  const rows = entry.unadvertised;
  const lines = ANSWERS.flatMap((answer) => {
    const answered = rows.filter((row) => row.answer === answer);
    return [...new Set(answered.map((row) => row.function))].map((name) =>
      unadvertisedLine(answer, answered.filter((row) => row.function === name)));
  });
  return make("section", { class: "unadvertised" }, heading("Not claimed by the device", entry, number),
    make("p", { class: "dim" }, lines.length > 0 ? "Run all the same; no part of the verdicts and totals."
      : "Nothing: it claims every function that was selected."),
    lines.length > 0 ? make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "not claimed by the device" }, make("table", { class: "parts" },
      make("thead", null, make("tr", null, ...["answer", "function", "types", "cases", "example"].map((text) =>
        make("th", { scope: "col" }, text)))),
      make("tbody", null, ...lines))) : null);
}

function besideParts() {
  return columns.flatMap((number) => [
    reports[number].audit ? auditPart(reports[number], number) : null,
    reports[number].unadvertised ? unadvertisedPart(reports[number], number) : null,
  ]).filter((part) => part !== null);
}
