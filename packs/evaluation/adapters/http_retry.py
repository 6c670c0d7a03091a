"""How long to wait before a try is made again (PCK-17.5): whole seconds, and never random."""

import calendar
import email.utils
import re

MOST_BACKOFF = 60
MOST_WAIT = 600

_SECONDS = re.compile(r"[0-9]{1,9}")


def wait(failed: int, retry_after: str | None, now: int) -> int:
    """Seconds to wait after the `failed`-th failed try, counted from 0 (PCK-17.5).

    Args:
        retry_after: the value of the header, None where there is none.
        now: seconds since the epoch.
    """
    return min(max(min(1 << min(failed, 30), MOST_BACKOFF), asked(retry_after, now)), MOST_WAIT)


def asked(retry_after: str | None, now: int) -> int:
    """The seconds that a Retry-After header asks for: a number, or a date; 0 where it asks for nothing readable."""
    if retry_after is None:
        return 0
    text = retry_after.strip()
    if _SECONDS.fullmatch(text):
        return int(text)
    try:
        parts = email.utils.parsedate_tz(text)
        return max(0, calendar.timegm(parts[:9]) - (parts[9] or 0) - now) if parts else 0
    except (ValueError, OverflowError, IndexError):
        return 0
