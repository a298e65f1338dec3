"""Whether the codes that the options name are codes of rules: a typing error there would switch a rule off unseen."""

from __future__ import annotations

import argparse
import sys

from flake8.utils import parse_files_to_codes_mapping

from .usage import UsageError

PREFIX = "TEF"
# A file that could not be parsed is no rule's finding.
NOT_PARSED = "TEF000"


def require_rules(options: argparse.Namespace) -> None:
    """See that every code of ours belongs to rules, and say so where none is selected.

    Codes of other plugins are let pass, because one configuration may serve flake8 and us.

    Raises:
        UsageError: a code is no rule's.
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
        # As with flake8 there are no findings then, which may be what a shared configuration wants.
        told = f"no rule is selected by {', '.join(selected) or 'nothing'}; select TEF for all of them"
        print(f"torch-effective: {told}", file=sys.stderr)
