/* The verdict of a report in one line, its waived findings, and its causes; the contents of a cause are made when it is opened. */

/* The numbers of cases that ran, failed and are waived, and of functions that ran and have a failure. */
function tally(number) {
  const [run, bad] = [new Set(), new Set()];
  const sum = { run: 0, bad: 0, waived: 0 };
  for (const item of cases) {
    const state = stateOf(item, number);
    if (state !== null && state !== "skip") {
      sum.run += 1;
      run.add(item.suite);
      sum.waived += state === "waived" ? 1 : 0;
      if (BAD.has(state)) {
        sum.bad += 1;
        bad.add(item.suite);
      }
    }
  }
  return { ...sum, functions: run.size, affected: bad.size };
}

/* "Intel(R) OpenCL 2026.22: 3 causes, 109 of 4,611 fail; 20 of 287 functions affected" */
function verdict(entry, number) {
  const sum = tally(number);
  const causes = entry.causes.filter((c) => c.state !== "waived").length;
  const name = [entry.device.platform ?? entry.device.name ?? "no device", entry.device.driver_version ?? ""].map(clean).join(" ").trim();
  const failed = sum.bad > 0
    ? count(causes, "cause") + ", " + sum.bad.toLocaleString("en") + " of " + sum.run.toLocaleString("en") + " fail; " +
      sum.affected + " of " + count(sum.functions, "function") + " affected"
    : sum.run === 0 ? "nothing was tested" : (sum.waived > 0 ? "nothing new failed" : "no failure") + " in " + count(sum.run, "case");
  return name + ": " + failed + (sum.waived > 0 ? "; " + sum.waived.toLocaleString("en") + " waived" : "") +
    (entry.complete ? "" : "; not complete") + (entry.lack ? "; " + clean(entry.lack) : "");
}

const isUrl = (text) => /^https?:\/\//.test(text ?? "");

/* The target of a cause's finding: another page, a file next to this page, or null where it is unknown. */
function findingOf(cause) {
  return isUrl(cause.link) ? cause.link : cause.href ? encodeURI(cause.href).replace(/[?#]/g, encodeURIComponent) : null;
}

/* "results/findings/intel-work-group-all.md" is "intel-work-group-all" */
const shortLink = (link) => clean(link).replace(/\/+$/, "").split("/").pop().replace(/\.(md|html?)$/, "");

/* "Known: NAME (188 cases), ...": the waived findings, each with a link to its page, or to its cause below. */
function knownPart(entry) {
  const known = new Map();
  for (const cause of entry.causes.filter((c) => c.state === "waived")) {
    const name = cause.link ? shortLink(cause.link) : clean(cause.waiver ?? "waived");
    const item = known.get(name) ?? { cause, cases: 0 };
    known.set(name, { ...item, cases: item.cases + cause.cases });
  }
  if (known.size === 0) {
    return null;
  }
  const links = [...known].flatMap(([name, item], index) => [index > 0 ? ", " : "",
    make("a", { href: findingOf(item.cause) ?? "#cause=" + encodeURIComponent(item.cause.id), "data-finding": name }, name),
    " (" + count(item.cases, "case") + ")"]);
  return make("p", { class: "known" }, "Known: ", ...links);
}

function causeBody(event, number, cause) {
  fillBody(event.currentTarget, () => [resultPart(cases[cause.example], number),
    cause.cases > 1 && columns.includes(number) ? make("p", null, make("button", { type: "button", class: "all-of-cause",
      onclick: () => showCause(cause.id) }, "list the " + count(cause.cases, "case"))) : ""]);
}

function waiverPart(cause) {
  const finding = findingOf(cause);
  return make("span", { class: "dim" }, clean("waiver " + cause.waiver) + (cause.link ? ", " : ""),
    cause.link ? finding === null ? clean(cause.link) : make("a", { href: finding }, clean(cause.link)) : null);
}

function causePart(number, cause, open) {
  const more = cause.function_count - cause.functions.length;
  const where = cause.functions.join(", ") + (more > 0 ? " and " + more + " more" : "");
  return make("details", { class: "cause", "data-cause": cause.id, open, ontoggle: (event) => causeBody(event, number, cause) },
    make("summary", null,
      make("span", { class: "state", style: colored(cause.state) }, cause.state),
      make("strong", null, clean(cause.title)),
      make("span", { class: "dim" }, count(cause.cases, "case") + ": " + where + (cause.types.length > 0 ? "; " + cause.types.join(", ") : "")),
      make("span", { class: "name" }, (cause.cases === 1 ? "" : "example: ") + cases[cause.example].name)),
    cause.state === "waived" ? make("p", { class: "waiver" }, waiverPart(cause)) : null);
}

/* The known findings, a row each, folded. */
function knownCauses(number, causes) {
  const total = causes.reduce((sum, cause) => sum + cause.cases, 0);
  return causes.length === 0 ? [] : [make("details", { class: "known-causes" },
    make("summary", null, count(causes.length, "known finding") + ", " + count(total, "waived case")),
    ...causes.map((cause) => causePart(number, cause, false)))];
}

/* The bad causes, then the waived ones, of each report; of a history, of the newest report. The first is open if it is bad. */
function causesPart() {
  return make("section", { id: "causes", "aria-label": "causes" }, ...(isHistory ? [newest] : columns).flatMap((number) => {
    const causes = reports[number].causes;
    const title = "Causes" + (reports.length > 1 ? ": " + label(reports[number], number) : "");
    const [bad, known] = [causes.filter((c) => c.state !== "waived"), causes.filter((c) => c.state === "waived")];
    return causes.length === 0 ? [] : [make("h2", null, title),
      ...bad.map((cause, index) => causePart(number, cause, index === 0)), ...knownCauses(number, known)];
  }));
}
