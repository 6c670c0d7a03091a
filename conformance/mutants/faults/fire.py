"""Faults of streams, draws and the fire (SIM-6, SIM-7)."""

from conformance.mutants.mutant import Mutant

_RNG, _FIRE, _SCENARIO = "simulator.rng", "simulator.fire", "simulator.scenario"


def _visiting(order: str) -> str:
    """The draws of the candidates in some order; what ignites is listed row-major all the same."""
    return f"""        drawn = {{cell: self.stream.words(self.edges[cell]) for cell in {order}}}
        if drawn:
            lit = [cell for cell, words in drawn.items() if min(words) < self._limit]
            return tuple(sorted(lit)), sum(map(len, drawn.values()))
        candidates = sorted(self.edges)
"""


_RNG_FAULTS = (
    Mutant(
        "rng.words.increment",
        ("SIM-7.1",),
        "The state grows by another constant.",
        _RNG,
        "GAMMA = 0x9E3779B97F4A7C15",
        "GAMMA = 0x9E3779B97F4A7C17",
    ),
    Mutant(
        "rng.words.first-shift",
        ("SIM-7.1",),
        "The first shift is 31 in place of 30.",
        _RNG,
        "z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK64",
        "z = ((state ^ (state >> 31)) * 0xBF58476D1CE4E5B9) & MASK64",
    ),
    Mutant(
        "rng.words.second-factor",
        ("SIM-7.1",),
        "The second factor is another.",
        _RNG,
        "z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64",
        "z = ((z ^ (z >> 27)) * 0x94D049BB133111ED) & MASK64",
    ),
    Mutant(
        "rng.words.last-shift",
        ("SIM-7.1",),
        "The last shift is 30 in place of 31.",
        _RNG,
        "return state, z ^ (z >> 31)",
        "return state, z ^ (z >> 30)",
    ),
    Mutant(
        "rng.words.state-of-many",
        ("SIM-6.8.1", "SIM-7.1"),
        "After many draws at once the state is one draw behind.",
        _RNG,
        "self.state = (self.state + lanes * GAMMA) & MASK64",
        "self.state = (self.state + (lanes - 1) * GAMMA) & MASK64",
    ),
    Mutant(
        "rng.streams.without-label",
        ("SIM-7.2",),
        "All labels have one stream.",
        _RNG,
        'f"emberbench/v1/{seed}/{label}"',
        'f"emberbench/v1/{seed}/fire"',
    ),
    Mutant(
        "rng.streams.policy-unnamed",
        ("PCK-5.7", "SIM-7.2"),
        "All policies have one stream.",
        _RNG,
        "emberbench/v1/{seed}/{label}",
        "emberbench/v1/{seed}/{'policy' if label.startswith('policy/') else label}",
    ),
    Mutant(
        "rng.streams.seed-in-hex",
        ("SIM-7.2",),
        "The seed is written in hexadecimal.",
        _RNG,
        'f"emberbench/v1/{seed}/{label}"',
        'f"emberbench/v1/{seed:x}/{label}"',
    ),
    Mutant(
        "rng.streams.little-endian",
        ("SIM-7.2",),
        "The first state is read little-endian.",
        _RNG,
        'hashlib.sha256(material).digest()[:8], "big"',
        'hashlib.sha256(material).digest()[:8], "little"',
    ),
    Mutant(
        "rng.streams.seed-in-32-bits",
        ("SIM-7.3",),
        "Of a seed only the lowest 32 bits count.",
        _RNG,
        'material = f"emberbench/v1/{seed}/',
        'seed &= 0xFFFFFFFF\n    material = f"emberbench/v1/{seed}/',
    ),
    Mutant(
        "rng.streams.fire-label",
        ("SIM-7.2",),
        "The fire draws from another stream.",
        _RNG,
        'FIRE = "fire"',
        'FIRE = "Fire"',
    ),
    Mutant(
        "rng.bernoulli.floor",
        ("SIM-7.4",),
        "The threshold is rounded down.",
        _RNG,
        "return -(-(numerator << 53) // denominator)",
        "return (numerator << 53) // denominator",
    ),
    Mutant(
        "rng.bernoulli.at-most",
        ("SIM-7.4",),
        "A draw succeeds at its threshold too.",
        _RNG,
        "return self.next_u64() >> 11 < limit",
        "return self.next_u64() >> 11 <= limit",
    ),
    Mutant(
        "rng.bernoulli.twelve-bits",
        ("SIM-7.4",),
        "A draw leaves 12 bits of a word out in place of 11.",
        _RNG,
        "return self.next_u64() >> 11 < limit",
        "return self.next_u64() >> 12 < limit",
    ),
    Mutant(
        "rng.bernoulli.of-the-text",
        ("SIM-7.4",),
        "The threshold is that of the shortest decimal, not of the double.",
        _RNG,
        "numerator, denominator = probability.as_integer_ratio()",
        'numerator, denominator = __import__("fractions").Fraction(repr(probability)).as_integer_ratio()',
    ),
    Mutant(
        "rng.bernoulli.no-draw-at-zero",
        ("SIM-7.4",),
        "p = 0 takes no word.",
        _RNG,
        "return self.next_u64() >> 11 < limit",
        "return limit > 0 and self.next_u64() >> 11 < limit",
    ),
)

