"""Fair choices: every one is a function of words that a literal reading counts (PCK-11.3)."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from packs.generator.draw import Draw
from simulator.rng import Stream

quick = settings(max_examples=60, deadline=None, database=None)
labels = st.text(st.characters(codec="ascii"), max_size=8)


def draw(label: str) -> Draw:
    return Draw(Stream(1, label))


@quick
@given(labels, st.one_of(st.integers(1, 50), st.integers(1 << 63, (1 << 64) - 1)))
def test_below_takes_the_first_word_under_the_limit(label: str, count: int) -> None:
    words = Stream(1, label)
    whole = ((1 << 64) // count) * count
    word = next(word for word in iter(words.next_u64, None) if word < whole)
    taken = Stream(1, label)
    assert Draw(taken).below(count) == word % count
    assert taken.state == words.state


class Given(Stream):
    """A stream of given words."""

    def __init__(self, *words: int) -> None:
        super().__init__(0, "")
        self.words = list(words)

    def next_u64(self) -> int:
        return self.words.pop(0)


def test_the_limit_itself_is_passed_over() -> None:
    limit = 2**64 - 2**64 % 10
    assert Draw(Given(limit, 2**64 - 1, limit - 1)).below(10) == 9
    assert Draw(Given(7)).below(1) == 0


def test_every_value_comes_up() -> None:
    source = draw("counts")
    found = Counter(source.between([3, 7]) for _ in range(5000))
    assert set(found) == {3, 4, 5, 6, 7}
    assert all(850 < count < 1150 for count in found.values())


@quick
@given(labels, st.lists(st.integers(), max_size=12), st.integers(0, 15))
def test_a_sample_takes_each_item_at_most_once(label: str, items: list[int], count: int) -> None:
    places = list(range(len(items)))
    chosen = draw(label).sample(places, count)
    assert len(chosen) == min(count, len(items))
    assert len(set(chosen)) == len(chosen) and set(chosen) <= set(places)
    assert draw(label).sample(items, count) == [items[place] for place in chosen]


def test_every_order_comes_up() -> None:
    source = draw("orders")
    found = Counter(tuple(source.sample("abc", 3)) for _ in range(6000))
    assert len(found) == 6
    assert all(850 < count < 1150 for count in found.values())


def test_pick() -> None:
    assert {draw(str(number)).pick("xyz") for number in range(60)} == set("xyz")
