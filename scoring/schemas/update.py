"""bazel run //scoring/schemas:update: writes the schemas of this layer's documents into this checkout (ENC-6.5)."""

from scoring.schemas.documents import DOCUMENTS
from simulator.schemas.document import update

if __name__ == "__main__":
    update(DOCUMENTS, "scoring", "schemas")
