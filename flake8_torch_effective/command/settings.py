"""The options of ``check`` and ``fix``: flake8's own, from the command line, from flake8's files or pyproject.toml."""

from __future__ import annotations

import argparse
import configparser
import sys
from collections.abc import Callable, Collection, Sequence
from importlib.metadata import EntryPoint, version
from pathlib import Path
from typing import Any, Final

import flake8
from flake8.defaults import EXCLUDE
from flake8.exceptions import ExecutionError
from flake8.main.options import register_default_options
from flake8.options.aggregator import aggregate_options
from flake8.options.config import load_config
from flake8.options.manager import Option, OptionManager
from flake8.plugins.finder import Checkers, LoadedPlugin, Plugin, Plugins

from .. import __version__
from ..plugin import TorchEffectivePlugin
from ..project.table import NAME, Table, Unusable, nearest_table, table_at
from ..project.target import OPTION, in_table
from .codes import named_in_configuration, named_in_options, place, place_of_selection
from .discovery import CLOSED
from .formats import FORMATS, SEVERITIES
from .pyproject import require_values, section
from .terminal import takes_colour
from .usage import UsageError
from .wording import HELP

# The flake8 options that both commands accept; each command adds its own.
CHOICE: Final = frozenset(
    {
        "--select",
        "--extend-select",
        "--ignore",
        "--extend-ignore",
        "--per-file-ignores",
        "--exclude",
        "--extend-exclude",
        "--filename",
        "--stdin-display-name",
        "--disable-noqa",
        "--jobs",
        "--quiet",
        "--statistics",
    }
)

# The keys of a configuration that not every command has an option for.
ONLY_SOME: Final = frozenset({"baseline", "severity", "show-urls"})


def settings(
    program: str,
    arguments: Sequence[str],
    flake8_options: Collection[str],
    declare: Callable[[Any], None],
    reports: bool = True,
) -> argparse.Namespace:
    """The options as flake8 itself would build them, with all attributes that its other modules read.

    Args:
        program: the command's name in help and errors.
        arguments: its command line.
        flake8_options: the options of flake8's that it takes, by their long names.
        declare: adds its own options to flake8's option manager.
        reports: whether it reports findings, and so has the options for how to do that.

    Raises:
        UsageError: a configuration cannot be read or is invalid.
        SystemExit: argparse has shown help, or rejected an option, with status 2.
    """
    manager = _manager(program, flake8_options)
    declare(manager)
    if reports:
        _declare_output(manager)
    manager.parser.add_argument(
        "--no-cache", dest="torch_no_cache", action="store_true", help="the same as --torch-no-cache"
    )
    manager.parser.add_argument(
        "--show-settings", action="store_true", help="print the settings and where they come from, and do nothing else"
    )
    first, _ = configuration_options().parse_known_args(arguments)
    try:
        configuration, folder, table = _configuration(first)
        read_by_flake8 = any(name in configuration for name in ("flake8", "flake8:local-plugins"))
        if table is not None and not read_by_flake8:
            others = ONLY_SOME - manager.config_options_dict.keys()
            configuration, folder = section(table, manager.config_options_dict, others), str(table.file.parent)
        ours = None if read_by_flake8 else table
        require_values(configuration, manager.config_options_dict, lambda key: place(key, first, folder, ours))
        named_in_configuration(configuration, first, folder, ours)
        if configuration.has_option("flake8", "baseline"):  # flake8 leaves a path without a slash as it is
            configuration["flake8"]["baseline"] = str(Path(folder, configuration["flake8"]["baseline"]))
        options: argparse.Namespace = aggregate_options(manager, configuration, folder, arguments)
        named_in_options(options, place_of_selection(configuration, first, folder, ours, arguments))
        TorchEffectivePlugin.parse_options(options)
    except (ExecutionError, Unusable, ValueError, configparser.Error, OSError) as error:
        raise UsageError(" ".join(str(error).split())) from error
    _check_standard_input(options)
    options.configuration = _configured_by(first, folder, table, read_by_flake8)
    if table is not None and read_by_flake8 and not options.quiet:
        print(
            f"torch-effective: flake8's configuration is used, so [tool.torch-effective] in {table.file} "
            f"{_left_unread(table, options)}",
            file=sys.stderr,
        )
    if options.color == "auto" and (options.output_file is not None or not takes_colour(sys.stdout)):
        options.color = "never"
    return options


def _declare_output(manager: Any) -> None:
    """Declare the options for how findings are reported."""
    manager.parser.add_argument(
        "--output-format",
        "--format",
        choices=FORMATS,
        default="text",
        help="text with flake8's lines, JSON, annotations for GitHub Actions, or SARIF 2.1.0 (default: %(default)s)",
    )
    manager.parser.add_argument(
        "--output-file", type=Path, metavar="FILE", help="write the findings to FILE, which is replaced at the end"
    )
    manager.add_option(
        "--show-urls",
        action="store_true",
        default=False,
        parse_from_config=True,
        help="in text, say under each finding where to read about its rule",
    )
    manager.add_option(
        "--severity",
        choices=SEVERITIES,
        default="warning",
        parse_from_config=True,
        help="the severity of findings in GitHub annotations and SARIF (default: %(default)s)",
    )


