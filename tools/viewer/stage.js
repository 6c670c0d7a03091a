/** The page's controls, its clock, and all runs on it. */

import { Clock, SPEEDS } from "./clock.js";
import { byId, element, setText } from "./dom.js";
import { followTheme } from "./theme.js";

/** The panels beside the boards follow at this distance, in milliseconds. */
const PANELS = 150;
const LAYERS = ["trails", "danger", "trapped", "references"];

export class Stage {
  constructor() {
    this.views = [];
    this.layers = { trails: true, danger: false, trapped: false, references: false };
    /** When the panels were last brought up to date. */
    this.painted = -PANELS;
    this.clock = new Clock(() => this.show());
    this.buttons();
    followTheme(() => this.fit());
    new ResizeObserver(() => this.fit()).observe(byId("runs"));
    window.addEventListener("resize", () => this.fit());
  }

  /** Puts runs on the page, instead of those before. */
  hold(views) {
    this.views = views;
    byId("runs").dataset.sides = String(views.length);
    byId("runs").replaceChildren(...views.map(({ node }) => node));
    this.fit();
  }

  buttons() {
    const { clock } = this;
    const steps = { first: () => clock.step(-Infinity), back: () => clock.step(-1), forth: () => clock.step(1) };
    for (const [id, act] of Object.entries(steps)) byId(id).addEventListener("click", act);
    byId("last").addEventListener("click", () => clock.step(Infinity));
    byId("play").addEventListener("click", () => clock.toggle());
    byId("scrub").addEventListener("input", (event) => {
      clock.playing = false;
      clock.seek(Number(event.target.value));
    });
    byId("speed").append(...SPEEDS.map((speed) => element("option", { value: speed }, `${speed} / s`)));
    byId("speed").addEventListener("change", (event) => {
      clock.speed = Number(event.target.value);
    });
    for (const name of LAYERS) byId(`show-${name}`).addEventListener("change", () => this.readLayers());
  }

  readLayers() {
    for (const name of LAYERS) this.layers[name] = byId(`show-${name}`).checked;
    this.refresh();
  }

  toggleLayer(name) {
    const box = byId(`show-${name}`);
    box.checked = !box.checked;
    this.readLayers();
  }

  fit() {
    for (const view of this.views) view.fit(this.views.length > 1 ? 0.58 : 0.68);
    this.refresh();
  }

  /** Draws boards and panels anew. */
  refresh() {
    this.painted = -PANELS;
    this.show();
  }

  /** Says that runs have gone on; what is shown is drawn anew once in a while. */
  progress() {
    if (performance.now() - this.painted >= PANELS) this.show();
  }

  /** Draws at the next frame, once however often it is asked for. */
  show() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.paint();
    });
  }

  /** Draws the boards; the panels follow, not too often. */
  paint() {
    for (const view of this.views) view.draw();
    this.controls();
    clearTimeout(this.timer);
    const wait = this.painted + PANELS - performance.now();
    if (wait > 0) this.timer = setTimeout(() => this.panels(), wait);
    else this.panels();
  }

  panels() {
    this.painted = performance.now();
    for (const view of this.views) view.update();
    if (!this.clock.playing) this.tell();
  }

  /** Once time stands still, what is shown is said. */
  tell() {
    setText(byId("live"), this.views.map((view) => view.words()).join("; "));
  }

  controls() {
    const { clock } = this;
    byId("scrub").max = String(clock.length);
    byId("scrub").value = String(clock.t);
    byId("scrub").setAttribute("aria-valuetext", `step ${clock.t} of ${clock.length}`);
    setText(byId("clock"), `${clock.t} / ${clock.length}`);
    byId("speed").value = String(clock.speed);
    byId("play").setAttribute("aria-label", clock.playing ? "Pause" : "Play");
    byId("play").dataset.playing = clock.playing ? "yes" : "no";
    byId("first").disabled = byId("back").disabled = clock.t === 0;
    byId("last").disabled = byId("forth").disabled = clock.t === clock.length;
  }
}

/** Says what went wrong, where it can't be overlooked. */
export function trouble(text) {
  byId("trouble").hidden = false;
  setText(byId("trouble"), text);
}
