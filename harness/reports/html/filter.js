/* The filters of the page, kept in its address: #q=...&state=fail,crash&differ=1&cause=ID of the list, and
 * rows=all&functions=...&sort=name&open=1 of the matrix. */
const view = { q: "", states: new Set(), differ: false, cause: "", rows: "", functions: "", sort: "", open: false };
const SORTS = { "": "by family", name: "by name", failures: "most failures first" };

/* A word of the query matches a part of the name, or with * and ? the whole name, as on the command line; ! excludes. */
function matcher(word) {
  const exclude = word.startsWith("!") && word.length > 1;
  const text = exclude ? word.slice(1) : word;
  let test = (name) => name.includes(text);
  if (/[*?]/.test(text)) {
    const pattern = text.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\*/g, ".*").replace(/\?/g, ".");
    const expression = new RegExp("^" + pattern + "$");
    test = (name) => expression.test(name);
  }
  return exclude ? (name) => !test(name) : test;
}
const matchers = (query) => query.trim().split(/\s+/).filter((w) => w !== "").map(matcher);

function selected() {
  const tests = matchers(view.q);
  const all = view.cause !== "";
  return cases.filter((item) =>
    columns.some((number) => (all && causeOf(item, number)?.id === view.cause) || (!all && view.states.has(stateOf(item, number)))) &&
    (!view.differ || differs(item)) && tests.every((test) => test(item.name)));
}

/* The bad states; without any, the waived one; without that, all. */
const hasBad = cases.some(isBad);
const hasWaived = cases.some((item) => states(item).includes("waived"));
function defaultStates() {
  return hasBad ? BAD : hasWaived ? new Set(["waived"]) : new Set(STATES);
}

function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const chosen = fields.get("state");
  view.q = fields.get("q") ?? "";
  view.differ = fields.get("differ") === "1";
  view.cause = fields.get("cause") ?? "";
  view.rows = fields.get("rows") === "all" ? "all" : "";
  view.functions = fields.get("functions") ?? "";
  view.sort = Object.hasOwn(SORTS, fields.get("sort") ?? "") ? fields.get("sort") ?? "" : "";
  view.open = fields.get("open") === "1";
  view.states = chosen === null ? new Set(defaultStates()) : new Set(chosen.split(",").filter((s) => STATES.includes(s)));
}

function writeAddress() {
  const fields = new URLSearchParams();
  const usual = defaultStates();
  const set = (name, value) => value === "" || fields.set(name, value);
  set("q", view.q);
  if (view.states.size !== usual.size || [...view.states].some((s) => !usual.has(s))) {
    fields.set("state", STATES.filter((s) => view.states.has(s)).join(","));
  }
  set("differ", view.differ ? "1" : "");
  set("cause", view.cause);
  set("rows", view.rows);
  set("functions", view.functions);
  set("sort", view.sort);
  set("open", view.open ? "1" : "");
  const hash = fields.toString();
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
}
