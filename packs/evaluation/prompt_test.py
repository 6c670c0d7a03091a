"""The prompt: its text has a digest, which names its version (PCK-17.3)."""

import json
from itertools import product

import pytest

from packs.evaluation import prompt, views
from simulator.grid import DIRECTIONS

# A changed word is a new PROMPT_VERSION: then these change too, and only then.
DIGESTS = {
    ("json", False): "572db196a8c3daa404459f09e6c654872ba58b93f4ec31c79a589a5f2b022b38",
    ("json", True): "2564561fdb930a28f3bb815726ab10f34d5eb40d1968f499b8094f5a0ad69f0c",
    ("map", False): "0cad6256f5a24ce7f32a3afbdb3af03bd229407cd4913b52d8c1feb6af8823a5",
    ("map", True): "17f01b82042135cb4f36eb5cb17671fd2e5b43f00bd29e6d8171fbbe64ba4919",
}


@pytest.mark.parametrize(("view", "fenced"), DIGESTS)
def test_the_text_is_that_of_its_version(view: str, fenced: bool) -> None:
    assert prompt.PROMPT_VERSION == "1.0"
    assert prompt.digest(view, fenced) == DIGESTS[view, fenced]


def test_every_prompt_tells_the_directions_and_its_form() -> None:
    for view, fenced in product(views.VIEWS, (False, True)):
        text = prompt.system(view, fenced)
        assert all(f'"{direction}"' in text for direction in DIRECTIONS)
        assert '{"actions": {"ID": "direction", ...}}' in text
        assert ("```json" in text) is fenced
        assert ("JSON document" in text) is (view == views.JSON)
    assert set(DIGESTS) == set(product(views.VIEWS, (False, True)))


def test_a_message_holds_the_observation_and_the_same_words_around_it() -> None:
    assert prompt.user("TEXT") == "Observation:\nTEXT\n\nGive the actions of the next step."
    assert json.dumps(prompt.user("{}")).isascii()
