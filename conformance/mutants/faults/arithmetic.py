"""Faults of exact arithmetic and of the bounds that inputs obey (SCO-4.2.8, SCO-4.5)."""

from conformance.mutants.mutant import Mutant

_EPISODE, _INPUTS, _ARITHMETIC = "scoring.episode", "scoring.inputs", "scoring.arithmetic"

_ARITHMETIC_FAULTS = (
    Mutant(
        "score.rounding.half-up",
        ("ENC-3.2", "SCO-4.5.2"),
        "A tie is rounded up.",
        _ARITHMETIC,
        "return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient & 1))",
        "return quotient + (2 * rest >= denominator)",
    ),
    Mutant(
        "score.rounding.down",
        ("SCO-4.5.2",),
        "What can't be written is cut off.",
        _ARITHMETIC,
        "return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient & 1))",
        "return quotient",
    ),
    Mutant(
        "score.rounding.root-down",
        ("SCO-4.5.4",),
        "Quality is rounded down.",
        _ARITHMETIC,
        "return _text(floor + (value > half or (value == half and floor & 1)), places)",
        "return _text(floor, places)",
    ),
    Mutant(
        "score.rounding.twice",
        ("SCO-4.5.2",),
        "The score is computed from rounded components.",
        _EPISODE,
        "return [(name, ratio) for name, ratio in pairs if ratio is not None]",
        "return [(name, Fraction(fixed(ratio, 6))) for name, ratio in pairs if ratio is not None]",
    ),
    Mutant(
        "score.rounding.fifty-digits",
        ("SCO-4.5.3",),
        "Every power goes through 50 digits, the exact ones too.",
        _ARITHMETIC,
        "    left: list[Incident] = []\n",
        """    if exact:
        value = _approximate(exact, list(incidents), PRECISION)
        numerator, denominator = value.as_integer_ratio()
        return _text(half_even(numerator * 10**places, denominator), places)
    left: list[Incident] = []
""",
    ),
    Mutant(
        "score.rounding.nine-digits",
        ("SCO-4.5.4",),
        "Powers are computed with 9 digits.",
        _ARITHMETIC,
        "    left: list[Incident] = []\n",
        """    if exact:
        value = _approximate(exact, list(incidents), 9)
        numerator, denominator = value.as_integer_ratio()
        return _text(half_even(numerator * 10**places, denominator), places)
    left: list[Incident] = []
""",
    ),
    Mutant(
        "score.rounding.no-sign-of-zero",
        ("ENC-3.2",),
        "A negative decimal loses its sign.",
        _ARITHMETIC,
        'return ("-" if scaled < 0 else "") + whole',
        "return whole",
    ),
    Mutant(
        "score.rounding.short",
        ("ENC-3.2", "SCO-4.5.2"),
        "Zeros at the end of a decimal are not written.",
        _ARITHMETIC,
        'return ("-" if scaled < 0 else "") + whole + ("." + part if places else "")',
        'return (("-" if scaled < 0 else "") + whole + ("." + part if places else "")).rstrip("0")',
    ),
)

_INPUT_FAULTS = (
    Mutant(
        "score.inputs.unsorted",
        ("SCO-4.2.8",),
        "An ID may stand twice in a list of the lost.",
        _INPUTS,
        "if any(left >= right for left, right in itertools.pairwise(ids)):",
        "if any(left > right for left, right in itertools.pairwise(ids)):",
    ),
    Mutant(
        "score.inputs.overlap",
        ("SCO-4.2.8",),
        "A person may be lost in two classes.",
        _INPUTS,
        "if not lost.isdisjoint(ids):",
        "if not lost.isdisjoint(()):",
    ),
    Mutant(
        "score.inputs.miscounted",
        ("SCO-4.2.8",),
        "The lists need not add up.",
        _INPUTS,
        "if total != inputs.evacuated + count:",
        "if total < 0:",
    ),
    Mutant(
        "score.inputs.below-q-cut",
        ("SCO-4.2.8",),
        "People may leave faster than Q_cut allows.",
        _INPUTS,
        '"q_exit", "q_cut", "sum_steps"),',
        '"q_exit", "q_cut"),',
    ),
    Mutant(
        "score.inputs.negative",
        ("SCO-4.2.8",),
        "A count may be negative.",
        _INPUTS,
        "if isinstance(value, int) and value < 0:",
        "if value is None:",
    ),
    Mutant(
        "score.inputs.sum-over-nobody",
        ("SCO-4.2.8",),
        "A sum over nobody need not be 0.",
        _INPUTS,
        "if getattr(inputs, name) and not getattr(inputs, over):",
        "if getattr(inputs, name) is None:",
    ),
)

FAULTS = _ARITHMETIC_FAULTS + _INPUT_FAULTS
