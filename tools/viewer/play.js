/** A game: a scenario and a seed are chosen, people get orders, the resolver answers, the run is scored. */

import { CROWDS, crowdActions } from "./crowd.js";
import { blockText } from "./data.js";
import { byId, element, setText, someOf } from "./dom.js";
import { DIRECTIONS, OUTCOMES, Run, STAY, readScenario } from "./engine.js";
import { RunView } from "./runview.js";
import { recordDigestOf, scorePanel, scored } from "./score.js";

const ARROWS = { ArrowUp: 1, ArrowDown: 2, ArrowLeft: 3, ArrowRight: 4 };
const PAD = [null, 1, null, 3, STAY, 4, null, 2, null];
const SIGNS = ["•", "↑", "↓", "←", "→"];
const HINT = "Click a person; then click a free cell beside it, or press an arrow key. The others do as chosen below.";

export class Play {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {object[]} playables
   */
  constructor(stage, playables) {
    this.stage = stage;
    this.playables = playables;
    this.setup();
  }

  setup() {
    const options = this.playables.map(({ title, scenario_id }, i) => element("option", { value: i }, title || scenario_id));
    this.scenarios = element("select", { id: "play-scenario", change: () => this.begin() }, ...options);
    this.seeds = element("datalist", { id: "seeds" });
    const range = { type: "text", inputmode: "numeric", list: "seeds", pattern: "[0-9]{1,16}", value: "0" };
    this.seed = element("input", { id: "play-seed", ...range, change: () => this.begin(this.seed.value) });
    byId("play-setup").hidden = false;
    byId("play-setup").replaceChildren(
      element("label", {}, "Scenario", this.scenarios),
      element("label", {}, "Seed of the fire", this.seed),
      this.seeds,
      element("p", { class: "note" }, "Nothing you do here leaves this page."),
    );
  }

  /** A new game, with the first scheduled seed unless one is given. */
  async begin(seed) {
    const playable = this.playables[Number(this.scenarios.value)];
    this.seeds.replaceChildren(...playable.seeds.map((value) => element("option", { value })));
    const chosen = seed ?? String(playable.seeds[0]);
    const valid = /^[0-9]{1,16}$/.test(chosen) && Number.isSafeInteger(Number(chosen));
    this.seed.setCustomValidity(valid ? "" : "a whole number from 0 to 2^53 - 1");
    if (!this.seed.reportValidity()) return;
    this.seed.value = String(Number(chosen));
    const scenario = readScenario(await blockText(playable.scenario));
    const { title, notes } = scenario.document.metadata ?? {};
    this.run = new Run(scenario, Number(chosen));
    const about = `${scenario.id}, family ${playable.family}, seed ${chosen}`;
    this.view = new RunView(this.stage, title ?? scenario.id, about, notes ?? "", this.run);
    this.view.clicked = (cell, person) => this.clicked(cell, person);
    this.orders = new Map();
    this.view.orders = this.orders;
    this.panel();
    this.stage.clock.playing = false;
    this.stage.clock.time = 0;
    this.stage.hold([this.view]);
    this.changed(HINT);
  }

  panel() {
    const button = (name, id, act) => element("button", { type: "button", id, click: act }, name);
    const choices = CROWDS.map(([kind, name]) => element("option", { value: kind }, name));
    this.crowd = element("select", { id: "crowd" }, ...choices);
    this.said = element("p", { id: "play-said", role: "status" });
    this.chosen = element("p", { id: "play-chosen" });
    this.stepButton = button("Step (Enter)", "play-step", () => this.step());
    this.stepButton.className = "main";
    this.undoButton = button("Undo (U)", "play-undo", () => this.undo());
    this.endButton = button("Run to the end", "play-end", () => this.finish());
    const pad = PAD.map((number) => (number === null ? element("span") : this.padButton(number)));
    const home = this.view.part(".play-panel");
    home.hidden = false;
    home.replaceChildren(
      this.said,
      this.chosen,
      element("div", { class: "pad", role: "group", "aria-label": "Order to the selected person" }, ...pad),
      element("label", {}, "Everybody without an order", this.crowd),
      element("div", { class: "row" }, this.stepButton, this.undoButton, this.endButton),
    );
    setText(this.view.part(".score .body"), "Scored at the end of the run.");
  }

  padButton(number) {
    const name = DIRECTIONS[number];
    return element("button", { type: "button", "aria-label": name, click: () => this.order(number) }, SIGNS[number]);
  }

