/** The score of a whole run, by the engine of this page, and the record to take away (SCO-4, SIM-10). */

import { canonical, digestOf, evidenceOf, inputsOf, recordOf, scoreInputs } from "./engine.js";
import { element } from "./dom.js";

/** Evidence and score of a whole run. */
export function scored(run, references) {
  const evidence = evidenceOf(run, references);
  return { evidence, score: scoreInputs(inputsOf(evidence)) };
}

/** The panel of a score, with every digit. */
export function scorePanel(home, run, score) {
  const rows = Object.entries(score.components).map(([name, value]) => row(name, value ?? "not defined"));
  for (const name of ["safety", "quality", "severity", "ceiling"]) rows.push(row(name, score[name] ?? "not defined"));
  const { inputs } = score;
  const lost = inputs.avoidable_casualty_ids.length + inputs.avoidable_stranded_ids.length;
  home.replaceChildren(
    element("p", { class: "figure" }, score.score ?? "not applicable"),
    element("p", {}, `${score.status}: ${inputs.evacuated} of ${score.max_evacuated} who could be saved are out, ${lost} lost.`),
    element(
      "details",
      {},
      element("summary", {}, "Components"),
      element("div", { class: "wide" }, element("table", {}, element("tbody", {}, ...rows))),
    ),
    element("p", { class: "note" }, "Worked out in this page, exactly; //tools:score gives the same digits."),
    downloadButton(run),
  );
}

function row(name, value) {
  return element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: "number" }, value));
}

/** A button that saves the run's record in canonical form. */
function downloadButton(run) {
  const save = () => {
    const text = canonical(recordOf(run));
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = element("a", { href: url, download: `${run.scenario.id}-${run.seed}.json` });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  };
  return element("p", {}, element("button", { type: "button", class: "download", click: save }, "Save the run record"));
}

/** The digest of a run's record (SIM-10.1). */
export function recordDigestOf(run) {
  return digestOf(recordOf(run));
}