_DRAW_FAULTS = (
    Mutant(
        "fire.draws.none-at-zero",
        ("SIM-6.8.1",),
        "A stochastic fire with p = 0 draws nothing.",
        _FIRE,
        "if self.edges and self.step_number",
        "if self.edges and self.rules.spread_probability != 0 and self.step_number",
    ),
    Mutant(
        "fire.draws.none-at-one",
        ("SIM-6.8.1",),
        "A stochastic fire with p = 1 draws nothing.",
        _FIRE,
        "self._deterministic if self.rules.model == DETERMINISTIC else self._stochastic",
        "self._deterministic\n"
        "            if self.rules.model == DETERMINISTIC or self.rules.spread_probability == 1\n"
        "            else self._stochastic",
    ),
    Mutant(
        "fire.draws.end-at-success",
        ("SIM-6.8",),
        "A candidate's draws end with its first success.",
        _FIRE,
        "        candidates = sorted(self.edges)\n",
        "        drawn, lit = 0, []\n"
        "        for cell in sorted(self.edges):\n"
        "            for _ in range(self.edges[cell]):\n"
        "                drawn += 1\n"
        "                if self.stream.next_u64() < self._limit:\n"
        "                    lit.append(cell)\n"
        "                    break\n"
        "        if self.edges:\n"
        "            return tuple(lit), drawn\n"
        "        candidates = sorted(self.edges)\n",
    ),
    Mutant(
        "fire.draws.at-most",
        ("SIM-6.6", "SIM-7.4"),
        "An edge succeeds at its threshold too.",
        _FIRE,
        "map(self._limit.__gt__, ",
        "map(self._limit.__ge__, ",
    ),
    Mutant(
        "fire.draws.whole-words",
        ("SIM-6.6", "SIM-7.4"),
        "An edge succeeds where the word, not its first 53 bits, is at most at the threshold.",
        _FIRE,
        "threshold(self.rules.spread_probability or 0) << 11",
        "(threshold(self.rules.spread_probability or 0) << 11) + bool(self.rules.spread_probability) * 2047",
    ),
    Mutant(
        "fire.draws.one-per-candidate",
        ("SIM-6.3", "SIM-6.6"),
        "A candidate takes one draw, however many sources it has.",
        _FIRE,
        "sources = [self.edges[candidate] for candidate in candidates]",
        "sources = [1 for _ in candidates]",
    ),
    Mutant(
        "fire.draws.every-step",
        ("SIM-6.4", "SIM-6.8.1"),
        "A stochastic fire draws in every step, and spreads in spread steps.",
        _FIRE,
        "        return FireStep(ignitions, draws, self.stream.state)",
        "        elif self.edges and self.rules.model != DETERMINISTIC:\n"
        "            draws = len(self.stream.words(sum(self.edges.values())))\n"
        "        return FireStep(ignitions, draws, self.stream.state)",
    ),
    Mutant(
        "fire.draws.deterministic",
        ("SIM-6.5", "SIM-6.8.1"),
        "A deterministic fire draws for its edges.",
        _FIRE,
        "return tuple(sorted(self.edges)), 0",
        "return tuple(sorted(self.edges)), len(self.stream.words(sum(self.edges.values())))",
    ),
    Mutant(
        "fire.order.column-major",
        ("SIM-1.4", "SIM-6.8"),
        "Candidates are visited column by column.",
        _FIRE,
        "        candidates = sorted(self.edges)\n",
        _visiting("sorted(self.edges, key=lambda cell: (cell % self.offsets[3], cell))"),
    ),
    Mutant(
        "fire.order.of-discovery",
        ("SIM-6.8",),
        "Candidates are visited in the order in which the fire came near them.",
        _FIRE,
        "        candidates = sorted(self.edges)\n",
        _visiting("list(self.edges)"),
    ),
)

