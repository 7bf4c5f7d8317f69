#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Training steps of a causal language model by transformers and PEFT, for bench/language_models.py.

  peft_worker.py MODEL TOKENS DOCUMENT WARM STEPS THREADS WAY [...]

MODEL is a folder with weights. A row of TOKENS random tokens holds documents of DOCUMENT tokens
each, which do not see each other: transformers finds that out from positions that begin again. WAY:
  lora        rank 32 on all seven linear modules of a layer, with dropout; else all is trained
  bf16        weights in bf16, under autocast; else float32
  autocast    float32 weights, products in bf16
  checkpoint  activations are recomputed, TRL's default
  compile     torch.compile
  answers     only the last two tokens of a document count
  padded      the row has one document, and padding
Prints one line of JSON: tokens without padding, processor seconds and seconds of each step, and the
largest memory.
"""

import json
import resource
import sys
import time

import torch
import transformers


def step_of(model, ways, optimizer, batch):
    trained = [p for p in model.parameters() if p.requires_grad]
    narrow = "bf16" in ways or "autocast" in ways
    forward = torch.compile(model) if "compile" in ways else model

    def step():
        with torch.autocast("cpu", torch.bfloat16, enabled=narrow):
            loss = forward(**batch, use_cache=False).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.item()
    return step


def model_of(folder, ways):
    model = transformers.AutoModelForCausalLM.from_pretrained(
        folder, dtype=torch.bfloat16 if "bf16" in ways else torch.float32,
        attn_implementation="sdpa")
    if "lora" in ways:
        from peft import LoraConfig, get_peft_model
        model = get_peft_model(model, LoraConfig(
            r=32, lora_alpha=64, lora_dropout=0.05, bias="none", task_type="CAUSAL_LM",
            target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj",
                            "down_proj"]))
    if "checkpoint" in ways:
        model.gradient_checkpointing_enable({"use_reentrant": False})
        model.enable_input_require_grads()
    return model.train()


def main():
    folder, tokens, document, warm, steps, threads = sys.argv[1], *map(int, sys.argv[2:7])
    ways = set(sys.argv[7:])
    torch.set_num_threads(threads)
    torch.manual_seed(0)
    model = model_of(folder, ways)
    ids = torch.randint(0, 30000, (1, tokens))
    position = torch.arange(tokens)[None] % document
    labels = ids.masked_fill(position == 0, -100)  # no document predicts the next one's beginning
    if "answers" in ways:
        labels = labels.masked_fill(position < document - 2, -100)
    batch = {"input_ids": ids, "position_ids": position, "labels": labels}
    if "padded" in ways:
        own = (torch.arange(tokens) < document)[None]
        batch = {"input_ids": ids, "attention_mask": own.long(),
                 "labels": labels.masked_fill(~own, -100)}
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=2e-4,
                                  fused=True)
    step = step_of(model, ways, optimizer, batch)
    found = {"tokens": document if "padded" in ways else tokens, "processor_seconds": [],
             "seconds": []}
    for index in range(warm + steps):
        begin, spent = time.perf_counter(), time.process_time()
        loss = step()
        if index >= warm:
            found["processor_seconds"].append(time.process_time() - spent)
            found["seconds"].append(time.perf_counter() - begin)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    print(json.dumps(found | {"loss": loss, "resident_peak_bytes": peak}))


if __name__ == "__main__":
    main()
