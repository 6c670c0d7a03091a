/** The engine in a world with the language, TextEncoder and TextDecoder only. Wants --experimental-vm-modules. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";
import { ACTIONS, SCENARIO } from "./example.js";

const FOLDER = new URL(".", import.meta.url);
const OUTSIDE = ["testee.js", "laws_test.js", "references_test.js", "page_test.js", "example.js"];

/** Loads a module of this folder, and all that it imports, into a context. */
async function loaded(name, context, modules) {
  const found = modules.get(name);
  if (found) return found;
  const module = new vm.SourceTextModule(readFileSync(new URL(name, FOLDER), "utf8"), { context, identifier: name });
  modules.set(name, module);
  return module;
}

async function engine() {
  const context = vm.createContext({ TextEncoder, TextDecoder });
  const modules = new Map();
  const module = await loaded("ember.js", context, modules);
  await module.link((specifier) => {
    assert.match(specifier, /^\.\/[a-z0-9_]+\.js$/);
    return loaded(specifier.slice(2), context, modules);
  });
  await module.evaluate();
  return { names: [...modules.keys()], api: module.namespace };
}

test("a page runs, replays and scores the episode of SCO-15.3", async () => {
  const { api } = await engine();
  const scenario = api.readScenario(JSON.stringify(SCENARIO));
  assert.equal(api.fireWorldDigest(scenario, 3), "7c3d0652992210c57f62e19c93d3627cb0e26605c339c419cdb9bf88335e04b5");
  const run = api.runWhole(scenario, 3, ACTIONS);
  const record = api.readRunRecord(api.canonical(api.recordOf(run)));
  assert.equal(api.digestOf(record), "e43cd72f09b7a5d316a4959c5d83b749055bc6af7be876e79d9d8075cd5e934f");
  assert.equal(api.replay(record, scenario).difference, null);
  const evidence = api.evidenceOf(run, api.referencesOf(scenario, 3));
  assert.equal(api.scoreInputs(api.inputsOf(evidence)).score, "5.267489712");
});

test("every module but the testee and the tests belongs to the page", async () => {
  const { names } = await engine();
  const sources = readdirSync(FOLDER).filter((name) => name.endsWith(".js") && !OUTSIDE.includes(name));
  assert.deepEqual(names.sort(), sources.sort());
});
