"""The statuses of a case, and the fault that ends a testee's process (CNF-7.6).

Only `pass` counts. `detail` is a stable code that tells the ways to a status apart; `message` is for people.

| status | what happened | detail |
|---|---|---|
| `pass` | the answer is the expected one | `` |
| `mismatch` | an output that differs | `output` |
| `wrong_rejection` | refused as it should be, for another reason | `stage`, `code`, `pointer` |
| `unexpected_accept` | an output where a refusal belongs | `accepted` |
| `unexpected_reject` | a refusal where an output belongs | `STAGE.CODE` that was answered |
| `error` | the testee says that it failed | `reported` |
| `crash` | the process ended, or can't be talked to any more | `exit_N_PHASE`, `signal_N`, `closed_stdout` … |
| `timeout` | no answer in time | `at_start`, `mid_case`, `mid_line`, `after_bye` |
| `protocol_error` | what came is no answer | `noise`, `wrong_id` … |
| `unsupported` | the testee doesn't do what its profile needs | `profile`, `component_version`, `operation` |
| `not_run` | the run ended first | `start_failed`, `run_budget` |
| `runner_error` | the runner failed | `internal` |

Where a negative passes and its valid twin, asked next of the same process, doesn't, the negative gets the twin's
status. A case that passes and, asked once more, doesn't, gets the second status. Where the testee answered, the detail
then begins with `twin_` or `repeat_`.
"""

from simulator.errors import EmberError

STATUSES = (
    "pass",
    "mismatch",
    "wrong_rejection",
    "unexpected_accept",
    "unexpected_reject",
    "error",
    "crash",
    "timeout",
    "protocol_error",
    "unsupported",
    "not_run",
    "runner_error",
)


class Fault(EmberError):
    """A testee's process can't go on. The runner catches it, ends the process and charges it to a case.

    `status` is one of `STATUSES`, `code` the detail.
    """

    def __init__(self, status: str, detail: str, message: str) -> None:
        super().__init__(detail, message)
        self.status = status
