/** The table of people: what has become of each by the snapshot that is shown. */

import { NEVER } from "./engine.js";
import { element, setText } from "./dom.js";

const ORDER = ["active", "stranded", "casualty", "evacuated"];
const MARKS = { active: "●", evacuated: "✓", casualty: "✕", stranded: "■" };
const COLUMNS = [
  ["person", (row) => row.place],
  ["status", (row) => ORDER.indexOf(row.status)],
  ["step", (row) => (row.step === "" ? NEVER : row.step)],
  ["exit", (row) => row.exit],
  ["cause", (row) => row.cause],
  ["last move", (row) => row.outcome],
];
/** So many rows are shown at once; the filter finds the others. */
const MOST = 200;

export class PeopleTable {
  /**
   * @param {HTMLElement} home
   * @param {import("./history.js").History} history
   * @param {(person: number) => void} select
   */
  constructor(home, history, select) {
    this.history = history;
    this.select = select;
    this.sorted = 0;
    this.rising = true;
    this.rows = [];
    this.filter = element("input", { type: "search", placeholder: "ID or status", "aria-label": "Filter people" });
    this.filter.addEventListener("input", () => this.update(this.t, this.selected));
    this.note = element("p", { class: "note" });
    this.heads = COLUMNS.map(([name], place) => this.head(name, place));
    this.body = element("tbody");
    const head = element("thead", {}, element("tr", {}, ...this.heads));
    const table = element("table", {}, element("caption", {}, "Everybody, as of the step shown"), head, this.body);
    home.replaceChildren(this.filter, element("div", { class: "wide" }, table), this.note);
  }

  head(name, place) {
    const sort = element("button", { type: "button", class: "plain", click: () => this.sortBy(place) }, name);
    return element("th", { scope: "col", "aria-sort": place === 0 ? "ascending" : "none" }, sort);
  }

  sortBy(place) {
    this.rising = this.sorted === place ? !this.rising : true;
    this.sorted = place;
    this.heads.forEach((head, i) => {
      head.setAttribute("aria-sort", i !== place ? "none" : this.rising ? "ascending" : "descending");
    });
    this.update(this.t, this.selected);
  }

  /** The facts of one person by a snapshot. */
  facts(place, t) {
    const { history } = this;
    const { scenario } = history.run;
    const ended = history.ended[place] <= t;
    const exit = ended && history.exit[place] >= 0 ? scenario.exitIds[history.exit[place]] : "";
    return {
      place,
      id: scenario.personIds[place],
      status: history.statusAt(place, t),
      step: ended ? history.ended[place] : "",
      exit,
      cause: ended ? history.cause[place].replaceAll("_", " ") : "",
      outcome: history.outcomeAt(place, t),
    };
  }

  /** Shows the people by a snapshot. */
  update(t, selected) {
    this.t = t;
    this.selected = selected;
    const wanted = this.filter.value.trim().toLowerCase();
    const all = Array.from(this.history.ended, (_, place) => this.facts(place, t));
    const found = all.filter(({ id, status }) => id.toLowerCase().includes(wanted) || status.includes(wanted));
    const value = COLUMNS[this.sorted][1];
    const way = this.rising ? 1 : -1;
    found.sort((a, b) => way * compare(value(a), value(b)) || a.place - b.place);
    const kept = found.slice(0, MOST);
    kept.forEach((row, i) => this.write(this.row(i), row));
    while (this.rows.length > kept.length) this.rows.pop().line.remove();
    setText(this.note, found.length > kept.length ? `The first ${MOST} of ${found.length}; filter to see others.` : "");
  }

  row(i) {
    if (i < this.rows.length) return this.rows[i];
    const row = { place: -1 };
    const name = element("button", { type: "button", class: "plain", click: () => this.select(row.place) });
    const cells = COLUMNS.slice(1).map(() => element("td"));
    row.texts = [name, ...cells];
    row.line = element("tr", {}, element("th", { scope: "row" }, name), ...cells);
    this.rows.push(row);
    this.body.append(row.line);
    return row;
  }

  write(row, facts) {
    row.place = facts.place;
    const { id, status, step, exit, cause, outcome } = facts;
    const texts = [id, `${MARKS[status]} ${status}`, String(step), exit, cause, outcome];
    texts.forEach((text, i) => setText(row.texts[i], text));
    row.line.dataset.status = status;
    row.line.classList.toggle("selected", facts.place === this.selected);
  }
}

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
