"""The text of --model and its options, and the adapter that they mean (PCK-14, PCK-17).

What only some models need is imported when one of them is asked for.
"""

import argparse
import os
import re
import shlex
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from simulator.errors import InputError, UsageError
from tools import cli

if TYPE_CHECKING:
    # What only the work itself needs: `--help` does not wait for it.
    from packs.evaluation.model import Adapter

POLICY, COMMAND, CALLABLE, OPENAI = "policy", "cmd", "py", "openai"
BASELINES = (
    "adv-block-scrub",
    "always-stay",
    "congestion-aware-v1",
    "fire-aware-shortest-path-v1",
    "nearest-exit-greedy-v1",
    "random-legal-v1",
    "static-shortest-path-v1",
)
"""The names in the registry of policies, told without loading it."""
STEP_SECONDS, EPISODE_SECONDS, START_SECONDS, MAX_TOKENS = "60", "3600", "30", 8192

_LOCAL = ("episode_seconds", "start_seconds", "stateless", "sandbox", "sandbox_folder", "pass_env")
_REMOTE = (
    "base_url",
    "temperature",
    "top_p",
    "max_tokens",
    "tokens_member",
    "view",
    "max_view_characters",
    "fenced",
    "key_env",
    "retries",
)
_OWN: dict[str, tuple[str, ...]] = {
    POLICY: ("policy_seed",),
    COMMAND: ("step_seconds", *_LOCAL),
    CALLABLE: ("step_seconds", *_LOCAL),
    OPENAI: ("step_seconds", *_REMOTE),
}
_ALL = tuple(dict.fromkeys(name for names in _OWN.values() for name in names))
_AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


@runtime_checkable
class Closing(Protocol):
    """An adapter that holds something until the evaluation ends."""

    def close(self) -> None:
        """Lets go of it."""
        ...


def add_options(out: argparse.ArgumentParser) -> None:
    """The options that say which model is meant, and how it is reached."""
    which = out.add_mutually_exclusive_group()
    about = "policy:NAME, cmd:'PROGRAM ARGUMENT…', py:MODULE:FUNCTION, or openai:MODEL behind --base-url"
    which.add_argument("--model", metavar="KIND:…", help=about)
    which.add_argument("--policy", metavar="NAME", help=f"short for --model policy:NAME: {', '.join(BASELINES)}")
    out.add_argument("--policy-seed", type=cli.integer, metavar="N", help="the seed of policies that draw (default: 0)")
    _local(out.add_argument_group("models that run here (cmd, py)"))
    _remote(out.add_argument_group("models behind an OpenAI-compatible endpoint (openai)"))


def _local(out: argparse._ArgumentGroup) -> None:
    about = "from an observation to its answer; of an endpoint, for one try"
    out.add_argument("--step-seconds", metavar="S", help=f"{about} (default: {STEP_SECONDS})")
    about = f"for all answers of an episode (default: {EPISODE_SECONDS})"
    out.add_argument("--episode-seconds", metavar="S", help=about)
    about = f"added to a process's first step (default: {START_SECONDS})"
    out.add_argument("--start-seconds", metavar="S", help=about)
    about = "the model keeps nothing between two observations: a process may serve several episodes"
    out.add_argument("--stateless", action="store_const", const=True, help=about)
    about = "run it under bubblewrap: no network, and no files but its own folder's"
    out.add_argument("--sandbox", action="store_const", const=True, help=about)
    about = "a further folder that it may read in the sandbox; may stand several times"
    out.add_argument("--sandbox-folder", action="append", metavar="DIR", help=about)
    about = "an environment variable that it gets; may stand several times"
    out.add_argument("--pass-env", action="append", metavar="NAME", help=about)


def _remote(out: argparse._ArgumentGroup) -> None:
    out.add_argument("--base-url", metavar="URL", help="what stands before /chat/completions")
    out.add_argument("--temperature", metavar="T", help="an exact decimal (default: not sent)")
    out.add_argument("--top-p", metavar="P", help="an exact decimal (default: not sent)")
    about = f"the most tokens of one answer (default: {MAX_TOKENS})"
    out.add_argument("--max-tokens", type=cli.integer, metavar="N", help=about)
    about = "what the request calls them: max_tokens (default) or max_completion_tokens"
    out.add_argument("--tokens-member", metavar="NAME", help=about)
    out.add_argument("--view", metavar="VIEW", help="how an observation is shown: json (default) or map")
    about = "the most characters of an observation's text (default: 400000)"
    out.add_argument("--max-view-characters", type=cli.integer, metavar="N", help=about)
    out.add_argument("--fenced", action="store_const", const=True, help="a fenced block of JSON is an answer, too")
    about = "the environment variable that holds the provider's key (default: no key is sent)"
    out.add_argument("--key-env", metavar="NAME", help=about)
    about = "how often a try is made again in which nothing of an answer came (default: 5)"
    out.add_argument("--retries", type=cli.integer, metavar="N", help=about)


