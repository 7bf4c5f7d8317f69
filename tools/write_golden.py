#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes values of tests/golden with PyTorch and Hugging Face's libraries, or prints them.

    write_golden.py mini                       tests/golden/bert-mini
    write_golden.py encoders                   tests/golden/encoders
    write_golden.py minilm MODEL               tests/golden/minilm_qa.safetensors
    write_golden.py tokens VOCABULARY SQUAD    prints what tests of tokens and features expect
    write_golden.py score SQUAD PREDICTIONS    prints what tests of the metric expect
    write_golden.py cut PREDICTIONS SQUAD OUT  keeps the predictions for the questions of a file

Run it with the Python of `./dev bench` (.cache/bench/python/bin/python), which has the libraries.
"""
import collections
import hashlib
import json
import pathlib
import re
import string
import sys

ROOT = pathlib.Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden"
sys.path.insert(0, str(ROOT / "bench"))

import squad_features  # noqa: E402

STEPS = 20
KEPT_STEPS = (1, STEPS)  # the parameters after these steps are written
INPUTS = ("input_ids", "attention_mask", "token_type_ids", "start_positions", "end_positions")


def optimizer_of(model, learning_rate):
    """AdamW as run_qa makes it: biases and weights of norms do not decay."""
    import torch
    groups = {True: [], False: []}
    for name, parameter in model.named_parameters():
        groups[not name.endswith(("bias", "orm.weight"))].append(parameter)
    return torch.optim.AdamW([{"params": groups[True], "weight_decay": 0.01},
                              {"params": groups[False], "weight_decay": 0.0}], lr=learning_rate)


def train(model, batch, learning_rate, keep_tensors, kept_steps=KEPT_STEPS):
    """Golden values of STEPS steps on one batch, in float64 and without dropout."""
    import torch
    model.double().eval()
    unread = {"token_type_ids"} if model.config.model_type == "distilbert" else set()
    optimizer = optimizer_of(model, learning_rate)
    golden, losses, norms = dict(batch), [], []
    for step in range(STEPS):
        output = model(**{name: values for name, values in batch.items() if name not in unread})
        optimizer.zero_grad()
        output.loss.backward()
        if step == 0:
            golden.update(start_logits=output.start_logits, end_logits=output.end_logits,
                          loss=output.loss.reshape(1))
            if keep_tensors:
                golden.update({f"gradient.{name}": parameter.grad.clone()
                               for name, parameter in model.named_parameters()})
        losses.append(output.loss.item())
        norms.append(torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0).item())
        optimizer.step()
        if keep_tensors and step + 1 in kept_steps:
            golden.update({f"parameter_after_{step + 1}.{name}": parameter.detach().clone()
                           for name, parameter in model.named_parameters()})
    golden.update(losses=torch.tensor(losses, dtype=torch.float64),
                  gradient_norms=torch.tensor(norms, dtype=torch.float64))
    return golden


def save(golden, path):
    from safetensors.torch import save_file
    save_file({name: value.detach().contiguous() for name, value in golden.items()}, path)
    print(f"{path}: {path.stat().st_size} bytes")


def made_up_batch(vocabulary, length, features):
    """[CLS] question [SEP] context [SEP] padding, of several lengths; answers in the context."""
    import torch
    batch = {name: torch.zeros(features, length, dtype=torch.int64) for name in INPUTS[:3]}
    starts, ends = [], []
    for row in range(features):
        used, question = length - 5 * row, 4 + row
        ids = torch.randint(3, vocabulary, (used,))
        ids[0], ids[question], ids[-1] = 1, 2, 2
        batch["input_ids"][row, :used] = ids
        batch["attention_mask"][row, :used] = 1
        batch["token_type_ids"][row, question + 1:used] = 1
        start = int(torch.randint(question + 1, used - 3, ()))
        starts.append(start if row != 2 else 0)  # one question has no answer in its window
        ends.append(start + row % 3 if row != 2 else 0)
    batch.update(start_positions=torch.tensor(starts), end_positions=torch.tensor(ends))
    return batch


def set_parameters(model):
    """As they are made, biases are 0 and norms do nothing: errors would hide."""
    import torch
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            is_scale = name.endswith("orm.weight")
            parameter.normal_(1.0 if is_scale else 0.0, 0.1 if parameter.dim() == 1 else 0.25)


def write_encoders():
    """Other families. Their first row has the padding token in its text, too."""
    import torch
    import transformers
    sizes = dict(vocab_size=96, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
                 max_position_embeddings=42, attn_implementation="eager")
    for family, more in (("roberta", dict(type_vocab_size=1, intermediate_size=48)),
                         ("distilbert", dict(hidden_dim=48)),
                         ("electra", dict(embedding_size=12, intermediate_size=48))):
        torch.manual_seed(2027)
        config = transformers.AutoConfig.for_model(family, **sizes, **more)
        model = transformers.AutoModelForQuestionAnswering.from_config(config)
        set_parameters(model)
        batch = made_up_batch(96, 40, 6)
        padding = config.pad_token_id
        batch["input_ids"][batch["attention_mask"] == 0] = padding
        batch["input_ids"][0, 20] = padding
        if family != "electra":
            batch["token_type_ids"].zero_()
        folder = GOLDEN / "encoders" / family
        model.save_pretrained(folder)
        save(train(model, batch, 1e-3, keep_tensors=True, kept_steps=()),
             folder / "golden.safetensors")


def write_mini():
    import torch
    from transformers import BertConfig, BertForQuestionAnswering
    torch.manual_seed(2026)
    config = BertConfig(vocab_size=96, hidden_size=16, num_hidden_layers=2, num_attention_heads=2,
                        intermediate_size=48, max_position_embeddings=40,
                        attn_implementation="eager")
    model = BertForQuestionAnswering(config)
    set_parameters(model)
    folder = GOLDEN / "bert-mini"
    model.save_pretrained(folder)
    save(train(model, made_up_batch(96, 40, 6), 1e-3, keep_tensors=True),
         folder / "golden.safetensors")


def write_minilm(folder):
    import torch
    from transformers import BertForQuestionAnswering
    torch.manual_seed(2026)
    model = BertForQuestionAnswering.from_pretrained(folder, attn_implementation="eager")
    head = model.qa_outputs
    with torch.no_grad():
        head.weight.normal_(0.0, 0.02)
        head.bias.normal_(0.0, 0.02)
    given = {"qa_outputs.weight": head.weight.detach().clone(),
             "qa_outputs.bias": head.bias.detach().clone()}
    squad_features.MAX_LENGTH, squad_features.STRIDE = 128, 32
    questions = squad_features.read_questions(ROOT / "examples/quickstart/train.json")[::1300][:4]
    features = squad_features.Prepare(folder)({key: [question[key] for question in questions]
                                               for key in questions[0]})
    batch = {name: torch.tensor(features[name][:4]) for name in INPUTS}
    golden = train(model, batch, 5e-5, keep_tensors=False)
    save(golden | given, GOLDEN / "minilm_qa.safetensors")


def print_tokens(vocabulary, squad):
    """The lines that are hashed are those of tokenizer_golden_test.cpp and features_test.cpp."""
    tokenizer = squad_features.load_tokenizer(vocabulary)
    hashed, count = hashlib.sha256(), 0
    for article in json.loads(pathlib.Path(squad).read_text(encoding="utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for text in [paragraph["context"]] + [q["question"] for q in paragraph["qas"]]:
                found = tokenizer.backend_tokenizer.encode(text, add_special_tokens=False)
                offsets = " ".join(f"{begin}-{end}" for begin, end in found.offsets)
                hashed.update(f"{' '.join(map(str, found.ids))}|{offsets}\n".encode())
                count += len(found.ids)
    print(f"tokens   {count} {hashed.hexdigest()}")
    hashed = hashlib.sha256()
    features = squad_features.features(vocabulary, squad_features.read_questions(squad))
    for ids, first_of_context, (first, last) in features:
        types = [0] * first_of_context + [1] * (len(ids) - first_of_context)
        hashed.update(f"{' '.join(map(str, ids))}|{' '.join(map(str, types))}|"
                      f"{first} {last}\n".encode())
    print(f"features {len(features)} {hashed.hexdigest()}")


def words(answer):
    kept = "".join(c for c in answer.lower() if c not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", kept).split()


def agreement(found, expected):
    """Whether two lists of words are equal, and the F1 of their bags, as SQuAD defines both."""
    exact = float(found == expected)
    if not found or not expected:
        return exact, exact
    common = sum((collections.Counter(found) & collections.Counter(expected)).values())
    return exact, 2.0 * common / (len(found) + len(expected))


def print_score(squad, predictions):
    given = json.loads(pathlib.Path(predictions).read_text(encoding="utf-8"))
    scores = {"all": [], "has_answer": [], "no_answer": []}
    for question in squad_features.read_questions(squad):
        texts = [w for w in (words(answer["text"]) for answer in question["answers"]) if w]
        found = given.get(question["id"])
        pairs = [(0.0, 0.0)] if found is None else [agreement(words(found), text)
                                                    for text in texts or [[]]]
        best = tuple(map(max, zip(*pairs)))
        scores["all"].append(best)
        scores["has_answer" if texts else "no_answer"].append(best)
    for part, pairs in scores.items():
        for name, values in zip(("exact", "f1"), zip(*pairs)):
            print(f"{part:12} {name:6} {100.0 * sum(values) / len(values)!r} of {len(values)}")


def cut(predictions, squad, target):
    given = json.loads(pathlib.Path(predictions).read_text(encoding="utf-8"))
    kept = {question["id"]: given[question["id"]]
            for question in squad_features.read_questions(squad) if question["id"] in given}
    pathlib.Path(target).write_text(
        json.dumps(kept, ensure_ascii=False, indent=0) + "\n", encoding="utf-8")


def main():
    commands = {("mini", 0): write_mini, ("encoders", 0): write_encoders,
                ("minilm", 1): write_minilm, ("tokens", 2): print_tokens, ("score", 2): print_score,
                ("cut", 3): cut}
    command = commands.get((sys.argv[1] if len(sys.argv) > 1 else "", len(sys.argv) - 2))
    if not command:
        sys.exit(__doc__)
    command(*sys.argv[2:])


if __name__ == "__main__":
    main()