_SPREAD_FAULTS = (
    Mutant(
        "fire.spread.interval-off-by-one",
        ("SIM-6.4",),
        "The fire spreads in steps 1, 1 + interval, … in place of the multiples of the interval.",
        _FIRE,
        "self.step_number % self.rules.spread_interval == 0",
        "(self.step_number - 1) % self.rules.spread_interval == 0",
    ),
    Mutant(
        "fire.spread.exits-always-burn",
        ("SIM-2.12", "SIM-6.2", "SIM-6.1"),
        "Exits burn although they can't.",
        _SCENARIO,
        "if not self.fire.exits_flammable:",
        "if self.fire is None:",
    ),
    Mutant(
        "fire.spread.exits-never-burn",
        ("SIM-2.12", "SIM-6.2"),
        "Exits never burn.",
        _SCENARIO,
        "if not self.fire.exits_flammable:",
        "if self.fire:",
    ),
    Mutant(
        "fire.spread.walls-burn",
        ("SIM-6.2",),
        "Walls burn.",
        _SCENARIO,
        "bytearray(kind == OPEN for kind in self.grid.terrain)",
        "bytearray(kind <= OPEN + 1 for kind in self.grid.terrain)",
    ),
    Mutant(
        "fire.spread.diagonal",
        ("SIM-1.2", "SIM-1.3", "SIM-6.3"),
        "The fire spreads diagonally too.",
        _FIRE,
        "self.offsets = scenario.grid.offsets",
        "north, west, east, south = scenario.grid.offsets\n"
        "        self.offsets = (north + west, north, north + east, west, east, south + west, south, south + east)",
    ),
    Mutant(
        "fire.spread.front-only",
        ("SIM-6.3",),
        "Only cells that ignited in the last step with ignitions are sources.",
        _FIRE,
        "            self._ignite(ignitions)\n",
        "            if ignitions:\n                self.edges.clear()\n            self._ignite(ignitions)\n",
    ),
    Mutant(
        "fire.spread.deterministic-in-place-of-stochastic",
        ("SIM-6.6",),
        "In a stochastic fire every candidate ignites; the draws are taken.",
        _FIRE,
        "            if True in successes[end - count : end]\n",
        "            if count and end\n",
    ),
    Mutant(
        "fire.spread.all-sources-must-succeed",
        ("SIM-6.6", "SIM-6.7"),
        "A candidate ignites only where all its edges succeed.",
        _FIRE,
        "if True in successes[end - count : end]",
        "if all(successes[end - count : end])",
    ),
    Mutant(
        "fire.world.without-last-step",
        ("SIM-6.10", "PCK-1.2"),
        "The fire world ends one step before the horizon.",
        _FIRE,
        "for _ in range(scenario.max_steps)]",
        "for _ in range(scenario.max_steps - 1)]",
    ),
    Mutant(
        "fire.world.without-snapshot-0",
        ("SIM-6.10",),
        "The document of a fire world leaves the ignitions of snapshot 0 out.",
        _FIRE,
        '"ignitions": [positions(step.ignitions) for step in self.steps],',
        '"ignitions": [positions(step.ignitions) for step in self.steps[1:]],',
    ),
    Mutant(
        "fire.world.without-scenario",
        ("SIM-6.10",),
        "The document of a fire world leaves the scenario hash out.",
        _FIRE,
        '            "scenario_hash": self.scenario.digest,\n',
        "",
    ),
)

FAULTS = _RNG_FAULTS + _DRAW_FAULTS + _SPREAD_FAULTS
