/** The keyboard. */

import { byId, element } from "./dom.js";

/** Keys, what each does, and how it is told; `play` are those of the playable page, which come first there. */
function bindings(stage) {
  const { clock } = stage;
  return [
    [[" "], "space", "play, pause", () => clock.toggle()],
    [["ArrowLeft", ","], "← or ,", "one step back", () => clock.step(-1)],
    [["ArrowRight", "."], "→ or .", "one step on", () => clock.step(1)],
    [["Home"], "Home", "first step", () => clock.step(-Infinity)],
    [["End"], "End", "last step", () => clock.step(Infinity)],
    [["+", "="], "+", "faster", () => clock.faster(1)],
    [["-"], "−", "slower", () => clock.faster(-1)],
    [["]"], "]", "next person", () => stage.views.forEach((view) => view.selectNext(1))],
    [["["], "[", "previous person", () => stage.views.forEach((view) => view.selectNext(-1))],
    [["Escape"], "Esc", "nobody", () => stage.views.forEach((view) => view.select(-1))],
    [["t"], "T", "trails", () => stage.toggleLayer("trails")],
    [["d"], "D", "danger zone", () => stage.toggleLayer("danger")],
    [["x"], "X", "trapped", () => stage.toggleLayer("trapped")],
    [["r"], "R", "L(x, t)", () => stage.toggleLayer("references")],
    [["?"], "?", "this help", () => byId("help-box").showModal()],
  ];
}

/** Whether a key belongs to what has the focus. */
function taken(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help-box").open) return true;
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) {
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];
    if (target.type === "range") return arrows.includes(key);
    return target.type !== "checkbox" || key === " ";
  }
  const pressed = target instanceof HTMLButtonElement || target.tagName === "SUMMARY";
  return pressed && (key === " " || key === "Enter");
}

/**
 * Listens to the keys.
 *
 * @param {import("./stage.js").Stage} stage
 * @param {[string[], string, string, () => boolean|void][]} first keys that come before; one that answers `false` is
 *   passed on
 */
export function listenToKeys(stage, first = []) {
  const all = [...first, ...bindings(stage)];
  const told = all.map(([, name, about]) =>
    element("div", {}, element("dt", {}, element("kbd", {}, name)), element("dd", {}, about)),
  );
  byId("help-keys").replaceChildren(...told);
  byId("help").addEventListener("click", () => byId("help-box").showModal());
  document.addEventListener("keydown", (event) => {
    if (taken(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    for (const [keys, , , act] of all) {
      if (keys.includes(key) && act() !== false) {
        event.preventDefault();
        return;
      }
    }
  });
}
