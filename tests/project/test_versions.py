"""What is taken for the oldest torch in a requirement, next to what packaging says that it takes."""

from __future__ import annotations

import pytest
from packaging.requirements import Requirement

from flake8_torch_effective.inference.knowledge.releases import names
from flake8_torch_effective.project.versions import lowest, runs_on, specifier_of, version_in


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("2.3", (2, 3)),
        ("2", (2, 0)),
        (" 1.13.1 ", (1, 13)),
        ("v2.10", (2, 10)),
        ("2.4.0+cu121", (2, 4)),
        ("0.4.1", (0, 4)),
        ("23.0", (23, 0)),
        *((wrong, None) for wrong in ("", "new", ">=2.3", "2.", "2.x", "2,3", "2.3.*", "-1", "2.3 2.4", "²", "2.3rc1")),
    ],
)
def test_a_version(text: str, version: tuple[int, int] | None) -> None:
    assert version_in(text) == version


REQUIREMENTS = (
    "torch>=2.1",
    "torch >= 1.10, < 3",
    "torch>=1.10,<3 ; python_version < '3.12'",
    "torch==2.1.*",
    "torch==2.1.2",
    "torch==2.1.2+cu118",
    "torch===2.1.2",
    "torch~=2.1",
    "torch~=1.13.1",
    "torch>1.13",
    "torch>2.0.1",
    "torch<3,>=2.2,!=2.3.0",
    "torch>=1.8,>=2.0",
    "torch>=2.1.0rc1",
    "torch>=2.1.0.dev20230801",
    "torch[opt-einsum]>=2.4",
    "torch [opt-einsum] >= 2.4",
    "torch(>=2.4)",
    "Torch>=2",
    "torch>=v2.5",
    "torch>=1",
)


@pytest.mark.parametrize("text", REQUIREMENTS)
def test_the_lower_bound_is_the_oldest_release_that_is_taken(text: str) -> None:
    """Of a minor release any patch may be the one that is taken."""
    takes = Requirement(text).specifier
    patches = [f"{number}{local}" for number in range(10) for local in ("", "+cu118")]
    taken = [
        release
        for release in names().releases
        if any(takes.contains(f"{release[0]}.{release[1]}.{patch}", prereleases=True) for patch in patches)
    ]
    specifier = specifier_of(text)
    assert specifier
    assert lowest(specifier) == runs_on(specifier) == taken[0]


@pytest.mark.parametrize(
    "text",
    [
        "torch<2",
        "torch<2.0",
        "torch<2.0.0",
        "torch<2.0.1",
        "torch<=1.13.1",
        "torch<=1.13",
        "torch<2.6",
        "torch <2.6,!=2.5.0 ; python_version < '3.12'",
        "torch<3,<1.9",
        "torch<=2.3,<2.3.1",
        "torch<=2.3.0,<2.3.0",
    ],
)
def test_an_upper_bound_alone_stands_for_the_newest_release_that_is_taken(text: str) -> None:
    takes = Requirement(text).specifier
    taken = [one for one in names().releases for patch in range(10) if takes.contains(f"{one[0]}.{one[1]}.{patch}")]
    specifier = specifier_of(text)
    assert specifier
    assert (lowest(specifier), runs_on(specifier)) == (None, max(taken))


@pytest.mark.parametrize("text", ["", "*", "!=2.0.1", "<99", "<=99.1", "<1.5 || *"])
def test_what_takes_the_newest_release_says_nothing(text: str) -> None:
    assert runs_on(text) is None


def test_the_newest_known_release_is_no_bound() -> None:
    before, newest = names().releases[-2:]
    assert runs_on("<={}.{}".format(*newest)) is None
    assert runs_on("<{}.{}".format(*newest)) == before


@pytest.mark.parametrize("text", ["torch", "torch<2", "torch<=2.3", "torch!=2.0.1", "torch ; extra == 'x'", "torch[x]"])
def test_no_lower_bound(text: str) -> None:
    specifier = specifier_of(text)
    assert specifier is not None
    assert lowest(specifier) is None


@pytest.mark.parametrize(
    "text",
    [
        "torchvision>=0.16",
        "torch-geometric>=2",
        "torch_scatter==2.1",
        "torch.x>=2",
        "pytorch-lightning>=2",
        "# torch>=2",
        "",
        "-e .",
    ],
)
def test_another_package(text: str) -> None:
    assert specifier_of(text) is None


@pytest.mark.parametrize(
    ("text", "specifier"),
    [
        ("torch>=2.1  # the first with vmap", ">=2.1"),
        ("torch==2.1.0 --hash=sha256:0", "==2.1.0"),
        ("pytorch (==1.3.1)", "==1.3.1"),
        ("torch @ https://example.org/torch-2.1.0-cp310.whl", ""),
    ],
)
def test_what_a_requirements_file_may_add(text: str, specifier: str) -> None:
    assert specifier_of(text) == specifier


@pytest.mark.parametrize(
    ("constraint", "version"),
    [
        ("^2.1", (2, 1)),
        ("~2.1", (2, 1)),
        ("2.1.0", (2, 1)),
        ("=2.1.0", (2, 1)),
        ("2.1.*", (2, 1)),
        (">=2.1,<3.0", (2, 1)),
        (">=2.1 <3.0", (2, 1)),
        ("^1.13 || ^2.1", (1, 13)),
        ("^1.13|^2.1", (1, 13)),
        ("<1.5 || >=2.0", None),
        (">1.1", (1, 2)),  # there is no 1.1.1
        (">2.6.0", (2, 7)),
        (">2.5", (2, 5)),  # there is 2.5.1
        ("*", None),
        ("", None),
    ],
)
def test_a_constraint_of_poetrys(constraint: str, version: tuple[int, int] | None) -> None:
    assert lowest(constraint) == version


@pytest.mark.parametrize(
    ("constraint", "version"),
    [("<2.0", (1, 13)), ("<1.5 || >=2.0", (1, 4)), ("^2.1 | <2", (1, 13)), (">=1.8 <2", (1, 8)), ("<1.0", (0, 4))],
)
def test_the_bound_of_a_constraint_of_poetrys(constraint: str, version: tuple[int, int]) -> None:
    assert runs_on(constraint) == version
