/* Puts the page together, and keeps list, controls and address in step. */
const list = make("div", { id: "cases" });
const shown = make("output", { id: "shown" });
const input = make("input", { type: "search", id: "q", placeholder: "search: words, * and ?, ! excludes   ( / )",
  "aria-label": "search the cases' names", oninput: () => { wanted.q = input.value; update(); } });
const buttons = STATES.filter((state) => cases.some((c) => c.results.some((r) => stateOf(r) === state)))
  .map((state) => make("button", { type: "button", class: "state", style: colored(state), "data-toggle": state,
    onclick: () => {
      if (!wanted.states.delete(state)) {
        wanted.states.add(state);
      }
      update();
    } }, state));
const differ = make("input", { type: "checkbox", id: "differ", onchange: () => { wanted.differ = differ.checked; update(); } });

function show() {
  const items = selected();
  input.value = wanted.q;
  differ.checked = wanted.differ;
  for (const button of buttons) {
    button.setAttribute("aria-pressed", wanted.states.has(button.dataset.toggle));
  }
  shown.textContent = items.length + " of " + cases.length + " cases";
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

/* What a cell of the matrix asks for. */
function search(query, states) {
  wanted.q = query;
  wanted.states = new Set(states);
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
      wanted.q = "";
      update();
      input.blur();
    }
    return;
  }
  if (event.key === "/") {
    event.preventDefault();
    input.focus();
  } else if (event.key === "j" || event.key === "k") {
    step(event.key === "j" ? 1 : -1);
  }
}

document.title = reports.map(verdict).join(" | ");
document.getElementById("page").append(
  ...reports.map((entry, number) => make(number === 0 ? "h1" : "p", { class: "verdict" },
    (reports.length > 1 ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26] + " · " : "") + verdict(entry))),
  causesPart(),
  make("div", { class: "reports" }, ...reports.map(reportCard)),
  make("h2", null, "Functions and types"),
  make("p", { class: "legend" }, "The worst state of the cases in each place; a cell shows its cases below. " +
    "Arrow keys move. ", ...STATES.map((s) => make("span", { class: "state", style: colored(s) }, SIGN[s] + " " + s))),
  make("div", { class: "scroll" }, matrix()),
  make("h2", { id: "list" }, "Cases"),
  make("div", { class: "controls", role: "search" }, input, ...buttons,
    reports.length > 1 ? make("label", null, differ, " differing") : null, shown,
    make("span", { class: "dim" }, make("kbd", null, "/"), " search, ", make("kbd", null, "j"), " ", make("kbd", null, "k"),
      " next, previous, ", make("kbd", null, "Enter"), " opens")),
  list);
document.addEventListener("keydown", onKey);
window.addEventListener("hashchange", () => { readAddress(); show(); });
readAddress();
show();
