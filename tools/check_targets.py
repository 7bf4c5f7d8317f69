#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles trainings of every kind for devices that are not here, by the devices' own compilers,
and writes what they say as a page.

Usage: check_targets.py TUTTI [--plugins FOLDER...] [--target NAME...] [--training NAME...]
                        [--page FILE]
The plugins are those that `./dev test` fetches, or the folders that --plugins names. Models have
their real shapes and no weights; the data are those of examples/quickstart. Exit code 1: some
program was not compiled.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUICKSTART = ROOT / "examples" / "quickstart"
PLUGINS = [ROOT / ".cache" / "plugins" / name
           for name in ("libtpu-0.0.52", "jax-cuda12-pjrt-0.10.2")]
# A training on several devices shares its steps among them.
TARGETS = ("tpu:v5e", "tpu:v5e:2x4", "tpu:v4", "tpu:v6e", "cuda:h100", "cuda:a100", "cuda:t4")


def bert(hidden, layers, heads):
    return {"model_type": "bert", "architectures": ["BertForQuestionAnswering"],
            "hidden_act": "gelu", "hidden_size": hidden, "intermediate_size": 4 * hidden,
            "num_hidden_layers": layers, "num_attention_heads": heads, "vocab_size": 30522,
            "max_position_embeddings": 512, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
            "hidden_dropout_prob": 0.1, "attention_probs_dropout_prob": 0.1,
            "initializer_range": 0.02, "pad_token_id": 0}


GPT2 = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "vocab_size": 50257,
        "n_embd": 768, "n_layer": 12, "n_head": 12, "n_positions": 1024,
        "activation_function": "gelu_new", "attn_pdrop": 0.1, "embd_pdrop": 0.1,
        "resid_pdrop": 0.1, "layer_norm_epsilon": 1e-5, "initializer_range": 0.02,
        "bos_token_id": 1, "eos_token_id": 2, "tie_word_embeddings": True, "dtype": "bfloat16"}
QWEN2 = {"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"], "vocab_size": 151936,
         "hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24,
         "num_attention_heads": 14, "num_key_value_heads": 2, "hidden_act": "silu",
         "max_position_embeddings": 32768, "rms_norm_eps": 1e-6, "rope_theta": 1000000.0,
         "initializer_range": 0.02, "attention_dropout": 0.0, "bos_token_id": 1,
         "eos_token_id": 2, "tie_word_embeddings": True, "use_sliding_window": False,
         "dtype": "bfloat16"}
RESNET_BK = {"model_type": "resnet_bk", "vocab_size": 4096, "hidden_size": 64,
             "num_hidden_layers": 4, "num_experts": 4, "num_experts_per_tok": 1,
             "max_position_embeddings": 128, "initializer_range": 0.1}

ANSWERS = ["--task", "question-answering", "--max_seq_length", "384", "--pack", "none",
           "--train_file", QUICKSTART / "train.json"]
TEXTS = ["--task", "text-generation"]
LORA = ["--use_peft", "--lora_r", "32", "--lora_alpha", "64", "--lora_target_modules", "all-linear"]
# name: config, flags. The batch is a device's.
TRAININGS = {
    "BERT mini": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "16"]),
    "BERT mini, float32": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "16",
                                             "--precision", "f32"]),
    "BERT mini, fp16": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "16",
                                          "--precision", "fp16"]),
    "BERT mini, recomputed": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "16",
                                                "--gradient_checkpointing"]),
    "BERT mini, packed": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "16",
                                            "--pack", "auto"]),
    "BERT mini, accumulated": (bert(256, 4, 4), [*ANSWERS, "--per_device_train_batch_size", "8",
                                                 "--gradient_accumulation_steps", "2"]),
    "MiniLM": (bert(384, 6, 12), [*ANSWERS, "--per_device_train_batch_size", "16"]),
    "BERT-base": (bert(768, 12, 12), [*ANSWERS, "--per_device_train_batch_size", "16"]),
    "BERT-base, classification": (
        bert(768, 12, 12), ["--task", "text-classification", "--max_seq_length", "128",
                            "--per_device_train_batch_size", "32"]),
    "BERT-large": (bert(1024, 24, 16), [*ANSWERS, "--per_device_train_batch_size", "8"]),
    "GPT-2": (GPT2, [*TEXTS, "--max_seq_length", "512", "--per_device_train_batch_size", "4"]),
    "Qwen2 0.5 B, LoRA": (QWEN2, [*TEXTS, *LORA, "--max_seq_length", "1000", "--packing",
                                  "--per_device_train_batch_size", "4"]),
    "Qwen2 0.5 B": (QWEN2, [*TEXTS, "--max_seq_length", "512", "--packing",
                            "--per_device_train_batch_size", "2"]),
    "ResNet-BK": (RESNET_BK, ["--task", "lm", "--max_seq_length", "128",
                              "--per_device_train_batch_size", "8"]),
}


