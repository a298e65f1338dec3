"""TEF106 tile-concat-linear: programs that must be flagged and near misses that must stay silent.

HEADER begins every program that is not Whole.
In FLAG, `# expect: CODE` ends each line on which a finding must stand, and no other finding may stand anywhere.
In LEAVE there must be none at all.
"""

from tests.rules.programs import Whole

HEADER = """\
import torch
import torch.nn.functional as F
from torch import Tensor, nn


"""

FLAG: dict[str, str] = {
    "tutorial merge": """\
a = torch.rand([5, 3, 5])
b = torch.rand([5, 1, 6])
linear = torch.nn.Linear(11, 10)
tiled_b = b.repeat([1, 3, 1])
c = torch.cat([a, tiled_b], 2)  # expect: TEF106
d = torch.nn.functional.relu(linear(c))
""",
    "all in one expression": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
d = linear(torch.cat([a, b.repeat(1, 3, 1)], dim=-1))  # expect: TEF106
""",
    "expand with dim keyword": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
c = torch.cat((a, b.expand(-1, 3, -1)), dim=2)  # expect: TEF106
d = linear(c)
""",
    "tiled comes first": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
c = torch.cat((b.expand(5, 3, 6), a), -1)  # expect: TEF106
d = torch.tanh(linear(c))
""",
    "tensors keyword": Whole("""\
import torch as th

a = th.rand(5, 3, 5)
b = th.rand(5, 1, 6)
linear = th.nn.Linear(11, 10)
d = linear(th.cat(tensors=[a, th.tile(b, (1, 3, 1))], dim=2))  # expect: TEF106
"""),
    "concat alias": Whole("""\
import torch
from torch import nn

a = torch.rand(20, 5)
b = torch.rand(1, 6)
linear = nn.Linear(11, 10)
d = linear(torch.concat([a, b.repeat(20, 1)], dim=1))  # expect: TEF106
"""),
    "concatenate with axis": """\
a = torch.rand(20, 5)
b = torch.rand(1, 6)
linear = nn.Linear(11, 10)
joined = torch.concatenate([a, b.expand(20, 6)], axis=-1)  # expect: TEF106
d = linear(joined)
""",
    "names imported from torch": Whole("""\
from torch import cat, nn, rand

a = rand(20, 5)
b = rand(1, 6)
project = nn.Linear(11, 10)
out = project(cat([a, b.expand(20, -1)], dim=-1))  # expect: TEF106
"""),
    "additive attention": """\
class Attention(nn.Module):
    def __init__(self, enc_hid_dim, dec_hid_dim):
        super().__init__()
        self.attn = nn.Linear(enc_hid_dim + dec_hid_dim, dec_hid_dim)
        self.v = nn.Linear(dec_hid_dim, 1, bias=False)

    def forward(self, hidden, encoder_outputs):
        src_len = encoder_outputs.shape[1]
        hidden = hidden.unsqueeze(1).repeat(1, src_len, 1)
        energy = torch.tanh(self.attn(torch.cat((hidden, encoder_outputs), dim=2)))  # expect: TEF106
        return torch.softmax(self.v(energy), dim=1)
""",
    "latent code joined to points": """\
class Decoder(nn.Module):
    def __init__(self, latent, hidden):
        super().__init__()
        self.fc1 = nn.Linear(latent + 3, hidden)
        self.fc2 = nn.Linear(hidden, 1)

    def forward(self, z, points):
        z = z.unsqueeze(1).expand(-1, points.size(1), -1)
        x = torch.cat([points, z], dim=-1)  # expect: TEF106
        x = F.relu(self.fc1(x))
        return self.fc2(x)
""",
    "goal conditioned policy": """\
class Policy(nn.Module):
    def __init__(self, obs_dim: int, goal_dim: int, act_dim: int):
        super().__init__()
        self.head = nn.Linear(obs_dim + goal_dim, act_dim)

    def forward(self, obs: Tensor, goal: Tensor) -> Tensor:
        goals = goal.view(1, -1).expand(obs.shape[0], -1)
        return self.head(torch.cat([obs, goals], dim=1))  # expect: TEF106
""",
    "global graph feature joined to nodes": """\
class NodeUpdate(nn.Module):
    def __init__(self, node_dim, global_dim, out_dim):
        super().__init__()
        self.lin = nn.Linear(node_dim + global_dim, out_dim)

    def forward(self, nodes: torch.Tensor, u: torch.Tensor) -> torch.Tensor:
        shared = u[None, :].repeat(nodes.size(0), 1)
        joined = torch.cat([nodes, shared], dim=-1)  # expect: TEF106
        return self.lin(joined).relu()
""",
    "pairwise relation network": """\
class Relation(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.g = nn.Linear(2 * dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        left = x.unsqueeze(2).expand(b, n, n, d)
        right = x.unsqueeze(1).expand(b, n, n, d)
        pairs = torch.cat([left, right], dim=-1)  # expect: TEF106
        return torch.relu(self.g(pairs))
""",
    "biaffine pair scorer by repeat": """\
class PairScorer(nn.Module):
    def __init__(self, dim, labels):
        super().__init__()
        self.out = nn.Linear(dim * 2, labels)

    def forward(self, tokens):
        n = tokens.size(1)
        heads = tokens.unsqueeze(1).repeat(1, n, 1, 1)
        tails = tokens.unsqueeze(2).repeat(1, 1, n, 1)
        return self.out(torch.cat((heads, tails), dim=-1))  # expect: TEF106
""",
    "three parts": """\
user = torch.rand(1, 8)
items = torch.rand(100, 16)
price = torch.rand(100, 1)
score = nn.Linear(25, 1)
logits = score(torch.cat([items, price, user.expand(100, 8)], dim=1))  # expect: TEF106
""",
    "expand to the leading sizes of the other": """\
net = nn.Linear(7, 4)
points = torch.rand(64, 3)
colour = torch.rand(1, 4)
features = torch.cat([points, colour.expand(points.size(0), -1)], -1)  # expect: TEF106
out = net(features)
""",
    "expand_as": """\
net = nn.Linear(8, 4)
frames = torch.rand(6, 10, 4)
clip = frames.mean(dim=1, keepdim=True)
out = net(torch.cat([frames, clip.expand_as(frames)], dim=-1))  # expect: TEF106
""",
    "broadcast_to": """\
net = nn.Linear(8, 4)
frames = torch.rand(6, 10, 4)
clip = torch.rand(6, 1, 4)
out = net(torch.cat([frames, torch.broadcast_to(clip, (6, 10, 4))], dim=-1))  # expect: TEF106
""",
    "functional linear": """\
def merge(a: torch.Tensor, b: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    tiled = b.unsqueeze(1).expand(-1, a.size(1), -1)
    joined = torch.cat([a, tiled], dim=-1)  # expect: TEF106
    return F.linear(joined, weight)
""",
    "first layer of a Sequential": """\
class Critic(nn.Module):
    def __init__(self, state_dim, action_dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(state_dim + action_dim, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, state, actions):
        states = state.unsqueeze(1).repeat(1, actions.shape[1], 1)
        return self.net(torch.cat([states, actions], dim=-1))  # expect: TEF106
""",
    "module-level Sequential": """\
mlp = nn.Sequential(nn.Linear(9, 32), nn.Tanh(), nn.Linear(32, 3))
style = torch.rand(1, 6).repeat(50, 1)
xyz = torch.rand(50, 3)
rgb = mlp(torch.cat((xyz, style), dim=-1))  # expect: TEF106
""",
    "tiled in a helper of the same file": """\
def widen(z: torch.Tensor, n: int) -> torch.Tensor:
    return z.unsqueeze(1).expand(-1, n, -1)


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(12, 8)

    def forward(self, z, noise):
        return self.fc(torch.cat([noise, widen(z, noise.size(1))], dim=-1))  # expect: TEF106
""",
    "list through a name": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
parts = [a, b.repeat(1, 3, 1)]
d = linear(torch.cat(parts, dim=-1))  # expect: TEF106
""",
    "name reused for the cat": """\
class Conditional(nn.Module):
    def __init__(self, dim, cond):
        super().__init__()
        self.proj = nn.Linear(dim + cond, dim)

    def forward(self, x: torch.Tensor, cond: torch.Tensor) -> torch.Tensor:
        b, t, _ = x.shape
        cond = cond.view(b, 1, -1).expand(b, t, -1)
        x = torch.cat([x, cond], dim=-1)  # expect: TEF106
        x = self.proj(x)
        return torch.relu(x)
""",
    "module annotated as Linear": """\
def apply(layer: nn.Linear, a: Tensor, b: Tensor) -> Tensor:
    wide = b.unsqueeze(0).expand(a.size(0), -1)
    return layer(torch.cat([a, wide], dim=-1))  # expect: TEF106
""",
    "lambda": """\
layer = nn.Linear(10, 4)
context = torch.rand(1, 6)
score = lambda rows: layer(torch.cat([rows, context.expand(rows.size(0), -1)], dim=-1))  # expect: TEF106
out = score(torch.rand(7, 4))
""",
    "two steps of tiling": """\
fc = nn.Linear(20, 5)
goal = torch.rand(4)
states = torch.rand(2, 9, 16)
goal = goal.view(1, 1, 4)
tiled = goal.expand(2, 9, 4)
values = fc(torch.cat([states, tiled], dim=2))  # expect: TEF106
""",
    "time embedding of a diffusion model": """\
class Denoiser(nn.Module):
    def __init__(self, dim, time_dim):
        super().__init__()
        self.inp = nn.Linear(dim + time_dim, 128)
        self.out = nn.Linear(128, dim)

    def forward(self, x, t_emb):
        b, n, _ = x.shape
        t_emb = t_emb[:, None, :].expand(-1, n, -1)
        h = self.inp(torch.cat([x, t_emb], dim=-1))  # expect: TEF106
        return self.out(torch.nn.functional.silu(h))
""",
    "step of a decoder in a loop": """\
class Pointer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.w = nn.Linear(2 * dim, dim)
        self.cell = nn.GRUCell(dim, dim)

    def forward(self, memory, state, steps: int):
        for _ in range(steps):
            query = state.unsqueeze(1).expand(-1, memory.size(1), -1)
            keys = self.w(torch.cat([memory, query], dim=-1))  # expect: TEF106
            state = self.cell(keys.mean(dim=1), state)
        return state
""",
    "multi-line call": """\
user_vector = torch.rand(1, 32)
item_vectors = torch.rand(500, 32)
ranker = nn.Linear(64, 1)
scores = ranker(
    torch.cat(  # expect: TEF106
        [
            user_vector.expand(500, -1),
            item_vectors,
        ],
        dim=1,
    )
)
""",
    "first-of-sequential": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.mlp = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))

    def forward(self, x, z):
        z = z.unsqueeze(1).expand(-1, x.size(1), -1)
        return self.mlp(torch.cat((x, z), dim=-1))  # expect: TEF106
""",
    "several-heads": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q = torch.nn.Linear(8, 4)
        self.k = torch.nn.Linear(8, 4)

    def forward(self, x, z):
        both = torch.cat([x, z[:, None].repeat(1, x.size(1), 1)], -1)  # expect: TEF106
        return self.q(both) * self.k(both)
""",
    "Bahdanau attention": """\
class Attention(nn.Module):
    def __init__(self, enc_dim, dec_dim):
        super().__init__()
        self.attn = nn.Linear(enc_dim + dec_dim, dec_dim)
        self.v = nn.Linear(dec_dim, 1, bias=False)

    def forward(self, hidden, encoder_outputs):
        src_len = encoder_outputs.shape[1]
        hidden = hidden.unsqueeze(1).repeat(1, src_len, 1)
        energy = torch.tanh(self.attn(torch.cat((hidden, encoder_outputs), dim=2)))  # expect: TEF106
        return torch.softmax(self.v(energy).squeeze(2), dim=1)
""",
    "DeepSDF latent code tiled over the query points": """\
class Decoder(nn.Module):
    def __init__(self, latent=256, width=512):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(latent + 3, width), nn.ReLU(), nn.Linear(width, 1))

    def forward(self, code, xyz):
        n, _ = xyz.shape
        codes = code.view(1, -1).repeat(n, 1)
        inputs = torch.cat([codes, xyz], dim=1)  # expect: TEF106
        return self.net(inputs)
""",
    "NeRF view directions": """\
class Radiance(nn.Module):
    def __init__(self, width=256):
        super().__init__()
        self.views = nn.Linear(width + 3, width // 2)
        self.rgb = nn.Linear(width // 2, 3)

    def forward(self, feature, dirs):
        rays, samples, width = feature.shape
        d = dirs[:, None].expand(rays, samples, 3)
        h = F.relu(self.views(torch.cat([feature, d], -1)))  # expect: TEF106
        return torch.sigmoid(self.rgb(h))
""",
    "functional linear with a split parameter": """\
def condition(x: Tensor, style: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    b, t, d = x.shape
    tiled = style.unsqueeze(1).expand(-1, t, -1)
    joined = torch.cat((x, tiled), dim=-1)  # expect: TEF106
    return F.linear(joined, weight, bias)
""",
    "concat alias with a keyword axis": Whole("""\
import torch as th
from torch import nn


class GoalPolicy(nn.Module):
    def __init__(self, obs, goal, act):
        super().__init__()
        self.inp = nn.Linear(obs + goal, act)

    def forward(self, obs, goal):
        horizon = obs.size(1)
        goals = goal[:, None, :].expand(-1, horizon, -1)
        return self.inp(th.concat(tensors=[obs, goals], dim=-1))  # expect: TEF106
"""),
    "list built step by step": """\
class TimeConditioned(nn.Module):
    def __init__(self, dim, cond):
        super().__init__()
        self.proj = nn.Linear(dim + cond, dim)

    def forward(self, x, t_emb):
        b, n, d = x.shape
        parts = [x]
        parts.append(t_emb.unsqueeze(1).expand(b, n, -1))
        h = torch.cat(parts, dim=-1)  # expect: TEF106
        return x + self.proj(h)
""",
    "broadcast_to and a local linear": """\
def probe(feats: torch.Tensor, query: torch.Tensor) -> torch.Tensor:
    n, d = feats.shape
    head = nn.Linear(2 * d, 1)
    q = torch.broadcast_to(query.view(1, d), (n, d))
    return head(torch.cat([feats, q], dim=1))  # expect: TEF106
""",
    "only one branch tiles": """\
class Critic(nn.Module):
    def __init__(self, obs, act):
        super().__init__()
        self.q = nn.Linear(obs + act, 1)

    def forward(self, obs, actions):
        if actions.dim() == 3:
            n = actions.size(1)
            obs = obs.unsqueeze(1).expand(-1, n, -1)
            return self.q(torch.cat([obs, actions], dim=-1))  # expect: TEF106
        return self.q(torch.cat([obs, actions], dim=-1))
""",
    "torch.tile and a module list": """\
class Ensemble(nn.Module):
    def __init__(self, z, d, members=4):
        super().__init__()
        self.members = nn.ModuleList([nn.Linear(z + d, 1) for _ in range(members)])

    def forward(self, x, z):
        b, n, d = x.shape
        zs = torch.tile(z.unsqueeze(1), (1, n, 1))
        joined = torch.cat([x, zs], dim=-1)  # expect: TEF106
        return torch.stack([m(joined) for m in self.members])
""",
    "time feature tiled next to another input": """\
class ODEFunc(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.first = nn.Linear(dim + 4, dim)
        self.freq = nn.Parameter(torch.randn(1, 4))

    def forward(self, t, y):
        batch, dim = y.shape
        tt = torch.sin(self.freq * t).expand(batch, 4)
        return torch.tanh(self.first(torch.cat([tt, y], 1)))  # expect: TEF106
""",
}

LEAVE: dict[str, str] = {
    "two linears and a broadcast add": """\
class Merge(nn.Module):
    def __init__(self, in1, in2, out):
        super().__init__()
        self.linear1 = nn.Linear(in1, out)
        self.linear2 = nn.Linear(in2, out)

    def forward(self, a, b):
        return torch.relu(self.linear1(a) + self.linear2(b))
""",
    "nothing tiled": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 3, 6)
linear = nn.Linear(11, 10)
d = linear(torch.cat([a, b], dim=-1))
""",
    "relu between": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
d = linear(torch.relu(torch.cat([a, b.repeat(1, 3, 1)], dim=-1)))
""",
    "dropout between": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(11, 10)

    def forward(self, a, b):
        tiled = b.unsqueeze(1).expand(-1, a.size(1), -1)
        x = torch.cat([a, tiled], dim=-1)
        x = F.dropout(x, p=0.5, training=self.training)
        return self.fc(x)
""",
    "norm between": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(11)
        self.fc = nn.Linear(11, 10)

    def forward(self, a, b):
        tiled = b.unsqueeze(1).expand(-1, a.size(1), -1)
        return self.fc(self.norm(torch.cat([a, tiled], dim=-1)))
""",
    "Sequential that starts with a norm": """\
net = nn.Sequential(nn.LayerNorm(11), nn.Linear(11, 10))
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
d = net(torch.cat([a, b.expand(-1, 3, -1)], dim=-1))
""",
    "flatten between": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(33, 10)
d = linear(torch.cat([a, b.expand(-1, 3, -1)], dim=-1).flatten(1))
""",
    "transpose between": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(3, 10)
joined = torch.cat([a, b.expand(-1, 3, -1)], dim=-1)
d = linear(joined.transpose(1, 2))
""",
    "cat along the sequence": """\
x = torch.rand(8, 20, 16)
cls_token = torch.zeros(1, 1, 16)
proj = nn.Linear(16, 32)
tokens = torch.cat([cls_token.expand(8, -1, -1), x], dim=1)
out = proj(tokens)
""",
    "cat along the batch": """\
x = torch.rand(8, 16)
prototype = torch.rand(1, 16)
proj = nn.Linear(16, 32)
out = proj(torch.cat([x, prototype.repeat(4, 1)], dim=0))
""",
    "cat with the default dim": """\
x = torch.rand(8, 16)
prototype = torch.rand(1, 16)
proj = nn.Linear(16, 32)
out = proj(torch.cat([x, prototype.repeat(4, 1)]))
""",
    "negative dim that is not the last": """\
x = torch.rand(8, 20, 16)
prompt = torch.rand(1, 4, 16)
proj = nn.Linear(16, 32)
out = proj(torch.cat([prompt.expand(8, -1, -1), x], dim=-2))
""",
    "convolution takes the cat": """\
image = torch.rand(4, 3, 16, 16)
style = torch.rand(4, 8, 1, 1)
conv = nn.Conv2d(11, 16, 3)
out = conv(torch.cat([image, style.expand(-1, -1, 16, 16)], dim=1))
""",
    "recurrent cell takes the cat": """\
rnn = nn.GRU(10, 16, batch_first=True)
z = torch.rand(4, 1, 6)
x = torch.rand(4, 12, 4)
out, _ = rnn(torch.cat([x, z.expand(-1, 12, -1)], dim=-1))
""",
    "transformer layer takes the cat": """\
layer = nn.TransformerEncoderLayer(16, 4, batch_first=True)
x = torch.rand(4, 12, 8)
z = torch.rand(4, 1, 8)
out = layer(torch.cat([x, z.expand(-1, 12, -1)], dim=-1))
""",
    "unknown module takes the cat": """\
class Wrapper(nn.Module):
    def __init__(self, head):
        super().__init__()
        self.head = head

    def forward(self, x, z):
        z = z.unsqueeze(1).expand(-1, x.size(1), -1)
        return self.head(torch.cat([x, z], dim=-1))
""",
    "cat returned to the caller": """\
def condition(x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    z = z.unsqueeze(1).expand(-1, x.size(1), -1)
    return torch.cat([x, z], dim=-1)
""",
    "tile used apart from the cat": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
c = torch.rand(5, 3, 6)
linear = nn.Linear(11, 10)
tiled = b.repeat(1, 3, 1)
d = linear(torch.cat([a, c], dim=-1))
e = torch.bmm(tiled, c.transpose(1, 2))
""",
    "stack instead of cat": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 6)
linear = nn.Linear(2, 1)
d = linear(torch.stack([a, b.expand(-1, 3, -1)], dim=-1))
""",
    "linear before the tile": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 4)
linear = nn.Linear(4, 6)
joined = torch.cat([a, linear(b).expand(-1, 3, -1)], dim=-1)
""",
    "linear of one half only": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 4)
linear = nn.Linear(6, 6)
joined = torch.cat([linear(a), b.expand(-1, 3, -1)], dim=-1)
""",
    "bilinear form": """\
a = torch.rand(5, 3, 6)
b = torch.rand(5, 1, 4)
form = nn.Bilinear(6, 4, 2)
scores = form(a, b.repeat(1, 3, 1))
""",
    "numpy arrays": Whole("""\
import numpy as np
import torch
from torch import nn

a = np.random.rand(20, 5).astype("float32")
b = np.random.rand(1, 6).astype("float32")
linear = nn.Linear(11, 10)
joined = np.concatenate([a, np.tile(b, (20, 1))], axis=1)
out = linear(torch.from_numpy(joined))
"""),
    "shapes reversed by flip not tiled": """\
x = torch.rand(20, 5)
linear = nn.Linear(10, 10)
out = linear(torch.cat([x, x.flip(1)], dim=1))
""",
    "gathered rows look like a tile": """\
nodes = torch.rand(20, 5)
edges = torch.randint(0, 20, (2, 60))
linear = nn.Linear(10, 10)
messages = linear(torch.cat([nodes[edges[0]], nodes[edges[1]]], dim=-1))
""",
    "embedding joined to the input": """\
class Net(nn.Module):
    def __init__(self, classes, dim):
        super().__init__()
        self.embed = nn.Embedding(classes, dim)
        self.fc = nn.Linear(2 * dim, dim)

    def forward(self, x, y):
        return self.fc(torch.cat([x, self.embed(y)], dim=-1))
""",
    "zeros of the needed size": """\
x = torch.rand(20, 5)
linear = nn.Linear(8, 10)
out = linear(torch.cat([x, x.new_zeros(20, 3)], dim=1))
""",
    "tile overwritten before the cat": """\
a = torch.rand(5, 3, 5)
b = torch.rand(5, 1, 6)
linear = nn.Linear(11, 10)
tiled = b.repeat(1, 3, 1)
tiled = torch.rand(5, 3, 6)
d = linear(torch.cat([a, tiled], dim=-1))
""",
    "activation of the tiled sum between": """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(16, 4)

    def forward(self, x, z):
        h = torch.cat([x, torch.tanh(x + z.unsqueeze(1))], dim=-1)
        return self.fc(h)
""",
    "graph attention by two projections": """\
class GraphAttention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.src = nn.Linear(dim, 1)
        self.dst = nn.Linear(dim, 1)

    def forward(self, h):
        return torch.tanh(self.src(h).unsqueeze(1) + self.dst(h).unsqueeze(0))
""",
    "names that only look like torch": Whole("""\
from torch import nn, rand


def cat(tensors, dim):
    return tensors[dim]


linear = nn.Linear(6, 10)
out = linear(cat([rand(5, 6), rand(1, 6).repeat(5, 1)], -1))
"""),
    "normed-between": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 4)
        self.norm = torch.nn.LayerNorm(8)

    def forward(self, x, z):
        return self.fc(self.norm(torch.cat((x, z.expand_as(x)), -1)))
