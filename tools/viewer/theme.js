/** Dark or light: the machine's choice until somebody makes another. */

import { byId } from "./dom.js";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : dark.matches;
}

/** Follows the machine and the button; `painted` draws the boards anew. */
export function followTheme(painted) {
  const apply = () => {
    document.documentElement.dataset.painted = isDark() ? "dark" : "light";
    painted();
  };
  byId("theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    apply();
  });
  dark.addEventListener("change", apply);
  document.documentElement.dataset.painted = isDark() ? "dark" : "light";
}
