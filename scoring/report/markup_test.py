"""No text becomes markup, and a page needs nothing but itself (SCO-9.5.1)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.report.markup import Markup, joined, page, table, tag, verbatim
from scoring.report.page_reader import read

HOSTILE = "</style><script>alert(1)</script>\"' onload=x & <img src=x>"


@settings(max_examples=300, deadline=None, database=None)
@given(st.one_of(st.just(HOSTILE), st.text()))
def test_any_text_stays_text(text: str) -> None:
    found = read(tag("p", text, title=text))
    assert found.tags == ["p"] and [name for name, _ in found.attributes] == ["title"]
    if text.isprintable():
        assert found.text == text and found.attributes[0][1] == text


def test_what_cannot_be_shown_is_shown_as_its_escape() -> None:
    assert tag("p", "a\u202eb\x00\nc") == "<p>a\\u202eb\\x00\nc</p>"
    assert verbatim("<\u202e\n") == "&lt;\u202e\n"


def test_elements_nest_and_attributes_may_be_left_out() -> None:
    assert tag("a", tag("b", "<"), "&", class_="x", href=None, aria_label=3) == (
        '<a class="x" aria-label="3"><b>&lt;</b>&amp;</a>'
    )
    assert joined("<", Markup("<br>")) == "&lt;<br>"


def test_a_table_names_its_rows_and_columns() -> None:
    made = table("t", ["a", "b"], [["1", "<2>"]], frozenset({1}))
    assert '<th scope="row">1</th><td class="number">&lt;2&gt;</td>' in made
    assert '<th scope="col">a</th><th scope="col" class="number">b</th>' in made


def test_a_page_fetches_nothing_and_runs_nothing() -> None:
    found = read(page(HOSTILE, tag("p", HOSTILE)))
    assert found.tags == ["html", "head", "meta", "meta", "meta", "title", "style", "body", "main", "h1", "p"]
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in found.attributes
    assert not {"src", "href"} & {name for name, _ in found.attributes}
