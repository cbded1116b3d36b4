/* The errors of floating-point results in units in the last place, and the allowed errors. Pure, but for the drawing. */
const FORMATS = { half: [11, -14], float: [24, -126], double: [53, -1022] };

/* "0.1 (0x1.99999ap-4)" as a number; null for another text, or where it is not finite. */
function finite(text) {
  const found = /^([-+]?[0-9.]+(?:e[-+]?[0-9]+)?)(?: \(|$)/.exec(String(text ?? ""));
  return found === null || !Number.isFinite(Number(found[1])) ? null : Number(found[1]);
}

/* The unit in the last place of a value of the type. */
function ulpOf(type, value) {
  const [digits, smallest] = FORMATS[type];
  const size = Math.abs(value);
  let exponent = size === 0 ? smallest : Math.floor(Math.log2(size));
  if (size !== 0 && 2 ** exponent > size) {
    exponent -= 1;
  } else if (size !== 0 && 2 ** (exponent + 1) <= size) {
    exponent += 1;
  }
  return 2 ** (Math.max(exponent, smallest) - digits + 1);
}

/* The distance of actual from expected, in units of expected; null where one of them is not finite. */
function errorOf(type, expected, actual) {
  const [right, found] = [finite(expected), finite(actual)];
  const error = FORMATS[type] === undefined || right === null || found === null
    ? NaN : (found - right) / ulpOf(type, right);
  return Number.isFinite(error) ? error : null;
}

/* [lowest, highest] error that the tolerance allows; null where it has no numbers. */
function allowedOf(type, mismatch) {
  const range = /^from (\S+) to (\S+)$/.exec(mismatch.tolerance ?? "");
  const ends = range === null ? [] : [1, 2].map((i) => errorOf(type, mismatch.expected, range[i]));
  return ends.length === 2 && !ends.includes(null) ? ends : /^exact/.test(mismatch.tolerance ?? "") ? [0, 0] : null;
}

/* "+3", "-0.25", "+1.2e+9" */
function inUlp(error) {
  const size = Math.abs(error);
  const text = size !== 0 && (size >= 1e6 || size < 0.01) ? size.toExponential(1) : String(Number(size.toPrecision(3)));
  return (error < 0 ? "-" : error > 0 ? "+" : "") + text;
}

/* A scale of errors: zero in the middle, logarithmic to both sides, the allowed part marked, a dot for each
 * item of the work-group, and a mark for the first wrong one. Null where there is nothing to draw. */
function drawErrors(item, mismatch) {
  const error = errorOf(item.type, mismatch.expected, mismatch.actual);
  const allowed = allowedOf(item.type, mismatch);
  if (error === null || allowed === null) {
    return null;
  }
  const dots = (mismatch.group_actual ?? []).map((value, i) => ({
    wrong: mismatch.group_wrong?.[i], error: errorOf(item.type, mismatch.group_expected?.[i], value),
  })).filter((dot) => dot.error !== null);
  const most = Math.max(1, ...[error, ...allowed, ...dots.map((dot) => dot.error)].map(Math.abs));
  const place = (value) => 50 + 47 * Math.sign(value) * (Math.log10(1 + Math.abs(value)) / Math.log10(1 + most));
  const ticks = [0];
  for (let power = 0, step = Math.max(1, Math.ceil(Math.log10(most) / 3)); 10 ** power <= most; power += step) {
    ticks.push(10 ** power, -(10 ** power));
  }
  const text = "error " + inUlp(error) + " ULP, allowed " + (allowed[0] === 0 && allowed[1] === 0 ? "none"
    : inUlp(allowed[0]) + " to " + inUlp(allowed[1]) + " ULP");
  const at = (value, attributes, ...children) => make("span", { ...attributes, style: "left: " + place(value) + "%" }, ...children);
  return make("figure", { class: "ulp" },
    make("figcaption", null, "Work-item " + (mismatch.local_id?.join(", ") ?? "") + ": " + text +
      ". Dots are the items of the work-group, each against its own expected value."),
    make("div", { class: "axis", role: "img", "aria-label": text },
      make("span", { class: "band", style: "left: " + place(allowed[0]) + "%; width: max(2px, " + (place(allowed[1]) - place(allowed[0])) + "%)" }),
      ...ticks.map((value) => at(value, { class: "tick" }, inUlp(value))),
      ...dots.map((dot) => at(dot.error, { class: dot.wrong ? "dot wrong" : "dot" })),
      at(error, { class: "mark" })));
}
