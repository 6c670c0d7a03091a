/** What the tests in a browser share. Environment: EMBER_PLAYWRIGHT, EMBER_CHROMIUM, EMBER_PAGES, EMBER_SHOTS. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { EMBER_PLAYWRIGHT, EMBER_CHROMIUM, EMBER_PAGES, EMBER_SHOTS } = process.env;
const { chromium } = createRequire(import.meta.url)(EMBER_PLAYWRIGHT);
/** No graphics card, no shared memory of the container's size; the sandbox needs rights that a test may not have. */
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];

/** What the pages hold, as the test that made them knows it. */
export const expected = JSON.parse(readFileSync(path.join(EMBER_PAGES, "expected.json"), "utf8"));

let browser = null;

export async function start() {
  browser = await chromium.launch({ executablePath: EMBER_CHROMIUM, args: OPTIONS });
}

export async function stop() {
  await browser.close();
}

/** Opens a page from disk, does something with it, and sees that it neither complained nor asked for anything. */
export async function withPage(name, work, options = {}) {
  const { hash = "", ...context } = options;
  const tab = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true, ...context });
  const page = await tab.newPage();
  const complaints = [];
  const asked = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => asked.push(request.url()));
  await tab.route(/^(?!file:|data:|blob:)/, (route) => route.abort());
  const url = pathToFileURL(path.join(EMBER_PAGES, name)).href + hash;
  await page.goto(url);
  await page.waitForSelector("html[data-ready]", { timeout: 30000 });
  await work(page);
  await tab.close();
  assert.deepEqual(complaints, []);
  const elsewhere = asked.filter((each) => each !== url.split("#")[0] && !/^(data|blob):/.test(each));
  assert.deepEqual(elsewhere, []);
}

/** Waits for a verdict, and gives its text. */
export async function verdict(page, kind, place = 0) {
  const node = page.locator(".verdict").nth(place);
  await page.waitForFunction(
    ([i, wanted]) => document.querySelectorAll(".verdict")[i]?.dataset.verdict === wanted,
    [place, kind],
    { timeout: 30000 },
  );
  return (await node.innerText()).split("\n");
}

/** Waits until a text of the page is as wanted. */
export async function sees(page, selector, text) {
  await page.waitForFunction(([where, wanted]) => document.querySelector(where)?.textContent === wanted, [selector, text], {
    timeout: 15000,
  });
}

/** The picture of a board, as a text to compare. */
export function picture(page, place = 0) {
  return page.evaluate(
    (i) => new Promise((done) => requestAnimationFrame(() => done(document.querySelectorAll(".board")[i].toDataURL()))),
    place,
  );
}

/** Clicks a cell of the board. */
export async function clickCell(page, row, col, { rows, cols }) {
  const board = page.locator(".board").first();
  await board.scrollIntoViewIfNeeded();
  const { width, height } = await board.boundingBox();
  await board.click({ position: { x: ((col + 0.5) * width) / cols, y: ((row + 0.5) * height) / rows } });
}

/** Keeps a picture of the page. */
export async function keep(page, name) {
  await page.screenshot({ path: path.join(EMBER_SHOTS, `${name}.png`) });
}

/** Where a download is to be kept. */
export function inPages(name) {
  return path.join(EMBER_PAGES, name);
}
