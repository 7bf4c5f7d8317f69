# SPDX-License-Identifier: Apache-2.0
"""Folders of tokenizers as people save them, for check_tokenizers.py."""

import json
import pathlib
import shutil

TOKEN = {
    "lstrip": False, "rstrip": False, "single_word": False, "normalized": False, "special": False
}


def token(content, **flags):
    return {"content": content, **TOKEN, **flags}


NEW = [
    token("<drug>", lstrip=True),
    token("<gene>", single_word=True),
    token("New York", normalized=True),
    token("<tok>", normalized=True, rstrip=True),
    token("<new1>", special=True)
]


class Folders:
    """Makes folders; each has a name."""

    def __init__(self, data, root):
        self.data, self.root, self.made = data, root, []

    def json(self, path):
        return json.loads((self.data / path).read_text())

    def add(self, name, files, copies=()):
        """`files`: an object or a text by name; `copies`: paths below DATA."""
        folder = self.root / name
        folder.mkdir(parents=True)
        for path in copies:
            target = folder / pathlib.Path(path).name
            shutil.copyfile(self.data / path, target)
            target.chmod(0o644)
        for file, content in files.items():
            text = content if isinstance(content, str) else json.dumps(content)
            (folder / file).write_text(text)
        self.made.append(name)
        return folder

    def copy(self, name, path, files=None):
        names = [
            f"{path}/{f.name}" for f in sorted((self.data / path).iterdir())
            if f.suffix in (".json", ".txt",
                            ".jinja") and f.name != "facts.json" and f.stat().st_size < 2**23
        ]
        return self.add(name, files or {},
                        [n for n in names if pathlib.Path(n).name not in (files or {})])


def decoder(tokens, first):
    return {str(first + i): t for i, t in enumerate(tokens)}


def added(tokens, first):
    return {t["content"]: first + i for i, t in enumerate(tokens)}


def with_added(root, tokens, first):
    root = json.loads(json.dumps(root))
    root["added_tokens"] = root.get("added_tokens", []) + [{"id": first + i, **t}
                                                           for i, t in enumerate(tokens)]
    return root


def make_bert(f):
    uncased, cased = ("tokenizers/bert-base-uncased/vocab.txt",
                      "tokenizers/bert-base-cased/vocab.txt")
    file = f.json("tokenizers/bert-base-uncased/tokenizer.json")
    file_config = {"model_type": "bert"}
    for name, config in {
            "plain": {}, "cased": {"do_lower_case": False}, "accents": {"strip_accents": False},
            "accents_cased": {"do_lower_case": False,
                              "strip_accents": True}, "chinese": {"tokenize_chinese_chars": False},
            "never_split": {"do_basic_tokenize": False, "never_split": ["fox"]}
    }.items():
        config = {"tokenizer_class": "BertTokenizer", **config}
        f.add(f"bert_json_{name}", {"tokenizer.json": file, "tokenizer_config.json": config})
        f.add(f"bert_vocab_{name}", {"tokenizer_config.json": config}, [uncased])
    f.add("bert_cased_vocab",
          {"tokenizer_config.json": {"tokenizer_class": "BertTokenizer", "do_lower_case": False}},
          [cased])
    f.add(
        "bert_fast_class", {
            "tokenizer.json": file, "config.json": file_config, "tokenizer_config.json":
                {"tokenizer_class": "BertTokenizerFast", "do_lower_case": False}
        })
    f.add(
        "bert_generic_class", {
            "tokenizer.json": file, "config.json": file_config, "tokenizer_config.json":
                {"tokenizer_class": "PreTrainedTokenizerFast", "do_lower_case": False}
        })
    f.add("bert_type_only", {"tokenizer.json": file, "config.json": file_config})
    f.add("bert_no_config", {"tokenizer.json": file})
    f.add(
        "distilbert", {
            "config.json": {"model_type": "distilbert"}, "tokenizer_config.json":
                {"tokenizer_class": "DistilBertTokenizer", "do_lower_case": True}
        }, [uncased])
    f.add(
        "electra", {
            "config.json": {"model_type": "electra"}, "tokenizer_config.json": {
                "tokenizer_class": "ElectraTokenizerFast", "do_lower_case": True
            }, "tokenizer.json": file
        })
    first = 30522
    bert = {"tokenizer_class": "BertTokenizer", "do_lower_case": True}
    f.add("bert_added_in_json",
          {"tokenizer.json": with_added(file, NEW, first), "tokenizer_config.json": bert})
    f.add(
        "bert_added_in_config", {
            "tokenizer.json": file,
            "tokenizer_config.json": {**bert, "added_tokens_decoder": decoder(NEW, first)}
        })
    f.add("bert_added_in_config_vocab",
          {"tokenizer_config.json": {**bert, "added_tokens_decoder": decoder(NEW, first)}},
          [uncased])
    f.add("bert_added_tokens_json", {
        "tokenizer.json": file, "tokenizer_config.json": bert, "added_tokens.json": added(
            NEW, first)
    })
    f.add(
        "bert_legacy", {
            "tokenizer_config.json": bert, "added_tokens.json": added(NEW, first),
            "special_tokens_map.json": {
                "mask_token": {**token("[MASK]", lstrip=True)},
                "additional_special_tokens": ["<new1>", "<new2>"]
            }
        }, [uncased])
    f.add("bert_extra",
          {"tokenizer_config.json": {**bert, "extra_special_tokens": ["<new1>", "<new2>"]}},
          [uncased])
    f.add(
        "bert_added_gap", {
            "tokenizer.json": file,
            "tokenizer_config.json": {**bert, "added_tokens_decoder": decoder(NEW, first + 5)}
        })
    f.add(
        "bert_generic_added_gap", {
            "tokenizer.json": with_added(file, NEW, first + 5),
            "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast"}
        })


