/* The list of cases; the contents of a case are made when it is opened. */
const PAGE = 100;
const GROUP_ITEMS = 64; /* a mismatch lists the items from the last multiple of this number on */

const short = (value) => String(value).replace(/ \(.*$/, "");

/* The items of the first wrong work-group, in rows of the group's width where that fits; wrong items are marked. */
function drawItems(item, mismatch) {
  const actual = mismatch.group_actual ?? [];
  const wrong = mismatch.group_wrong ?? [];
  const start = Math.floor((mismatch.linear_id ?? 0) / GROUP_ITEMS) * GROUP_ITEMS;
  const wide = item.width > 1 && item.width <= 16 ? item.width : Math.min(8, actual.length);
  const boxes = actual.map((value, index) => {
    const expected = mismatch.group_expected?.[index];
    const error = errorOf(item.type, expected, value);
    const name = "item " + (start + index) + ": input " + clean(mismatch.group_input?.[index] ?? "?") + ", expected " +
      clean(expected ?? "?") + ", got " + clean(value) + (wrong[index] ? ", wrong" : "") + (error ? ", error " + inUlp(error) + " ULP" : "");
    const first = start + index === mismatch.linear_id;
    return make("div", { class: "item" + (wrong[index] ? " wrong" : "") + (first ? " first" : ""), title: name, role: "img",
      "aria-label": name },
    make("small", null, String(start + index)), make("b", { class: "value" }, clean(short(value))),
    wrong[index] ? make("span", { class: "value" }, "≠ " + clean(short(expected))) : null,
    wrong[index] && error ? make("span", { class: "value error" }, inUlp(error) + " ULP") : null);
  });
  /* The first row may begin inside a row of the group: its first cells stay empty. */
  if (boxes.length > 0 && start % wide > 0) {
    boxes[0].style.gridColumnStart = (start % wide) + 1;
  }
  return make("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "items of the work-group" },
    make("div", { class: "items", style: "width: " + wide * 8 + "rem; min-width: " + wide * 5 + "rem; " +
      "grid-template-columns: repeat(" + wide + ", minmax(0, 1fr))" }, ...boxes));
}

function valueTable(mismatch) {
  const start = Math.floor((mismatch.linear_id ?? 0) / GROUP_ITEMS) * GROUP_ITEMS;
  const rows = (mismatch.group_actual ?? []).map((value, i) => make("tr", { class: mismatch.group_wrong?.[i] ? "wrong" : null },
    ...[start + i, mismatch.group_input?.[i], mismatch.group_expected?.[i], value].map((x) =>
      make("td", { class: "value" }, clean(x ?? "")))));
  return make("details", null, make("summary", null, "all values of these items"),
    make("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "values" },
      make("table", { class: "values" }, make("tr", null, ...["item", "input", "expected", "actual"].map((x) => make("th", { scope: "col" }, x))),
        ...rows)));
}

function mismatchPart(item, mismatch) {
  const facts = [["what", mismatch.what], ["work-group", mismatch.work_group?.join(", ")],
    ["local id", mismatch.local_id?.join(", ")], ["input pattern", mismatch.pattern], ["input", mismatch.input],
    ["expected", mismatch.expected], ["actual", mismatch.actual], ["tolerance", mismatch.tolerance]];
  const many = (mismatch.group_actual ?? []).length;
  return make("div", { class: "report" },
    make("dl", null, ...facts.filter(([, v]) => v !== undefined).flatMap(([k, v]) =>
      [make("dt", null, k), make("dd", { class: "value" }, clean(v))])),
    drawErrors(item, mismatch),
    many > 0 ? make("p", { class: "legend" }, "Work-group " + mismatch.work_group.join(", ") + ", by linear local id: got, and ≠ what " +
      "was expected. Wrong in the whole launch: " + mismatch.wrong_items + " of " + mismatch.judged_items + " values, in " +
      mismatch.wrong_groups + " of " + mismatch.judged_groups + " groups.") : null,
    many > 0 ? drawItems(item, mismatch) : null,
    many > 0 ? valueTable(mismatch) : null);
}

/* The whole command: CASE is replaced by the name, SEED by that of a program of explore, quoted for a shell where needed. */
function rerunOf(entry, name) {
  const quoted = (text) => /^[\w.+-]+$/.test(text) ? text : "'" + text.replaceAll("'", "'\\''") + "'";
  const program = "c.explore.";
  if (name.startsWith(program)) {
    return entry.again_program.replace(/SEED$/, () => quoted(name.slice(program.length)));
  }
  return name.startsWith("query.shared_") ? entry.again_run : entry.again.replace(/CASE$/, () => quoted(name));
}

function again(entry, name) {
  const text = clean(rerunOf(entry, name));
  return make("div", { class: "again" }, make("span", { class: "dim" }, "rerun: "), make("code", { tabindex: 0 }, text),
    make("button", { type: "button", onclick: () => navigator.clipboard?.writeText(text) }, "copy"));
}

function logPart(result) {
  const lines = result.log.split("\n").length;
  return make("details", { class: "log" }, make("summary", null, "log, " + count(lines, "line")),
    result.cut ? make("p", { class: "dim" }, "its beginning: all " + count(result.cut, "byte") + " are in the JSON report") : null,
    make("pre", { tabindex: 0 }, clean(result.log)));
}

/* Where a worker crashed. */
function placeOf(frames) {
  const [place, ...callers] = frames ?? [];
  return place === undefined ? "" : " in " + clean(place) + (callers.length > 0 ? ", called from " + clean(callers.join(", ")) : "");
}

function resultPart(item, number) {
  const result = resultOf(item, number);
  const named = reports.length > 1;
  if (result === null) {
    return make("p", { class: "dim" }, label(reports[number], number) + ": the case is not in this report");
  }
  return make("section", null,
    named ? make("h3", null, label(reports[number], number) + ": " + result.state) : null,
    result.reason ? make("p", { class: "reason" }, clean(result.reason)) : null,
    result.hasDetails || result.state === "pass" || result.state === "skip" ? null : make("p", { class: "dim" }, "The page holds no more of this case. " +
      "It is of the cause \"" + clean(causeOf(item, number)?.title ?? "unknown") + "\", and the JSON report has its values."),
    result.signal ? make("p", null, "crashed (" + clean(result.signal) + ")" + placeOf(result.frames)) : null,
    result.waiver ? make("p", null, "waiver " + clean(result.waiver)) : null,
    result.attempts ? make("p", null, "attempts: " + result.attempts.map((a) => a.count + " " + a.state).join(", ")) : null,
    result.mismatch ? mismatchPart(item, result.mismatch) : null,
    result.log ? logPart(result) : null,
    again(reports[number], item.name));
}

/* Fills a details element when it is first opened; scrolls a wide drawing to the first wrong item. */
function fillBody(element, makeParts) {
  if (element.open && element.querySelector(".body") === null) {
    element.append(make("div", { class: "body" }, ...makeParts()));
    for (const first of element.querySelectorAll(".first")) {
      first.closest(".wide").scrollLeft = first.offsetLeft - first.offsetWidth;
    }
  }
}

function openCase(event, item) {
  fillBody(event.currentTarget, () => columns.map((number) => resultPart(item, number)));
}

function caseRow(item) {
  const number = columns.find((n) => reports[n].reasonOf[item.number] > 0 || causeOf(item, n) !== null);
  const why = number === undefined ? null : resultOf(item, number).reason ?? causeOf(item, number).title;
  return make("details", { class: "case", "data-name": item.name, ontoggle: (event) => openCase(event, item) },
    make("summary", null,
      ...columns.map((n) => make("span", { class: "state", style: colored(stateOf(item, n)) },
        (columns.length > 1 ? letter(n) + " " : "") + (stateOf(item, n) ?? "not there"))),
      make("span", { class: "name" }, item.name),
      why ? make("span", { class: "why" }, clean(why.split("\n")[0])) : null));
}

/* Fills the list from place on; the button at its end adds more. */
function fillList(list, items, place) {
  const end = Math.min(place + PAGE, items.length);
  list.append(...items.slice(place, end).map(caseRow));
  if (end < items.length) {
    const more = make("button", { type: "button", id: "more", onclick: () => {
      more.remove();
      fillList(list, items, end);
      list.children[end]?.querySelector("summary")?.focus();
    } }, "show " + Math.min(PAGE, items.length - end) + " of " + (items.length - end) + " more");
    list.append(more);
  }
}
