#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds twenty steps of LoRA on SmolLM2-135M-Instruct against those of PEFT.

  check_smollm2.py PROGRAM MODEL ROWS GOLDEN [--folder /dev/shm] [--steps 20]

MODEL has the weights of the published 4-bit GGUF file, rounded to bf16. ROWS is LegalBench as JSON
lines with "input" and "output", of which every 17th is taken. GOLDEN is what PEFT computed: the
loss of each step, and the losses on the last four packed rows before and after. First weights of
the adapter follow from a rule, so that both begin with the same. Exit 1 where a loss is further
away than 1e-2, or the last evaluation than 1 %.
"""

import argparse
import array
import json
import math
import pathlib
import re
import struct
import subprocess
import tempfile

RANK = 8
LENGTH = 512
LOSS_BOUND = 1e-2
EVALUATION_BOUND = 0.01
# Those of the taken rows whose text has more than LENGTH tokens.
TOO_LONG = {418, 445, 845, 990}
MASK = (1 << 64) - 1


def splitmix(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def adapted_modules(config):
    """(name, inputs, outputs) of each linear module, in the order of PEFT's names."""
    wide, inner = config["hidden_size"], config["intermediate_size"]
    kv = wide // config["num_attention_heads"] * config["num_key_value_heads"]
    sizes = {"self_attn.q_proj": (wide, wide), "self_attn.k_proj": (wide, kv),
             "self_attn.v_proj": (wide, kv), "self_attn.o_proj": (wide, wide),
             "mlp.gate_proj": (wide, inner), "mlp.up_proj": (wide, inner),
             "mlp.down_proj": (inner, wide)}
    names = sorted(f"model.layers.{layer}.{part}"
                   for layer in range(config["num_hidden_layers"]) for part in sizes)
    return [(name, *sizes[name.split(".", 3)[3]]) for name in names]


def write_adapter(folder, config):
    """A is (2u - 1) / sqrt(inputs) with u of splitmix64, B is zero."""
    header, data = {}, bytearray()

    def add(name, shape, values):
        begin = len(data)
        data.extend(array.array("f", values).tobytes())
        header[f"base_model.model.{name}.weight"] = {
            "dtype": "F32", "shape": shape, "data_offsets": [begin, len(data)]}

    for index, (name, inputs, outputs) in enumerate(adapted_modules(config)):
        scale, seed = 1 / math.sqrt(inputs), 1000003 * index
        add(f"{name}.lora_A", [RANK, inputs],
            [(2 * (splitmix(seed + i) >> 40) / 2**24 - 1) * scale for i in range(RANK * inputs)])
        add(f"{name}.lora_B", [outputs, RANK], [0.0] * (outputs * RANK))
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    folder.mkdir()
    (folder / "adapter_model.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + data)
    (folder / "adapter_config.json").write_text(json.dumps({
        "peft_type": "LORA", "task_type": "CAUSAL_LM", "r": RANK, "lora_alpha": 2 * RANK,
        "lora_dropout": 0.0, "bias": "none",
        "target_modules": ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj",
                           "down_proj"]}))


def write_rows(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(
                {"prompt": [{"role": "user", "content": row["input"]}],
                 "completion": [{"role": "assistant", "content": row["output"]}]}) + "\n")


def run(command):
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n"
                         + done.stderr)
    return done.stderr


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "model", "rows", "golden"):
        parser.add_argument(name)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--folder", help="where the run is kept meanwhile")
    options = parser.parse_args()
    golden = json.loads(pathlib.Path(options.golden).read_text())
    with open(options.rows, encoding="utf-8") as file:
        taken = [json.loads(line) for line in list(file)[::17]]
    documents = [row for i, row in enumerate(taken) if i not in TOO_LONG]
    assert len(documents) == golden["documents"], len(documents)
    with tempfile.TemporaryDirectory(dir=options.folder) as temporary:
        ok = compare(options, golden, documents, pathlib.Path(temporary))
    raise SystemExit(0 if ok else 1)


def compare(options, golden, documents, work):
    write_rows(work / "train.jsonl", documents)
    write_rows(work / "held_out.jsonl", [documents[i] for row in golden["last_four"] for i in row])
    config = json.loads((pathlib.Path(options.model) / "config.json").read_text())
    write_adapter(work / "first", config)
    common = ["--model_name_or_path", options.model, "--task", "text-generation",
              "--max_seq_length", str(LENGTH), "--precision", "f32"]

    def evaluation(adapter):
        output = work / "evaluation"
        run([options.program, "evaluate", *common, "--adapter", adapter, "--validation_file",
             work / "held_out.jsonl", "--output_dir", output])
        return json.loads((output / "eval_results.json").read_text())["eval_loss"]

    before = evaluation(work / "first")
    said = run([options.program, "train", *common, "--adapter", work / "first",
                "--train_file", work / "train.jsonl", "--do_train", "--packing",
                "--train_sampling_strategy", "sequential", "--per_device_train_batch_size", "1",
                "--max_steps", str(options.steps), "--learning_rate", "1e-3",
                "--lr_scheduler_type", "constant", "--weight_decay", "0", "--max_grad_norm", "1",
                "--logging_steps", "1", "--save_strategy", "no", "--output_dir", work / "trained"])
    packed = re.search(r"packed into (\d+) rows", said)
    assert packed and int(packed[1]) == golden["packed_rows"], said
    state = json.loads((work / "trained" / "trainer_state.json").read_text())
    worst = 0
    for entry, expected in zip(state["log_history"], golden["steps"]):
        worst = max(worst, abs(entry["loss"] - expected["loss"]))
        print(f"step {entry['step']:2}: loss {entry['loss']:.6f}, PEFT's {expected['loss']:.6f}")
    ok = worst <= LOSS_BOUND
    print(f"largest distance of a loss: {worst:.1e} (at most {LOSS_BOUND:.0e})")
    print(f"evaluation before: {before:.5f}, PEFT's {golden['eval_before']:.5f}")
    ok &= abs(before / golden["eval_before"] - 1) <= EVALUATION_BOUND
    if options.steps == len(golden["steps"]):
        after = evaluation(work / "trained")
        print(f"evaluation after: {after:.5f}, PEFT's {golden['eval_after']:.5f}")
        ok &= abs(after / golden["eval_after"] - 1) <= EVALUATION_BOUND
    return ok


if __name__ == "__main__":
    main()
