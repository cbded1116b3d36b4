/* The matrix: a row for each family, which opens into its functions, a column for each type, with 1D, 2D and 3D in it. */
const FEW_ROWS = 40; /* failing functions: with more of them the families are closed at first */

function cellContent(row, type, labels) {
  const cell = row.cells.get(type);
  return cell.map((counts, column) => make("span", { class: "row" }, ...counts.map((counted, index) => {
    const state = worst(counted);
    const where = (type === "" ? "" : index + 1 + "D: ") + (words(counted) || "none");
    labels.push((columns.length > 1 ? label(reports[columns[column]], columns[column]) + " " : "") + where);
    return make("i", { style: colored(state), "data-state": state ?? "none" }, SIGN[state] ?? " ");
  })));
}

function cellOf(row, type, key, action) {
  if (!row.cells.has(type)) {
    return make("td");
  }
  const labels = [];
  const lines = cellContent(row, type, labels);
  return make("td", { [key]: type === "" ? row.name : row.name + "." + type },
    make("button", { type: "button", tabindex: -1, title: labels.join("\n"), "aria-label": row.name + " " + type + ": " + labels.join("; "),
      onclick: () => action(type) }, ...lines));
}

/* The letters of the reports, one next to each line of the row's cells. */
const letters = () => (columns.length > 1 ? make("td", { class: "letters", "aria-hidden": true },
  ...columns.map((number) => make("span", { class: "row", title: label(reports[number], number) }, letter(number)))) : null);

function functionRow(row, types) {
  const find = (type) => search(type === "" ? row.name + ".*" : row.name + "." + type + ".*", STATES);
  return make("tr", { class: "function" }, make("th", { scope: "row", class: "name" }, row.name), letters(),
    ...types.map((type) => cellOf(row, type, "data-cell", find)));
}

/* "2 functions, 112 fail of 378 cases"; side by side, cases of different devices do not add up. */
function sizeOf(group) {
  const row = group.family;
  const failed = words(Object.fromEntries(Object.entries(row.total).filter(([state]) => state !== "pass" && state !== "skip")));
  const ran = Object.values(row.total).reduce((a, b) => a + b, 0) - (row.total.skip ?? 0);
  return " " + count(group.functions.length, "function") +
    (columns.length > 1 ? "" : ", " + (failed === "" ? "" : failed + " of ") + count(ran, "case"));
}

/* The family's row, and those of its functions while it is open. */
function familyRows(body, group, types, open) {
  let rows = [];
  const toggle = make("button", { type: "button", class: "toggle", "aria-expanded": "false", "data-family": group.family.name,
    onclick: () => set(rows.length === 0) }, group.family.name);
  const set = (now) => {
    rows.forEach((row) => row.remove());
    rows = now ? group.functions.map((row) => functionRow(row, types)) : [];
    head.after(...rows);
    toggle.setAttribute("aria-expanded", String(now));
  };
  const head = make("tr", { class: "family" }, make("th", { scope: "row", class: "name" }, toggle, make("span", { class: "dim" },
    sizeOf(group))), letters(),
  ...types.map((type) => cellOf(group.family, type, "data-family-cell", () => set(rows.length === 0))));
  body.append(head);
  set(open);
}

/* The missing features of a device: one line for each family, for all languages. */
function lackingPart(families) {
  return families.length === 0 ? null : make("details", { id: "lacking", open: families.length <= 12 },
    make("summary", null, count(families.length, "family", "families") + " without a case that could run"),
    make("ul", null, ...families.map((family) => make("li", { "data-lacking": family.name }, make("span", { class: "name" }, family.name), ": " +
      count(family.functions.length, "function") + ", " + count(family.total.skip ?? 0, "case") + " skipped: " + lackingReason(family.name)))));
}

const families = countFamilies();
const matrixPlace = make("div", { id: "matrix" });

function showMatrix() {
  const rows = chooseRows(families);
  const types = page.types.filter((type) => rows.shown.some((group) => group.family.cells.has(type)));
  const body = make("tbody");
  const many = rows.shown.reduce((sum, group) => sum + group.functions.length, 0);
  const open = view.open || (rows.bad && many <= FEW_ROWS) || (view.functions !== "" && many <= FEW_ROWS);
  const head = types.map((type) => make("th", { scope: "col" }, type === "" ? "check" : type,
    make("br"), make("span", { class: "dim" }, type === "" ? "" : "1D 2D 3D")));
  for (const group of rows.shown) {
    familyRows(body, group, types, open);
  }
  const table = make("table", { class: "matrix", onkeydown: moveInMatrix },
    make("thead", null, make("tr", null, make("th", { scope: "col" }, "function"),
      columns.length > 1 ? make("td") : null, ...head)), body);
  table.querySelector("td button")?.setAttribute("tabindex", "0");
  const left = families.filter((family) => !family.lacking).length - rows.shown.length;
  matrixPlace.replaceChildren(
    rows.shown.length > 0 ? make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "functions and types" }, table)
      : make("p", { class: "dim" }, "no function has this name"),
    rows.bad && left > 0 ? make("p", { class: "dim", id: "rest" }, count(left, "more family", "more families") +
      " without a failure: \"all rows\" shows them") : "",
    lackingPart(rows.lacking) ?? "");
}

const allRows = make("input", { type: "checkbox", id: "rows", onchange: () => {
  view.rows = allRows.checked ? "all" : "";
  updateMatrix();
} });
const openRows = make("input", { type: "checkbox", id: "open", onchange: () => { view.open = openRows.checked; updateMatrix(); } });
const functionInput = make("input", { type: "search", id: "functions", placeholder: "functions: words, * and ?",
  "aria-label": "search the functions' names", oninput: () => { view.functions = functionInput.value; updateMatrix(); } });
const sortChoice = make("select", { id: "sort", "aria-label": "order of the rows", onchange: () => {
  view.sort = sortChoice.value;
  updateMatrix();
} }, ...Object.entries(SORTS).map(([value, text]) => make("option", { value }, text)));

function syncMatrix() {
  allRows.checked = view.rows === "all";
  openRows.checked = view.open;
  sortChoice.value = view.sort;
  if (functionInput.value !== view.functions) {
    functionInput.value = view.functions;
  }
  showMatrix();
}

function updateMatrix() {
  writeAddress();
  syncMatrix();
}

const matrixControls = () => make("div", { class: "controls matrix-controls", role: "group", "aria-label": "rows of the matrix" },
  functionInput, sortChoice, make("label", null, allRows, " all rows"), make("label", null, openRows, " each function"));

/* Arrow keys move from cell to cell; the tab key skips the matrix in one step. */
function moveInMatrix(event) {
  const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  let place = event.target.closest("td");
  if (move === undefined || place === null) {
    return;
  }
  event.preventDefault();
  const column = place.cellIndex;
  do {
    place = move[0] === 0
      ? move[1] < 0 ? place.previousElementSibling : place.nextElementSibling
      : (move[0] < 0 ? place.parentElement.previousElementSibling : place.parentElement.nextElementSibling)?.cells[column];
  } while (place && (place.tagName !== "TD" || place.querySelector("button") === null));
  const button = place?.querySelector("button");
  if (button) {
    event.target.setAttribute("tabindex", "-1");
    button.setAttribute("tabindex", "0");
    button.focus();
  }
}
