/* The rows of the matrix: families of functions, their functions, and missing features. Pure. */

/* Work-group functions first, then sub-group functions, SYCL's, and the capability checks. */
const KINDS = [/^work_group_/, /^sub_group_/, /^sycl_/];
function kindOf(family, type) {
  const kind = KINDS.findIndex((pattern) => pattern.test(family));
  return type === "" ? KINDS.length + 1 : kind < 0 ? KINDS.length : kind;
}

const emptyCell = (type) => columns.map(() => (type === "" ? [{}] : [{}, {}, {}]));

function addTo(cells, item) {
  let cell = cells.get(item.type);
  if (cell === undefined) {
    cell = emptyCell(item.type);
    cells.set(item.type, cell);
  }
  columns.forEach((number, column) => {
    const state = stateOf(item, number);
    if (state !== null) {
      const places = cell[column];
      const counted = places[Math.min(Math.max(item.dimensions, 1), places.length) - 1];
      counted[state] = (counted[state] ?? 0) + 1;
    }
  });
}

/* Families in the matrix' own order: {name, kind, cells, functions: [{name, cells}]}. cells: by type, for each report a list of
 * counts by state, for 1D, 2D and 3D; one count without a shape. */
function countFamilies() {
  const families = new Map();
  for (const item of cases) {
    const name = item.type === "" ? item.suite : item.family;
    let family = families.get(name);
    if (family === undefined) {
      family = { name, kind: kindOf(name, item.type), cells: new Map(), functions: new Map() };
      families.set(name, family);
    }
    let row = family.functions.get(item.suite);
    if (row === undefined) {
      row = { name: item.suite, cells: new Map() };
      family.functions.set(item.suite, row);
    }
    addTo(row.cells, item);
    addTo(family.cells, item);
  }
  const list = [...families.values()];
  for (const family of list) {
    family.functions = [...family.functions.values()];
    for (const row of [family, ...family.functions]) {
      row.total = totalOf(row);
      row.failed = STATES.slice(0, 8).reduce((sum, state) => sum + (row.total[state] ?? 0), 0);
      row.lacking = row.failed === 0 && !(row.total.pass > 0);
    }
  }
  return list.sort((a, b) => a.kind - b.kind);
}

function totalOf(row) {
  const total = {};
  for (const counted of [...row.cells.values()].flat(2)) {
    for (const [state, number] of Object.entries(counted)) {
      total[state] = (total[state] ?? 0) + number;
    }
  }
  return total;
}

/* The reason of most skips of a family: the first missing feature. */
function lackingReason(name) {
  const found = new Map();
  for (const item of cases) {
    if ((item.type === "" ? item.suite : item.family) === name) {
      for (const number of columns) {
        const text = page.texts[reports[number].reasonOf[item.number] - 1];
        if (text !== undefined) {
          const first = text.split(/; |\n/)[0].replace(/^a local size of [0-9x]+/, "a local size of N");
          found.set(first, (found.get(first) ?? 0) + 1);
        }
      }
    }
  }
  const most = [...found].sort((a, b) => b[1] - a[1])[0];
  return most === undefined ? "skipped" : clean(most[0]) + (found.size > 1 ? ", and more" : "");
}

/* The rows to show: families in order, each with its functions that are shown. */
function chooseRows(families) {
  const tests = matchers(view.functions);
  const named = (row) => tests.every((test) => test(row.name));
  const bad = view.rows !== "all" && families.some((family) => family.failed > 0);
  const order = {
    "": () => 0, name: (a, b) => a.name.localeCompare(b.name), failures: (a, b) => b.failed - a.failed,
  }[view.sort];
  const shown = families.filter((family) => !family.lacking && (!bad || family.failed > 0)).map((family) => ({
    family,
    functions: family.functions.filter((row) => (!bad || row.failed > 0) && (named(row) || named(family))).sort(order),
  })).filter((group) => group.functions.length > 0);
  return {
    bad, shown: shown.sort((a, b) => order(a.family, b.family)),
    lacking: families.filter((family) => family.lacking && (named(family) || family.functions.some(named))),
  };
}
