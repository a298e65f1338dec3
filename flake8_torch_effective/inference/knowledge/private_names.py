"""Private names of torch that have a public home, and since when: each is checked against the installed torch.

Source: torch itself, 2.1 and 2.13, and its release notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple


class PublicName(NamedTuple):
    """Where a private name of torch is public: ``since`` which release, and whether it is the ``same`` object.

    ``base`` where the private class is an empty subclass of the public one, so that only questions of type tell them
    apart; ``forwards`` where the public function does nothing but call the private one; ``caveat`` what to do where the
    public name is another function that cannot stand everywhere for the private one; ``patched`` where programs put
    functions of their own in the place of the public one, which call the private one.
    """

    name: str
    since: tuple[int, int]
    same: bool = True
    base: bool = False
    forwards: bool = False
    caveat: str = ""
    patched: bool = False

    @property
    def interchangeable(self) -> bool:
        """Whether the public name can take the place of the private one in any program."""
        return self.same and not self.patched


def _homes(private: str, public: str, since: tuple[int, int], names: str) -> Iterator[tuple[str, PublicName]]:
    """The rows of names that a public module has as well."""
    for name in names.split():
        yield f"{private}.{name}", PublicName(f"{public}.{name}", since)


_OLDEST: Final = (1, 11)
_MESHES: Final = "DeviceMesh init_device_mesh"
_PLACEMENTS: Final = "Partial Placement Replicate Shard"
_TRANSFORMS: Final = "hessian jacfwd jacrev jvp linearize vjp"
_SHARDING: Final = "CPUOffloadPolicy FSDPModule MixedPrecisionPolicy OffloadPolicy fully_shard"

PUBLIC_NAMES: Final[Mapping[str, PublicName]] = {
    **dict(_homes("torch.utils.data._utils.collate", "torch.utils.data", _OLDEST, "default_collate default_convert")),
    **dict(_homes("torch.utils.data._utils.worker", "torch.utils.data", _OLDEST, "get_worker_info")),
    **dict(_homes("torch._jit_internal", "torch.jit", _OLDEST, "Final export ignore unused")),
    **dict(_homes("torch._lowrank", "torch", _OLDEST, "pca_lowrank svd_lowrank")),
    **dict(_homes("torch._lobpcg", "torch", _OLDEST, "lobpcg")),
    **dict(_homes("torch._tensor", "torch", _OLDEST, "Tensor")),
    **dict(_homes("torch._tensor_str", "torch", _OLDEST, "set_printoptions")),
    **dict(_homes("torch._C", "torch", _OLDEST, "Generator Size Tag device dtype")),
    "torch._C._nn.gelu": PublicName("torch.nn.functional.gelu", _OLDEST, patched=True),
    "torch._C._nn.linear": PublicName("torch.nn.functional.linear", _OLDEST, patched=True),
    **dict(_homes("torch._C._distributed_c10d", "torch.distributed", _OLDEST, "ProcessGroup ReduceOp")),
    **dict(_homes("torch._functorch.apis", "torch.func", (2, 0), "grad grad_and_value vmap")),
    **dict(
        _homes("torch._functorch.eager_transforms", "torch.func", (2, 0), "hessian jacfwd jacrev jvp linearize vjp")
    ),
    **dict(_homes("torch._functorch.functional_call", "torch.func", (2, 0), "functional_call stack_module_state")),
    **dict(_homes("torch.distributed._tensor", "torch.distributed.device_mesh", (2, 5), _MESHES)),
    **dict(_homes("torch.distributed._tensor.device_mesh", "torch.distributed.device_mesh", (2, 5), _MESHES)),
    **dict(_homes("torch.distributed._tensor", "torch.distributed.tensor", (2, 5), _PLACEMENTS)),
    **dict(_homes("torch.distributed._tensor.placement_types", "torch.distributed.tensor", (2, 5), _PLACEMENTS)),
    **dict(
        _homes(
            "torch.distributed._tensor",
            "torch.distributed.tensor",
            (2, 5),
            "DTensor distribute_module distribute_tensor",
        )
    ),
    **dict(_homes("torch.distributed._composable.fsdp", "torch.distributed.fsdp", (2, 6), _SHARDING)),
    **dict(_homes("torch.distributed.fsdp._fully_shard", "torch.distributed.fsdp", (2, 6), _SHARDING)),
    # What its docstring or a warning of torch calls replaced.
    "torch.optim.lr_scheduler._LRScheduler": PublicName(
        "torch.optim.lr_scheduler.LRScheduler", (2, 0), False, base=True
    ),
    "torch.utils._pytree._register_pytree_node": PublicName(
        "torch.utils._pytree.register_pytree_node",
        (2, 2),
        False,
        caveat="register_pytree_node takes its place, but raises for registered types",
    ),
    "torch._vmap_internals.vmap": PublicName("torch.vmap", (2, 0), False),
    "torch.cuda._lazy_init": PublicName("torch.cuda.init", _OLDEST, False, forwards=True),
    "torch._dynamo.allow_in_graph": PublicName("torch.compiler.allow_in_graph", (2, 1), False, forwards=True),
    "torch._dynamo.disable": PublicName("torch.compiler.disable", (2, 1), False, forwards=True),
    "torch._dynamo.is_compiling": PublicName("torch.compiler.is_compiling", (2, 1), False),
    "torch._dynamo.list_backends": PublicName("torch.compiler.list_backends", (2, 1), False, forwards=True),
    "torch._dynamo.reset": PublicName("torch.compiler.reset", (2, 1), False, forwards=True),
    "torch.distributed._all_gather_base": PublicName(
        "torch.distributed.all_gather_into_tensor",
        (1, 13),
        False,
        caveat="all_gather_into_tensor takes its place, all_gather_single from torch 2.13 on",
    ),
    "torch.distributed._reduce_scatter_base": PublicName(
        "torch.distributed.reduce_scatter_tensor",
        (1, 13),
        False,
        caveat="reduce_scatter_tensor takes its place, reduce_scatter_single from 2.13 on",
    ),
}
# The last parts of these names, and what stands in each text that has one of them: a private part.
LAST_NAMES: Final = frozenset(name.rpartition(".")[2] for name in PUBLIC_NAMES)
PRIVATE_PARTS: Final = frozenset(part for name in PUBLIC_NAMES for part in name.split(".") if part.startswith("_"))
