#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/gguf/models: small random models as Hugging Face folders, and the GGUF files
that llama.cpp's converter makes of them.

usage: write_golden_gguf_models.py LLAMA_CPP   (its source; with torch, transformers 5.23.0, gguf)
"""
import runpy
import shutil
import sys
import types
from pathlib import Path

import torch
import transformers as t

ROOT = Path(__file__).resolve().parent.parent
TOKENIZERS = ROOT / "tests/golden/tokenizer"
OUT = ROOT / "tests/golden/gguf/models"
SHARED = dict(vocab_size=515, hidden_size=32, num_hidden_layers=1, num_attention_heads=4,
              intermediate_size=40, max_position_embeddings=64, bos_token_id=1, eos_token_id=2)
LLAMA3 = dict(rope_type="llama3", rope_theta=500000.0, factor=8.0, low_freq_factor=1.0,
              high_freq_factor=4.0, original_max_position_embeddings=64)
MODELS = {  # the class, its config and its tokenizer
    "llama": (t.LlamaForCausalLM, t.LlamaConfig(
        **SHARED, num_key_value_heads=2, head_dim=16, rms_norm_eps=1e-5, rope_parameters=LLAMA3,
        tie_word_embeddings=False), "mini512"),
    "qwen2": (t.Qwen2ForCausalLM, t.Qwen2Config(
        **SHARED, num_key_value_heads=2, tie_word_embeddings=True), "mini512"),
    "qwen3": (t.Qwen3ForCausalLM, t.Qwen3Config(
        **SHARED, num_key_value_heads=2, head_dim=8, tie_word_embeddings=True), "mini512"),
    "gpt2": (t.GPT2LMHeadModel, t.GPT2Config(
        vocab_size=515, n_embd=32, n_layer=1, n_head=4, n_positions=64, n_ctx=64, bos_token_id=1,
        eos_token_id=2), "mini512"),
    "tok512": (t.LlamaForCausalLM, t.LlamaConfig(
        **SHARED, num_key_value_heads=4, rms_norm_eps=1e-5, tie_word_embeddings=True), "tok512"),
}


def convert(folder: Path, out: Path, kind: str) -> None:
    # It knows pre-tokenizers by their tokens of a text, and so only those of published models.
    from conversion import base
    base.TextModel.get_vocab_base_pre = lambda self, tokenizer: "qwen2"
    sys.argv = ["convert", str(folder), "--outfile", str(out), "--outtype", kind]
    runpy.run_path(str(Path(sys.path[0]) / "convert_hf_to_gguf.py"), run_name="__main__")


def main() -> None:
    source = sys.argv[1]
    sys.path.insert(0, source)
    sys.modules.setdefault("sentencepiece", types.ModuleType("sentencepiece"))
    sys.modules["sentencepiece"].SentencePieceProcessor = None  # no model here is one's
    for name, (cls, config, tokenizer) in MODELS.items():
        torch.manual_seed(len(name))
        model = cls(config)
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.copy_(torch.randn(parameter.shape))
        folder = OUT / name
        model.half().save_pretrained(folder)
        for file in (TOKENIZERS / tokenizer).iterdir():
            shutil.copy(file, folder)
        kinds = ["f16", "q8_0"] if name == "llama" else ["f16"]
        for kind in kinds:
            convert(folder, OUT / f"{name}-{kind}.gguf", kind)
        for file in [*(TOKENIZERS / tokenizer).iterdir(), folder / "generation_config.json"]:
            (folder / Path(file).name).unlink(missing_ok=True)  # those of tests/golden/tokenizer


if __name__ == "__main__":
    main()
