/* The filters of the page, kept in its address: #q=...&state=fail,crash&differ=1&cause=ID of the list, and
 * rows=all&functions=...&sort=name&open=1 of the matrix. */
const wanted = { q: "", states: new Set(), differ: false, cause: "", rows: "", functions: "", sort: "", open: false };
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
  const tests = matchers(wanted.q);
  const all = wanted.cause !== "";
  return cases.filter((item) =>
    columns.some((number) => (all && causeOf(item, number)?.id === wanted.cause) || (!all && wanted.states.has(stateOf(item, number)))) &&
    (!wanted.differ || differs(item)) && tests.every((test) => test(item.name)));
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
  wanted.q = fields.get("q") ?? "";
  wanted.differ = fields.get("differ") === "1";
  wanted.cause = fields.get("cause") ?? "";
  wanted.rows = fields.get("rows") === "all" ? "all" : "";
  wanted.functions = fields.get("functions") ?? "";
  wanted.sort = Object.hasOwn(SORTS, fields.get("sort") ?? "") ? fields.get("sort") ?? "" : "";
  wanted.open = fields.get("open") === "1";
  wanted.states = chosen === null ? new Set(defaultStates()) : new Set(chosen.split(",").filter((s) => STATES.includes(s)));
}

function writeAddress() {
  const fields = new URLSearchParams();
  const usual = defaultStates();
  const set = (name, value) => value === "" || fields.set(name, value);
  set("q", wanted.q);
  if (wanted.states.size !== usual.size || [...wanted.states].some((s) => !usual.has(s))) {
    fields.set("state", STATES.filter((s) => wanted.states.has(s)).join(","));
  }
  set("differ", wanted.differ ? "1" : "");
  set("cause", wanted.cause);
  set("rows", wanted.rows);
  set("functions", wanted.functions);
  set("sort", wanted.sort);
  set("open", wanted.open ? "1" : "");
  const hash = fields.toString();
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
}
