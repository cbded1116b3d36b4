/* The causes of one device over time: a column for each report, a row for each cause. */

/* Whether a report ran any of the cases that the cause has in another one. */
function ranCasesOf(id, other, number) {
  return cases.some((item) => causeOf(item, other)?.id === id && !["skip", null].includes(stateOf(item, number)));
}

/* A row: places has for each report, in time, the cause, or "none", or "not run". */
function historyOf(id) {
  const found = byTime.map((number) => reports[number].causes.find((cause) => cause.id === id) ?? null);
  const places = found.map((cause, index) => {
    const near = (step) => {
      let at = index;
      while (at >= 0 && at < found.length && found[at] === null) {
        at += step;
      }
      return found[at] ?? null ? at : -1;
    };
    const other = near(-1) >= 0 ? near(-1) : near(1);
    return cause ?? (ranCasesOf(id, byTime[other], byTime[index]) ? "none" : "not run");
  });
  const judged = places.filter((place) => place !== "not run");
  const last = places[places.length - 1];
  const before = judged[judged.length - 2] ?? null;
  const was = places.some((place) => place !== last && typeof place === "object");
  const change = last === "not run" ? "not run" : last === "none" ? (before === "none" ? "gone before" : "gone")
    : before === "none" || before === null ? (was ? "came back" : "appeared") : "stayed";
  return { id, places, change, title: found.findLast((cause) => cause !== null).title };
}

const CHANGES = ["appeared", "came back", "stayed", "gone", "gone before", "not run"];
const trend = !isHistory ? [] : [...new Set(byTime.flatMap((number) => reports[number].causes.map((cause) => cause.id)))]
  .map(historyOf).sort((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change));

/* "; since 2026-11-20: 1 cause appeared, 2 gone" */
function changeText() {
  const number = (...changes) => trend.filter((row) => changes.includes(row.change)).length;
  const [came, gone] = [number("appeared", "came back"), number("gone")];
  const before = reports[byTime[byTime.length - 2]];
  return "; since " + clean(before.started ?? "the run before").slice(0, 10) + ": " +
    (came + gone === 0 ? "no cause appeared or went" : count(came, "cause") + " appeared, " + gone + " gone");
}

function trendCell(row, place, index, panel) {
  if (typeof place === "string") {
    return make("td", { class: "dim", "data-place": place }, place === "none" ? "0" : "not run");
  }
  const number = byTime[index];
  return make("td", { "data-place": place.state, style: colored(place.state) },
    make("button", { type: "button", "aria-label": count(place.cases, "case") + ", " + place.state + ": show the example", onclick: () => {
      panel.replaceChildren(make("h3", null, clean(place.title)), resultPart(cases[place.example], number));
    } }, place.cases.toLocaleString("en") + (place.state === "waived" ? " w" : "")));
}

function trendPart() {
  const panel = make("div", { class: "body", "aria-live": "polite" });
  const heads = byTime.map((number) => make("th", { scope: "col" }, clean(reports[number].started ?? "").slice(0, 10), make("br"),
    make("span", { class: "dim" }, clean(reports[number].device.driver_version ?? "") + ", " + clean(reports[number].profile ?? ""))));
  const totals = byTime.map((number) => make("td", null, [...BAD].reduce((sum, s) => sum + (reports[number].summary[s] ?? 0), 0).toLocaleString("en")));
  const rows = trend.map((row) => make("tr", { "data-trend": row.id, "data-change": row.change },
    make("th", { scope: "row" }, clean(row.title)), make("td", null, row.change),
    ...row.places.map((place, index) => trendCell(row, place, index, panel))));
  return make("section", { id: "trend", "aria-label": "causes over time" }, make("h2", null, "Causes over time"),
    make("p", { class: "legend" }, "How many cases each cause has in each run; w: waived. 0: its cases ran, and none was of this cause. " +
      "A number shows the example of that run."),
    make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "causes over time" }, make("table", { class: "trend" },
      make("thead", null, make("tr", null, make("th", { scope: "col" }, "cause"), make("th", { scope: "col" }, "change"), ...heads)),
      make("tbody", null, ...rows, make("tr", null, make("th", { scope: "row" }, "failing cases"), make("td"), ...totals)))),
    panel);
}
