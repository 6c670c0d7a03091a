/** The pages in a real browser, opened from disk. tools/view_browser_test.py makes them and starts this. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { clickCell, expected, inPages, keep, picture, sees, start, stop, verdict, withPage } from "./browser.js";

before(start);
after(stop);

test("a record replays and is verified, with its digest and its score", () =>
  withPage("record.html", async (page) => {
    const { digest, steps, score } = expected.record;
    assert.deepEqual(await verdict(page, "verified"), [`Replay verified: ${steps} steps`, `record sha256:${digest}`]);
    await sees(page, ".score .figure", score);
    await sees(page, "#clock", `0 / ${steps}`);
  }));

test("it plays to the end", () =>
  withPage("result.html", async (page) => {
    await verdict(page, "verified");
    const length = await page.locator("#scrub").getAttribute("max");
    await page.selectOption("#speed", "8");
    const before = await picture(page);
    await page.click("#play");
    await page.waitForSelector('#play[aria-label="Pause"]');
    await sees(page, "#clock", `${length} / ${length}`);
    await page.waitForSelector('#play[aria-label="Play"]');
    assert.notEqual(await picture(page), before);
    await page.waitForFunction((t) => document.getElementById("live").textContent.startsWith(`step ${t}: 0 active`), length);
    await keep(page, "end");
  }));

test("time can be held, stepped and dragged", () =>
  withPage("result.html", async (page) => {
    await verdict(page, "verified");
    const length = await page.locator("#scrub").getAttribute("max");
    await page.click("#forth");
    await page.click("#forth");
    await page.click("#back");
    await sees(page, "#clock", `1 / ${length}`);
    await page.locator("#scrub").fill("5");
    await sees(page, "#clock", `5 / ${length}`);
    await page.click("#last");
    await sees(page, "#clock", `${length} / ${length}`);
    assert.ok(await page.locator("#forth").isDisabled());
    await page.click("#first");
    await sees(page, "#clock", `0 / ${length}`);
    await page.selectOption("#speed", "1");
    await page.click("#play");
    await page.waitForSelector('#play[aria-label="Pause"]');
    await page.click("#play");
    await page.waitForSelector('#play[aria-label="Play"]');
  }));

test("the keyboard does the same", () =>
  withPage("result.html", async (page) => {
    await verdict(page, "verified");
    const length = await page.locator("#scrub").getAttribute("max");
    for (const [keys, shown] of [
      ["ArrowRight ArrowRight ArrowRight ArrowLeft", 2],
      ["End", length],
      ["Home", 0],
      [". . ,", 1],
    ]) {
      for (const key of keys.split(" ")) await page.keyboard.press(key);
      await sees(page, "#clock", `${shown} / ${length}`);
    }
    await page.keyboard.press("+");
    await page.waitForFunction(() => document.getElementById("speed").value === "8");
    await page.keyboard.press("-");
    await page.keyboard.press(" ");
    await page.waitForSelector('#play[aria-label="Pause"]');
    await page.keyboard.press(" ");
    await page.waitForSelector('#play[aria-label="Play"]');
    for (const [key, box] of [
      ["t", "trails"],
      ["d", "danger"],
      ["x", "trapped"],
      ["r", "references"],
    ]) {
      const was = await page.isChecked(`#show-${box}`);
      await page.keyboard.press(key);
      assert.equal(await page.isChecked(`#show-${box}`), !was, box);
    }
    await page.keyboard.press("]");
    await page.waitForSelector("tr.selected");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("tr.selected"));
    await page.keyboard.press("?");
    await page.waitForSelector("#help-box[open]");
    await keep(page, "help");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#help-box:not([open])", { state: "attached" });
  }));

test("every control can be reached by the keyboard and has a name", () =>
  withPage("result.html", async (page) => {
    await verdict(page, "verified");
    const nameless = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, canvas, summary")]
        .filter((node) => !node.closest("[hidden], dialog:not([open])"))
        .filter((node) => !(node.getAttribute("aria-label") ?? node.closest("label")?.textContent ?? node.textContent).trim())
        .map((node) => node.outerHTML),
    );
    assert.deepEqual(nameless, []);
    const unreachable = await page.evaluate(() =>
      [...document.querySelectorAll("button, select, input, canvas")].filter((node) => node.tabIndex < 0).length,
    );
    assert.equal(unreachable, 0);
  }));

test("the overlays are drawn, and said to be privileged", () =>
  withPage(
    "result.html",
    async (page) => {
      await verdict(page, "verified");
      const { step, cell, words } = expected.overlays;
      await page.locator("#scrub").fill(String(step));
      const pictures = [await picture(page)];
      for (const name of ["danger", "trapped", "references"]) {
        await page.check(`#show-${name}`);
        await page.waitForTimeout(60);
        pictures.push(await picture(page));
        assert.ok(await page.locator(`.privileged #show-${name}`).isVisible());
      }
      assert.equal(new Set(pictures).size, pictures.length);
      assert.match(await page.locator(".privileged").innerText(), /privileged/);
      await clickCell(page, ...cell, expected.overlays);
      await page.waitForFunction((text) => document.querySelector(".hover").textContent.includes(text), words);
      await keep(page, "overlays");
      await page.uncheck("#show-trails");
      await page.waitForTimeout(60);
      assert.ok(!pictures.includes(await picture(page)));
    },
    { hash: expected.overlays.hash },
  ));

for (const [name, { kind, text, more, steps, framed }] of Object.entries(expected.odd)) {
  test(`a record that is not right: ${name}`, () =>
    withPage(`${name}.html`, async (page) => {
      const found = await verdict(page, kind);
      assert.equal(found[0], text);
      for (const line of more) assert.ok(found.includes(line), `${line} in ${found.join("\n")}`);
      assert.equal(await page.locator(".score .figure").count(), 0);
      await page.waitForFunction((length) => document.getElementById("scrub").max === String(length), steps);
      await page.keyboard.press("End");
      await page.waitForFunction((beyond) => Boolean(document.querySelector(".board.beyond")) === beyond, framed);
      await keep(page, `odd-${name}`);
    }));
}

test("text of a record is text", () =>
  withPage("markup.html", async (page) => {
    await verdict(page, "verified");
    const { name, title, notes } = expected.markup;
    assert.equal(await page.locator("h1").innerText(), name);
    assert.equal(await page.title(), name);
    assert.equal(await page.locator(".run-name").innerText(), name);
    assert.ok((await page.locator(".run-about").innerText()).endsWith(title));
    await page.click(".notes summary");
    assert.equal(await page.locator(".notes p").innerText(), notes);
    assert.equal(await page.locator("img, b, i:not(.sign), iframe, body script:not([id]):not([type=module])").count(), 0);
    assert.equal(await page.evaluate(() => window.owned), undefined);
    await keep(page, "markup");
  }));

test("two runs go by one clock", () =>
  withPage(
    "two.html",
    async (page) => {
      await verdict(page, "verified", 0);
      await verdict(page, "verified", 1);
      assert.equal(await page.locator(".run").count(), 2);
      const before = [await picture(page, 0), await picture(page, 1)];
      await page.locator("#scrub").fill("3");
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".board")].every((board) => board.getAttribute("aria-label").includes("step 3:")),
      );
      assert.notEqual(await picture(page, 0), before[0]);
      assert.notEqual(await picture(page, 1), before[1]);
      await page.click("#last");
      await page.waitForFunction(
        (lengths) => [...document.querySelectorAll(".board")].every((board, i) => board.getAttribute("aria-label").includes(`step ${lengths[i]}:`)),
        expected.two.lengths,
      );
      await keep(page, "two");
    },
    { hash: "#episode=9" },
  ));

test("the URL chooses episode and trial, and so does the list", () =>
  withPage(
    "result.html",
    async (page) => {
      await verdict(page, "verified");
      assert.match(await page.locator(".run-about").innerText(), new RegExp(`^${expected.chosen.scenario}, seed ${expected.chosen.seed} `));
      await page.selectOption("#entry", "0");
      await page.waitForFunction(() => location.hash === "#episode=0&trial=0");
      await page.waitForFunction((id) => document.querySelector(".run-about").textContent.startsWith(id), expected.chosen.first);
      await verdict(page, "verified");
    },
    { hash: `#episode=${expected.chosen.index}&trial=0` },
  ));

test("an episode without a run says why", () =>
  withPage(
    "failed.html",
    async (page) => {
      assert.deepEqual(await verdict(page, "failed"), ["No run: timeout"]);
      assert.ok((await page.locator("#entry option").nth(1).innerText()).endsWith("(timeout)"));
      await page.selectOption("#entry", "2");
      await page.waitForFunction(() => document.querySelector(".verdict").textContent.includes("missing"));
    },
    { hash: "#episode=1" },
  ));

test("people and events can be searched, sorted and jumped to", () =>
  withPage("result.html", async (page) => {
    await verdict(page, "verified");
    const event = page.locator(".events button").first();
    const step = Number((await event.locator(".step").innerText()).replace("step ", ""));
    await event.click();
    await page.waitForFunction((t) => document.getElementById("clock").textContent.startsWith(`${t} /`), step);
    await page.waitForSelector("tr.selected[data-status=evacuated]");
    await page.click(".people-panel thead th:nth-child(2) button");
    await page.click(".people-panel thead th:nth-child(2) button");
    await page.waitForSelector("th[aria-sort=descending]");
    assert.match(await page.locator(".people-panel tbody tr").first().innerText(), /evacuated/);
    await page.fill(".people-panel input", "P2");
    await page.waitForFunction(() => [...document.querySelectorAll(".people-panel tbody th")].every((cell) => cell.textContent.includes("P2")));
  }));

test("a game: orders, outcomes, undo, score, and the record", () =>
  withPage("play.html", async (page) => {
    const { scenario, person, free, said } = expected.game;
    await page.selectOption("#crowd", "stay");
    await clickCell(page, ...person, scenario);
    await page.waitForSelector("tr.selected");
    await clickCell(page, ...free, scenario);
    await sees(page, "#play-chosen", expected.game.order);
    await keep(page, "order");
    await page.click("#play-step");
    await sees(page, "#play-said", said);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await sees(page, "#clock", "2 / 2");
    await page.keyboard.press("u");
    await sees(page, "#clock", "1 / 1");
    await page.selectOption("#crowd", "around");
    await page.click("#play-end");
    await page.waitForSelector(".score .figure");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(".download")]);
    await download.saveAs(inPages("played.json"));
    const score = await page.locator(".score .figure").innerText();
    const digest = await page.locator(".verdict .more").innerText();
    await keep(page, "game");
    writeFileSync(inPages("played-score.json"), JSON.stringify({ score, digest }));
  }));

test("another scenario and another seed can be played; a bad seed is refused", () =>
  withPage("play.html", async (page) => {
    await page.selectOption("#play-scenario", "3");
    await page.waitForFunction((id) => document.querySelector(".run-about").textContent.startsWith(id), expected.game.fourth);
    await page.fill("#play-seed", "77");
    await page.press("#play-seed", "Enter");
    await page.waitForFunction(() => document.querySelector(".run-about").textContent.endsWith("seed 77"));
    await page.fill("#play-seed", "7x");
    await page.press("#play-seed", "Tab");
    assert.ok(!(await page.evaluate(() => document.getElementById("play-seed").validity.valid)));
    assert.match(await page.locator(".run-about").innerText(), /seed 77$/);
  }));

for (const [name, options] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }],
  ["small", { viewport: { width: 320, height: 640 } }],
]) {
  for (const file of ["result.html", "play.html"]) {
    test(`${file} is readable: ${name}`, () => withPage(file, (page) => readable(page, `${name}-${file.split(".")[0]}`), options));
  }
}

/** Nothing sticks out, and no text is smaller than 14 pixels. */
async function readable(page, name) {
  await page.waitForTimeout(300);
  const { wide, small } = await page.evaluate(() => {
    const texts = [...document.querySelectorAll("body *")].filter(
      (node) => node.checkVisibility() && [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()),
    );
    const tiny = texts.filter((node) => parseFloat(getComputedStyle(node).fontSize) < 14).map((node) => node.textContent);
    return { wide: document.documentElement.scrollWidth - window.innerWidth, small: tiny };
  });
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  assert.deepEqual(small, []);
  await keep(page, name);
}

