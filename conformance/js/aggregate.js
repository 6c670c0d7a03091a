/** From episode-trials to one number (SCO-6): what a report says that follows from scores alone. */

import { COMPONENTS, FAILURES, QUALITY, TAIL } from "./constants.js";
import { Fraction, mean, quantile, total } from "./rational.js";

const FACTORS = ["safety", "quality", "quality_without_replanning"];
const CAUSES = ["catastrophic", ...FAILURES, "rounded_zero"];

/** A stored rational (SCO-9.1). */
export function rational(value) {
  return value === null ? null : { exact: String(value), decimal: value.decimal(12) };
}

function parsed(text) {
  return text === null ? null : Fraction.parse(text);
}

const defined = (values) => values.filter((value) => value !== null);

/** The values of one measure on every level (SCO-6.1). */
export class Levels {
  /**
   * @param {Schedule} schedule
   * @param {(Fraction|null)[]} episodes the values of the episodes, by index
   */
  constructor(schedule, episodes) {
    this.episodes = episodes;
    const level = (groups, values) => groups.map((places) => mean(defined(places.map((place) => values[place]))));
    this.scenarios = level(
      schedule.scenarios.map(({ places }) => places),
      this.episodes,
    );
    this.families = level(
      schedule.families.map(({ places }) => places),
      this.scenarios,
    );
    this.overall = mean(defined(this.families));
    this.scenarioMean = mean(defined(this.scenarios));
    this.microMean = mean(defined(this.episodes));
  }
}

/** The levels of a measure: a stored decimal of each episode-trial, averaged over trials first (SCO-6.1, SCO-12). */
export function levelsOf(schedule, measure) {
  const ofEpisode = ({ trials }) => mean(defined(trials.map((trial) => parsed(measure(trial)))));
  return new Levels(schedule, schedule.episodes.map(ofEpisode));
}

/** Episodes, scenarios and families in the order of their first episode (SCO-9.7). */
export class Schedule {
  /** @param {object[]} episodes `{index, scenario_id, family, seed, trials}` by index */
  constructor(episodes) {
    this.episodes = episodes;
    this.scenarios = grouped(episodes, "scenario_id");
    this.families = grouped(this.scenarios, "family");
    this.trials = episodes[0].trials.length;
    this.applicable = episodes.map(({ trials }) => isApplicable(trials[0]));
  }

  /** All applicable episode-trials. */
  get scoredTrials() {
    return this.episodes.flatMap(({ trials }) => trials.filter(isApplicable));
  }
}

/** Whether an episode-trial has anybody to save (SCO-4.4.2). */
function isApplicable(trial) {
  return trial.max_evacuated > 0;
}

function grouped(items, member) {
  const groups = new Map();
  items.forEach((item, place) => {
    const name = item[member];
    if (!groups.has(name)) groups.set(name, { [member]: name, family: item.family, places: [] });
    groups.get(name).places.push(place);
  });
  return [...groups.values()];
}

/** Evacuated of M* over the applicable ones of some episode-trials, a failed one counting 0 (SCO-9.2). */
export function shareOf(trials) {
  const evacuated = trials.reduce((sum, { inputs }) => sum + (inputs?.evacuated ?? 0), 0);
  const escapable = trials.reduce((sum, trial) => sum + trial.max_evacuated, 0);
  const evacuated_share = escapable === 0 ? null : rational(Fraction.of(evacuated, escapable));
  return { evacuated, escapable, evacuated_share };
}

/** The members of a report that follow from the scores of a schedule's trials (score.aggregate). */
export function aggregate(episodes) {
  const schedule = new Schedule(episodes);
  const levels = Object.fromEntries(["score", ...FACTORS].map((name) => [name, levelsOf(schedule, (t) => t[name])]));
  return {
    headline: headlineOf(schedule, levels.score),
    factors: Object.fromEntries(FACTORS.map((name) => [name, coverage(schedule, (t) => t[name])])),
    components: Object.fromEntries(COMPONENTS.map((name) => [name, coverage(schedule, (t) => t.components[name])])),
    families: familiesOf(schedule, levels),
    scenarios: scenariosOf(schedule, levels),
    tail: tailOf(schedule, levels.score),
    zero_scores: zeroScores(schedule.scoredTrials),
    severe: severeCounts(schedule.scoredTrials),
    people: peopleOf(schedule),
    ranking: rankingOf(schedule, levels),
  };
}

function headlineOf(schedule, score) {
  return {
    score: rational(score.overall),
    scenario_mean: rational(score.scenarioMean),
    micro_mean: rational(score.microMean),
    applicable_episodes: schedule.applicable.filter(Boolean).length,
    episodes: schedule.episodes.length,
    ...shareOf(schedule.scoredTrials),
  };
}

