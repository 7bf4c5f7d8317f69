#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares greedy text of `tutti generate` with that of llama.cpp, for a GGUF file.

  check_llama_cpp.py PROGRAM FILE.gguf [--tokens 40] [PROMPT ...]

Needs the package llama-cpp-python. Both keep keys and values in float32. The file's
matrices should be f32 (tutti merge --gguf f32): with others llama.cpp multiplies rounded numbers.
Exit code 1: a text differs.
"""

import argparse
import json
import subprocess
import sys

from llama_cpp import Llama

PROMPTS = ["The capital of France is", "Once upon a time", "def fibonacci(n):", "1, 2, 3, 5, 8,",
           "The contract is governed by the laws of", "Water boils at", "Dear Sir or Madam,",
           "The three primary colours are", "In 1969", "Was ist ein Vertrag?"]


def here(options, prompt):
    command = [options.program, "generate", options.file, "--prompt", prompt, "--max_new_tokens",
               options.tokens, "--do_sample", "false", "--precision", "f32", "--json", "--quiet"]
    found = subprocess.run([str(word) for word in command], check=True, capture_output=True,
                           text=True).stdout
    return json.loads(found)["ids"]


def there(model, options, prompt):
    ids = []
    model.reset()
    begin = model.tokenize(prompt.encode(), add_bos=False, special=True)
    for token in model.generate(begin, temp=0.0, top_k=1, repeat_penalty=1.0):
        if token == model.token_eos() or len(ids) == options.tokens:
            break
        ids.append(token)
    return ids


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("prompts", nargs="*", default=PROMPTS)
    parser.add_argument("--tokens", type=int, default=40)
    options = parser.parse_args()
    float32 = 0  # GGML_TYPE_F32
    model = Llama(options.file, n_ctx=1024, verbose=False, type_k=float32, type_v=float32,
                  flash_attn=False)
    different = 0
    for prompt in options.prompts:
        ours, theirs = here(options, prompt), there(model, options, prompt)
        ours = [token for token in ours if token != model.token_eos()]
        found = "same" if ours == theirs else "DIFFERENT"
        different += ours != theirs
        print(f"{found}: {prompt!r}, {len(ours)} and {len(theirs)} tokens")
    return different > 0


if __name__ == "__main__":
    sys.exit(main())