def write_classes(path):
    """Questions of the quickstart's data by what they ask for."""
    kinds = ["who", "when", "what", "where"]
    with open(path, "w", encoding="utf-8") as out:
        for article in json.loads((QUICKSTART / "train.json").read_text())["data"]:
            for paragraph in article["paragraphs"]:
                for question in paragraph["qas"]:
                    text = question["question"]
                    kind = next((k for k in kinds if k in text.lower()), "other")
                    out.write(json.dumps({"text": text, "label": kind}) + "\n")


def paragraphs_of_data():
    return [paragraph["context"].replace("\n", " ")
            for article in json.loads((QUICKSTART / "train.json").read_text())["data"]
            for paragraph in article["paragraphs"]]


def write_texts(path):
    """The paragraphs, some together, as --task text-generation reads them."""
    paragraphs = paragraphs_of_data()
    path.write_text("".join(json.dumps({"text": " ".join(paragraphs[i:i + 4])}) + "\n"
                            for i in range(0, len(paragraphs), 4)))


def write_words(words_path, text_path, most):
    """The paragraphs, and their words, as --task lm reads them."""
    paragraphs = paragraphs_of_data()
    counts = {}
    for paragraph in paragraphs:
        for word in paragraph.split():
            counts[word] = counts.get(word, 0) + 1
    known = sorted(counts, key=lambda word: (-counts[word], word))[:most - 2]
    words_path.write_text("\n".join(["<eos>", "<unk>", *known]) + "\n")
    known = set(known)
    text_path.write_text("".join(" ".join(word if word in known else "<unk>"
                                          for word in paragraph.split()) + "\n"
                                 for paragraph in paragraphs))


def make_training(name, folder):
    """The flags of a training, whose model and data are written into the folder."""
    config, flags = TRAININGS[name]
    model = folder / "model"
    model.mkdir()
    (model / "config.json").write_text(json.dumps(config))
    tokenizer = (QUICKSTART / "tiny_bert" if config["model_type"] == "bert"
                 else ROOT / "tests" / "golden" / "tokenizer" / "tok512")
    flags = [str(flag) for flag in flags]
    if config["model_type"] == "resnet_bk":
        write_words(model / "words.txt", folder / "text.txt", config["vocab_size"])
        flags += ["--train_file", str(folder / "text.txt")]
    else:
        for file in tokenizer.iterdir():
            if file.name != "config.json":
                (model / file.name).write_bytes(file.read_bytes())
    if "text-generation" in flags:
        write_texts(folder / "texts.jsonl")
        flags += ["--train_file", str(folder / "texts.jsonl")]
    if "text-classification" in flags:
        write_classes(folder / "classes.jsonl")
        flags += ["--train_file", str(folder / "classes.jsonl")]
    if "--precision" not in flags:
        flags += ["--precision", "bf16"]
    return ["--model_name_or_path", str(model), "--do_train", "--max_steps", "1", *flags]


