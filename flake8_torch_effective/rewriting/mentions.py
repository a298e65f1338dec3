"""What a file mentions that could tell new code from the code that it replaces.

Each of these only makes fixes unsafe: where a file mentions none of them, that by itself allows nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Final

import libcst as cst

from ..inference.interpreter.imports import dotted_name
from ..inference.interpreter.inference import Inference
from ..inference.knowledge.signatures import TABLE
from ..inference.knowledge.tensor_attributes import TENSOR_ATTRIBUTES
from ..inference.values import Module, Reference, Tensor, Text, Unknown
from ..syntax.naming import called_name, last_name
from ..syntax.parsing import Nodes
from ..syntax.walking import Visit, walk
from .catching import Catching, is_function
from .replacing import Replacing
from .surroundings import Surroundings, inside


class Topic(Enum):
    """What a file may look at or change, by the names that it does so with."""

    OPERATIONS = """
        __torch_dispatch__ __torch_function__ TorchDispatchMode TorchFunctionMode _make_subclass _make_wrapper_subclass
        aot_function aot_module aot_module_simplified as_subclass cProfile delattr dynamo exec explain export fx
        getsource inspect jit lookup_backend make_fx mock monkeypatch onnx profiler register_backend setprofile settrace
        symbolic_trace
    """
    GRAPH = """
        autograd forward_ad functorch grad_fn jacfwd jvp next_functions register_full_backward_hook register_hook
        retain_grad save_on_cpu saved_tensors_hooks vmap
    """
    GRAD_MODES = "enable_grad inference_mode no_grad retain_grad set_grad_enabled"
    KINDS = """
        align_to as_nested_tensor autocast is_quantized is_sparse masked_tensor nested_tensor quantization
        quantize_per_channel quantize_per_tensor refine_names rename sparse sparse_coo_tensor sparse_csr_tensor
        to_mkldnn to_sparse to_sparse_csr
    """
    # Dtypes other than float32 that a tensor of unknown dtype may have.
    DTYPES = """
        DoubleTensor cdouble cfloat chalf complex complex128 complex32 complex64 double dtype fft float64 ifft
        imag irfft is_complex polar rfft set_default_dtype set_default_tensor_type stft type view_as_complex
        view_as_real
    """
    HALF = "BFloat16Tensor HalfTensor bfloat16 float16 half"
    COMPLEX = """
        cdouble cfloat chalf complex complex128 complex32 complex64 conj fft ifft imag is_complex polar rfft
        set_default_dtype set_default_tensor_type stft view_as_complex view_as_real
    """
    # What depends on the strides of a tensor, random numbers among them, which are drawn in the order of memory.
    LAYOUT = """
        AlphaDropout Dropout Dropout1d Dropout2d Dropout3d FeatureAlphaDropout RReLU
        __array_interface__ __dlpack__ alpha_dropout as_strided asarray bernoulli bernoulli_ binomial cauchy_
        channels_last data_ptr dim_order distributions dropout dropout1d dropout2d dropout3d empty_like exponential_
        feature_alpha_dropout feature_dropout flags from_dlpack geometric_ is_contiguous is_set_to log_normal_
        memory_format nbytes normal normal_ numpy poisson preserve_format rand_like randint_like randn_like random_
        rrelu rrelu_ share_memory_ storage storage_offset stride strides tobytes uniform_ untyped_storage view view_as
        view_as_complex view_as_real
    """
    # What gives a tensor itself, or a view of it, only where its strides allow that.
    COPIES = "contiguous flatten ravel reshape reshape_as to unflatten"
    INFINITIES = "isfinite isinf isnan isneginf isposinf nan_to_num set_detect_anomaly detect_anomaly"
    ZERO_SIGN = """
        angle arctan2 atan2 copysign float_power frexp nextafter pow reciprocal rsqrt sgn sign signbit true_divide
    """
    # What changes tensors in place, and is seen in no call or assignment of the file itself.
    CHANGES = """
        __iadd__ __imul__ __isub__ __itruediv__ __setitem__ copyto from_numpy frombuffer iadd imul init_weights isub
        itruediv load_state_dict max_norm parameters_to_vector reset_parameters setitem step swap_tensors
        update_parameters vector_to_parameters
    """
    # What tells a loss from a copy of it without its graph.
    OBJECTS = """
        Counter Template __dict__ __hash__ __repr__ __str__ ascii cache count deepcopy display dump dumps echo exit
        format fromkeys getLogger grad grad_fn hasattr hash id index is_leaf logger logging lru_cache pickle pprint
        print put remove repr requires_grad requires_grad_ send set str tabulate to_csv to_json to_markdown to_string
        vars weakref write writer writerow writerows
    """
    # What puts other layers, or other results of them, in the place of those that a class makes.
    LAYERS = """
        __setattr__ _modules add_module register_forward_hook register_module_forward_hook set_submodule setattr
    """
    # What may set any attribute of an object.
    ATTRIBUTES = "__dict__ __setattr__ globals locals setattr vars"
    # What looks at the warnings of a file, also by what is written to the error stream.
    WARNINGS = """
        assertNoLogs assertWarns assertWarnsRegex assert_no_warnings assert_warns capfd capfdbinary capsys capsysbinary
        captureWarnings catch_warnings deprecated_call filterwarnings formatwarning recwarn redirect_stderr showwarning
        simplefilter stderr warn_always warns
    """
    # What puts something else in the place of a name; what mocks do is among the operations.
    REPLACING = "__setattr__ mocker patch setattr"
    UNSEEN = "__builtins__ __code__ builtins exec globals inspect signature"
    DEFAULT_DEVICE = "DeviceContext DeviceMesh __enter__ enter_context set_default_device"
    # What catches an error without ``try``, or delivers it as a value.
    EXPECTS_ERRORS = """
        Parallel Pool Process ProcessPool ProcessPoolExecutor TaskGroup Thread ThreadPool ThreadPoolExecutor __del__
        __exit__ add_done_callback apply_async as_completed assertRaises assertRaisesRegex assert_raises
        assert_raises_regex create_task doctest ensure_future
        error_callback except_handler excepthook exception imap imap_unordered map_async raises return_exceptions
        run_in_executor set_exception_handler spawn starmap_async submit successful suppress to_thread
    """

    @property
    def names(self) -> frozenset[str]:
        """The names."""
        return frozenset(self.value.split())


# Errors that neither a view nor a subscript raises.
_OTHER_ERRORS = frozenset(
    """
    AssertionError AttributeError EOFError FileExistsError FileNotFoundError IOError ImportError KeyError
    KeyboardInterrupt ModuleNotFoundError NameError OSError PermissionError StopIteration SystemExit TimeoutError
    UnicodeDecodeError ZeroDivisionError
    """.split()
)
# Contexts that have nothing to do with the device on which tensors are made.
_CONTEXTS = frozenset(
    """
    Pool ProcessPoolExecutor Progress TemporaryDirectory ThreadPoolExecutor autocast catch_warnings enable_grad
    inference_mode no_grad open record_function set_grad_enabled tqdm trange
    """.split()
)
_COMPILING = frozenset({"torch.compile", "torch.compiler.compile"})
# What a docstring shows where an error is meant to be.
_TRACEBACK: Final = "Traceback (most recent call last)"
_DOTTED = re.compile(r"""^[rRuU]?(["']{1,3})([\w.]+)\1$""")
_COMPARING = frozenset("eq equal ge greater gt le less lt ne not_equal isclose allclose".split())
_DIVIDING = (cst.Divide, cst.FloorDivide, cst.Modulo, cst.Power)
_DIVIDING_BY = (cst.DivideAssign, cst.FloorDivideAssign, cst.ModuloAssign, cst.PowerAssign)
_SHOWING = frozenset("critical debug error format info pformat pprint print repr str warning write".split())
# Logarithms of what a dtype can hold stay below: from here on a number counts as a stand-in for infinity.
HUGE: Final = 1000
_TENSORS = frozenset({"Buffer", "Parameter", "Tensor"})
# Methods that old code calls, and operators, which a class of the file may give another meaning.
_METHODS = frozenset(
    """
    __add__ __mul__ __neg__ __radd__ __rmul__ __rsub__ __rtruediv__ __sub__ __torch_dispatch__ __torch_function__
    __truediv__ broadcast_to clone detach exp expand expand_as expm1 flip index_select log log1p logsumexp repeat
    repeat_interleave reshape sigmoid softmax sum tile view view_as
    """.split()
)


# Texts, of which f-strings are looked at by themselves.
_WRITTEN = (cst.SimpleString, cst.ConcatenatedString, cst.FormattedString)
# The types of nodes that some question is about.
_VISITED = (
    cst.AnnAssign, cst.Assert, cst.AssignTarget, cst.Attribute, cst.AugAssign, cst.BinaryOperation, cst.Call,
    cst.ClassDef, cst.Comparison, cst.ComparisonTarget, cst.Decorator, cst.Del, cst.DictComp, cst.DictElement,
    cst.ExceptHandler, cst.ExceptStarHandler, cst.Finally, cst.Float, cst.For, cst.FormattedStringExpression,
    cst.Integer, cst.Name, cst.Raise, cst.Set, cst.SetComp, cst.SimpleString, cst.SubscriptElement, cst.WithItem,
)  # fmt: skip


class Mentions:
    """The names, short strings and statements of a file that make a fix unsafe there."""

    def __init__(self, module: cst.Module, inference: Inference, surroundings: Surroundings) -> None:
        self.module = module
        self.inference = inference
        self.surroundings = surroundings

    @cached_property
    def _nodes(self) -> Nodes:
        return self.surroundings.nodes_of(_VISITED)

    def visit(self, visitors: Mapping[type, Sequence[Visit]]) -> None:
        """Call each visitor on the file's nodes of its type; all questions share one look at the module."""
        for kind, visits in visitors.items():
            for node in self._nodes[kind]:
                for visit in visits:
                    visit(node)

    def any_of(self, *topics: Topic) -> bool:
        """Whether a name, an attribute, a keyword or a string of the file is one of those of some topics."""
        if Topic.OPERATIONS in topics and self.hands_out_graphs:
            return True
        return any(not topic.names.isdisjoint(self._words) for topic in topics)

    @cached_property
    def hands_out_graphs(self) -> bool:
        """Whether a function of the file may get the graph of another one, as a backend of ``torch.compile`` does."""
        found: list[cst.CSTNode] = []

        def call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            function = self.inference.value(node.func)
            compiles = isinstance(function, Reference) and function.name in _COMPILING
            compiles = compiles or "compile" in {called_name(node), *(last_name(one.value) for one in node.args)}
            for argument in node.args:
                backend = argument.keyword is not None and argument.keyword.value == "backend"
                named = isinstance(self.inference.value(argument.value), Text)
                unclear = compiles and (argument.star == "**" or (backend and not named))
                if unclear or (backend and is_function(self.inference.value(argument.value))):
                    found.append(node)

        self.visit({cst.Call: [call]})
        return bool(found) or {"_dynamo", "optimize"} <= self._words

    @cached_property
    def _words(self) -> frozenset[str]:
        return self.surroundings.names(self.module) | self._in_texts

    @cached_property
    def _in_texts(self) -> frozenset[str]:
        found: set[str] = set()

        def note(node: cst.CSTNode) -> None:
            assert type(node) is cst.SimpleString
            match = _DOTTED.match(node.value)
            if match is not None:
                found.update(match[2].split("."))

        self.visit({cst.SimpleString: [note]})
        return frozenset(found)

    def has_text(self, *names: str) -> bool:
        """Whether one of some names is a string of the file, or a part of a dotted one."""
        return not self._in_texts.isdisjoint(names)

    def may_replace(self, *names: str) -> bool:
        """Whether the file may give one of some dotted names another value: by a text, as mocks do, or by assignment.

        Also where it looks at the warnings that go with a name, or at the functions that run, by theirs.
        """
        if self.any_of(Topic.WARNINGS, Topic.REPLACING, Topic.OPERATIONS):
            return True
        return self.has_text(*(name.rpartition(".")[2] for name in names)) or self.replacing.may_replace(*names)

    @cached_property
    def replacing(self) -> Replacing:
        """What the file assigns to attributes, and to the dictionaries that hold them."""
        return Replacing(self._nodes, self.inference, self.surroundings)

    @property
    def names_in_place(self) -> bool:
        """Whether a string of the file names an operation that works in place, or an option that makes one do so."""
        written = self._words - self.surroundings.names(self.module)
        return any(word.endswith("_") and not word.endswith("__") for word in written) or "inplace" in written

    def sets_attribute(self, name: str) -> bool:
        """Whether the file gives an object an attribute of this name, or any; tensors take it in a method's place."""
        found: list[cst.CSTNode] = []

        def store(node: cst.CSTNode) -> None:
            target = node.target  # type: ignore[attr-defined]
            group = [one.value for one in target.elements] if isinstance(target, cst.Tuple | cst.List) else [target]
            found.extend(one for one in group if type(one) is cst.Attribute and one.attr.value == name)

        self.visit({cst.AssignTarget: [store], cst.AnnAssign: [store]})
        return bool(found) or self.any_of(Topic.ATTRIBUTES)

    @cached_property
    def may_replace_operations(self) -> bool:
        """Whether the file may give torch's functions or methods another meaning, or watch which of them run."""
        return self.any_of(Topic.OPERATIONS, Topic.GRAPH, Topic.KINDS) or self.replaces_operations

    @cached_property
    def replaces_operations(self) -> bool:
        """Whether the file assigns to a module that it imports, or has classes whose objects stand for tensors.

        Also where it compiles with a backend of its own, which is given the operations.
        """
        found: list[cst.CSTNode] = []
        of_torch = TENSOR_ATTRIBUTES | {name.rsplit(".", 1)[-1] for name in TABLE.functions}

        def store(node: cst.CSTNode) -> None:
            target = node.target  # type: ignore[attr-defined]
            if type(target) is cst.Attribute and self._is_imported(target.value) and target.attr.value in of_torch:
                found.append(node)

        def define(node: cst.CSTNode) -> None:
            assert type(node) is cst.ClassDef
            bases = [base.value for base in node.bases]
            if any(last_name(base) in _TENSORS for base in bases):
                found.append(node)
            methods = [one for one in node.body.body if type(one) is cst.FunctionDef]
            if any(method.name.value in _METHODS for method in methods):
                found.append(node)

        def trace(node: cst.CSTNode) -> None:
            """`torch.compile(model, backend=inspected)` hands the graph to a function."""
            assert type(node) is cst.Call
            backends = [one.value for one in node.args if one.keyword is not None and one.keyword.value == "backend"]
            if called_name(node) == "compile" and any(type(one) is not cst.SimpleString for one in backends):
                found.append(node)

        self.visit({cst.AssignTarget: [store], cst.ClassDef: [define], cst.Call: [trace]})
        return bool(found)

    def _is_imported(self, node: cst.CSTNode) -> bool:
        while type(node) is cst.Attribute:
            node = node.value
        bound = self.surroundings.bindings(self.module).get(node.value, ()) if type(node) is cst.Name else ()
        return any(isinstance(one, cst.ImportAlias | cst.AsName) for one in bound)

    @cached_property
    def binds_unseen(self) -> bool:
        """Whether the file may bind names of the module, or look at its functions, where no statement shows it."""
        stars = (one.names for one in self.inference.nodes_of(cst.ImportFrom) if type(one) is cst.ImportFrom)
        return self.any_of(Topic.UNSEEN) or any(type(names) is cst.ImportStar for names in stars)

    @cached_property
    def imports_unseen(self) -> bool:
        """Whether any name of the file may be another package's, which it imports by a star."""
        return any(
            type(one) is cst.ImportFrom
            and type(one.names) is cst.ImportStar
            and (one.module is None or bool(one.relative) or dotted_name(one.module).partition(".")[0] != "torch")
            for one in self.inference.nodes_of(cst.ImportFrom)
        )

    @cached_property
    def expects_errors(self) -> bool:
        """Whether the file may catch an error of torch, and so use it as a test."""
        return self._expects_others_than(_OTHER_ERRORS)

    @cached_property
    def expects_any_errors(self) -> bool:
        """Whether the file may catch any error at all, a missing attribute among them."""
        return self._expects_others_than(frozenset())

    def _expects_others_than(self, harmless: frozenset[str]) -> bool:
        found: list[cst.CSTNode] = []
        catching = Catching(self.inference, self.surroundings)

        def catch(node: cst.CSTNode) -> None:
            kind = node.type  # type: ignore[attr-defined]
            names = [] if kind is None else [one.value for one in inside(kind) if type(one) is cst.Name]
            if not names or not set(names) <= harmless:
                found.append(node)

        def call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            if catching.hands_on(node):
                found.append(node)

        def store(node: cst.CSTNode) -> None:
            assign = self.surroundings.parent(node)
            if type(assign) is cst.Assign and catching.stores(node.target, assign.value):  # type: ignore[attr-defined]
                found.append(node)

        def enter(node: cst.CSTNode) -> None:
            assert type(node) is cst.WithItem
            if catching.swallows(node):
                found.append(node)

        def define(node: cst.CSTNode) -> None:
            assert type(node) is cst.ClassDef
            if catching.inherits(node):
                found.append(node)

        def decorate(node: cst.CSTNode) -> None:
            assert type(node) is cst.Decorator
            decorator = node.decorator.func if type(node.decorator) is cst.Call else node.decorator
            if not catching.is_known(decorator):
                found.append(node)

        def leave(node: cst.CSTNode) -> None:
            assert type(node) is cst.Finally
            walk(node.body, {kind: [found.append] for kind in (cst.Return, cst.Break, cst.Continue)})

        visitors: dict[type, list[Visit]] = {
            cst.ExceptHandler: [catch],
            cst.ExceptStarHandler: [catch],
            cst.Finally: [leave],  # a `return` there drops the error
            cst.Call: [call],
            cst.Decorator: [decorate],
            cst.AssignTarget: [store],
            cst.WithItem: [enter],
            cst.ClassDef: [define],
        }
        self.visit(visitors)
        in_doctest = _TRACEBACK in (self.inference.source or "")
        return bool(found) or in_doctest or self.any_of(Topic.EXPECTS_ERRORS)

    @cached_property
    def may_leave(self) -> bool:
        """Whether the file may end the program early, and so leave out what stands below."""
        return self._names_one_of("SystemExit", "_exit", "abort", "exit", "kill", "quit")

    def _names_one_of(self, *names: str) -> bool:
        found: list[cst.CSTNode] = []

        def look_at_name(node: cst.CSTNode) -> None:
            if node.value in names:  # type: ignore[attr-defined]
                found.append(node)

        self.visit({cst.Name: [look_at_name]})
        return bool(found)

    @cached_property
    def may_set_device(self) -> bool:
        """Whether the file may set the device on which tensors are made."""
        if self.any_of(Topic.DEFAULT_DEVICE):
            return True
        found: list[cst.CSTNode] = []

        def enter(node: cst.CSTNode) -> None:
            assert type(node) is cst.WithItem
            if called_name(node.item) not in _CONTEXTS:
                found.append(node)

        self.visit({cst.WithItem: [enter]})
        return bool(found) and "device" in self._words

    @cached_property
    def replaces_layers(self) -> bool:
        """Whether the file puts another layer in the place of one, as ``model.fc = nn.Identity()`` does."""
        found: list[cst.CSTNode] = []

        def store(node: cst.CSTNode) -> None:
            target, assign = node.target, self.surroundings.parent(node)  # type: ignore[attr-defined]
            own = type(target) is cst.Attribute and type(target.value) is cst.Name and target.value.value == "self"
            if isinstance(target, cst.Attribute | cst.Subscript) and not own and type(assign) is cst.Assign:
                if isinstance(self.inference.value(assign.value), Module):
                    found.append(node)

        self.visit({cst.AssignTarget: [store]})
        return bool(found) or self.any_of(Topic.LAYERS)

    @cached_property
    def shows_objects(self) -> bool:
        """Whether the file may ask of a tensor more than its entries: who it is, its graph, how it is printed."""
        found: list[cst.CSTNode] = []

        def compare(node: cst.CSTNode) -> None:
            assert type(node) is cst.ComparisonTarget
            literal = type(node.comparator) is cst.Name and node.comparator.value in ("None", "True", "False")
            if isinstance(node.operator, cst.Is | cst.IsNot | cst.In | cst.NotIn) and not literal:
                found.append(node)

        def key(node: cst.CSTNode) -> None:
            assert isinstance(node, cst.DictElement | cst.SubscriptElement)
            held = node.key if isinstance(node, cst.DictElement) else getattr(node.slice, "value", None)
            if held is not None and isinstance(self.inference.value(held), Tensor):
                found.append(node)

        def store(node: cst.CSTNode) -> None:
            target = node.target  # type: ignore[attr-defined]
            own = type(target) is cst.Attribute and type(target.value) is cst.Name
            if type(target) is cst.Attribute and not (own and target.value.value in ("self", "cls")):  # type: ignore[attr-defined]
                found.append(node)

        def blame(node: cst.CSTNode) -> None:
            """An error shows the objects that it is given."""
            shown = [node.msg] if type(node) is cst.Assert else []
            if type(node) is cst.Raise and type(node.exc) is cst.Call:
                shown = [argument.value for argument in node.exc.args]
            found.extend(one for one in shown if one is not None and not isinstance(one, _WRITTEN))

        visitors: dict[type, list[Visit]] = {
            cst.ComparisonTarget: [compare],
            cst.DictElement: [key],
            cst.SubscriptElement: [key],
            cst.Set: [found.append],
            cst.SetComp: [found.append],
            cst.DictComp: [found.append],
            cst.AssignTarget: [store],
            cst.Assert: [blame],
            cst.Raise: [blame],
        }
        self.visit(visitors)
        return bool(found or self._put_into_text) or self.any_of(
            Topic.OPERATIONS, Topic.GRAPH, Topic.KINDS, Topic.OBJECTS
        )

    @cached_property
    def tests_for_infinity(self) -> bool:
        """Whether the file may ask which numbers are infinite, by a function or by comparing with a huge number."""
        found: list[cst.CSTNode] = []

        def compare(node: cst.CSTNode) -> None:
            if any(map(_is_huge, inside(node))):
                found.append(node)

        def call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            if called_name(node) in _COMPARING:
                compare(node)

        self.visit({cst.Comparison: [compare], cst.Call: [call]})
        return bool(found) or self.any_of(Topic.INFINITIES)

    @cached_property
    def divides(self) -> bool:
        """Whether something other than a number that is written there divides in the file, or zeros show their sign."""
        found: list[cst.CSTNode] = []

        def compute(node: cst.CSTNode) -> None:
            assert type(node) is cst.BinaryOperation
            if isinstance(node.operator, _DIVIDING) and not isinstance(node.right, cst.Integer | cst.Float):
                found.append(node)

        def augment(node: cst.CSTNode) -> None:
            assert type(node) is cst.AugAssign
            if isinstance(node.operator, _DIVIDING_BY) and not isinstance(node.value, cst.Integer | cst.Float):
                found.append(node)

        self.visit({cst.BinaryOperation: [compute], cst.AugAssign: [augment]})
        return bool(found) or self.any_of(Topic.ZERO_SIGN)

    @cached_property
    def prints_tensors(self) -> bool:
        """Whether the file may turn a tensor to text, which shows from which operation it comes."""
        found = [one for one in self._put_into_text if isinstance(self.inference.value(one), Tensor)]

        def call(node: cst.CSTNode) -> None:
            assert type(node) is cst.Call
            if called_name(node) in _SHOWING:
                shown = (argument.value for argument in node.args)
                found.extend(one for one in shown if isinstance(self.inference.value(one), Tensor | Unknown))

        self.visit({cst.Call: [call]})
        return bool(found)

    @cached_property
    def _put_into_text(self) -> list[cst.CSTNode]:
        """What f-strings and ``%`` write as it prints itself, with its parts after ``%``."""
        found: list[cst.CSTNode] = []

        def insert(node: cst.CSTNode) -> None:
            assert type(node) is cst.FormattedStringExpression
            if node.format_spec is None or node.conversion is not None:
                found.append(node.expression)

        def insert_by_percent(node: cst.CSTNode) -> None:
            assert type(node) is cst.BinaryOperation
            if type(node.operator) is cst.Modulo and isinstance(self.inference.value(node.left), Text):
                found.extend(inside(node.right))

        self.visit({cst.FormattedStringExpression: [insert], cst.BinaryOperation: [insert_by_percent]})
        return found

    @cached_property
    def backward_calls(self) -> int:
        """How often the file mentions ``backward``."""
        return sum(name.value == "backward" for name in self._nodes[cst.Name])  # type: ignore[attr-defined]


def _is_huge(node: cst.CSTNode) -> bool:
    """Whether a node is infinity, or a number that only infinity is beyond."""
    if type(node) is cst.Name:
        return node.value.lower() in ("inf", "infinity", "finfo")
    if type(node) is cst.SimpleString:
        return "inf" in node.value.lower()
    return isinstance(node, cst.Float | cst.Integer) and abs(node.evaluated_value) >= HUGE
