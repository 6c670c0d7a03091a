/** Starts the page: replays, or scenarios to play. */

import { blockValue, placeOf, wanted } from "./data.js";
import { listenToKeys } from "./keys.js";
import { Play } from "./play.js";
import { Stage, trouble } from "./stage.js";
import { Viewer } from "./viewer.js";

async function start() {
  const index = await blockValue("index");
  const stage = new Stage();
  if (index.playables.length > 0) {
    const play = new Play(stage, index.playables);
    listenToKeys(stage, play.keys());
    await play.begin();
  } else {
    const viewer = new Viewer(stage, index);
    listenToKeys(stage);
    await viewer.open(placeOf(index.entries, wanted(location.hash)));
  }
  document.documentElement.dataset.ready = "yes";
}

window.addEventListener("unhandledrejection", (event) => trouble(`This page has a fault: ${event.reason}`));
window.addEventListener("error", (event) => trouble(`This page has a fault: ${event.message}`));
start();
