"""The constants are the official ones, in one document with a digest (SCO-4.5.1)."""

from dataclasses import fields
from fractions import Fraction

from scoring.constants import CONSTANTS, Constants, constants_digest, constants_document


def test_the_digest_pins_every_constant() -> None:
    assert constants_digest() == "388f7eac4ba9b349902d815268c386b23338e8eaf53e5859577c475aed17edc4"


def test_the_constants_are_those_of_the_contract() -> None:
    assert [CONSTANTS.k_e, CONSTANTS.k_c, CONSTANTS.k_s, CONSTANTS.k_h, CONSTANTS.gamma] == [2, 4, 2, 1, 1]
    assert (CONSTANTS.alpha_c, CONSTANTS.alpha_s, CONSTANTS.phi) == (Fraction("0.6"), Fraction("0.8"), Fraction("0.8"))
    assert CONSTANTS.catastrophic_loss_rate == Fraction("0.5")
    assert CONSTANTS.severe == {
        "time": Fraction(1, 2),
        "hazard": 1 - Fraction(1, 4),
        "path": Fraction(1, 2),
        "replanning": Fraction(1, 2),
    }
    assert [CONSTANTS.hazard_radius, CONSTANTS.resamples, CONSTANTS.practical_difference] == [2, 2000, 1]
    assert [CONSTANTS.tail, CONSTANTS.confidence, CONSTANTS.least_episodes] == [Fraction(1, 10), Fraction(19, 20), 5]


def test_weights_are_eighths_that_add_up() -> None:
    assert CONSTANTS.whole_weights() == {"time": 3, "hazard": 2, "path": 1, "replanning": 2}
    assert sum(CONSTANTS.weights.values()) == 1


def test_the_exact_arithmetic_has_what_it_rests_on() -> None:
    whole = (CONSTANTS.k_e, CONSTANTS.k_c, CONSTANTS.k_s, CONSTANTS.k_h, CONSTANTS.gamma)
    assert all(value.denominator == 1 for value in whole)
    assert CONSTANTS.q_min == Fraction(1, 2) <= CONSTANTS.alpha_c, "beta = ln(alpha_c) / ln(1/2) is at most 1"


def test_the_document_holds_every_field_in_lowest_terms() -> None:
    document = constants_document()
    assert set(document) == {field.name for field in fields(Constants)} | {"scoring_version"}
    texts = [text for value in document.values() for text in (value.values() if isinstance(value, dict) else [value])]
    for text in texts[1:]:
        fraction = Fraction(text)
        assert text == f"{fraction.numerator}/{fraction.denominator}"


def test_the_document_is_a_copy() -> None:
    constants_document()["weights"]["time"] = "1/1"
    assert constants_document()["weights"]["time"] == "3/8"
