#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles trainings of every kind for devices that are not here, by the devices' own compilers,
and writes what they say as a page.

Usage: check_targets.py TUTTI [--plugins FOLDER...] [--target NAME...] [--training NAME...]
                        [--page FILE [--missing]]
The plugins are those that `./dev test` fetches, or the folders that --plugins names. Models have
their real shapes and no weights; the data are those of examples/quickstart. The page is written
after each row and keeps the rows of other runs; --missing compiles only those that it lacks, so
that a run of hours can be continued. Times are of the processor, as other work may run beside it.
Exit code 1: some program was not compiled.
"""
import argparse
import datetime
import itertools
import json
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUICKSTART = ROOT / "examples" / "quickstart"
PLUGINS = [ROOT / ".cache" / "plugins" / name
           for name in ("libtpu-0.0.52", "jax-cuda12-pjrt-0.10.2")]
# A training on several devices shares its steps among them.
TARGETS = ("tpu:v5e", "cuda:h100", "tpu:v5e:2x4", "cuda:a100", "tpu:v6e", "tpu:v4", "cuda:t4")


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
        # Nothing that was compiled before, which takes no time.
        environment = {**environment, "XDG_CACHE_HOME": str(pathlib.Path(folder) / "cache")}
        before = processor_seconds()
        done = subprocess.run(command, capture_output=True, text=True, env=environment,
                              check=False)
        if not done.stdout.strip():
            return {"error": done.stderr.strip() or f"exit code {done.returncode}"}
        return {**json.loads(done.stdout), "processor_seconds": processor_seconds() - before}


def processor_seconds():
    """Of all child processes that have ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main_program(result):
    """The program that has most of a step's work: the step itself, or the gradients of a part."""
    programs = [p for p in result.get("programs", []) if p["function"] in ("step", "gradients")]
    return max(programs, key=lambda p: p.get("peak_bytes", 0), default=None)


def mib(program, key):
    return f"{program[key] / 2**20:,.0f}"


def cells_of(result):
    """The figures of a row of the page, and whether every program was compiled."""
    if "error" in result:
        return [result["error"].splitlines()[-1]] + [""] * 7, False
    done = all(p["fits"] for p in result["programs"])
    program = main_program(result)
    if not done or program is None:
        reason = next((p["reason"] for p in result["programs"] if p["reason"]), "no step")
        return [reason.splitlines()[0]] + [""] * 7, False
    matrix = program["matrix_share"]
    return [f"{len(result['programs'])}", f"{result['processor_seconds']:.0f}",
            mib(program, "arguments_bytes"),
            f"{(program['temporaries_bytes'] - program['code_bytes']) / 2**20:,.0f}",
            mib(program, "peak_bytes"), mib(program, "compilers_peak_bytes"),
            f"{program['flops'] / 1e9:,.0f}",
            "" if matrix is None else f"{100 * matrix:.0f} %"], True


HEAD = """# Trainings compiled for devices that are not here

Each training with the programs of its first step, compiled by the device's own compiler (below). \
A row's figures are those of the step, or of the gradients of a micro-batch where a step has \
several. The seconds are the processor's, of the whole command. "With code" is what the device \
has to have; the compiler itself reports what is alive at once, without code. The page proves that \
the compilers take the programs, and how much memory these need. XLA's plugin for the CPU, which \
gets the same programs, shows that their results are right.

`tools/check_targets.py build/tutti --page docs/results/devices.md --missing`; {machine}, {date}.

| training | device | programs | seconds | arguments MiB | temporaries MiB | with code MiB | \
alive at once MiB | GFLOPs | of matrices |
|---|---|---|---|---|---|---|---|---|---|
"""
ROW = re.compile(r"^\| (.*) \|$", re.MULTILINE)


class Page:
    """The rows of a page by training and target, and the compilers that made them."""

    def __init__(self, path):
        self.path, self.rows, self.compilers = path, {}, set()
        if path is None or not path.exists():
            return
        text = path.read_text(encoding="utf-8")
        for row in ROW.findall(text):
            name, target, *cells = row.split(" | ")
            if name in TRAININGS and len(cells) == HEAD.count("|---") - 2:
                self.rows[name, target] = cells
        self.compilers = set(re.findall(r"^- (.*)$", text, re.MULTILINE))

    def add(self, name, target, cells, compiler):
        self.rows[name, target] = cells
        if compiler:
            self.compilers.add(" ".join(compiler.split("\\x0A")[0].split()))
        if self.path:
            self.path.write_text(self.text(), encoding="utf-8")

    def text(self):
        rows = "".join(f"| {' | '.join([*key, *self.rows[key]])} |\n"
                       for key in itertools.product(TRAININGS, TARGETS) if key in self.rows)
        compilers = "".join(f"- {compiler}\n" for compiler in sorted(self.compilers))
        return (HEAD.format(machine=machine_text(), date=datetime.date.today().isoformat()) +
                rows + "\nThe compilers:\n" + compilers)


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
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args()
    environment = {**os.environ, "PYTHONPATH": ":".join(os.path.abspath(folder)
                                                        for folder in options.plugins)}
    page, all_done = Page(options.page), True
    for target, name in itertools.product(options.target, options.training):
        if options.missing and (name, target) in page.rows:
            continue
        result = compile_training(os.path.abspath(options.tutti), name, target, environment)
        cells, done = cells_of(result)
        print(name, target, *cells, sep=" | ", flush=True)
        page.add(name, target, cells, result.get("compiler"))
        all_done &= done
    return 0 if all_done else 1


if __name__ == "__main__":
    sys.exit(main())