def _check_standard_input(options: argparse.Namespace) -> None:
    """Refuse what would mix standard input with files, or would look at files where standard input has a name.

    Raises:
        UsageError: it is refused.
    """
    if "-" in options.filenames and options.filenames != ["-"]:
        raise UsageError("- reads standard input, so no other file can be given")
    if "-" not in options.filenames and options.stdin_display_name != "stdin":
        raise UsageError("--stdin-display-name names standard input, which is given as: -")


def _configuration(first: argparse.Namespace) -> tuple[configparser.RawConfigParser, str, Table | None]:
    """flake8's configuration, the folder that it counts from, and our table: of the named file, or the nearest one.

    Raises:
        UsageError: the named file configures nothing.
    """
    if first.isolated or first.config is None:
        found = load_config(first.config, first.append_config, isolated=first.isolated)
        return (*found, None if first.isolated else nearest_table(Path.cwd()))
    table = table_at(Path(first.config))
    if table is None:
        configuration, folder = load_config(first.config, first.append_config)
        if "flake8" not in configuration:
            raise UsageError(f"{first.config}: it has neither [flake8] nor [tool.{NAME}]")
        return configuration, folder, None
    if first.append_config:
        raise UsageError(
            f"--append-config goes with a configuration of flake8's, not with [tool.{NAME}] of {table.file}"
        )
    return configparser.RawConfigParser(), str(table.file.parent), table


def _left_unread(table: Table, options: argparse.Namespace) -> str:
    """What is said of a table beside a configuration of flake8's, which takes its place but for the target."""
    target = options.torch_target
    return f"is read for {OPTION} only" if target is not None and target.source == in_table(table) else "is not read"


def _configured_by(first: argparse.Namespace, folder: str, table: Table | None, read_by_flake8: bool) -> str:
    """In words, which configuration the options are from."""
    if first.isolated:
        return "none, by --isolated"
    if first.config is not None:
        return str(first.config)
    if read_by_flake8:
        return f"flake8's, in {folder}"
    return "none" if table is None else f"[tool.torch-effective] of {table.file}"


def configuration_options() -> argparse.ArgumentParser:
    """The options that locate the configuration, which are read before the others."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--config", metavar="FILE", help="the only configuration file to read")
    parser.add_argument(
        "--append-config",
        metavar="FILE",
        action="append",
        default=[],
        help="also read this file, after the configuration that was found; may be repeated",
    )
    parser.add_argument("--isolated", action="store_true", help="read no configuration file")
    return parser


def _manager(program: str, flake8_options: Collection[str]) -> Any:
    """flake8's own option manager, with this plugin only."""
    manager = OptionManager(
        version=__version__,
        plugin_versions=f"flake8: {flake8.__version__}, libcst: {version('libcst')}",
        parents=[configuration_options()],
        formatter_names=[],
    )
    manager.parser.prog = program
    manager.parser.usage = "%(prog)s [options] [filename ...]"
    manager.parser.epilog = (
        "A filename may be a folder; the default is the current folder. - is standard input. "
        f"These folders are entered only if they are named: {', '.join(CLOSED)}."
    )
    manager.parser.allow_abbrev = False
    others = _OtherOptions(manager, flake8_options)
    register_default_options(others)
    manager.parser.set_defaults(verbose=0, output_file=None, **others.defaults())
    entry = EntryPoint("TEF", "flake8_torch_effective.plugin:TorchEffectivePlugin", "flake8.extension")
    plugin = Plugin("flake8-torch-effective", __version__, entry)
    loaded = LoadedPlugin(plugin, TorchEffectivePlugin, {"tree": True, "lines": True})
    manager.add_option(
        "--force-exclude",
        action="store_true",
        default=False,
        parse_from_config=True,
        help="also leave out a named file if a folder that it stands in is excluded, as for pre-commit",
    )
    manager.register_plugins(Plugins(Checkers([loaded], [], []), {}, []))
    return manager


class _OtherOptions:
    """Filters the options that flake8 declares: passes on those that a command accepts, with our own help texts.

    Of the others it keeps the defaults, because flake8's modules read them.
    """

    def __init__(self, manager: Any, taken: Collection[str]) -> None:
        self.formatter_names: list[str] = []
        self._manager = manager
        self._taken = frozenset(taken)
        self._others = argparse.ArgumentParser(add_help=False)

    def add_option(self, *names: str, **details: Any) -> None:
        """Declare an option, as flake8's manager has it."""
        if self._taken.isdisjoint(names):
            flags, known_to_argparse = Option(*names, **details).to_argparse()
            self._others.add_argument(*flags, **known_to_argparse)
            return
        name = next(name for name in names if name in HELP)
        details["help"] = HELP[name].format(excluded=", ".join(EXCLUDE))
        self._manager.add_option(*names, **details)

    def defaults(self) -> dict[str, Any]:
        """The defaults of the options that the command line cannot set."""
        return vars(self._others.parse_args([]))
