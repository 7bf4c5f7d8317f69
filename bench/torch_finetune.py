#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The peer of tools/finetune.py: the same recipe in PyTorch, resumed where it was stopped.

  torch_finetune.py MODEL TRAIN_FILE DEV_FILE OUTPUT [--steps 1500] [--seed 42] [--bf16]

A batch is cut, sorted by length, into micro-batches of 4 whose gradients are averaged: the same
mathematics as one batch padded to its longest, with less padding. Writes log.json (a loss each 25
steps) and predictions.json, which `tutti score` scores.
"""

import argparse
import json
import pathlib
import time

import numpy as np
import torch

import squad_features as squad

BATCH, MICRO, RATE = 16, 4, 5e-5


def learning_rate_factor(step, steps):
    warm_up = steps // 10
    return step / warm_up if step < warm_up else (steps - step) / (steps - warm_up)


class Training:
    def __init__(self, options, features):
        self.options, self.features = options, features
        self.model = squad.load_model(options.model, options.seed)
        self.order = np.random.default_rng(options.seed).permutation(len(features))
        torch.manual_seed(options.seed)
        self.optimizer = torch.optim.AdamW(squad.parameter_groups(self.model), lr=RATE)
        self.schedule = torch.optim.lr_scheduler.LambdaLR(
            self.optimizer, lambda step: learning_rate_factor(step, options.steps))
        self.losses, self.seconds = [], 0.0
        self.saved = options.output / "state.pt"
        if self.saved.exists():
            state = torch.load(self.saved, weights_only=False)
            for name in ("model", "optimizer", "schedule"):
                getattr(self, name).load_state_dict(state[name])
            self.losses, self.seconds = state["losses"], state["seconds"]
            torch.set_rng_state(state["random"])

    def save(self):
        state = {name: getattr(self, name).state_dict()
                 for name in ("model", "optimizer", "schedule")}
        state |= {"losses": self.losses, "seconds": self.seconds, "random": torch.get_rng_state()}
        torch.save(state, self.saved.with_suffix(".new"))
        self.saved.with_suffix(".new").rename(self.saved)

    def step(self):
        start = time.monotonic()
        at = len(self.losses) * BATCH
        batch = sorted((self.features[i] for i in self.order[at:at + BATCH]),
                       key=lambda feature: len(feature[0]))
        loss_sum = 0.0
        for first in range(0, BATCH, MICRO):
            with torch.autocast("cpu", torch.bfloat16, enabled=self.options.bf16):
                loss = self.model(**squad.padded_batch(batch[first:first + MICRO])).loss
            (loss * (MICRO / BATCH)).backward()
            loss_sum += loss.item() * MICRO / BATCH
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.schedule.step()
        self.optimizer.zero_grad()
        self.losses.append(loss_sum)
        self.seconds += time.monotonic() - start

    def run(self):
        while len(self.losses) < self.options.steps:
            self.step()
            if len(self.losses) % 25 == 0:
                self.save()
                print(f"step {len(self.losses)} loss {np.mean(self.losses[-25:]):.4f} "
                      f"{self.seconds:.0f} s", flush=True)


def best_answer(question, sequence, offsets, start, end):
    """Score and text of the best of 20 starts x 20 ends, at most 30 tokens long."""
    inside = np.array([part == 1 for part in sequence])
    best = (-np.inf, "")
    for first in np.argsort(-start)[:20]:
        for last in np.argsort(-end)[:20]:
            if not (inside[first] and inside[last] and first <= last < first + 30):
                continue
            score = start[first] + end[last]
            if score > best[0]:
                best = (score, question["context"][offsets[first][0]:offsets[last][1]])
    return best


def predict(model, options):
    questions = squad.read_questions(options.dev_file)
    encoded = squad.encode(squad.load_tokenizer(options.model), [q["question"] for q in questions],
                           [q["context"] for q in questions])
    lengths = [len(ids) for ids in encoded["input_ids"]]
    order = sorted(range(len(lengths)), key=lambda i: lengths[i])
    best = {}
    model.eval()
    for at in range(0, len(order), 32):
        part = order[at:at + 32]
        rows = [(np.asarray(encoded["input_ids"][i]), encoded.sequence_ids(i).index(1), (0, 0))
                for i in part]
        batch = squad.padded_batch(rows)
        with torch.inference_mode():
            out = model(**{k: v for k, v in batch.items() if not k.endswith("positions")})
        for row, i in enumerate(part):
            question = questions[encoded["overflow_to_sample_mapping"][i]]
            found = best_answer(question, encoded.sequence_ids(i), encoded["offset_mapping"][i],
                                out.start_logits[row, :lengths[i]].numpy(),
                                out.end_logits[row, :lengths[i]].numpy())
            best[question["id"]] = max(best.get(question["id"], (-np.inf, "")), found)
    return {name: text for name, (_, text) in best.items()}


def main():
    parser = argparse.ArgumentParser()
    for name in ("model", "train_file", "dev_file"):
        parser.add_argument(name)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bf16", action="store_true", help="autocast, where the CPU gains from it")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    training = Training(options, squad.train_features(options.model, options.train_file,
                                                      options.output))
    training.run()
    log = {"steps": options.steps, "seed": options.seed, "losses": training.losses,
           "seconds": training.seconds, "torch": torch.__version__}
    (options.output / "log.json").write_text(json.dumps(log))
    predictions = predict(training.model, options)
    (options.output / "predictions.json").write_text(json.dumps(predictions))


if __name__ == "__main__":
    main()
