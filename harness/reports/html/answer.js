/* What a reader asks first: which device and run this is, whether something new failed, and what was not tested. */
function answerText(entry, number) {
  const sum = tally(number);
  const causes = entry.causes.filter((c) => c.state !== "waived").length;
  const known = new Set(entry.causes.filter((c) => c.state === "waived").map((c) => c.waiver)).size;
  const answer = sum.run === 0 ? "Nothing is known: no case ran."
    : sum.bad > 0 ? "Something new failed: " + count(causes, "cause") + ", below."
    : known > 0 ? "Nothing new failed; " + count(known, "known finding") + ", below." : "Nothing failed.";
  return answer + (entry.complete ? "" : " The run is not complete.");
}

function factsText(entry) {
  const device = entry.device;
  return [device.name, device.platform, device.driver_version === undefined ? undefined : "driver " + device.driver_version,
    entry.profile ? "profile " + entry.profile : undefined, (entry.started ?? "").slice(0, 10),
    entry.tool ? "wgconform " + entry.tool + " (" + entry.commit + ")" : undefined]
    .filter((part) => part).map(clean).join(", ");
}

function answerPart(entry, number) {
  const skipped = entry.skipped ?? [];
  const functions = skipped.reduce((sum, [, some]) => sum + some, 0);
  return make("section", { class: "answer", "aria-label": "answer" },
    make("p", { class: "ship" }, answerText(entry, number)),
    make("p", { class: "facts" }, factsText(entry)),
    entry.lack ? make("p", { class: "alert lack" }, clean(entry.lack)) : null,
    functions === 0 ? null : make("details", { class: "skipped" },
      make("summary", null, count(functions, "function") + (functions === 1 ? " was" : " were") + " skipped altogether"),
      make("ul", null, ...skipped.map(([reason, some]) => make("li", null, count(some, "function") + ": " + clean(reason))))));
}
