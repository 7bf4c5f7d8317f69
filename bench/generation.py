#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures `tutti generate` against transformers in one run: greedy, batch 1, with a cache.

  generation.py PROGRAM MODEL [--prompt_tokens 64] [--new_tokens 48] [--rounds 3] [--precision bf16]
                [--threads 2]

Both sides continue a prompt in turns, in processes that last; the one that waits is stopped. What
the machine reads and multiplies at most is measured in each round too, by PyTorch. A token at a
time reads each weight once, so the read rate divided by the weights' bytes is what decoding can
reach. On a shared machine it changes from minute to minute: shares are of the same round.
Processor seconds are the measure where the machine has other work too.
"""

import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time

WARM = 4


def serve(model, precision, prompt_tokens, new_tokens, threads):
    """The other side: for each line of standard input a measurement on standard output."""
    import torch
    from transformers import AutoModelForCausalLM
    torch.set_num_threads(threads)
    dtype = {"bf16": torch.bfloat16, "f32": torch.float32}[precision]
    network = AutoModelForCausalLM.from_pretrained(model, dtype=dtype).eval()
    ids = torch.randint(0, 256, (1, prompt_tokens), generator=torch.Generator().manual_seed(1))
    numbers = torch.ones(1 << 28, dtype=torch.bfloat16).view(torch.int16)
    left, right = (torch.ones(*shape, dtype=dtype) for shape in ((512, 4096), (4096, 4096)))

    def measured(action):
        wall, processors = time.perf_counter(), time.process_time()
        action()
        return time.perf_counter() - wall, time.process_time() - processors

    def generate(count):
        return measured(lambda: network.generate(
            ids, max_new_tokens=count, min_new_tokens=count, do_sample=False, pad_token_id=0,
            eos_token_id=None))

    generate(WARM)
    for _ in sys.stdin:
        prompt, whole = generate(1), generate(new_tokens)
        read = min(measured(lambda: numbers.max())[0] for _ in range(3))
        product = min(measured(lambda: left @ right)[0] for _ in range(3))
        print(json.dumps({
            "prompt_seconds": prompt[0], "prompt_processor_seconds": prompt[1],
            "seconds": whole[0] - prompt[0], "processor_seconds": whole[1] - prompt[1],
            "read": 2 * numbers.numel() / read, "product": 2 * 512 * 4096 * 4096 / product}),
              flush=True)


def here(options, prompt):
    command = [options.program, "generate", options.model, "--prompt", prompt, "--max_new_tokens",
               options.new_tokens, "--do_sample", "false", "--precision", options.precision,
               "--threads", options.threads, "--benchmark", "--json", "--quiet"]
    return json.loads(subprocess.run([str(word) for word in command], check=True,
                                     capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("model")
    parser.add_argument("--prompt", default=" the", help="repeated until it has so many tokens")
    parser.add_argument("--prompt_tokens", type=int, default=64)
    parser.add_argument("--new_tokens", type=int, default=48)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--precision", default="bf16", choices=["bf16", "f32"])
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    o = parser.parse_args()
    if o.serve:
        serve(o.model, o.precision, o.prompt_tokens, o.new_tokens, o.threads)
        return
    prompt, rounds = o.prompt * o.prompt_tokens, []
    with subprocess.Popen(
            [sys.executable, __file__, o.program, o.model, "--serve", "--precision", o.precision,
             "--prompt_tokens", str(o.prompt_tokens), "--new_tokens", str(o.new_tokens),
             "--threads", str(o.threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        for _ in range(o.rounds):
            worker.send_signal(signal.SIGCONT)
            worker.stdin.write("\n")
            worker.stdin.flush()
            there = json.loads(worker.stdout.readline())
            worker.send_signal(signal.SIGSTOP)
            rounds.append((here(o, prompt), there))
            if rounds[-1][0]["prompt_tokens"] != o.prompt_tokens:
                sys.exit(f"the prompt has {rounds[-1][0]['prompt_tokens']} tokens")
        worker.send_signal(signal.SIGCONT)
        worker.stdin.close()
    print(f"{'':28}{'here':>10}{'there':>10}{'ratio':>8}")
    for name in ("prompt_seconds", "prompt_processor_seconds", "seconds", "processor_seconds"):
        pairs = [(ours[name], theirs[name]) for ours, theirs in rounds]
        ratio = statistics.median(theirs / ours for ours, theirs in pairs)
        print(f"{name:28}{statistics.median(p[0] for p in pairs):>10.3f}"
              f"{statistics.median(p[1] for p in pairs):>10.3f}{ratio:>8.2f}")
    steps = o.new_tokens - 1
    weights = sum(file.stat().st_size for file in pathlib.Path(o.model).glob("*.safetensors"))
    shares = [weights * steps / ours["seconds"] / there["read"] for ours, there in rounds]
    rates = [steps / ours["seconds"] for ours, _ in rounds]
    reads, products = ([there[name] / 1e9 for _, there in rounds] for name in ("read", "product"))
    print(f"tokens/s here {min(rates):.1f} to {max(rates):.1f}; GB/s read {min(reads):.1f} to "
          f"{max(reads):.1f}; of the read rate of the same round {statistics.median(shares):.0%}; "
          f"products {max(products):.0f} GFLOP/s")


if __name__ == "__main__":
    main()
