/** Replays: an entry of the index is chosen, its runs are shown at once and replayed in slices. */

import { blockText, blockValue, placeOf, wanted } from "./data.js";
import { byId, element, setText } from "./dom.js";
import { readScenario } from "./engine.js";
import { Replayed } from "./replayed.js";
import { RunView } from "./runview.js";
import { scorePanel, scored } from "./score.js";

/** How long a slice of work is, in milliseconds; between two the page answers. */
const SLICE = 12;

const WORDS = { missing: "no line of the result is about this episode" };

export class Viewer {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {object} index
   */
  constructor(stage, index) {
    this.stage = stage;
    this.index = index;
    /** Counts the choices, so that the work of an earlier one ends. */
    this.choice = 0;
    this.list();
    window.addEventListener("hashchange", () => this.open(placeOf(index.entries, wanted(location.hash))));
  }

  list() {
    const { entries } = this.index;
    byId("entry-choice").hidden = entries.length < 2;
    byId("entry").replaceChildren(...entries.map((entry, i) => element("option", { value: i }, nameOf(entry))));
    byId("entry").addEventListener("change", (event) => {
      const { index, trial } = entries[Number(event.target.value)];
      location.hash = trial === null ? `episode=${index}` : `episode=${index}&trial=${trial}`;
    });
  }

  /** Shows the entry of a place. */
  async open(place) {
    const choice = (this.choice += 1);
    const entry = this.index.entries[place];
    byId("entry").value = String(place);
    const sides = await Promise.all(entry.sides.map((side, i) => this.side(side, i)));
    if (choice !== this.choice) return;
    this.stage.clock.playing = false;
    this.stage.clock.time = 0;
    this.sides = sides;
    this.stage.hold(sides.map(({ view }) => view));
    this.stage.clock.setLength(this.longest());
    for (const each of sides) tellVerdict(each);
    setTimeout(() => this.work(sides, choice), 0);
  }

  async side({ scenario: block, run, seed, failure }, i) {
    const scenario = readScenario(await blockText(block));
    const recorded = run === null ? null : await blockValue(run);
    const replayed = new Replayed(scenario, seed, recorded);
    const { title, notes } = scenario.document.metadata ?? {};
    const about = [`${scenario.id}, seed ${seed}`, title].filter(Boolean).join(" · ");
    const view = new RunView(this.stage, this.index.names[i], about, notes ?? "", replayed.run);
    return { view, replayed, failure };
  }

  /** How many steps there are to show. */
  longest() {
    return Math.max(...this.sides.map(({ replayed }) => (replayed.done ? replayed.run.time : replayed.length)));
  }

  /** Goes on with the runs for a slice; then comes again, until all are done. */
  work(sides, choice) {
    if (choice !== this.choice) return;
    const going = sides.filter(({ replayed }) => !replayed.done);
    for (const { replayed } of going) replayed.advance(performance.now() + SLICE / going.length);
    for (const each of going) {
      tellVerdict(each);
      if (each.replayed.done) setTimeout(() => this.finish(each, choice), 0);
    }
    this.stage.progress();
    if (sides.some(({ replayed }) => !replayed.done)) setTimeout(() => this.work(sides, choice), 0);
  }

  /** Scores a whole run, and adds what only its references tell. */
  finish({ view, replayed }, choice) {
    if (choice !== this.choice) return;
    this.stage.clock.setLength(this.longest());
    if (!replayed.verified) return;
    const { evidence, score } = scored(replayed.run, view.overlays.known());
    view.history.sync();
    view.history.addRoutes(evidence.events);
    scorePanel(view.part(".score .body"), replayed.run, score);
    this.stage.refresh();
  }
}

function nameOf({ index, trial, sides }) {
  const [{ scenario_id, seed }] = sides;
  const failures = sides.map(({ failure }) => failure).filter(Boolean);
  const place = index === null ? "" : `${index}${trial === null ? "" : `, trial ${trial}`}: `;
  return `${place}${scenario_id}, seed ${seed}${failures.length > 0 ? ` (${failures.join(", ")})` : ""}`;
}

/** Says how the replay stands. */
function tellVerdict({ view, replayed, failure }) {
  const node = view.part(".verdict");
  const score = view.part(".score .body");
  const [verdict, text, more] = verdictOf(replayed, failure);
  if (node.dataset.verdict === verdict && verdict !== "running") return;
  node.dataset.verdict = verdict;
  view.differsFrom = replayed.difference?.step ?? Infinity;
  node.replaceChildren(text, ...more.map((line) => element("span", { class: "more" }, line)));
  if (verdict === "running") setText(score, "Scored once it is replayed.");
  else if (verdict !== "verified") setText(score, "Not scored: there is no authentic run.");
}

function verdictOf(replayed, failure) {
  if (!replayed.recorded) return ["failed", `No run: ${failure}`, WORDS[failure] ? [WORDS[failure]] : []];
  const { difference, done, run, length } = replayed;
  if (difference) return differenceWords(difference);
  if (!done) return ["running", `Replaying: ${run.time} of ${length} steps`, []];
  return ["verified", `Replay verified: ${length} steps`, [`record sha256:${replayed.digest}`]];
}

function differenceWords({ kind, step, reason, field, recorded, replayed }) {
  const where = step === null ? "in the header" : `from step ${step} on`;
  const begin = kind === "refused" ? `Refused at step ${step}: ${reason}` : `Differs ${where}: ${reason}`;
  const more = field ? [`at ${field}`] : [];
  if (recorded !== undefined) more.push(`recorded: ${recorded}`, `replayed: ${replayed}`);
  more.push("What is shown is the replay of the recorded actions, not what the record says.");
  return [kind, begin, more];
}
