"""bazel run //simulator/schemas:update: writes the schemas of this layer's documents into this checkout (ENC-6.5)."""

from simulator.schemas.document import update
from simulator.schemas.documents import DOCUMENTS

if __name__ == "__main__":
    update(DOCUMENTS, "simulator", "schemas")
