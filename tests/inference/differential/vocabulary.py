"""What the programs of the fuzzer are made of: expressions with ``{0}``, ``{1}``, ``{2}`` for tensors and ``{n}`` for a number."""

from __future__ import annotations


def _forms(text: str) -> list[str]:
    return [form.strip() for line in text.strip().splitlines() for form in line.split(" | ")]


STARTS = _forms("""
torch.rand(2, 3) | torch.rand(3) | torch.rand(()) | torch.rand(2, 3, 4) | torch.rand(1, 3) | torch.rand(3, 1)
torch.arange(6) | torch.ones(2, 3, dtype=torch.int64) | torch.rand(3, requires_grad=True) | torch.zeros(8, 1)
torch.rand(2, 2, dtype=torch.float64) | torch.tensor(2) | torch.ones(3, dtype=torch.bool) | torch.zeros(0)
torch.tensor([[1.0, 2.0], [3.0, 4.0]]) | torch.tensor([1, 2, 3]) | torch.eye(2) | torch.full((2, 2), 7)
torch.linspace(0, 1, 4) | torch.rand(2, 3).requires_grad_() | torch.nn.Parameter(torch.rand(3)) | torch.rand(1)
torch.zeros({n}) | torch.rand({n}, 3) | torch.rand(2, {n}) | torch.arange({n}) | torch.full((3,), {n}) | torch.tensor({n})
""")

# Work on a tensor of any rank, or nearly any.
UNARY = _forms("""
{0}.reshape(-1) | {0}.flatten() | {0}.unsqueeze(0) | {0}.unsqueeze(-1) | {0}[None] | {0}.squeeze() | {0}.squeeze(0)
{0} + 1 | {0} * 2 | -{0} | 1 - {0} | {0} / 2 | {0} ** 2 | {0} // 2 | {0} % 2 | {0} + {n} | {0} * 1.5 | {0} * True
{0}.sum() | {0}.sum(-1) | {0}.sum(0, keepdim=True) | {0}.sum(-1, True) | {0}.float().mean() | {0}.amax(-1) | {0}.max()
{0}.sum(dim=0) | {0}.float().mean(-1, keepdim=True) | {0}.argmax() | {0}.argmax(-1) | {0}.any() | {0}.prod()
{0}.clone() | {0}.detach() | {0}.double() | {0}.float() | {0}.long() | {0}.bool() | {0}.to(torch.float64) | {0}.half()
{0} > 0 | {0} == 1 | {0} != {0} | {0}.abs() | {0}.relu() | torch.exp({0}) | {0}.float().softmax(-1) | {0}.cumsum(-1)
torch.zeros_like({0}) | torch.ones({0}.shape) | {0}.new_zeros(2, 3) | torch.stack([{0}, {0}]) | torch.zeros({0}.dim())
torch.stack(({0}, {0}), -1) | torch.arange({0}.numel() % 7) | {0}.view(-1, 1) | {0}.reshape(1, -1) | {0}.contiguous()
{0}.nonzero() | {0}.unique() | {0}[{0} > 0] | {0}.masked_select({0} > 0) | torch.where({0} > 0, {0}, 0) | {0}[{0} != 0]
{0}.transpose(0, -1) | {0}.movedim(0, -1) | {0}.permute(*range({0}.dim())) | {0}.data | {0}[...] | {0}[..., None]
{0}.expand(2, *{0}.shape) | {0}.view({0}.shape) | {0}.reshape({0}.size()) | {0}.numel() + torch.zeros(2) | {0}.sort().values
torch.cat([{0}.reshape(-1), {0}.reshape(-1)])[:9] | {0}.masked_fill({0} > 0, 1) | {0}.clamp(0, 1) | {0}.std()
{0}.type(torch.float32) | {0}.repeat(2, 1) | F.relu({0}) | F.pad({0}, (1, 1)) | torch.flatten({0}) | torch.atleast_2d({0})
({0} if {c} else {0}.sum()) | ({0} if {c} else {0}.detach()) | (lambda t: t.sum(0))({0}) | (lambda t=({0}): t + 1)()
{0}.clone().add_(1) | {0}.clone().unsqueeze_(0) | {0}.clone().squeeze_() | {0}.clone().zero_() | {0}.view_as({0})
torch.sum({0}, 0) | torch.squeeze({0}, -1) | torch.reshape({0}, (-1,)) | {0}.unsqueeze({n}) | {0}.sum({n} - {n})
torch.tensor({0}.shape) | torch.tensor({0}.sum().item()) | torch.tensor({0}.tolist()) | torch.full_like({0}, 2)
""")

# Need a certain rank or size.
RISKY = _forms("""
{0}.t() | {0}.T | {0}.mT | {0}[0] | {0}[-1] | {0}[:1] | {0}[1:] | {0}[:, 0] | {0}[:, None] | {0}[0, :] | {0}[::2] | {0}[{n}]
{0}[[0, 0]] | {0}[torch.tensor([0])] | {0}[:{n}] | {0}.reshape(8) | {0}.reshape(2, 3) | {0}.reshape(2, -1) | {0}.view(3, 2)
{0}.view({0}.size(0), -1) | {0}.reshape({0}.shape[0], -1) | {0}.permute(1, 0) | {0}.permute(2, 0, 1) | {0}.transpose(0, 1)
{0}.split(1)[0] | {0}.chunk(2)[-1] | {0}.unbind()[0] | torch.cat(list({0}.split(1))) | torch.stack(list({0}))
{0}.expand(4, -1) | torch.zeros(len({0})) | torch.arange({0}.size(0)) | torch.eye({0}.shape[-1]) | {0}.topk(1).values
{0}.max(0)[0] | {0}.max(-1).values | {0}.min(0, keepdim=True)[1] | {0}.argmax(0) | {0}.var(0) | {0}.norm(dim=-1)
torch.cat([row.reshape(1, -1) for row in {0}]) | torch.stack([row.sum() for row in {0}]) | sum({0}) | max({0}) | [*{0}][0]
{0}.gather(0, {0}.argsort(0)) | F.one_hot({0}.long().clamp(0, 3), 4) | {0}.diag() | {0}.tril() | {0}.flip(0) | {0}.roll(1, 0)
torch.stack([t for t in {0} if t.sum() > 0]) | {0}.narrow(0, 0, 1) | {0}.select(0, 0) | {0}.index_select(0, torch.tensor([0]))
{0}.flatten(1) | {0}.flatten(0, 1) | {0}.unflatten(0, (1, -1)) | {0}.squeeze(1) | {0}.sum(1) | {0}.sum((0, 1)) | {0}.cumsum(1)
""")

