#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sets every member of config.json to other values and compares what Tutti makes of the model with
what transformers does: the same numbers, or an error that names the member.

For each family there is a small model with random weights. Each member of its config class and of
those that all classes share is changed in the file alone, as a user would change it, and a model
is made for that file by transformers. Both programs then say what they find: the loss of texts, or
the probabilities of a text's classes.

Usage: check_configs.py TUTTI [--family llama] [--member rope_theta] [--all]
It needs torch and transformers. Exit code 1: some value is neither computed alike nor refused.
"""
import argparse
import collections
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import tokenizers
import torch
import transformers

# Of decoders, whose tokens are letters and blanks, and of encoders, whose tokens are words.
TEXTS = (["a lease ends when the rent is paid", "courts said so over many years, and will"],
         ["a l e a s e", "t h e r e n t i s p a i d"])
LETTERS = [chr(code) for code in range(32, 127)]
MARKS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]

SIZES = {"vocab_size": len(MARKS) + len(LETTERS)}
DECODER = {**SIZES, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
           "num_key_value_heads": 2, "intermediate_size": 48, "max_position_embeddings": 96,
           "bos_token_id": None, "eos_token_id": 3, "pad_token_id": None}
HEAD = {"pad_token_id": 0, "id2label": {"0": "no", "1": "yes", "2": "maybe"}}
ENCODER = {**SIZES, **HEAD, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
           "intermediate_size": 48, "max_position_embeddings": 96, "type_vocab_size": 2}
ENCODERS = {
    "bert": ENCODER, "camembert": ENCODER, "roberta": ENCODER, "xlm-roberta": ENCODER,
    "electra": {**ENCODER, "embedding_size": 24},
    "distilbert": {**SIZES, **HEAD, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48,
                   "max_position_embeddings": 96},
}
FAMILIES = {
    **ENCODERS,
    "gpt2": {**SIZES, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 96,
             "bos_token_id": 3, "eos_token_id": 3},
    "llama": {**DECODER, "head_dim": 8},
    "mistral": {**DECODER, "head_dim": 8, "sliding_window": None},
    "qwen2": DECODER,
    "qwen3": {**DECODER, "head_dim": 8},
}
# Members whose values are no plain numbers, by their values here. A list is of values to try.
ROTATIONS = [
    {"rope_type": "default"}, {"rope_type": "default", "rope_theta": 500.0},
    {"rope_type": "linear", "factor": 4.0}, {"type": "linear", "factor": 2.0, "rope_theta": 50.0},
    {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0},
    {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
     "original_max_position_embeddings": 32, "rope_theta": 500.0},
    {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32},
    {"rope_type": "dynamic", "factor": 4.0},
    {"rope_type": "default", "rope_theta": 500.0, "partial_rotary_factor": 0.5},
    {"rope_type": "proportional", "partial_rotary_factor": 0.5},
    {"rope_type": "longrope", "factor": 4.0, "short_factor": [1.0, 1.5, 2.0, 3.0],
     "long_factor": [1.0, 2.0, 3.0, 4.0], "original_max_position_embeddings": 32},
    {"full_attention": {"rope_type": "default", "rope_theta": 500.0}}, {}, None]
VALUES = {
    "activation": ["gelu_new", "relu", "silu"],
    "activation_function": ["gelu", "gelu_pytorch_tanh", "relu", "silu"],
    "hidden_act": ["gelu", "gelu_new", "relu", "silu", "gelu_pytorch_tanh", "swish"],
    "rope_parameters": ROTATIONS, "rope_scaling": ROTATIONS,
    "rope_theta": [500.0, 777000.0], "partial_rotary_factor": [0.5, 1.0],
    "original_max_position_embeddings": [32],
    "layer_types": [["full_attention"] * 2, ["full_attention", "sliding_attention"],
                    ["full_attention", "linear_attention"], ["full_attention"]],
    "sliding_window": [None, 8, 64, 96, 4096], "use_sliding_window": [True, False],
    "max_window_layers": [0, 1, 2], "head_dim": [None, 4, 16], "n_inner": [None, 64],
    "num_key_value_heads": [None, 1, 4], "pad_token_id": [None, 0, 1, 98, -1],
    "num_attention_heads": [2, 8], "n_head": [2, 8], "n_heads": [2, 8], "num_hidden_layers": [1, 3],
    "problem_type": ["regression", "multi_label_classification", "single_label_classification"],
    "id2label": [{"0": "a", "1": "b"}, {"0": "a", "1": "b", "2": "c", "3": "d"}, None],
    "label2id": [{"no": 2, "yes": 1, "maybe": 0}], "num_labels": [3, 5],
    "dtype": ["float32"], "torch_dtype": ["float32"], "architectures": [["Other"], None],
    "eos_token_id": [None, 5, [3, 5]], "bos_token_id": [None, 5], "transformers_version": ["4.1.0"],
    "summary_type": ["last"], "summary_activation": ["tanh"], "name_or_path": ["elsewhere"],
    "pruned_heads": [{"0": [1]}, {}], "per_layer_config": [{"0": {"intermediate_size": 24}}, {}],
    "position_embedding_type": ["relative_key", "absolute"], "auto_map": [{"AutoModel": "a.B"}],
    "quantization_config": [{"quant_method": "awq", "bits": 4}], "classifier_dropout": [None, 0.5],
    "attn_implementation": ["eager"], "max_position_embeddings": [80, 128],
    "n_positions": [80, 128], "vocab_size": [99, 120],
}
# What files have besides the members of a class: older spellings, and what other classes have.
OTHERS = ["rope_scaling", "rope_theta", "partial_rotary_factor", "layer_types", "sliding_window",
          "original_max_position_embeddings", "use_sliding_window", "max_window_layers", "head_dim",
          "attention_bias", "mlp_bias", "pruned_heads", "per_layer_config", "auto_map",
          "is_decoder", "quantization_config", "add_cross_attention", "tie_encoder_decoder",
          "torchscript", "position_embedding_type", "num_labels", "torch_dtype",
          "output_attentions", "n_ctx", "pretraining_tp", "name_or_path", "attn_implementation",
          "use_bfloat16", "hidden_size", "num_attention_heads", "num_hidden_layers",
          "max_position_embeddings", "qkv_bias", "num_experts", "num_local_experts",
          "embedding_size", "hidden_dropout", "logit_scale", "query_pre_attn_scalar",
          "attn_logit_softcapping", "final_logit_softcapping"]
# Several members together.
TOGETHER = [
    {"rope_parameters": {"rope_type": "default"}, "rope_theta": 777000.0},
    {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0}, "rope_theta": 777000.0},
    {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0},
     "rope_scaling": {"rope_type": "linear", "factor": 4.0}},
    {"rope_scaling": {"rope_type": "linear", "factor": 4.0}, "rope_theta": 500.0},
    {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0},
     "rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32}},
    {"rope_scaling": {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                      "high_freq_factor": 4.0}, "original_max_position_embeddings": 16},
    {"sliding_window": 8, "use_sliding_window": True},
    {"sliding_window": 8, "use_sliding_window": True, "max_window_layers": 1},
    {"sliding_window": 64, "use_sliding_window": True, "max_window_layers": 1},
    {"sliding_window": 8, "use_sliding_window": True, "layer_types": ["full_attention"] * 2},
    {"sliding_window": 8, "use_sliding_window": True,
     "layer_types": ["full_attention", "sliding_attention"]},
    {"n_embd": 32, "hidden_size": 16}, {"hidden_size": 64, "head_dim": None},
]


def other_values(name, value):
    """Values of a member that are not its own."""
    if name in VALUES:
        return VALUES[name]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, 2 * value] if value else [1, 16]
    if isinstance(value, float):
        return [value * 4] if value else [0.25]
    return [True, 2]


def changed_configs(family):
    """The members that are set, those that are removed, and the file with both."""
    base = {"model_type": family, **FAMILIES[family]}
    config_class = transformers.CONFIG_MAPPING[family]
    standard = config_class()
    values = {field.name: getattr(standard, field.name, None)
              for field in dataclasses.fields(config_class)}
    values.update(dict.fromkeys(set(OTHERS) - set(values)))
    for name in sorted(set(values) - {"model_type"}):
        for value in other_values(name, base.get(name, values[name])):
            if name not in base or base[name] != value:
                yield {name: value}, [], {**base, name: value}
    for name in FAMILIES[family]:
        yield {}, [name], {key: value for key, value in base.items() if key != name}
    for together in TOGETHER:
        yield together, [], {**base, **together}


def is_refusal(found, changes, removed):
    """Whether it is an error of usage that names a member that was changed, or one inside it."""
    inside = [key for value in changes.values() if isinstance(value, dict) for key in value]
    return (isinstance(found, str) and found.endswith("(exit code 2)") and
            any(re.search(rf"\b{name}\b", found) for name in [*changes, *removed, *inside]))


def make_tokenizer(folder, family):
    if family in ENCODERS:
        (folder / "vocab.txt").write_text("\n".join(MARKS + LETTERS) + "\n", encoding="utf-8")
        config = {"tokenizer_class": "BertTokenizer", "do_lower_case": True}
    else:
        vocabulary = {token: i for i, token in enumerate(MARKS + ["\u0120"] + LETTERS[1:])}
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, []))
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = tokenizers.decoders.ByteLevel()
        tokenizer.save(str(folder / "tokenizer.json"))
        config = {"tokenizer_class": "PreTrainedTokenizerFast"}
    (folder / "tokenizer_config.json").write_text(json.dumps(config), encoding="utf-8")


def ids_of(text, family):
    ids = [len(MARKS) + LETTERS.index(letter) for letter in text]
    return [2, *ids[::2], 3] if family in ENCODERS else ids  # of letters with blanks between them


def auto_class(family):
    return (transformers.AutoModelForSequenceClassification if family in ENCODERS
            else transformers.AutoModelForCausalLM)


def make_weights(folder, family):
    """Weights of the shapes that the file asks for, large enough for each to matter."""
    text = (folder / "config.json").read_text(encoding="utf-8")
    config = transformers.AutoConfig.from_pretrained(folder)
    model = auto_class(family).from_config(config)
    generator = torch.Generator().manual_seed(7)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            values = torch.randn(parameter.shape, generator=generator) * 0.3
            is_norm = "norm" in name.lower() or ".ln_" in name
            parameter.copy_(values + 1 if is_norm and name.endswith("weight") else values)
    model.save_pretrained(folder)
    (folder / "config.json").write_text(text, encoding="utf-8")


def found_by_transformers(folder, family):
    """Numbers by their names: a loss for each text, or a probability for each label of each."""
    model = auto_class(family).from_pretrained(folder, dtype=torch.float32).eval()
    found = {}
    with torch.no_grad():
        for i, text in enumerate(TEXTS[family in ENCODERS]):
            ids = torch.tensor([ids_of(text, family)])
            if family not in ENCODERS:
                found[f"text {i}"] = model(ids, labels=ids).loss.item()
                continue
            for label, share in enumerate(model(ids).logits.softmax(-1)[0].tolist()):
                found[f"text {i} {model.config.id2label[label]}"] = share
    return found


def found_by_tutti(tutti, folder, family):
    """The same, or the message of an error in their place."""
    found = {}
    kind, flag = (("text-classification", "--text") if family in ENCODERS
                  else ("text-generation", "--document"))
    for i, text in enumerate(TEXTS[family in ENCODERS]):
        done = subprocess.run(
            [tutti, "predict", "--model_name_or_path", str(folder), "--task", kind, flag, text,
             "--precision", "f32", "--max_seq_length", "64", "--top_k", "9", "--json", "--quiet"],
            capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            return f"{done.stderr.strip()} (exit code {done.returncode})"
        said = json.loads(done.stdout)
        if family not in ENCODERS:
            found[f"text {i}"] = said["loss"]
        for answer in said.get("answers", []):
            found[f"text {i} {answer['answer']}"] = answer["probability"]
    return found


def judge(tutti, family, changes, removed, config):
    """"computed" or "refused", or "not by transformers" where it fails; else what is wrong."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        make_tokenizer(folder, family)
        if is_refusal(found_by_tutti(tutti, folder, family), changes, removed):
            return "refused"  # there are no weights yet
        try:
            make_weights(folder, family)
            expected = found_by_transformers(folder, family)
        except Exception as failure:  # pylint: disable=broad-except  # whatever it does not take
            return f"not by transformers: {str(failure).strip().splitlines()[-1:]}"
        found = found_by_tutti(tutti, folder, family)
    if is_refusal(found, changes, removed):
        return "refused"
    if isinstance(found, str):
        return f"WRONG: {found}"
    if set(found) == set(expected) and all(
            abs(found[key] - expected[key]) <= 2e-5 * max(1, abs(expected[key])) for key in found):
        return "computed"
    return f"WRONG: found {found}, transformers has {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("tutti", help="the program")
    parser.add_argument("--family", choices=FAMILIES, help="this one alone")
    parser.add_argument("--member", help="changes of this member alone")
    parser.add_argument("--all", action="store_true", help="show each change, not wrong ones alone")
    arguments = parser.parse_args()
    transformers.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    counts = collections.Counter()
    for family in [arguments.family] if arguments.family else FAMILIES:
        for changes, removed, config in changed_configs(family):
            if arguments.member and arguments.member not in [*changes, *removed]:
                continue
            verdict = judge(arguments.tutti, family, changes, removed, config)
            counts[verdict.split(":", maxsplit=1)[0]] += 1
            if arguments.all or verdict.startswith("WRONG"):
                what = [*(f"{key} = {json.dumps(value)}" for key, value in changes.items()),
                        *(f"no {key}" for key in removed)]
                print(f"{family}: {', '.join(what)}: {verdict}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
