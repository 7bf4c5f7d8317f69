#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a Hugging Face training script does before its first step, its data cached by `datasets`.

  torch_start.py MODEL TRAIN_FILE CACHE

Writes a line when the first batch is there. Hugging Face's Trainer would take longer: it imports
more. The cache is made where it is not there yet.
"""

import pathlib
import sys

import datasets
import torch
import transformers

import squad_features as squad

BATCH = 16


def cached_features(model, train_file, cache):
    path = pathlib.Path(cache) / "start.arrow"
    if not path.exists():
        datasets.disable_progress_bars()
        rows = datasets.Dataset.from_list(squad.read_questions(train_file)[:20000])
        rows.map(squad.Prepare(model), batched=True, remove_columns=rows.column_names,
                 new_fingerprint="prepared").save_to_disk(path)
    return datasets.load_from_disk(path)


def main():
    model_name, train_file, cache = sys.argv[1:4]
    torch.set_num_threads(2)
    features = cached_features(model_name, train_file, cache)
    squad.load_tokenizer(model_name)
    model = squad.load_model(model_name, 42)
    torch.optim.AdamW(squad.parameter_groups(model), lr=3e-5, fused=True)
    loader = torch.utils.data.DataLoader(features, batch_size=BATCH, shuffle=True,
                                         collate_fn=transformers.default_data_collator)
    next(iter(loader))
    print("ready", flush=True)


if __name__ == "__main__":
    main()
