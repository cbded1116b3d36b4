/* Builds the page, and synchronizes list, controls and address. */
const list = make("div", { id: "cases" });
const shown = make("output", { id: "shown" });
const input = make("input", { type: "search", id: "q", placeholder: "search: words, * and ?, ! excludes   ( / )",
  "aria-label": "search the cases' names", oninput: () => { view.q = input.value; update(); } });
const present = new Set(reports.flatMap((entry) => STATES.filter((state) => entry.summary[state] > 0)));
const buttons = STATES.filter((state) => present.has(state))
  .map((state) => make("button", { type: "button", class: "state", style: colored(state), "data-toggle": state,
    onclick: () => {
      view.cause = "";
      if (!view.states.delete(state)) {
        view.states.add(state);
      }
      update();
    } }, state));
const differ = make("input", { type: "checkbox", id: "differ", onchange: () => { view.differ = differ.checked; update(); } });
const onlyCause = make("button", { type: "button", id: "cause", onclick: () => { view.cause = ""; update(); } });

function show() {
  const items = selected();
  const title = reports.flatMap((entry) => entry.causes).find((cause) => cause.id === view.cause)?.title;
  if (input.value !== view.q) {
    input.value = view.q;
  }
  differ.checked = view.differ;
  onlyCause.hidden = view.cause === "";
  onlyCause.textContent = "only of: " + clean(title ?? view.cause) + " ✕";
  for (const button of buttons) {
    button.setAttribute("aria-pressed", view.cause === "" && view.states.has(button.dataset.toggle));
  }
  shown.textContent = items.length.toLocaleString("en") + " of " + cases.length.toLocaleString("en") + " cases";
  list.replaceChildren();
  fillList(list, items, 0);
  if (items.length === 1) {
    list.firstElementChild.open = true;
  }
}

function update() {
  writeAddress();
  show();
}

/* The filters for a cell of the matrix. */
function search(query, chosen) {
  view.q = query;
  view.cause = "";
  view.states = new Set(chosen);
  update();
  document.getElementById("list").scrollIntoView();
}

/* The cases of one cause. */
function showCause(id) {
  view.q = "";
  view.cause = id;
  update();
  document.getElementById("list").scrollIntoView();
}

/* The neighbour of the case that has the focus, or the first one. */
function step(direction) {
  const now = document.activeElement?.closest(".case");
  const next = now === null || now === undefined ? list.firstElementChild
    : direction > 0 ? now.nextElementSibling : now.previousElementSibling;
  (next?.querySelector("summary") ?? next)?.focus();
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) {
    return;
  }
  if (event.target === input) {
    if (event.key === "Escape") {
      view.q = "";
      update();
      input.blur();
    }
    return;
  }
  if (event.target.matches?.("input, select")) {
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    input.focus();
  } else if (event.key === "j" || event.key === "k") {
    step(event.key === "j" ? 1 : -1);
  }
}

/* Opens the cause that the address names. */
function followAddress() {
  readAddress();
  show();
  syncMatrix();
  const cause = [...document.querySelectorAll("[data-cause]")].find((element) => element.dataset.cause === view.cause);
  if (cause !== undefined) {
    cause.parentElement.closest("details")?.setAttribute("open", "");
    cause.open = true;
    cause.scrollIntoView();
  }
}

function headPart() {
  const texts = reports.map(verdict);
  const title = isHistory ? texts[newest] + changeText() : texts.join(" | ");
  const named = (number) => (reports.length > 1 ? letter(number) + " · " : "");
  document.title = title;
  return isHistory ? [make("h1", { class: "verdict" }, title), answerPart(reports[newest], newest), knownPart(reports[newest])]
    : reports.flatMap((entry, number) => [make(number === 0 ? "h1" : "p", { class: "verdict" }, named(number) + texts[number]),
      answerPart(entry, number), knownPart(entry)]);
}

document.getElementById("page").append(...[
  ...headPart(),
  isHistory ? trendPart() : null,
  causesPart(),
  make("div", { class: "reports" }, ...byTime.map((number) => reportCard(reports[number], number))),
  ...besideParts(),
  make("h2", null, "Functions and types"),
  make("p", { class: "legend" }, "The worst state of the cases in each place; a cell shows its cases below. " +
    "Arrow keys move. ", ...STATES.filter((s) => present.has(s)).map((s) => make("span", { class: "state", style: colored(s) }, SIGN[s] + " " + s))),
  columns.length > 1 ? make("p", { class: "legend", id: "letters" }, columns.map((number) => label(reports[number], number)).join(", ")) : null,
  matrixControls(), matrixPlace,
  make("h2", { id: "list" }, "Cases"),
  make("div", { class: "controls", role: "search" }, input, ...buttons, onlyCause,
    reports.length > 1 ? make("label", null, differ, " differing") : null, shown,
    make("span", { class: "dim keys" }, make("kbd", null, "/"), " search, ", make("kbd", null, "j"), " ", make("kbd", null, "k"),
      " next, previous, ", make("kbd", null, "Enter"), " opens")),
  list].filter((part) => part !== null));
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", followAddress);
followAddress();
