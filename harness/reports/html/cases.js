/* The list of cases; what is inside of one is made when it is opened. */
const PAGE = 100;
const GROUP_ITEMS = 64; /* a mismatch has the items from the last multiple of it on */

const short = (value) => String(value).replace(/ \(.*$/, "");

/* Items of the first wrong work-group, in rows as wide as the group where that fits, the wrong ones marked. */
function drawItems(item, mismatch) {
  const actual = mismatch.group_actual ?? [];
  const wrong = mismatch.group_wrong ?? [];
  const start = Math.floor((mismatch.linear_id ?? 0) / GROUP_ITEMS) * GROUP_ITEMS;
  const columns = item.width > 1 && item.width <= 16 ? item.width : Math.min(8, actual.length);
  const boxes = actual.map((value, index) => {
    const expected = mismatch.group_expected?.[index];
    const name = "item " + (start + index) + ": input " + clean(mismatch.group_input?.[index] ?? "?") + ", expected " +
      clean(expected ?? "?") + ", got " + clean(value) + (wrong[index] ? ", wrong" : "");
    const first = start + index === mismatch.linear_id;
    return make("div", { class: "item" + (wrong[index] ? " wrong" : "") + (first ? " first" : ""), title: name, role: "img",
      "aria-label": name },
    make("small", null, String(start + index)), make("b", { class: "value" }, clean(short(value))),
    wrong[index] ? make("span", { class: "value" }, "≠ " + clean(short(expected))) : null);
  });
  /* The first row may begin within the group's: leave the place of the items before it free. */
  if (boxes.length > 0 && start % columns > 0) {
    boxes[0].style.gridColumnStart = (start % columns) + 1;
  }
  return make("div", { class: "items", style: "width: " + columns * 8 + "rem; " +
    "grid-template-columns: repeat(" + columns + ", minmax(0, 1fr))" }, ...boxes);
}

function valueTable(mismatch) {
  const start = Math.floor((mismatch.linear_id ?? 0) / GROUP_ITEMS) * GROUP_ITEMS;
  const rows = (mismatch.group_actual ?? []).map((value, i) => make("tr", { class: mismatch.group_wrong?.[i] ? "wrong" : null },
    ...[start + i, mismatch.group_input?.[i], mismatch.group_expected?.[i], value].map((x) =>
      make("td", { class: "value" }, clean(x ?? "")))));
  return make("details", null, make("summary", null, "all values of these items"),
    make("table", { class: "values" }, make("tr", null, ...["item", "input", "expected", "actual"].map((x) => make("th", null, x))),
      ...rows));
}

function mismatchPart(item, mismatch) {
  const facts = [["what", mismatch.what], ["work-group", mismatch.work_group?.join(", ")],
    ["local id", mismatch.local_id?.join(", ")], ["data", mismatch.pattern], ["input", mismatch.input],
    ["expected", mismatch.expected], ["actual", mismatch.actual], ["tolerance", mismatch.tolerance]];
  const many = (mismatch.group_actual ?? []).length;
  return make("div", { class: "report" },
    make("dl", null, ...facts.filter(([, v]) => v !== undefined).flatMap(([k, v]) =>
      [make("dt", null, k), make("dd", { class: "value" }, clean(v))])),
    many > 0 ? make("p", { class: "legend" }, "Work-group " + mismatch.work_group.join(", ") + ", by linear local id: got, and ≠ what " +
      "was expected. Wrong in the whole launch: " + mismatch.wrong_items + " of " + mismatch.judged_items + " work-items in " +
      mismatch.wrong_groups + " of " + mismatch.judged_groups + " work-groups.") : null,
    many > 0 ? drawItems(item, mismatch) : null,
    many > 0 ? valueTable(mismatch) : null);
}

function again(entry, name) {
  const text = entry.again.replace(/CASE$/, () => name);
  return make("div", { class: "again" }, make("code", { tabindex: 0 }, text),
    make("button", { type: "button", onclick: () => navigator.clipboard?.writeText(text) }, "copy"));
}

function resultPart(item, number) {
  const result = item.results[number];
  if (result === null) {
    return make("p", { class: "dim" }, label(reports[number], number) + ": no such case in this report");
  }
  const lines = (result.build_log ?? "").split("\n").length;
  return make("section", null,
    reports.length > 1 ? make("h3", null, label(reports[number], number) + ": " + result.state) : null,
    result.reason ? make("p", { class: "reason" }, clean(result.reason)) : null,
    result.signal ? make("p", null, "crashed (" + clean(result.signal) + ")") : null,
    result.waiver ? make("p", null, "waiver " + clean(result.waiver)) : null,
    result.attempts ? make("p", null, "attempts: " + result.attempts.map((a) => a.count + " " + a.state).join(", ")) : null,
    result.mismatch ? mismatchPart(item, result.mismatch) : null,
    result.build_log ? make("details", { class: "log" }, make("summary", null, "log, " + lines + (lines === 1 ? " line" : " lines")),
      make("pre", null, clean(result.build_log))) : null,
    again(reports[number], item.name));
}

function openCase(event, item) {
  const element = event.currentTarget;
  if (element.open && element.querySelector(".body") === null) {
    element.append(make("div", { class: "body" }, ...reports.map((_, number) => resultPart(item, number))));
  }
}

function caseRow(item) {
  const told = item.results.find((r) => r !== null && r.reason);
  return make("details", { class: "case", "data-name": item.name, ontoggle: (event) => openCase(event, item) },
    make("summary", null,
      ...item.results.map((r) => make("span", { class: "state", style: colored(stateOf(r)) }, stateOf(r) ?? "not there")),
      make("span", { class: "name" }, item.name),
      told ? make("span", { class: "why" }, clean(told.reason.split("\n")[0])) : null));
}

/* Fills the list from place on; a button at its end goes on. */
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