def make_gpt2(f):
    folder = "tokenizers/gpt2"
    slow = [f"{folder}/vocab.json", f"{folder}/merges.txt"]
    file = f.json(f"{folder}/tokenizer.json")
    config = f.json(f"{folder}/tokenizer_config.json")
    gpt2 = {"tokenizer_class": "GPT2Tokenizer"}
    f.copy("gpt2", folder)
    f.add("gpt2_slow", {"tokenizer_config.json": config}, slow)
    f.add("gpt2_slow_by_type", {"config.json": {"model_type": "gpt2"}}, slow)
    f.add("gpt2_slow_bos",
          {"tokenizer_config.json": {**gpt2, "add_bos_token": True, "add_prefix_space": True}},
          slow)
    f.add("gpt2_slow_both_ends",
          {"tokenizer_config.json": {**gpt2, "add_bos_token": True, "add_eos_token": True}}, slow)
    f.add("gpt2_prefix_space",
          {"tokenizer.json": file, "tokenizer_config.json": {**gpt2, "add_prefix_space": True}})
    f.add(
        "gpt2_generic", {
            "tokenizer.json": file, "tokenizer_config.json":
                {"tokenizer_class": "PreTrainedTokenizerFast", "add_prefix_space": True}
        })
    f.add("codegen", {
        "tokenizer_config.json": {"tokenizer_class": "CodeGenTokenizer", "add_prefix_space": True}
    }, slow)
    f.add(
        "gpt_neox", {
            "tokenizer.json": file, "config.json": {"model_type": "gpt_neox"},
            "tokenizer_config.json": {"tokenizer_class": "GPTNeoXTokenizerFast"}
        })
    f.add(
        "gpt_neox_bos", {
            "tokenizer.json": file, "tokenizer_config.json":
                {"tokenizer_class": "GPTNeoXTokenizer", "add_bos_token": True, "pad_token": None}
        })
    first = 50257
    f.add(
        "gpt2_added_in_config", {
            "tokenizer.json": file, "tokenizer_config.json": {
                **gpt2, "added_tokens_decoder":
                    {"50256": token("<|endoftext|>", special=True), **decoder(NEW, first)}
            }
        })
    f.add(
        "gpt2_generic_added_in_config", {
            "tokenizer.json": file, "tokenizer_config.json": {
                "tokenizer_class": "PreTrainedTokenizerFast", "added_tokens_decoder": {
                    "50256": token("<|endoftext|>", special=True, lstrip=True), **decoder(
                        NEW, first)
                }
            }
        })
    f.add("gpt2_added_in_json",
          {"tokenizer.json": with_added(file, NEW, first), "tokenizer_config.json": gpt2})
    f.add(
        "gpt2_added_tokens_json", {
            "tokenizer_config.json": {**gpt2, "pad_token": "<new1>"}, "added_tokens.json": added(
                NEW, first)
        }, slow)
    f.add(
        "gpt2_padded_gap", {
            "tokenizer.json": file,
            "tokenizer_config.json": {**gpt2, "added_tokens_decoder": decoder(NEW, first + 3)}
        })


