"""The published schema of the report: current, and of one mind with the parser (ENC-6)."""

from pathlib import Path

from jsonschema import Draft202012Validator

from scoring.report.reported import reported, schedule_with
from scoring.report.shape import REPORT
from scoring.schemas.documents import DOCUMENTS
from simulator.schemas import faults
from simulator.schemas.document import outdated

UPDATE = "not the schemas of the shapes: run `bazel run //scoring/schemas:update`"
SCHEMA = Draft202012Validator(DOCUMENTS[0].schema())
EXAMPLE = reported(schedule_with())


def test_the_committed_schemas_are_those_of_the_shapes() -> None:
    stale = outdated(Path(__file__).parent, DOCUMENTS)
    assert not stale, f"{', '.join(stale)}: {UPDATE}"


def test_it_is_a_schema_that_takes_a_report() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)
    assert faults.passes(REPORT, EXAMPLE)
    assert not list(SCHEMA.iter_errors(EXAMPLE))


def test_a_fault_of_shape_fails_both() -> None:
    """One fault in seven of those of every place: a report has thousands."""
    chosen = list(faults.shape_faults(REPORT, [EXAMPLE]))[::7]
    assert len(chosen) > 100
    for name, faulty in chosen:
        assert not faults.passes(REPORT, faulty), name
        assert not SCHEMA.is_valid(faulty), name
