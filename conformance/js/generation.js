/** A generated suite and its verification (PCK-8.6, PCK-11.6, PCK-11.7). */

import { sameBytes, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { readGeneration } from "./documents_generator.js";
import { scenarioFile } from "./documents_packs.js";
import { generated } from "./generator.js";
import { Refusal } from "./refusal.js";
import { Scenario } from "./scenario.js";
import { PACK_VERSIONS } from "./versions.js";

const VERSIONS = ["generation_manifest", "generator", "generator_config"];

function refuse(code, pointer = "") {
  throw new Refusal("pack", code, pointer);
}

function checkVersions(generation) {
  for (const name of VERSIONS) {
    if (generation[`${name}_version`] !== PACK_VERSIONS[name]) refuse("version_differs", `/${name}_version`);
  }
}

/**
 * Verifies the files of a generated suite by making them again (PCK-11.7).
 *
 * @param {Map<string, Uint8Array>} files by their paths in the folder
 * @returns {{suite: object, scenarios: Map<string, Scenario>}}
 */
export function verifiedGeneration(files) {
  const bytes = files.get("generation.json");
  if (!bytes) refuse("missing_file");
  const generation = readGeneration(bytes, checkVersions);
  const { config, batch } = generation;
  const count = config.families.reduce((sum, family) => sum + family.count, 0);
  const wanted = new Set(["generation.json", "suite/manifest.json"]);
  for (let i = 0; i < count; i++) wanted.add(`suite/${scenarioFile(i)}`);
  if (files.size !== wanted.size || [...files.keys()].some((path) => !wanted.has(path))) refuse("generation_files");
  const { entries, suite, scenarios } = regenerated(files, config, batch);
  check(files, "suite/manifest.json", suite);
  check(files, "generation.json", { ...versionMembers(), config, batch, scenarios: entries });
  return { suite, scenarios };
}

function versionMembers() {
  return Object.fromEntries(VERSIONS.map((name) => [`${name}_version`, PACK_VERSIONS[name]]));
}

function check(files, path, value) {
  if (!sameBytes(files.get(path), utf8(canonical(value)))) refuse("generation_differs");
}

/** Makes every scenario again and compares it; what the manifest and the record say of them (PCK-11.6). */
function regenerated(files, config, batch) {
  const [entries, listed, scenarios] = [[], [], new Map()];
  for (const { document, family, number, proxies } of generated(config, batch)) {
    const file = scenarioFile(listed.length);
    check(files, `suite/${file}`, document);
    const scenario = new Scenario(document);
    scenarios.set(scenario.id, scenario);
    entries.push({ scenario_id: scenario.id, family, number, proxies });
    listed.push({
      scenario_id: scenario.id,
      file,
      content_hash: scenario.hash,
      primary_family: family,
      families: [family],
    });
  }
  const { suite_id, suite_version } = config;
  return { entries, scenarios, suite: { suite_id: `${suite_id}-${batch}`, suite_version, scenarios: listed } };
}