def make_roberta(f):
    folder = "golden/models/tokenizers/roberta"
    file = f.json(f"{folder}/tokenizer.json")
    vocab = {**file["model"]["vocab"], **{t["content"]: t["id"] for t in file["added_tokens"]}}
    merges = file["model"]["merges"]
    lines = "#version: 0.2\n" + "".join(f"{m if isinstance(m, str) else ' '.join(m)}\n"
                                        for m in merges)
    f.copy("roberta_generic", folder)
    names = {
        "bos_token": "<s>", "eos_token": "</s>", "cls_token": "<s>", "sep_token": "</s>",
        "unk_token": "<unk>", "pad_token": "<pad>", "mask_token": token("<mask>", lstrip=True)
    }
    f.add("roberta_json", {"tokenizer.json": file, "config.json": {"model_type": "roberta"}})
    f.add(
        "roberta_prefix", {
            "tokenizer.json": file, "tokenizer_config.json":
                {"tokenizer_class": "RobertaTokenizerFast", "add_prefix_space": True}
        })
    f.add(
        "roberta_no_trim", {
            "tokenizer.json": file, "tokenizer_config.json":
                {"tokenizer_class": "RobertaTokenizer", "trim_offsets": False}
        })
    slow = {"vocab.json": vocab, "merges.txt": lines}
    f.add(
        "roberta_slow", {
            **slow, "tokenizer_config.json": {"tokenizer_class": "RobertaTokenizer"},
            "special_tokens_map.json": names
        })
    f.add(
        "bart_slow", {
            **slow, "config.json": {"model_type": "bart"},
            "tokenizer_config.json": {"tokenizer_class": "BartTokenizer"}
        })
    without_mask = {t: i for t, i in vocab.items() if t != "<mask>"}
    f.add("roberta_without_mask",
          {**slow, "vocab.json": without_mask, "config.json": {"model_type": "roberta"}})
    f.add(
        "roberta_legacy", {
            **slow, "config.json": {"model_type": "roberta"}, "special_tokens_map.json": names,
            "added_tokens.json": added(NEW, len(vocab))
        })


def make_qwen(f):
    folder = "tokenizers/qwen2.5"
    slow = [f"{folder}/vocab.json", f"{folder}/merges.txt"]
    f.copy("qwen2.5", folder)
    f.add(
        "qwen2.5_type", {
            "config.json": {"model_type": "qwen2"},
            "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast"}
        }, slow + [f"{folder}/added_tokens.json", f"{folder}/special_tokens_map.json"])
    f.add("qwen3_5_slow", {"config.json": {"model_type": "qwen3_5"}}, slow)
    mini = "golden/causal/qwen2-mini-random"
    file = f.json(f"{mini}/tokenizer.json")
    f.add("qwen2_mini", {"config.json": {"model_type": "qwen2"}},
          [f"{mini}/tokenizer.json", f"{mini}/tokenizer_config.json"])
    f.add("qwen2_mini_alone", {}, [f"{mini}/tokenizer.json", f"{mini}/tokenizer_config.json"])
    size = 1 + max([*file["model"]["vocab"].values(), *(t["id"] for t in file["added_tokens"])])
    f.add(
        "qwen2_mini_prefix", {
            "tokenizer.json": file, "tokenizer_config.json":
                {"tokenizer_class": "Qwen2Tokenizer", "add_prefix_space": True}
        })
    for name in ("Qwen2Tokenizer", "PreTrainedTokenizerFast"):
        f.add(
            f"qwen2_mini_added_{name}", {
                "tokenizer.json": file, "tokenizer_config.json": {
                    "tokenizer_class": name, "eos_token": "<new1>", "added_tokens_decoder": {
                        **{
                            str(t["id"]): {k: v
                                           for k, v in t.items() if k != "id"}
                            for t in file["added_tokens"]
                        }, **decoder(NEW, size)
                    }
                }
            })


