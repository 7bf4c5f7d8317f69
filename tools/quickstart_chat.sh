# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `./dev quickstart chat`, read by ./dev: teaches SmolLM2 some questions of law with LoRA.

readonly chat_data=examples/quickstart/chat
readonly chat_output=$cache/quickstart-chat

chat_evaluate() {  # NAME [OPTION...]: prints the loss on what is held out
  build/tutti evaluate --model_name_or_path "$chat_model" --task text-generation \
    --validation_file "$chat_data/validation.jsonl" --max_seq_length 512 \
    --output_dir "$chat_output-$1" "${@:2}" >&2
  json_number "$chat_output-$1/eval_results.json" eval_loss
}

chat_ask() {  # QUESTION TEXT [OPTION...]
  printf '\nQ: %s\n   %s\nA: ' "$1" "$2"
  build/tutti generate "$chat_model" --apply_chat_template --prompt "$1"$'\n\n'"$2" \
    --do_sample=false --max_new_tokens 40 "${@:3}"
}

chat_ask_both() {  # [OPTION...]
  chat_ask "Does this clause require insurance? Answer Yes or No." \
    "The distributor shall maintain liability insurance of at least \$1,000,000." "$@"
  chat_ask "Does this clause say which law governs the contract? Answer Yes or No." \
    "This Agreement shall be construed under the laws of the State of New York." "$@"
}

quickstart_chat() {
  local before after status=0
  chat_model=$(fetch_smollm2) || status=$?
  ((status != 5)) || fail 5 "the model SmolLM2-135M-Instruct (93 MB) cannot be fetched"
  ((status == 0)) || exit "$status"
  say "the model before it has learned:"
  before=$(chat_evaluate before)
  chat_ask_both
  build/tutti train --model_name_or_path "$chat_model" --task text-generation --use_peft \
    --lora_r 16 --lora_alpha 32 --lora_dropout 0 --train_file "$chat_data/train.jsonl" \
    --do_train --max_seq_length 512 --per_device_train_batch_size 8 --num_train_epochs 3 \
    --learning_rate 1e-3 --warmup_steps 10 --logging_steps 10 --seed 42 \
    --overwrite_output_dir --output_dir "$chat_output"
  say "the model with its adapter, $chat_output:"
  after=$(chat_evaluate after --adapter "$chat_output")
  chat_ask_both --adapter "$chat_output"
  printf '\nLoss on what was held out: %.3f before, %.3f after\n' "$before" "$after"
  awk -v before="$before" -v after="$after" 'BEGIN { exit !(after <= before / 2) }' ||
    fail 1 "fine-tuning should halve the loss; please report this machine"
}