/** A measure's mean, and in how many applicable episode-trials it is defined (SCO-6.2). */
function coverage(schedule, measure) {
  const trials = schedule.scoredTrials;
  return {
    mean: rational(levelsOf(schedule, measure).overall),
    defined: trials.filter((trial) => measure(trial) !== null).length,
    total: trials.length,
  };
}

function trialsOf(schedule, places) {
  return places.flatMap((place) => schedule.episodes[place].trials);
}

function meansAt(levels, level, place) {
  return Object.fromEntries(["score", "safety", "quality"].map((name) => [name, rational(levels[name][level][place])]));
}

function familiesOf(schedule, levels) {
  return schedule.families.map(({ family, places }, at) => ({
    family,
    scenarios: places.filter((place) => schedule.scenarios[place].places.some((i) => schedule.applicable[i])).length,
    ...meansAt(levels, "families", at),
    ...shareOf(places.flatMap((place) => trialsOf(schedule, schedule.scenarios[place].places))),
  }));
}

function scenariosOf(schedule, levels) {
  return schedule.scenarios.map(({ scenario_id, family, places }, at) => ({
    scenario_id,
    family,
    episodes: places.filter((place) => schedule.applicable[place]).length,
    ...meansAt(levels, "scenarios", at),
    ...shareOf(trialsOf(schedule, places)),
  }));
}

/** The lower tail (SCO-6.3). */
function tailOf(schedule, score) {
  const means = schedule.scenarios
    .map(({ scenario_id }, at) => ({ id: scenario_id, value: score.scenarios[at] }))
    .filter(({ value }) => value !== null);
  if (means.length === 0) return null;
  const worst = means.reduce((a, b) => ((b.value.compare(a.value) || (b.id < a.id ? -1 : 1)) < 0 ? b : a));
  const episodes = defined(score.episodes).sort((a, b) => a.compare(b));
  const lowest = episodes.slice(0, Math.ceil(episodes.length / 10));
  return {
    median_scenario: rational(
      quantile(
        means.map(({ value }) => value),
        Fraction.of(1, 2),
      ),
    ),
    worst_scenario_id: worst.id,
    worst_scenario: rational(worst.value),
    p10_episode: rational(quantile(episodes, TAIL)),
    cvar10: rational(mean(lowest)),
  };
}

/** Zero scores by cause (SCO-6.3). */
function zeroScores(trials) {
  const causes = Object.fromEntries(CAUSES.map((cause) => [cause, 0]));
  for (const trial of trials) {
    if (!parsed(trial.score)?.isZero) continue;
    const cause = trial.status === "scored" ? "rounded_zero" : trial.status === "failed" ? trial.failure : trial.status;
    causes[cause ?? "rounded_zero"] += 1;
  }
  return { episode_trials: trials.length, causes };
}

function severeCounts(trials) {
  const count = (name) => trials.filter(({ severe }) => severe.includes(name)).length;
  return Object.fromEntries(QUALITY.map(({ name }) => [name, count(name)]));
}

/** Totals over authenticated episode-trials, and per trial (SCO-6.4). */
function peopleOf(schedule) {
  const seen = schedule.scoredTrials.filter(({ inputs }) => inputs !== null);
  const sum = (value) => seen.reduce((all, { inputs }) => all + value(inputs), 0);
  const totals = {
    episode_trials: seen.length,
    escapable: sum((inputs) => inputs.max_evacuated),
    evacuated: sum((inputs) => inputs.evacuated),
    avoidable_casualties: sum((inputs) => inputs.avoidable_casualty_ids.length),
    avoidable_stranded: sum((inputs) => inputs.avoidable_stranded_ids.length),
    unavoidable_losses: sum((i) => i.unavoidable_casualty_ids.length + i.unavoidable_stranded_ids.length),
  };
  const perTrial = ([name, value]) => [name, rational(Fraction.of(value, schedule.trials))];
  return { totals, per_trial: Object.fromEntries(Object.entries(totals).map(perTrial)) };
}

/** The keys of the leaderboard (SCO-8.3). */
function rankingOf(schedule, levels) {
  const perTrial = (list) => {
    const lost = ({ inputs, max_evacuated }) => Fraction.of(inputs === null ? max_evacuated : inputs[list].length);
    return rational(total(schedule.scoredTrials.map(lost)).over(Fraction.of(schedule.trials)));
  };
  return {
    score: levels.score.overall?.decimal(1) ?? null,
    safety: rational(levels.safety.overall),
    avoidable_casualties_per_trial: perTrial("avoidable_casualty_ids"),
    avoidable_stranded_per_trial: perTrial("avoidable_stranded_ids"),
    worst_scenario: tailOf(schedule, levels.score)?.worst_scenario ?? null,
  };
}
