/** Verification of an environment pack (PCK-3). It fails closed, at the first fault in the order of PCK-3.10. */

import { fromUtf8, sameBytes, utf8 } from "./bytes.js";
import { canonical, digestOf } from "./canonical.js";
import { packShape, readEvaluationManifest, readSuiteManifest } from "./documents_packs.js";
import { fireWorldDigest } from "./fire.js";
import { verifiedGeneration } from "./generation.js";
import { Refusal, pointerOf } from "./refusal.js";
import { firstDifference } from "./replay.js";
import { readScenario } from "./scenario.js";
import { sha256Hex } from "./sha256.js";
import { readShape } from "./shape.js";
import { PACK_VERSIONS } from "./versions.js";

const SEGMENT = /^[a-z0-9_-][a-z0-9._-]{0,63}$/;
const RECORD = "pack.json";
const SCHEDULE = "evaluation-manifest.json";
const SMALL = 8388608;
const LARGE = 268435456;

function refuse(code, ...path) {
  throw new Refusal("pack", code, pointerOf(path));
}

/** Whether a path may stand in a pack (PCK-2.4). */
function isSafePath(path) {
  const segments = path.split("/");
  return segments.length <= 8 && segments.every((segment) => SEGMENT.test(segment) && !segment.endsWith("."));
}

/**
 * Verifies the files of a pack, but for its fire worlds.
 *
 * @param {Map<string, Uint8Array>} files every file by its path
 * @param {string|null} expected the digest that the pack is to have (PCK-3.9)
 * @returns {{digest: string, record: object, schedule: object, suite: object, scenarios: Map<string, object>}}
 * @throws {Refusal}
 */
export function verifyPack(files, expected) {
  checkPaths(files);
  const { record, digest } = readRecord(files);
  if (expected !== null && expected !== digest) refuse("unexpected_digest");
  checkListed(files, record);
  const { suite, scenarios } = record.source === "suite" ? plainSuite(files) : generatedSuite(files);
  const schedule = readSchedule(files, suite);
  const rebuilt = rebuiltRecord(record, files, suite, schedule);
  const difference = firstDifference(rebuilt, record, []);
  if (difference) refuse("record_differs", ...difference);
  return { digest, record, schedule, suite, scenarios };
}

/** Checks the fire world of one episode (PCK-3.8). */
export function checkFireWorld(pack, index) {
  const { scenario_id, seed, fire_world } = pack.record.episodes[index];
  if (fireWorldDigest(pack.scenarios.get(scenario_id), seed) !== fire_world) {
    refuse("fire_world_differs", "episodes", index, "fire_world");
  }
}

/** PCK-2.4, PCK-2.7. */
function checkPaths(files) {
  for (const path of [...files.keys()].sort()) {
    if (!isSafePath(path)) refuse("unsafe_path");
    if (files.get(path).length > LARGE) refuse("too_large");
  }
}

function isCanonical(bytes, value) {
  return sameBytes(bytes, utf8(canonical(value)));
}

/** The bytes of a file that has at most 8 MiB (PCK-2.7), when it is read. */
function smallFile(files, path, missing) {
  const bytes = files.get(path);
  if (!bytes) refuse(missing);
  if (bytes.length > SMALL) refuse("too_large");
  return bytes;
}

/** PCK-3.1, PCK-3.2, PCK-7.1. */
function readRecord(files) {
  const bytes = smallFile(files, RECORD, "no_pack_record");
  let record;
  try {
    record = readShape(bytes, packShape).value;
  } catch (error) {
    if (error instanceof Refusal && error.stage === "shape" && isOtherVersion(bytes)) {
      refuse("version_differs", "environment_pack_version");
    }
    throw error;
  }
  if (!isCanonical(bytes, record)) refuse("not_canonical");
  if (record.environment_pack_version !== PACK_VERSIONS.environment_pack) {
    refuse("version_differs", "environment_pack_version");
  }
  for (const [name, version] of Object.entries(PACK_VERSIONS)) {
    if (record.versions[name] !== version) refuse("version_differs", "versions", name);
  }
  return { record, digest: sha256Hex(bytes) };
}

function isOtherVersion(bytes) {
  const version = JSON.parse(fromUtf8(bytes))?.environment_pack_version;
  return typeof version === "string" && version !== PACK_VERSIONS.environment_pack;
}

