"""Whether the codes in the options belong to rules: a typo there would silently disable a rule."""

from __future__ import annotations

import argparse
import sys

from flake8.utils import parse_files_to_codes_mapping

from ..plugin import PREFIX
from .usage import UsageError

# A file that could not be parsed belongs to no rule.
NOT_PARSED = "TEF000"


def require_rules(options: argparse.Namespace) -> None:
    """Check that every TEF code belongs to rules, and warn where no rule is selected.

    Codes of other plugins are accepted, because flake8 may use the same configuration.

    Raises:
        UsageError: no rule has one of the codes.
    """
    selected = [*(options.select or ()), *(options.extend_select or ())]
    ignored = [*(options.ignore or ()), *(options.extend_ignore or ())]
    for _, codes in parse_files_to_codes_mapping(options.per_file_ignores):
        ignored += codes
    ours = [code for code in (*selected, *ignored) if code.upper().startswith(PREFIX)]
    if not ours and options.select is None:
        return
    from ..rules import all_rules

    known = [NOT_PARSED, *(rule.code for rule in all_rules())]
    for code in ours:
        if not any(one.startswith(code) for one in known):
            raise UsageError(f"no rule's code begins with {code!r}; torch-effective rules lists them all")
    if options.select is not None and not any(one.startswith(tuple(selected)) for one in known):
        # As with flake8 there are no findings then, which a shared configuration may intend.
        message = f"no rule is selected by {', '.join(selected) or 'nothing'}; select TEF for all of them"
        print(f"torch-effective: {message}", file=sys.stderr)