  /** The keys of a game; an arrow that orders nobody is passed on. */
  keys() {
    const arrow = (key) => [[key], SIGNS[ARROWS[key]], `order: ${DIRECTIONS[ARROWS[key]]}`, () => this.order(ARROWS[key])];
    return [
      ...Object.keys(ARROWS).map(arrow),
      [["s"], "S", "order: stay", () => this.order(STAY)],
      [["Enter"], "Enter", "step", () => this.step()],
      [["u", "Backspace"], "U", "undo", () => this.undo()],
    ];
  }

  /** Whether the last snapshot is shown and the run can go on. */
  get ready() {
    return this.stage.clock.t === this.run.time && !this.run.terminated;
  }

  clicked(cell, person) {
    const { selected } = this.view;
    if (selected < 0 || person >= 0 || !this.ready) return false;
    const number = this.run.scenario.grid.step.findIndex((to) => to[this.run.now.cells[selected]] === cell);
    return number > STAY && this.order(number);
  }

  /** Gives the selected person an order; false where there is nobody to order. */
  order(number) {
    const { selected } = this.view;
    if (selected < 0 || !this.ready || !this.run.now.active.includes(selected)) return false;
    this.orders.set(selected, number);
    this.tellChosen();
    this.stage.refresh();
    return true;
  }

  tellChosen() {
    const { personIds } = this.run.scenario;
    const orders = [...this.orders].map(([i, number]) => `${personIds[i]} ${SIGNS[number]}`);
    setText(this.chosen, orders.length > 0 ? `Orders: ${someOf(orders, 8)}` : "No orders yet.");
  }

  /** One step: orders, and the crowd's own ways. Earlier snapshots that are shown become the last ones first. */
  step() {
    if (this.stage.clock.t < this.run.time) this.back(this.stage.clock.t);
    if (this.run.terminated) return;
    const actions = crowdActions(this.run, this.crowd.value);
    for (const [i, number] of this.orders) actions[i] = number;
    const step = this.run.step(actions);
    const told = this.told(step);
    this.orders.clear();
    this.changed(told);
  }

  finish() {
    if (this.stage.clock.t < this.run.time) this.back(this.stage.clock.t);
    this.orders.clear();
    while (!this.run.terminated) this.run.step(crowdActions(this.run, this.crowd.value));
    this.changed("The run is over; play it back below, or undo.");
  }

  undo() {
    if (this.run.time > 0) this.back(Math.min(this.stage.clock.t, this.run.time - 1));
  }

  /** Takes back the steps after a snapshot: the run is made anew from the actions before. */
  back(time) {
    const { steps, scenario, seed } = this.run;
    this.run = new Run(scenario, seed);
    for (const { actions } of steps.slice(0, time)) this.run.step(actions);
    this.view.follow(this.run);
    this.orders.clear();
    this.changed(time === 0 ? HINT : `Back at step ${time}.`);
  }

  /** What the resolver made of a step. */
  told(step) {
    const { personIds } = this.run.scenario;
    const named = [...this.orders.keys()].map((i) => `${personIds[i]} ${plain(OUTCOMES[step.outcomes[i]])}`);
    const counts = new Array(OUTCOMES.length).fill(0);
    for (const i of step.movers) counts[step.outcomes[i]] += 1;
    const all = OUTCOMES.map((name, i) => [counts[i], plain(name)]).filter(([count]) => count > 0);
    const summary = all.map(([count, name]) => `${count} ${name}`).join(", ");
    return `Step ${this.run.time}: ${named.length > 0 ? `${someOf(named)}. All: ` : ""}${summary}.`;
  }

  /** Shows the run as it is now. */
  changed(words) {
    const { run, view, stage } = this;
    view.history.sync();
    stage.clock.setLength(run.time);
    stage.clock.seek(run.time);
    setText(this.said, words);
    this.tellChosen();
    if (view.selected >= 0 && !run.now.active.includes(view.selected)) view.selected = -1;
    this.stepButton.disabled = this.endButton.disabled = run.terminated;
    this.undoButton.disabled = run.time === 0;
    if (run.terminated) this.score();
    else setText(view.part(".score .body"), "Scored at the end of the run.");
    stage.refresh();
  }

  score() {
    const { run, view } = this;
    const { evidence, score } = scored(run, view.overlays.known());
    view.history.addRoutes(evidence.events);
    scorePanel(view.part(".score .body"), run, score);
    view.part(".verdict").replaceChildren(
      `Over after ${run.time} steps: ${run.now.reason.replaceAll("_", " ")}`,
      element("span", { class: "more" }, `record sha256:${recordDigestOf(run)}`),
    );
  }
}

function plain(name) {
  return name.replaceAll("_", " ");
}