/** A file of any name has a place in the folder of a suite; whether it belongs there is asked later (PCK-2.1). */
function hasPlace(path, source) {
  if (path === SCHEDULE) return true;
  if (source === "suite") return path.startsWith("suite/");
  return path === "generated-suite/generation.json" || path.startsWith("generated-suite/suite/");
}

/** PCK-3.3, PCK-3.5: each for the whole list before the next (PCK-3.10). */
function checkListed(files, { files: listed, source }) {
  const paths = listed.map(([path]) => path);
  paths.forEach((path, i) => isSafePath(path) || refuse("unsafe_path", "files", i, 0));
  paths.forEach((path, i) => {
    const code = paths.indexOf(path) < i ? "repeated" : i > 0 && path < paths[i - 1] ? "not_sorted" : null;
    if (code) throw new Refusal("meaning", code, `/files/${i}/0`);
  });
  const known = new Set(paths);
  for (const path of files.keys()) if (path !== RECORD && !known.has(path)) refuse("unlisted_file");
  paths.forEach((path, i) => {
    if (!files.has(path)) refuse("missing_file", "files", i);
    if (!hasPlace(path, source)) refuse("foreign_file", "files", i);
  });
  listed.forEach(([path, sha], i) => sha256Hex(files.get(path)) === sha || refuse("file_hash", "files", i));
}

/** The files below a folder, by their names in it. */
function below(files, folder) {
  const found = [...files].filter(([path]) => path.startsWith(folder));
  return new Map(found.map(([path, bytes]) => [path.slice(folder.length), bytes]));
}

/** PCK-3.6, PCK-8.3. */
function plainSuite(files) {
  const inside = below(files, "suite/");
  const suite = readSuiteManifest(smallFile(inside, "manifest.json", "missing_file"));
  const wanted = new Set(["manifest.json", ...suite.scenarios.map(({ file }) => file)]);
  if (inside.size !== wanted.size || [...inside.keys()].some((name) => !wanted.has(name))) refuse("suite_files");
  const scenarios = new Map();
  suite.scenarios.forEach(({ file, content_hash, scenario_id }, i) => {
    const scenario = readScenario(inside.get(file));
    if (scenario.hash !== content_hash) refuse("content_hash", "scenarios", i, "content_hash");
    if (scenario.id !== scenario_id) refuse("scenario_id", "scenarios", i, "scenario_id");
    scenarios.set(scenario.id, scenario);
  });
  return { suite, scenarios };
}

/** PCK-3.6, PCK-11.7. */
function generatedSuite(files) {
  return verifiedGeneration(below(files, "generated-suite/"));
}

/** PCK-3.7, PCK-8.5. */
function readSchedule(files, suite) {
  const bytes = smallFile(files, SCHEDULE, "missing_file");
  const schedule = readEvaluationManifest(bytes);
  checkTarget(schedule, suite);
  if (!isCanonical(bytes, schedule)) refuse("not_canonical");
  return schedule;
}

function checkTarget(schedule, suite) {
  const target = { suite_id: suite.suite_id, suite_version: suite.suite_version, suite_hash: digestOf(suite) };
  for (const [name, value] of Object.entries(target)) if (schedule[name] !== value) refuse("wrong_suite", name);
  const hashes = new Map(suite.scenarios.map(({ scenario_id, content_hash }) => [scenario_id, content_hash]));
  schedule.episodes.forEach(({ scenario_id, scenario_hash }, i) => {
    if (hashes.get(scenario_id) !== scenario_hash) refuse("wrong_scenario", "episodes", i, "scenario_hash");
  });
}

/** The record that the files give, with the recorded fire worlds, which are checked last (PCK-3.8). */
function rebuiltRecord(record, files, suite, schedule) {
  const scenarios = suite.scenarios.map(({ scenario_id, content_hash, primary_family }) => ({
    scenario_id,
    content_hash,
    primary_family,
  }));
  const paths = [...files.keys()].filter((path) => path !== RECORD).sort();
  return {
    environment_pack_version: PACK_VERSIONS.environment_pack,
    pack_id: record.pack_id,
    source: record.source,
    versions: PACK_VERSIONS,
    suite: { suite_id: suite.suite_id, suite_version: suite.suite_version, suite_hash: digestOf(suite), scenarios },
    evaluation_manifest_hash: digestOf(schedule),
    episodes: schedule.episodes.map((episode, i) => ({ ...episode, fire_world: record.episodes[i]?.fire_world })),
    files: paths.map((path) => [path, sha256Hex(files.get(path))]),
  };
}
