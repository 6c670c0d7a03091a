/** The list of events; each jumps to its step. */

import { counted, element, setText, someOf } from "./dom.js";

const KINDS = [
  ["evacuation", "evacuations", "✓"],
  ["casualty", "casualties", "✕"],
  ["route", "routes cut", "⤳"],
  ["block", "blocks", "▮"],
];
const MOST = 400;

export class EventList {
  /**
   * @param {HTMLElement} home
   * @param {import("./history.js").History} history
   * @param {(step: number, person: number) => void} jump
   */
  constructor(home, history, jump) {
    this.history = history;
    this.jump = jump;
    this.seen = -1;
    /** The lines of each step. */
    this.lines = new Map();
    this.boxes = new Map();
    const choices = element("div", { class: "choices", role: "group", "aria-label": "Kinds of events" });
    for (const [kind, name] of KINDS) choices.append(this.choice(kind, name));
    this.list = element("ol", { class: "events", tabindex: "0", "aria-label": "Events" });
    this.note = element("p", { class: "note" });
    home.replaceChildren(choices, this.list, this.note);
  }

  choice(kind, name) {
    const box = element("input", { type: "checkbox", checked: kind !== "block", change: () => this.fill() });
    this.boxes.set(kind, box);
    return element("label", {}, box, ` ${name}`);
  }

  /** Follows the history, and marks what has happened by a snapshot. */
  update(t) {
    if (this.seen !== this.history.events.length) this.fill();
    if (this.marked === t) return;
    for (const line of this.lines.get(this.marked) ?? []) line.classList.remove("now");
    for (const line of this.lines.get(t) ?? []) line.classList.add("now");
    this.marked = t;
  }

  fill() {
    const { events } = this.history;
    this.seen = events.length;
    this.marked = -1;
    const found = events.filter(({ kind }) => this.boxes.get(kind).checked);
    const lines = found.slice(0, MOST).map((event) => this.line(event));
    this.lines = new Map();
    lines.forEach((line, i) => this.lines.set(found[i].step, [...(this.lines.get(found[i].step) ?? []), line]));
    this.list.replaceChildren(...lines);
    const more = found.length > MOST ? `The first ${MOST} of ${found.length}.` : "";
    setText(this.note, found.length === 0 ? "No event of these kinds yet." : more);
  }

  line(event) {
    const [, , mark] = KINDS.find(([kind]) => kind === event.kind);
    const go = () => this.jump(event.step, event.people[0]);
    const button = element(
      "button",
      { type: "button", class: "plain", click: go },
      element("span", { class: "step" }, `step ${event.step}`),
      element("span", { class: `mark ${event.kind}`, "aria-hidden": "true" }, mark),
      element("span", {}, this.words(event)),
    );
    return element("li", {}, button);
  }

  words(event) {
    const { scenario } = this.history.run;
    const names = someOf(event.people.map((i) => scenario.personIds[i]));
    const count = event.people.length;
    if (event.kind === "evacuation") return `${names} out by ${scenario.exitIds[event.exit]}`;
    if (event.kind === "casualty") return `${counted(count, "casualty", "casualties")}: ${names} (${plain(event.cause)})`;
    if (event.kind === "block") return `${counted(count, "person", "people")} ${plain(event.outcome)}: ${names}`;
    const lost = event.lost > 0 ? `; no way out left for ${event.lost}` : "";
    return `the fire cuts the way of ${names}${lost} (privileged)`;
  }
}

function plain(name) {
  return name.replaceAll("_", " ");
}
