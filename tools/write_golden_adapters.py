#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/qwen2-lora: a tiny random Qwen2 with adapters of every kind, and what PEFT
computes with them.

usage: write_golden_adapters.py OUT      (needs torch, transformers 5, peft, safetensors)

All is computed in float64. Stock transformers goes through float32 in three places, which are
replaced here: the RMS norm, the attention's softmax, and the angles of the rotary embedding (whose
frequencies stay float32's)."""
import json
import os
import sys

os.environ["HF_HUB_OFFLINE"] = "1"

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from safetensors.torch import save_file
from transformers import Qwen2Config, Qwen2ForCausalLM
from transformers.models.qwen2 import modeling_qwen2

KINDS = {
    "plain": dict(r=2, lora_alpha=4, target_modules="all-linear"),
    "rslora": dict(r=4, lora_alpha=8, use_rslora=True, target_modules=["q_proj", "v_proj"]),
    "patterns": dict(r=2, target_modules=r".*\.(q_proj|down_proj|gate_proj)",
                     alpha_pattern={"gate_proj": 32},
                     rank_pattern={"down_proj": 1, r"layers\.1\.self_attn\.q_proj": 3}),
    "layers": dict(r=3, lora_alpha=5, target_modules=["o_proj", "up_proj"], layers_to_transform=[1],
                   exclude_modules=["up_proj"]),
    "dora": dict(r=2, lora_alpha=4, use_dora=True,
                 target_modules=["q_proj", "o_proj", "down_proj"]),
    "saved": dict(r=2, target_modules=["k_proj"], modules_to_save=["norm", "lm_head"]),
    "embedding": dict(r=2, target_modules=["embed_tokens", "v_proj"]),
    "biases": dict(r=2, target_modules=["q_proj", "o_proj"], bias="all"),
    "own_biases": dict(r=2, target_modules=["q_proj", "o_proj"], bias="lora_only"),
}


def patch():
    def norm(self, x):
        square = x.pow(2).mean(-1, keepdim=True)
        return self.weight * (x * torch.rsqrt(square + self.variance_epsilon))

    def rotary(self, x, position_ids, layer_type=None):
        angles = position_ids[..., None].to(x.dtype) * self.inv_freq.to(x.dtype)
        both = torch.cat((angles, angles), -1)
        return both.cos() * self.attention_scaling, both.sin() * self.attention_scaling

    def attention(module, q, k, v, mask, scaling, dropout=0.0, **unused):
        k, v = (t.repeat_interleave(module.num_key_value_groups, 1) for t in (k, v))
        scores = q @ k.transpose(2, 3) * scaling
        weights = (scores if mask is None else scores + mask).softmax(-1)
        return (weights @ v).transpose(1, 2).contiguous(), weights

    modeling_qwen2.Qwen2RMSNorm.forward = norm
    modeling_qwen2.Qwen2RotaryEmbedding.forward = rotary
    modeling_qwen2.eager_attention_forward = attention


def write_base(folder):
    torch.manual_seed(7)
    config = Qwen2Config(vocab_size=48, hidden_size=16, num_hidden_layers=2, num_attention_heads=4,
                         num_key_value_heads=2, intermediate_size=24, max_position_embeddings=64,
                         tie_word_embeddings=True, initializer_range=0.2)
    model = Qwen2ForCausalLM(config)
    with torch.no_grad():
        for name, p in model.named_parameters():
            if "norm" in name or "bias" in name:
                p.add_(0.1 * torch.randn(p.shape))
    model.save_pretrained(folder)
    os.remove(f"{folder}/generation_config.json")


def fresh(folder, dtype):
    return Qwen2ForCausalLM.from_pretrained(folder, attn_implementation="eager",
                                            dtype=torch.float32).to(dtype)


def write_adapter(base, folder, settings):
    torch.manual_seed(11)
    model = get_peft_model(fresh(base, torch.float32),
                           LoraConfig(task_type="CAUSAL_LM", **settings))
    with torch.no_grad():  # PEFT begins with adapters that change nothing
        for name, p in model.named_parameters():
            if p.requires_grad and "lora_A" not in name and "lora_embedding_B" not in name:
                p.add_(0.1 * torch.randn(p.shape))
    model.save_pretrained(folder)
    os.remove(f"{folder}/README.md")
    path = f"{folder}/adapter_config.json"
    config = json.load(open(path)) | {"base_model_name_or_path": "base"}
    if isinstance(config["target_modules"], list):
        config["target_modules"].sort()
    json.dump(config, open(path, "w"), indent=2)


def loss_of(logits, labels):
    counted = labels[0, 1:] >= 0
    return torch.nn.functional.cross_entropy(logits[0, :-1][counted], labels[0, 1:][counted])


def train(model, run, labels, golden, key):
    """Gradients of the first step and ten steps of AdamW, as Trainer takes them."""
    trained = {n.replace(".default", "").replace("magnitude_vector.weight", "magnitude_vector"): p
               for n, p in model.named_parameters() if p.requires_grad}
    decays = [p for n, p in trained.items() if "norm" not in n and "bias" not in n]
    others = [p for n, p in trained.items() if "norm" in n or "bias" in n]
    adam = torch.optim.AdamW([dict(params=decays, weight_decay=0.01),
                              dict(params=others, weight_decay=0.0)], lr=1e-2)
    losses, norms = [], []
    for step in range(10):
        adam.zero_grad()
        loss = loss_of(run(), labels)
        loss.backward()
        if step == 0:
            for name, p in trained.items():
                golden[f"{key}.gradient.{name.replace('.modules_to_save', '')}"] = p.grad.clone()
        norms.append(torch.nn.utils.clip_grad_norm_(list(trained.values()), 1.0))
        adam.step()
        losses.append(loss.detach())
    golden[f"{key}.losses"] = torch.stack(losses)
    golden[f"{key}.gradient_norms"] = torch.stack(norms)


def main(out):
    patch()
    os.makedirs(out, exist_ok=True)
    base = f"{out}/base"
    write_base(base)
    generator = torch.Generator().manual_seed(3)
    ids = torch.randint(0, 48, (1, 14), generator=generator)
    position = torch.cat([torch.arange(8), torch.arange(6)])[None]
    labels = torch.where(position == 0, -100, ids)
    golden = dict(input_ids=ids, position_ids=position, labels=labels,
                  segment=torch.tensor([[0] * 8 + [1] * 6]))
    for kind, settings in KINDS.items():
        write_adapter(base, f"{out}/{kind}", settings)
        model = PeftModel.from_pretrained(
            fresh(base, torch.float64), f"{out}/{kind}", is_trainable=True,
            autocast_adapter_dtype=False).double().eval()

        def run(model=model):
            return model(input_ids=ids, position_ids=position, use_cache=False).logits

        golden[f"{kind}.logits"] = run().detach()
        train(model, run, labels, golden, kind)
    save_file({name: t.contiguous() for name, t in golden.items()}, f"{out}/golden.safetensors")


if __name__ == "__main__":
    main(sys.argv[1])