BINARY = _forms("""
{0} + {1} | {0} - {1} | {0} * {1} | {0} / {1} | {0} > {1} | {0} == {1} | torch.where({0} > 0, {0}, {1}) | torch.max({0}, {1})
{0} @ {1} | torch.cat([{0}, {1}]) | torch.cat(({0}, {1}), dim=-1) | torch.stack([{0}, {1}]) | torch.stack([{0}.sum(), {1}.sum()])
{0}.expand_as({1}) | {0}.view_as({1}) | {0}.type_as({1}) | {0}.to({1}) | torch.matmul({0}, {1}.mT) | torch.outer({0}, {1})
({0} if {c} else {1}) | ({0}, {1})[{n}] | [{0}, {1}][0] | [{0}, {1}][-1] | ({0} if {c} else {1}.reshape(-1))
torch.cat([{0}.reshape(-1), {1}.reshape(-1)]) | torch.broadcast_tensors({0}, {1})[0] | torch.zeros({1}.shape) + {0}
{0} * {1}.sum() | {0} + {1}.mean() | {0}[{1} > 0] | {0}.masked_fill({1} > 0, 0) | {0} or {1} | F.mse_loss({0}, {1})
max({0}, {1}, key=len) | (lambda a, b: a + b.sum())({0}, {1}) | [{0}, *[{1}]][1] | dict(a={0}, b={1})["b"] | {{"k": {0}}}["k"]
{0}.sum() + {1}.sum() | torch.sum({0} * {1}, -1) | torch.where({c2}, {0}, {1}) | {0}.reshape({1}.shape) | {0}.lerp({1}, 0.5)
""")

NUMBERS = _forms("""
{0}.size(0) | len({0}) | {0}.shape[-1] | {0}.dim() | {0}.numel() % 5 | {0}.shape[0] | {0}.ndim | 2 | 3 | 0 | 1 | {n} + 1
{n} % 3 | ({n} + 1) % 4 | max({n}, 1) | min({n}, 3) | int({n} > 1) | len({0}.shape) | {0}.size(-1) | {0}.size()[0] | -1
int({0}.sum().item()) % 3 | ({n} if {c} else 2) | {n} * 1 | {n} // 2 | (2 if {c} else 3) | len(str({n}))
""")

CONDITIONS = _forms("""
coin() | coin() | coin() | coin() > 0 | not coin() | {n} > 2 | {n} == 1 | {n} != 0 | {0}.dim() == 1 | {0}.ndim > 1 | {0}.dim() == {1}.dim()
{0}.sum() > 0 | {0}.shape == {1}.shape | isinstance({0}, torch.Tensor) | {0} is None | {0} is not None | {0} is {1} | True
{0}.requires_grad | {0}.size(0) == 1 | {0}.numel() == 1 | len({0}) > 2 | {0}.dim() == 2 and {1}.dim() == 2 | coin() or {n} > 1
{0}.shape[0] == 2 | {0}.size(-1) == {1}.size(-1) | torch.is_tensor({0}) | {0}.dtype == torch.float32 | {0}.is_floating_point()
coin() and {0}.dim() == 1 | {0}.shape[0] == {1}.shape[0] | not {0}.dim() | {0}.numel() | {0}.dim() in (1, 2) | {0}.ndim == {n}
len({0}.shape) == 2 | {0}.size() == (3,) | {0}.shape == (2, 3) | isinstance({n}, int) | {n} | 0 < {n} < 3 | type({0}) is torch.Tensor
""")

# In place: on names only.
IN_PLACE = _forms("""
{0}.add_(1) | {0}.mul_({1}) | {0}.unsqueeze_(0) | {0}.squeeze_() | {0}.t_() | {0}.zero_() | {0}.requires_grad_() | {0}.detach_()
{0}.requires_grad_(False) | {0}[0] = 1 | {0}[0] = {1}.sum() | {0}[...] = {1} | {0}[{0} > 0] = 0 | {0}.data = {1}.data
{0}.transpose_(0, -1) | {0}.copy_({1}) | {0}.fill_(2) | {0}.unsqueeze_(-1) | {0}.resize_(2, 3) | {0}.data = torch.zeros(2)
{0}.requires_grad = True | {0}.requires_grad = False | {0}.sub_({1}) | {0}.squeeze_(0) | {0}.clamp_(0, 1) | {0}.masked_fill_({0} > 0, 1)
{0} += 1 | {0} += {1} | {0} *= 2 | {0} -= {1} | {0} /= 2 | {0} **= 2 | {0} += {1}.sum() | {0} @= {1} | {0} //= 2 | {0} *= {1}
{0}[:1] += 1 | {0}.data += 1 | {0}.set_({1}) | {0}[0], {1}[0] = 1, 2 | {0}.swapaxes_(0, -1) | {0}.grad = None
""")
