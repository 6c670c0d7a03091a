"""Generated packs, whole submissions and reports from elsewhere: the second reading against the product.

EMBER_OPT_AGREEMENT=N asks for 4 N packs and submissions; EMBER_OPT_AGREEMENT_FROM=M begins at number M.
"""

import json
import os

from conformance.second_reading.asking import agree, changed_generation, encoded, generated_pack, given, submission
from conformance.second_reading.mutations import bent, spoilt

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "1")) * 4
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))


def test_generated_packs() -> None:
    accepted = 0
    for number in range(FIRST, FIRST + COUNT):
        files = generated_pack(number)
        if files:
            good = agree("pack.verify", {"files": given(files), "expected_digest": None})
            assert good["status"] == "ok"
            accepted += 1
            for turn in range(3):
                bad = changed_generation(files, number * 3 + turn)
                agree("pack.verify", {"files": given(bad), "expected_digest": None})
    assert accepted > 0


def test_submissions() -> None:
    accepted = 0
    for number in range(FIRST, FIRST + 2 * COUNT):
        accepted += agree("score.report", submission(number))["status"] == "ok"
    assert accepted > 0


def test_changed_reports() -> None:
    codes: set[str] = set()
    for number in range(FIRST, FIRST + COUNT):
        output = agree("score.report", submission(number, change=False), 0)["output"]
        report = json.loads(output["text"])
        for turn in range(8):
            data = (bent if turn < 6 else spoilt)(report, number * 8 + turn)
            found = agree("document.read", {"kind": "report", "document": {"base64": encoded(data)}})
            codes.add(found.get("code", "none"))
    assert "report_differs" in codes