""",
    "along-the-steps": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 4)
        self.token = torch.nn.Parameter(torch.zeros(1, 1, 8))

    def forward(self, x):
        return self.fc(torch.cat([self.token.expand(x.size(0), -1, -1), x], dim=1))
""",
    "nothing-tiled": """\
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(8, 4)

    def forward(self, x, z):
        return self.fc(torch.cat([x, z], dim=-1))
""",
    "two linears and a broadcast add, in a longer program": """\
class Merge(nn.Module):
    def __init__(self, a, b, out):
        super().__init__()
        self.left = nn.Linear(a, out)
        self.right = nn.Linear(b, out, bias=False)

    def forward(self, x, z):
        return self.left(x) + self.right(z).unsqueeze(1)
""",
    "cat along the tokens": """\
class ViT(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.cls = nn.Parameter(torch.zeros(1, 1, dim))
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        b, n, d = x.shape
        return self.proj(torch.cat([self.cls.expand(b, -1, -1), x], dim=1))
""",
    "dropout is the first module of the sequence": """\
class Head(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Dropout(0.1), nn.Linear(2 * dim, dim))

    def forward(self, x, z):
        b, n, d = x.shape
        return self.net(torch.cat([x, z.unsqueeze(1).expand(-1, n, -1)], dim=-1))
""",
    "layer norm between": """\
class Fuse(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(2 * dim)
        self.fc = nn.Linear(2 * dim, dim)

    def forward(self, x, z):
        b, n, d = x.shape
        h = torch.cat([x, z.unsqueeze(1).repeat(1, n, 1)], dim=-1)
        h = self.norm(h)
        return self.fc(h)
""",
    "into a GRU": """\
class Decoder(nn.Module):
    def __init__(self, dim, ctx):
        super().__init__()
        self.rnn = nn.GRU(dim + ctx, dim, batch_first=True)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, context):
        t = x.size(1)
        joined = torch.cat([x, context.unsqueeze(1).expand(-1, t, -1)], dim=2)
        y, _ = self.rnn(joined)
        return self.out(y)
""",
    "PointNet segmentation is a Conv1d": """\
class Segment(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv1d(1088, 512, 1)

    def forward(self, x):
        b, c, n = x.shape
        g = x.amax(dim=2, keepdim=True).repeat(1, 1, n)
        return self.conv(torch.cat([x, g], dim=1))
""",
    "nothing is tiled": """\
class Concat(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(2 * dim, dim)

    def forward(self, x, y):
        b, n, d = x.shape
        tiled = x.mean(dim=1, keepdim=True).expand(-1, n, -1)
        z = self.fc(torch.cat([x, y], dim=-1))
        return z, tiled
""",
    "stack then a linear over the last dim": """\
class Stacked(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x, z):
        b, n, d = x.shape
        return self.fc(torch.stack([x, z.unsqueeze(1).expand(-1, n, -1)], dim=2))
""",
    "numpy concatenate": Whole("""\
import numpy as np
import torch
from torch import nn

fc = nn.Linear(6, 2)


def score(points, code):
    pts = np.asarray(points, dtype=np.float32)
    codes = np.repeat(code[None], len(pts), axis=0)
    return fc(torch.from_numpy(np.concatenate([pts, codes], axis=1)))
"""),
    "the features are summed before the linear": """\
class Pool(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(2 * dim, dim)

    def forward(self, x, z):
        b, n, d = x.shape
        h = torch.cat([x, z.unsqueeze(1).expand(-1, n, -1)], dim=-1)
        return self.fc(h.amax(dim=1))
""",
    "in-place activation between": """\
class Act(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(2 * dim, dim)

    def forward(self, x, z):
        n = x.size(1)
        h = torch.cat([x, z[:, None].expand(-1, n, -1)], dim=-1)
        h = F.relu(h, inplace=True)
        return self.fc(h)
""",
    "an unknown block": """\
def fuse(block, x: torch.Tensor, z: torch.Tensor) -> torch.Tensor:
    n = x.size(1)
    return block(torch.cat([x, z.unsqueeze(1).expand(-1, n, -1)], dim=-1))
""",
    "the batch is repeated, not the features": """\
class Augmented(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)

    def forward(self, x, views):
        b, d = x.shape
        extra = x.repeat(2, 1)
        return self.fc(torch.cat([views, extra], dim=0))
""",
}
