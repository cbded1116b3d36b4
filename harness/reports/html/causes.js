/* The verdict of a report in one line, and its causes: what is inside of one is made when it is opened. */
const count = (number, noun) => number.toLocaleString("en") + " " + noun + (number === 1 ? "" : "s");

/* "Intel(R) OpenCL 2026.22: 3 causes, 109 of 4,611 fail; 20 of 287 functions affected" */
function verdict(entry) {
  const report = entry.report;
  const run = report.results.filter((r) => r.state !== "skip");
  const bad = run.filter((r) => BAD.has(r.state));
  const waived = run.length - run.filter((r) => r.state !== "waived").length;
  const suites = (results) => new Set(results.map((r) => parts(r.name).suite)).size;
  const causes = (report.causes ?? []).filter((c) => c.state !== "waived").length;
  const device = report.device ?? {};
  const name = [device.platform ?? device.name ?? "no device", device.driver_version ?? ""].map(clean).join(" ").trim();
  const failed = bad.length > 0
    ? count(causes, "cause") + ", " + bad.length.toLocaleString("en") + " of " + run.length.toLocaleString("en") + " fail; " +
      suites(bad) + " of " + count(suites(run), "function") + " affected"
    : run.length === 0 ? "nothing was tested" : (waived > 0 ? "nothing new failed" : "no failure") + " in " + count(run.length, "case");
  return name + ": " + failed + (waived > 0 ? "; " + waived.toLocaleString("en") + " waived" : "") +
    (report.complete ? "" : "; not complete");
}

function causeBody(event, entry, number, cause) {
  const item = cases.find((c) => c.name === cause.example);
  const element = event.currentTarget;
  if (element.open && item !== undefined && element.querySelector(".body") === null) {
    element.append(make("div", { class: "body" }, resultPart(item, number)));
  }
}

function causePart(entry, number, cause) {
  const waived = cause.state === "waived";
  const where = cause.functions.slice(0, 4).join(", ") + (cause.functions.length > 4 ? " and " + (cause.functions.length - 4) + " more" : "");
  return make("details", { class: "cause", "data-cause": cause.id, ontoggle: (event) => causeBody(event, entry, number, cause) },
    make("summary", null,
      make("span", { class: "state", style: colored(cause.state) }, cause.state),
      make("strong", null, clean(cause.title)),
      make("span", { class: "dim" }, count(cause.cases, "case") + ": " + where + (cause.types.length > 0 ? "; " + cause.types.join(", ") : "")),
      make("span", { class: "name" }, (cause.cases === 1 ? "" : "smallest: ") + cause.example),
      waived ? make("span", { class: "dim" }, clean("waiver " + cause.waiver + (cause.link ? ", " + cause.link : ""))) : null));
}

/* What is bad, then what is known, of each report. */
function causesPart() {
  return make("section", { id: "causes", "aria-label": "causes" }, ...reports.flatMap((entry, number) => {
    const causes = entry.report.causes ?? [];
    return [causes.length > 0 ? make("h2", null, "Causes" + (reports.length > 1 ? ": " + label(entry, number) : "")) : null,
      ...causes.map((cause) => causePart(entry, number, cause))];
  }).filter((part) => part !== null));
}