def compile_training(program, name, target, environment):
    """What `tutti compile --json` says, or the sentence with which it fails."""
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "compile", "--json", "--quiet", "--target", target,
                   *make_training(name, pathlib.Path(folder))]
        if target.endswith(":2x4"):
            command += ["--devices", "8"]
        began = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, env=environment,
                              check=False)
        if not done.stdout.strip():
            return {"error": done.stderr.strip() or f"exit code {done.returncode}"}
        return {**json.loads(done.stdout), "wall": time.monotonic() - began}


def main_program(result):
    """The program that has most of a step's work: the step itself, or the gradients of a part."""
    programs = [p for p in result.get("programs", []) if p["function"] in ("step", "gradients")]
    return max(programs, key=lambda p: p.get("peak_bytes", 0), default=None)


def mib(program, key):
    return f"{program[key] / 2**20:,.0f}"


def row_of(name, target, result):
    """A row of the page, and whether every program was compiled."""
    if "error" in result:
        return f"| {name} | {target} | {result['error'].splitlines()[-1]} | | | | | | | |", False
    done = all(p["fits"] for p in result["programs"])
    program = main_program(result)
    if not done or program is None:
        reason = next((p["reason"] for p in result["programs"] if p["reason"]), "no step")
        return f"| {name} | {target} | {reason.splitlines()[0]} | | | | | | | |", False
    seconds = sum(p.get("seconds", 0) for p in result["programs"])
    matrix = program["matrix_share"]
    return (f"| {name} | {target} | {len(result['programs'])} in {seconds:.0f} s | "
            f"{program['seconds']:.0f} | {mib(program, 'arguments_bytes')} | "
            f"{(program['temporaries_bytes'] - program['code_bytes']) / 2**20:,.0f} | "
            f"{mib(program, 'peak_bytes')} | {mib(program, 'compilers_peak_bytes')} | "
            f"{program['flops'] / 1e9:,.0f} | "
            f"{'' if matrix is None else f'{100 * matrix:.0f} %'} |"), True


HEAD = """# Trainings compiled for devices that are not here

Each training with the programs of its first step, by the device's own compiler: {compilers}. \
{date}, {machine}. A row's figures are those of the step, or of the gradients of a micro-batch \
where a step has several. "With code" is what the device has to have; what is alive at once is \
the compiler's own figure, without code. It proves that the compiler takes the programs, and their \
memory; that results are right is shown by XLA's plugin for the CPU, which gets the same programs.

`tools/check_targets.py {words}`

| training | device | programs | step compiled in s | arguments MiB | temporaries MiB | \
with code MiB | alive at once MiB | GFLOPs | of matrices |
|---|---|---|---|---|---|---|---|---|---|
"""


def machine_text():
    model = next((line.split(":", 1)[1].strip() for line in
                  pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return f"{model}, {os.cpu_count()} processors"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tutti")
    parser.add_argument("--plugins", nargs="+", default=[str(folder) for folder in PLUGINS])
    parser.add_argument("--target", nargs="+", default=TARGETS)
    parser.add_argument("--training", nargs="+", default=list(TRAININGS), choices=list(TRAININGS))
    parser.add_argument("--page", type=pathlib.Path)
    options = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": ":".join(os.path.abspath(folder)
                                                        for folder in options.plugins)}
    rows, compilers, all_done = [], set(), True
    for name in options.training:
        for target in options.target:
            result = compile_training(os.path.abspath(options.tutti), name, target, environment)
            row, done = row_of(name, target, result)
            print(row, flush=True)
            rows.append(row)
            all_done &= done
            if result.get("compiler"):
                compilers.add(" ".join(result["compiler"].split("\\x0A")[0].split()))
    if options.page:
        options.page.write_text(HEAD.format(compilers=", ".join(sorted(compilers)),
                                            date=datetime.date.today().isoformat(),
                                            words=shlex.join(sys.argv[1:]),
                                            machine=machine_text()) + "\n".join(rows) + "\n")
    return 0 if all_done else 1


if __name__ == "__main__":
    sys.exit(main())