def make_llama(f):
    stories = "golden/causal/stories260K"
    file = f.json(f"{stories}/tokenizer.json")
    f.add("stories", {}, [f"{stories}/tokenizer.json", f"{stories}/tokenizer_config.json"])
    for name, config in {
            "llama": {}, "llama_legacy": {"legacy": True},
            "llama_no_prefix": {"add_prefix_space": False},
            "llama_null": {"legacy": None, "add_prefix_space": None},
            "llama_bos": {"add_bos_token": False, "add_eos_token": True}
    }.items():
        f.add(
            name, {
                "tokenizer.json": file, "config.json": {"model_type": "llama"},
                "tokenizer_config.json": {
                    "tokenizer_class":
                        ("LlamaTokenizerFast" if name == "llama" else "LlamaTokenizer"), **config
                }
            })
    f.add(
        "mistral_class", {
            "tokenizer.json": file, "config.json": {"model_type": "mistral"},
            "tokenizer_config.json": {"tokenizer_class": "LlamaTokenizer", "legacy": True}
        })
    f.add(
        "llama_added", {
            "tokenizer.json": file, "tokenizer_config.json": {
                "tokenizer_class": "LlamaTokenizer", "added_tokens_decoder": {
                    "0": token("<unk>", special=True), "1": token("<s>", special=True), "2": token(
                        "</s>", special=True), **decoder(NEW, len(file["model"]["vocab"]))
                }
            }
        })
    for kind in ("llama3", "gemma"):
        path = f"golden/models/tokenizers/{kind}"
        name = "LlamaTokenizerFast" if kind == "llama3" else "GemmaTokenizer"
        f.add(
            f"{kind}_class", {
                "tokenizer.json": f.json(f"{path}/tokenizer.json"), "tokenizer_config.json":
                    {**f.json(f"{path}/tokenizer_config.json"), "tokenizer_class": name}
            })


def make_golden(f):
    for path in sorted((f.data / "golden/models/tokenizers").iterdir()):
        if path.is_dir() and path.name != "roberta":
            f.copy(f"golden_{path.name}", f"golden/models/tokenizers/{path.name}")
    f.copy("minilm", "tokenizers/all-MiniLM-L6-v2")
    reports = f.data / "reports"
    for path in sorted(reports.glob("tok-*/tok")):
        f.copy(f"report_{path.parent.name}", str(path.relative_to(f.data)))
    f.add(
        "cohere_class", {
            "tokenizer.json": f.json("golden/models/tokenizers/gpt4o/tokenizer.json"),
            "tokenizer_config.json": {"tokenizer_class": "CohereTokenizer"}
        })
    gpt2 = f.json("tokenizers/gpt2/tokenizer.json")
    for key in ("split_special_tokens", "fix_mistral_regex"):
        f.add(
            key, {
                "tokenizer.json": gpt2,
                "tokenizer_config.json": {"tokenizer_class": "PreTrainedTokenizerFast", key: True}
            })


def save_again(folders):
    """Saves some folders by transformers, as people do who have loaded them."""
    from transformers import AutoTokenizer

    for name in ("bert_vocab_cased", "bert_legacy", "gpt2_slow_bos", "gpt2_added_in_config",
                 "roberta_legacy", "llama_legacy", "llama_added",
                 "qwen2_mini_added_Qwen2Tokenizer", "qwen2.5"):
        if name in folders.made:
            AutoTokenizer.from_pretrained(folders.root / name).save_pretrained(folders.root /
                                                                               f"{name}_saved")
            folders.made.append(f"{name}_saved")


def make_folders(data, root):
    """Makes all below `root`, and gives them as Folders."""
    folders = Folders(data, root)
    for make in (make_bert, make_gpt2, make_roberta, make_qwen, make_llama, make_golden):
        make(folders)
    save_again(folders)
    return folders
