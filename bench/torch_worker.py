#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""PyTorch's side of the comparison: does what each line of its input says, and prints seconds.

  torch_worker.py MODEL TRAIN_FILE DEV_FILE CACHE BATCH

Input, a line at a time: a recipe (a training step, or several), `question FORM` (one of 384
tokens), `evaluation FORM COUNT` (a forward pass over the windows of COUNT questions, sorted by
length), `preparation PROCESSES` (the train file to padded features with datasets.map, as run_qa
does), `optimizer` (clipping and fused AdamW) or `memory` (one by the most that it had, in 1/GB).
Output, for each: a line of JSON.

Recipes, all with dropout 0.1, clipping at 1 and fused AdamW:
  R1   pad to 384, float32: Hugging Face's defaults
  R2   pad to the batch's longest, bf16 autocast, torch.compile
  R2g  R2 with batches grouped by length
  R3   equal lengths without a mask, nothing but real tokens: the ideal of a PyTorch recipe
R2f, R2gf and R3f are the same in float32, for processors without bf16 products.

Forms: f32, bf16 (autocast) and bf16_compiled (bf16 weights, torch.compile).
"""

import json
import resource
import sys
import tempfile
import time

import numpy as np
import torch
import torch._dynamo.utils

import squad_features as squad

MEGA_BATCH = 50  # batches sorted together, as group_by_length does


class Recipe:
    def __init__(self, name, model, features, batch):
        self.name, self.batch = name, batch
        self.model = squad.load_model(model, 42)
        self.bf16 = name in ("R2", "R2g", "R3")
        self.optimizer = torch.optim.AdamW(squad.parameter_groups(self.model), lr=3e-5, fused=True)
        self.batches = self.endless(features)
        forward = lambda **batch: self.model(**batch).loss
        self.forward = (forward if name == "R1"
                        else torch.compile(forward, dynamic=not name.startswith("R3")))

    def endless(self, features):
        order = np.random.default_rng(42).permutation(len(features))
        if self.name.startswith("R3"):
            length = round(np.mean([len(ids) for ids, _, _ in features]))
            order = [i for i in order if len(features[i][0]) == length]
        together = self.batch * (MEGA_BATCH if self.name.startswith("R2g") else 1)
        while True:
            for at in range(0, len(order) - together, together):
                mega = sorted(order[at:at + together], key=lambda i: -len(features[i][0]))
                for cut in np.random.default_rng(at).permutation(together // self.batch):
                    part = mega[cut * self.batch:(cut + 1) * self.batch]
                    yield [features[i] for i in part]

    def step(self):
        features = next(self.batches)
        batch = squad.padded_batch(features, 384 if self.name == "R1" else 0)
        if self.name.startswith("R3"):
            del batch["attention_mask"]
        start = time.perf_counter()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            loss = self.forward(**batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        return {"seconds": time.perf_counter() - start, "features": len(features),
                "tokens": sum(len(ids) for ids, _, _ in features)}

    def compiled_step(self):
        """A step in which torch.compile had nothing left to do."""
        while True:
            graphs = torch._dynamo.utils.counters["stats"]["unique_graphs"]
            result = self.step()
            if torch._dynamo.utils.counters["stats"]["unique_graphs"] == graphs:
                return result

    def compiled_steps(self):
        """Batches that are grouped by length differ up to threefold in it: several of them."""
        results = [self.compiled_step() for _ in range(10 if self.name.startswith("R2g") else 1)]
        return {name: sum(result[name] for result in results) for name in results[0]}


class Inference:
    def __init__(self, model, form):
        self.model = squad.load_model(model, 42).eval()
        self.autocast = form == "bf16"
        if form == "bf16_compiled":
            self.model = torch.compile(self.model.to(torch.bfloat16))

    def run(self, batch):
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=self.autocast):
            self.model(**batch)

    def question(self):
        batch = {"input_ids": torch.randint(1000, 20000, (1, squad.MAX_LENGTH))}
        seconds = []
        for _ in range(10):
            start = time.perf_counter()
            self.run(batch)
            seconds.append(time.perf_counter() - start)
        return {"seconds": float(np.median(seconds)), "features": 1}

    def evaluation(self, features):
        chosen = sorted(features, key=lambda feature: len(feature[0]))
        start = time.perf_counter()
        for at in range(0, len(chosen), 16):
            batch = squad.padded_batch(chosen[at:at + 16])
            self.run({k: v for k, v in batch.items() if not k.endswith("positions")})
        return {"seconds": time.perf_counter() - start, "features": len(chosen)}


def optimizer(model):
    model = squad.load_model(model, 42)
    update = torch.optim.AdamW(squad.parameter_groups(model), lr=1e-6, fused=True)
    seconds = []
    for _ in range(8):
        for parameter in model.parameters():
            parameter.grad = torch.full_like(parameter, 1e-3)
        start = time.perf_counter()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        update.step()
        seconds.append(time.perf_counter() - start)
    return {"seconds": float(np.median(seconds)), "features": 1}


def preparation(model, train_file, processes):
    import datasets
    datasets.disable_progress_bars()
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        rows = datasets.Dataset.from_list(squad.read_questions(train_file))
        features = rows.map(squad.Prepare(model), batched=True, remove_columns=rows.column_names,
                            new_fingerprint="prepared", num_proc=processes,
                            cache_file_name=f"{folder}/features.arrow",
                            load_from_cache_file=False)
        return {"seconds": time.perf_counter() - start, "features": len(features)}


def main():
    model, train_file, dev_file, cache, batch = sys.argv[1:6]
    torch.set_num_threads(2)
    recipes, inferences = {}, {}

    def inference(name):
        if name not in inferences:
            inferences[name] = Inference(model, name)
        return inferences[name]

    for line in sys.stdin:
        words = line.split()
        if words[0] == "question":
            result = inference(words[1]).question()
        elif words[0] == "evaluation":
            questions = squad.read_questions(dev_file)[:int(words[2])]
            result = inference(words[1]).evaluation(squad.features(model, questions))
        elif words[0] == "preparation":
            result = preparation(model, train_file, int(words[1]))
        elif words[0] == "optimizer":
            result = optimizer(model)
        elif words[0] == "memory":
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
            result = {"seconds": peak, "features": 1e9}
        else:
            if words[0] not in recipes:
                features = squad.train_features(model, train_file, cache)
                recipes[words[0]] = Recipe(words[0], model, features, int(batch))
            result = recipes[words[0]].compiled_steps()
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
