"""Waits between tries (PCK-17.5)."""

import email.utils

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.evaluation.adapters.http_retry import MOST_WAIT, asked, wait

NOW = 1_445_412_420
DATE = "Wed, 21 Oct 2015 07:28:00 GMT"


def test_waits_double_up_to_a_minute() -> None:
    assert [wait(failed, None, NOW) for failed in range(9)] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert wait(10**9, None, NOW) == 60


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (None, 0),
        ("0", 0),
        ("17", 17),
        (" 17\t", 17),
        ("999999999", 999_999_999),
        (DATE, 60),
        ("Wednesday, 21-Oct-15 07:28:00 GMT", 60),
        ("Wed, 21 Oct 2015 09:28:00 +0200", 60),
        ("Wed, 21 Oct 2015 07:26:00 GMT", 0),
        ("", 0),
        ("-5", 0),
        ("1.5", 0),
        ("1e3", 0),
        ("soon", 0),
        ("١٧", 0),
        ("Wed, 99 Oct 99999 99:99:99 GMT", 0),
    ],
)
def test_retry_after(value: str | None, seconds: int) -> None:
    assert asked(value, NOW) == seconds


def test_the_longer_wait_holds_but_not_for_ever() -> None:
    assert wait(0, "17", NOW) == 17
    assert wait(5, "17", NOW) == 32
    assert wait(0, DATE, NOW) == 60
    assert wait(0, "86400", NOW) == MOST_WAIT == 600


NUMBERS = st.integers(-9, 10**6)


@settings(max_examples=60, deadline=None, database=None)
@given(
    st.text(max_size=40)
    | st.builds("Wed, {} {} {} {}:{}:{} {}".format, NUMBERS, st.text("AJOanctu", max_size=3), *[NUMBERS] * 5)
)
def test_no_header_breaks_it(value: str) -> None:
    assert 1 <= wait(0, value, NOW) <= MOST_WAIT


@settings(max_examples=25, deadline=None, database=None)
@given(st.integers(0, 10**6))
def test_dates_are_read_as_they_are_written(seconds: int) -> None:
    assert asked(email.utils.formatdate(NOW + seconds, usegmt=True), NOW) == seconds
