/* What is shown: words, states and differences, kept in the address (#q=...&state=fail,crash&differ=1). */
const wanted = { q: "", states: new Set(), differ: false };

/* A word of the query is a part of the name, or with * and ? all of it, as on the command line; ! excludes. */
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

function selected() {
  const tests = wanted.q.trim().split(/\s+/).filter((w) => w !== "").map(matcher);
  return cases.filter((item) =>
    item.results.some((r) => r !== null && wanted.states.has(r.state)) &&
    (!wanted.differ || differs(item)) && tests.every((test) => test(item.name)));
}

/* What went wrong, or everything where nothing did. */
function defaultStates() {
  return new Set(cases.some(isBad) ? BAD : STATES);
}

function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const states = fields.get("state");
  wanted.q = fields.get("q") ?? "";
  wanted.differ = fields.get("differ") === "1";
  wanted.states = states === null ? defaultStates() : new Set(states.split(",").filter((s) => STATES.includes(s)));
}

function writeAddress() {
  const fields = new URLSearchParams();
  const usual = defaultStates();
  if (wanted.q !== "") {
    fields.set("q", wanted.q);
  }
  if (wanted.states.size !== usual.size || [...wanted.states].some((s) => !usual.has(s))) {
    fields.set("state", STATES.filter((s) => wanted.states.has(s)).join(","));
  }
  if (wanted.differ) {
    fields.set("differ", "1");
  }
  const hash = fields.toString();
  history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
}
