/* The properties of a report: device, run, totals. */
function reportCard(entry, number) {
  const device = entry.device;
  const facts = [
    ["device", device.name], ["platform", device.platform], ["driver", device.driver_version],
    ["version", device.device_version],
    ["run", [entry.profile, entry.impl, "seed " + entry.seed].filter((part) => part).join(", ")],
    ["when", (entry.started ?? "") + ", " + entry.seconds.toFixed(1) + " s"],
    ["wgconform", entry.tool ? entry.tool + " (" + entry.commit + ")" : undefined],
    ["command", entry.command.join(" ")],
  ].filter(([, value]) => value !== undefined && value !== null);
  const total = entry.summary.total;
  const done = STATES.reduce((sum, state) => sum + entry.summary[state], 0);
  return make("section", { class: "report", "aria-label": "report " + label(entry, number) },
    make("h2", null, label(entry, number)),
    entry.complete ? null : make("p", { class: "alert" },
      "Not complete: " + (total - done) + " of " + count(total, "case") + " have no result."),
    make("div", { class: "bar", "aria-hidden": true }, ...STATES.filter((s) => entry.summary[s] > 0).map((s) =>
      make("span", { style: colored(s) + "; flex: " + entry.summary[s] }))),
    make("p", { class: "totals" }, count(total, "case") + ": ", words(entry.summary)),
    entry.left_out > 0 ? make("p", { class: "dim left-out" }, "The page holds state and cause of every case, but not the values of " +
      count(entry.left_out, "case") + ": the JSON report has them.") : null,
    make("dl", null, ...facts.flatMap(([name, value]) => [make("dt", null, name), make("dd", null, clean(value))])),
    ...entry.warnings.map((text) => make("p", { class: "alert" }, clean(text))));
}