def split(options: argparse.Namespace) -> tuple[str, str]:
    """Kind and rest of the model that is meant.

    Raises:
        UsageError: `no_model`, `unknown_model`, `other_model`: an option that this kind does not have.
    """
    if options.policy is not None:
        kind, rest = POLICY, options.policy
    elif options.model is not None:
        kind, _, rest = options.model.partition(":")
    else:
        raise UsageError("no_model", "--model, or --policy, says what is to be evaluated")
    if kind not in _OWN or not rest:
        kinds = "policy:NAME, cmd:PROGRAM, py:MODULE:FUNCTION, openai:MODEL"
        raise UsageError("unknown_model", f"--model {options.model!r} is none of {kinds}")
    for name in _ALL:
        if getattr(options, name) is not None and name not in _OWN[kind]:
            raise UsageError("other_model", f"--{name.replace('_', '-')} is not for models of the kind {kind}")
    return kind, rest


def make(options: argparse.Namespace) -> "Adapter":
    """The adapter of the model that is meant.

    Raises:
        UsageError: as `split`; `unknown_policy`, `needs_base_url`; the adapter's.
        InputError, IncompleteError: the adapter's.
    """
    kind, rest = split(options)
    if kind == POLICY:
        from packs.evaluation.adapters.policy import PolicyAdapter

        return PolicyAdapter(rest, options.policy_seed or 0)
    return _openai(rest, options) if kind == OPENAI else _run_here(kind, rest, options)


def model_id(options: argparse.Namespace) -> str:
    """The model's ID where --model-id gives none: the policy's, the program's, the function's or the model's name.

    Raises:
        UsageError: as `split`; `bad_command`.
    """
    kind, rest = split(options)
    name = os.path.basename(_words(rest)[0]) if kind == COMMAND else rest
    return options.model_id or name.replace(":", ".")


def _words(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UsageError("bad_command", f"the command can't be read: {error}") from None
    if not words:
        raise UsageError("bad_command", "a command is a program and its arguments")
    return words


def _run_here(kind: str, rest: str, options: argparse.Namespace) -> "Adapter":
    from packs.evaluation.adapters.callable import CallableAdapter
    from packs.evaluation.adapters.command import CommandAdapter
    from packs.evaluation.adapters.local import Options
    from packs.public.pack import public_pack

    given = Options(
        step_seconds=options.step_seconds or STEP_SECONDS,
        episode_seconds=options.episode_seconds or EPISODE_SECONDS,
        start_seconds=options.start_seconds or START_SECONDS,
        stateless=bool(options.stateless),
        sandboxed=bool(options.sandbox),
        folders=tuple(options.sandbox_folder or ()),
        hidden=tuple(os.path.abspath(path) for path in (options.pack or public_pack(), options.out)),
        variables=tuple(options.pass_env or ()),
        folder=os.getcwd(),
    )
    return CallableAdapter(rest, given) if kind == CALLABLE else CommandAdapter(_words(rest), given)


def _openai(name: str, options: argparse.Namespace) -> "Adapter":
    from packs.evaluation.adapters.openai import OpenAIAdapter
    from packs.evaluation.adapters.openai_settings import OpenAISettings

    if options.base_url is None:
        raise UsageError("needs_base_url", "openai:MODEL needs --base-url, such as http://localhost:8000/v1")
    given = {key: getattr(options, key) for key in ("step_seconds", *_REMOTE)}
    own: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    return OpenAIAdapter(OpenAISettings(**{"max_tokens": MAX_TOKENS, "model": name, **own}))


def extractor(settings: dict[str, Any]) -> Callable[[bytes], bytes]:
    """How the action output is found in a received answer, from an adapter's settings alone (PCK-16.3).

    Raises:
        InputError: `unknown_adapter`.
    """
    kind = settings.get("adapter")
    if kind == "openai":
        from packs.evaluation.adapters import completion

        fenced = settings.get("fenced") is True
        return lambda received: completion.action_output(received, fenced)
    if kind in ("command", "callable"):
        return lambda received: received.removesuffix(b"\n")
    raise InputError("unknown_adapter", f"no adapter is called {kind!r}", pointer="/settings/adapter")


def amount(name: str, text: str) -> Fraction:
    """An exact amount of money, which people write as a decimal.

    Raises:
        UsageError: `bad_amount`.
    """
    if not _AMOUNT.fullmatch(text):
        raise UsageError("bad_amount", f"--{name} takes a decimal such as 0.15, at most 9 digits before and behind")
    return Fraction(text)
