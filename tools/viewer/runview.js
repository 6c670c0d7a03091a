/** One run on the page: its board, and the panels beside it. */

import { Board, burnsSince, personOn } from "./board.js";
import { byId, counted, element, setText } from "./dom.js";
import { EventList } from "./events.js";
import { History } from "./history.js";
import { Overlays } from "./overlay.js";
import { PeopleTable } from "./people.js";

/** The largest cell, in the page's pixels. */
const LARGEST = 60;

export class RunView {
  /**
   * @param {import("./stage.js").Stage} stage
   * @param {string} name
   * @param {string} about
   * @param {string} notes
   * @param {import("../../conformance/js/phases.js").Run} run
   */
  constructor(stage, name, about, notes, run) {
    this.stage = stage;
    this.node = byId("run-template").content.firstElementChild.cloneNode(true);
    setText(this.part(".run-name"), name);
    setText(this.part(".run-about"), about);
    setText(this.part(".notes p"), notes);
    this.part(".notes").hidden = notes === "";
    this.selected = -1;
    this.orders = null;
    /** The step from which on the record says something else than what is shown. */
    this.differsFrom = Infinity;
    /** Called with (cell, person) of a click; true where it has been dealt with. */
    this.clicked = () => false;
    this.overlays = new Overlays(run);
    this.board = new Board(this.part(".board"), run.scenario);
    this.counts = new Map();
    for (const label of ["active", "out", "casualties", "trapped*"]) this.addCount(label);
    this.follow(run);
    this.listen();
  }

  part(selector) {
    return this.node.querySelector(selector);
  }

  addCount(label) {
    const value = element("dd", {}, "0");
    this.counts.set(label, value);
    this.part(".counts").append(element("div", {}, element("dt", {}, label), value));
  }

  /** Shows a run; it may go on while it is shown. */
  follow(run) {
    this.run = run;
    this.history = new History(run);
    this.overlays.follow(run);
    this.people = new PeopleTable(this.part(".people-panel .body"), this.history, (i) => this.select(i));
    this.events = new EventList(this.part(".events-panel .body"), this.history, (step, person) => {
      this.selected = person;
      this.stage.clock.pause();
      this.stage.clock.seek(step);
    });
  }

  listen() {
    const { canvas } = this.board;
    canvas.addEventListener("click", (event) => this.click(this.board.cellAt(event.clientX, event.clientY)));
    canvas.addEventListener("pointermove", (event) => {
      this.hovered = this.board.cellAt(event.clientX, event.clientY);
      this.describe();
    });
    canvas.addEventListener("pointerleave", () => {
      this.hovered = -1;
      this.describe();
    });
    for (const panel of this.node.querySelectorAll("details")) {
      panel.addEventListener("toggle", () => this.stage.refresh());
    }
  }

  click(cell) {
    if (cell < 0) return;
    this.hovered = cell;
    const person = personOn(this.snapshot, cell);
    if (this.clicked(cell, person)) return;
    this.select(person === this.selected ? -1 : person);
  }

  select(person) {
    this.selected = person;
    this.stage.refresh();
  }

  /** The next or the previous active person. */
  selectNext(way) {
    const active = Array.from(this.snapshot.active);
    if (active.length === 0) return;
    const place = active.indexOf(this.selected);
    const next = place < 0 ? (way > 0 ? 0 : active.length - 1) : (place + way + active.length) % active.length;
    this.select(active[next]);
  }

  /** The snapshot that is shown: that of the clock, or the last one that there is. */
  get t() {
    return Math.min(this.stage.clock.t, this.run.time);
  }

  get snapshot() {
    return this.run.snapshots[this.t];
  }

  /** Makes the board as large as there is room. */
  fit(share) {
    const width = this.part(".stage").clientWidth;
    const { rows, cols } = this.run.scenario.grid;
    const height = Math.max(240, window.innerHeight * share);
    this.board.fit(Math.min(width, cols * LARGEST), Math.min(height, rows * LARGEST));
  }

  draw() {
    const { t } = this;
    const part = t < this.run.time ? this.stage.clock.part : 0;
    const { trails } = this.stage.layers;
    this.overlays.shown = this.stage.layers;
    this.board.canvas.classList.toggle("beyond", t >= this.differsFrom);
    this.board.draw(this.run, { t, part, selected: this.selected, trails, orders: this.orders }, this.overlays);
  }

  /** Brings the panels up to date. */
  update() {
    const { t, history } = this;
    history.sync();
    const [active, out, dead] = history.counts[t];
    setText(this.counts.get("active"), String(active));
    setText(this.counts.get("out"), String(out));
    setText(this.counts.get("casualties"), String(dead));
    setText(this.counts.get("trapped*"), String(this.snapshot.trapped.length));
    if (this.part(".people-panel").open) this.people.update(t, this.selected);
    if (this.part(".events-panel").open) this.events.update(t);
    this.board.canvas.setAttribute("aria-label", `${this.run.scenario.id}, ${this.words()}`);
    this.describe();
  }

  /** What is shown, in words. */
  words() {
    const [active, out, dead] = this.history.counts[this.t];
    return `step ${this.t}: ${active} active, ${out} out, ${counted(dead, "casualty", "casualties")}`;
  }

  /** What is on the cell under the pointer, or else who is selected. */
  describe() {
    const cell = this.hovered >= 0 ? this.hovered : this.selected >= 0 ? this.snapshot.cells[this.selected] : -1;
    setText(this.part(".hover"), cell < 0 ? "Point at a cell, or click a person." : this.cellWords(cell));
  }

  cellWords(cell) {
    const { t, run, history } = this;
    const { grid, exitAt, exitIds, personIds } = run.scenario;
    const [row, col] = grid.position(cell);
    const place = `(${row}, ${col})`;
    if (grid.wall[cell]) return `${place} wall`;
    const since = burnsSince(run, cell, t);
    const person = personOn(this.snapshot, cell);
    const parts = [exitAt[cell] >= 0 ? `${place} exit ${exitIds[exitAt[cell]]}` : `${place} open`];
    if (person >= 0) parts.push(`${personIds[person]}: ${history.statusAt(person, t)}`);
    if (person >= 0 && history.outcomeAt(person, t)) parts.push(history.outcomeAt(person, t));
    if (since !== null) parts.push(`burning since snapshot ${since}`);
    else parts.push(this.overlays.words(cell, t));
    return parts.filter((text) => text !== "").join(" · ");
  }
}
