"""The documents of this layer whose schemas are published (ENC-6.1)."""

from scoring.constants import SCORING_VERSION
from scoring.report.shape import REPORT
from simulator.schemas.document import Document

DOCUMENTS = (
    Document(
        "score-report",
        SCORING_VERSION,
        "EMBER score report",
        "The score of one submission with all its evidence (SCO-9.7).",
        REPORT,
    ),
)