test("a large run: first picture, replay, and frames while time is dragged", () =>
  withPage("large.html", async (page) => {
    const metrics = await page.context().newCDPSession(page);
    const spent = async () => {
      const found = (await metrics.send("Performance.getMetrics")).metrics;
      return 1000 * found.find(({ name }) => name === "TaskDuration").value;
    };
    await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
    const { digest, steps } = expected.large;
    const firstPicture = await page.evaluate(() => performance.now());
    assert.deepEqual(await verdict(page, "verified"), [`Replay verified: ${steps} steps`, `record sha256:${digest}`]);
    await page.waitForSelector(".score .figure");
    const whole = await spent();
    const frames = 100;
    for (const name of ["danger", "trapped", "references"]) await page.check(`#show-${name}`);
    await page.waitForTimeout(300);
    const before = await spent();
    await page.evaluate(drag, [frames, steps]);
    const frame = (await spent()) - before;
    const found = { firstPicture, whole, frame: frame / frames };
    writeFileSync(path.join(process.env.EMBER_SHOTS, "speed.json"), JSON.stringify(found));
    assert.ok(found.frame < 60, `${found.frame} ms of processor time a frame`);
    await keep(page, "large");
  }));

/** Drags time to and fro, a frame for each place. */
async function drag([frames, steps]) {
  const scrub = document.getElementById("scrub");
  for (let i = 0; i < frames; i++) {
    scrub.value = String((i * 37) % steps);
    scrub.dispatchEvent(new Event("input"));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  }
}

test("the button turns the colours round", () =>
  withPage("record.html", async (page) => {
    await verdict(page, "verified");
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const [paper, board] = [await colour(), await picture(page)];
    await page.click("#theme");
    await page.waitForTimeout(100);
    assert.notEqual(await colour(), paper);
    assert.notEqual(await picture(page), board);
  }));

/** Of each step that is played the number of different pictures. */
async function picturesOfSteps(page) {
  await verdict(page, "verified");
  await page.selectOption("#speed", "2");
  await page.click("#play");
  return page.evaluate(async () => {
    const seen = new Map();
    for (let i = 0; i < 40; i++) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 25)));
      const step = document.getElementById("clock").textContent;
      seen.set(step, (seen.get(step) ?? new Set()).add(document.querySelector(".board").toDataURL()));
    }
    return [...seen.values()].map((pictures) => pictures.size);
  });
}

test("people glide; who wants less motion sees them jump", async () => {
  await withPage("result.html", async (page) => assert.ok(Math.max(...(await picturesOfSteps(page))) > 1));
  const options = { reducedMotion: "reduce" };
  await withPage("result.html", async (page) => assert.equal(Math.max(...(await picturesOfSteps(page))), 1), options);
});
