#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Training steps of ResNet-BK by PyTorch, for bench/resnet_bk.py.

  resnet_bk_worker.py MODEL WORDS ROWS f32|bf16 THREADS

The causal model of src/model/resnet_bk.h with one expert for each word, under the names of its
parameters: its weights are written into MODEL, so that both sides begin with the same. WORDS is a
file of words, cut into rows of as many as MODEL has positions. bf16 is autocast. For each line of
standard input a line of JSON on standard output: `loss FILE` gives the mean loss of a file of
words, a number the seconds of as many steps, and the most memory that the process has had.
"""

import json
import pathlib
import sys
import time

import torch
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional

BALANCE = 0.01


class CausalResolvent(torch.autograd.Function):
    """Re and Im of G_i = 1 / L_i, L_i = d_i - 1 / L_{i-1}, d = v - 2 - i, along the last axis."""

    @staticmethod
    def forward(context, v):
        d = torch.complex(v - 2, -torch.ones_like(v)).T.contiguous()
        inverse = [1 / d[0]]
        for row in d[1:]:
            inverse.append(1 / (row - inverse[-1]))
        g = torch.stack(inverse)
        context.save_for_backward(g)
        return g.real.T.contiguous(), g.imag.T.contiguous()

    @staticmethod
    def backward(context, d_real, d_imaginary):
        g, = context.saved_tensors
        square = g * g
        own = torch.complex(-d_real, d_imaginary).T * square
        sums = [own[-1]]
        for i in range(len(g) - 2, -1, -1):
            sums.append(own[i] + sums[-1] * square[i])
        return torch.stack(sums[::-1]).real.T.contiguous()


class Matrices(nn.Module):
    """One linear layer for each expert."""

    def __init__(self, experts, outputs, inputs):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(experts, outputs, inputs))
        self.bias = nn.Parameter(torch.zeros(experts, outputs))

    def forward(self, x, expert):
        return functional.linear(x, self.weight[expert], self.bias[expert])


class Experts(nn.Module):
    def __init__(self, experts, width):
        super().__init__()
        self.experts, self.gate = experts, nn.Linear(width, experts)
        self.up, self.down = (Matrices(experts, 2 * width, width),
                              Matrices(experts, width, 2 * width))

    def forward(self, x):
        """The experts' output, and how far they are from being used evenly."""
        flat = x.flatten(0, 1)
        shares = self.gate(flat).float().softmax(-1)
        weight, chosen = shares.max(-1)
        result = torch.zeros(flat.shape)
        for expert in range(self.experts):
            tokens = torch.where(chosen == expert)[0]
            found = self.down(functional.relu(self.up(flat[tokens], expert)), expert)
            result = result.index_copy(0, tokens, found.float())
        uses = torch.bincount(chosen, minlength=self.experts) / len(chosen)
        return ((result * weight[:, None]).view(x.shape),
                self.experts * (uses * shares.mean(0)).sum())


class Layer(nn.Module):
    def __init__(self, experts, width, eps):
        super().__init__()
        self.LayerNorm, self.moe = nn.LayerNorm(width, eps=eps), Experts(experts, width)
        self.potential, self.project = nn.Linear(width, 1), nn.Linear(2, width)
        self.bk_scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        f, balance = self.moe(self.LayerNorm(x))
        v = self.potential(f).squeeze(-1).float().clamp(-3, 3)
        core = self.project(torch.stack(CausalResolvent.apply(v), -1))
        return x + f + self.bk_scale * core, balance


class ResnetBk(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, eps = config["hidden_size"], config.get("layer_norm_eps", 1e-5)
        self.embeddings = nn.ModuleDict({
            "token": nn.Embedding(config["vocab_size"], width),
            "position": nn.Embedding(config["max_position_embeddings"], width)})
        self.layers = nn.ModuleList(Layer(config["num_experts"], width, eps)
                                    for _ in range(config["num_hidden_layers"]))
        self.LayerNorm = nn.LayerNorm(width, eps=eps)
        self.head = nn.Linear(width, config["vocab_size"])
        for name, parameter in self.named_parameters():
            if name.endswith("bias"):
                nn.init.zeros_(parameter)
            elif parameter.dim() > 1:
                nn.init.normal_(parameter, std=config["initializer_range"])

    def forward(self, ids, targets):
        """The mean loss, and the balance of the experts."""
        x = self.embeddings["token"](ids) + self.embeddings["position"].weight[:ids.shape[1]]
        balance = 0
        for layer in self.layers:
            x, own = layer(x)
            balance = balance + own / len(self.layers)
        logits = self.head(self.LayerNorm(x))
        return functional.cross_entropy(logits.flatten(0, 1).float(), targets.flatten()), balance


class Training:
    def __init__(self, folder, words, rows, precision):
        config = json.loads((folder / "config.json").read_text())
        self.narrow = precision == "bf16"
        self.model = ResnetBk(config)
        save_file(self.model.state_dict(), folder / "model.safetensors")
        self.number = {word: i for i, word in
                       enumerate((folder / "words.txt").read_text().split("\n"))}
        self.length = config["max_position_embeddings"]
        self.rows = self.rows_of(words)
        self.order = iter(torch.randperm(len(self.rows[0])).split(rows))
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-3, weight_decay=0.01,
                                           fused=True)

    def rows_of(self, path):
        """Inputs and targets, [rows, length], of a file. It begins after the end of a line."""
        ids = torch.tensor([self.number["<eos>"]] + [
            self.number[word] for line in path.open(encoding="utf-8")
            for word in (*line.split(), "<eos>")])
        count = (len(ids) - 1) // self.length * self.length
        return [part.view(-1, self.length) for part in (ids[:count], ids[1:count + 1])]

    def losses(self, inputs, targets):
        with torch.autocast("cpu", torch.bfloat16, enabled=self.narrow):
            return self.model(inputs, targets)

    def step(self):
        chosen = next(self.order)
        loss, balance = self.losses(*(part[chosen] for part in self.rows))
        (loss + BALANCE * balance).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)


def peak_memory():
    """Without code and mapped files, as Tutti counts it."""
    status = dict(line.split(":", 1) for line in
                  pathlib.Path("/proc/self/status").read_text().splitlines())
    return 1024 * (int(status["VmHWM"].split()[0]) - int(status["RssFile"].split()[0]))


def main():
    folder, words, rows, precision, threads = sys.argv[1:]
    torch.set_num_threads(int(threads))
    torch.manual_seed(0)
    training = Training(pathlib.Path(folder), pathlib.Path(words), int(rows), precision)
    for line in sys.stdin:
        if line.startswith("loss "):
            with torch.no_grad():
                path = pathlib.Path(line.removeprefix("loss ").rstrip("\n"))
                found = {"loss": training.losses(*training.rows_of(path))[0].item()}
        else:
            begin, spent = time.perf_counter(), time.process_time()
            for _ in range(int(line)):
                training.step()
            found = {"step_seconds": (time.perf_counter() - begin) / int(line),
                     "step_processor_seconds": (time.process_time() - spent) / int(line),
                     "resident_peak_bytes": peak_memory()}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
