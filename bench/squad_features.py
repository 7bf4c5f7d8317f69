# SPDX-License-Identifier: Apache-2.0
"""SQuAD features made by Hugging Face's tokenizer the way run_qa makes them, for the peers."""

import json
import pathlib
import pickle

import numpy as np

MAX_LENGTH, STRIDE = 384, 128


def load_tokenizer(model):
    from transformers import AutoTokenizer
    return AutoTokenizer.from_pretrained(model)


def read_questions(path):
    """A flat list of questions of a SQuAD file."""
    data = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["data"]
    return [{"id": question["id"], "question": question["question"].lstrip(),
             "context": paragraph["context"], "answers": question["answers"]}
            for article in data for paragraph in article["paragraphs"]
            for question in paragraph["qas"]]


def encode(tokenizer, questions, contexts, **padding):
    return tokenizer(questions, contexts, truncation="only_second", max_length=MAX_LENGTH,
                     stride=STRIDE, return_overflowing_tokens=True, return_offsets_mapping=True,
                     **padding)


def span(sequence, offsets, answers):
    """First and last token of the first answer; (0, 0), [CLS], where the window lacks it."""
    if not answers:
        return 0, 0
    begin = answers[0]["answer_start"]
    end = begin + len(answers[0]["text"])
    inside = [i for i, part in enumerate(sequence) if part == 1]
    if offsets[inside[0]][0] > begin or offsets[inside[-1]][1] < end:
        return 0, 0
    first = max(i for i in inside if offsets[i][0] <= begin)
    last = min(i for i in inside if offsets[i][1] >= end)
    return first, last


def features(model, questions):
    """Token ids, length of the question part, and answer span of every window."""
    tokenizer, made = load_tokenizer(model), []
    for start in range(0, len(questions), 1000):
        part = questions[start:start + 1000]
        encoded = encode(tokenizer, [q["question"] for q in part], [q["context"] for q in part])
        for i, sample in enumerate(encoded["overflow_to_sample_mapping"]):
            sequence = encoded.sequence_ids(i)
            made.append((np.asarray(encoded["input_ids"][i], np.uint16), sequence.index(1),
                         span(sequence, encoded["offset_mapping"][i], part[sample]["answers"])))
    return made


def train_features(model, path, cache):
    stored = pathlib.Path(cache) / "train_features.pickle"
    if stored.exists():
        return pickle.loads(stored.read_bytes())
    made = features(model, read_questions(path))
    stored.parent.mkdir(parents=True, exist_ok=True)
    stored.write_bytes(pickle.dumps(made))
    return made


class Prepare:
    """What run_qa maps over the train set: padded ids and the answer's span of each window."""

    def __init__(self, model):
        self.model, self.tokenizer = model, None

    def __call__(self, batch):
        self.tokenizer = self.tokenizer or load_tokenizer(self.model)
        encoded = encode(self.tokenizer, batch["question"], batch["context"], padding="max_length")
        samples = encoded.pop("overflow_to_sample_mapping")
        offsets = encoded.pop("offset_mapping")
        spans = [span(encoded.sequence_ids(i), offsets[i], batch["answers"][sample])
                 for i, sample in enumerate(samples)]
        encoded["start_positions"] = [first for first, _ in spans]
        encoded["end_positions"] = [last for _, last in spans]
        return encoded


def padded_batch(features, length=0):
    """Tensors of features padded to `length`, or to the longest of them."""
    import torch
    rows = length or max(len(ids) for ids, _, _ in features)
    shape = (len(features), rows)
    batch = {name: torch.zeros(shape, dtype=torch.long)
             for name in ("input_ids", "token_type_ids", "attention_mask")}
    for row, (ids, question, _) in enumerate(features):
        batch["input_ids"][row, :len(ids)] = torch.from_numpy(ids.astype(np.int64))
        batch["token_type_ids"][row, question:len(ids)] = 1
        batch["attention_mask"][row, :len(ids)] = 1
    batch["start_positions"] = torch.tensor([first for _, _, (first, _) in features])
    batch["end_positions"] = torch.tensor([last for _, _, (_, last) in features])
    return batch


def load_model(path, seed):
    """BertForQuestionAnswering with a head from the seed, ready to train."""
    import torch
    from transformers import AutoModelForQuestionAnswering
    torch.manual_seed(seed)
    return AutoModelForQuestionAnswering.from_pretrained(path).train()


def parameter_groups(model, weight_decay=0.0):
    """run_qa's: no decay of biases and LayerNorm weights."""
    named = list(model.named_parameters())
    plain = [p for n, p in named if n.endswith(("bias", "LayerNorm.weight"))]
    decayed = [p for n, p in named if not n.endswith(("bias", "LayerNorm.weight"))]
    return [{"params": decayed, "weight_decay": weight_decay},
            {"params": plain, "weight_decay": 0.0}]
