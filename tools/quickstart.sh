# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# `./dev quickstart`, read by ./dev: fine-tunes MiniLM on a slice of SQuAD, shows what it learned.

readonly quickstart_data=examples/quickstart
readonly quickstart_output=$cache/quickstart

# json_number FILE KEY
json_number() {
  python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$@"
}

quickstart_train() {  # MODEL [OPTION...]
  build/tutti train --model_name_or_path "$1" --train_file "$quickstart_data/train.json" \
    --validation_file "$quickstart_data/dev.json" --do_train --do_eval \
    --per_device_train_batch_size 8 --per_device_eval_batch_size 16 \
    --learning_rate 1e-4 --warmup_steps 30 --max_steps 300 --logging_steps 25 --seed 42 \
    --overwrite_output_dir --output_dir "$quickstart_output" "${@:2}"
}

quickstart_ask() {  # CONTEXT QUESTION
  printf '\nQ: %s\n' "$2"
  build/tutti predict --model_name_or_path "$quickstart_output" --question "$2" --context "$1"
}

quickstart_show() {
  local paragraph="Tutti is a compiler and runtime written in C++. A whole training step becomes \
one program, which every device runs in the same way. This model has seen about 2,400 questions, \
all of them on articles of Wikipedia."
  say "three questions about this paragraph: $paragraph"
  quickstart_ask "$paragraph" "What is Tutti written in?"
  quickstart_ask "$paragraph" "What does a whole training step become?"
  quickstart_ask "$paragraph" "How many questions has the model learned from?"
  cat <<NEXT

Next:
  build/tutti predict --model_name_or_path $quickstart_output --question "..." --context "..."
  build/tutti train --help          fine-tune on your own SQuAD file
  build/tutti benchmark --model_name_or_path $quickstart_output \\
    --train_file $quickstart_data/train.json
NEXT
}

quickstart() {
  local model before after status=0
  model=$(fetch_minilm) || status=$?
  if ((status == 5)); then
    say "the pretrained model cannot be fetched: training a tiny BERT from random weights instead."
    say "It shows that the loss falls; it is too small to answer well, so no score is asked of it."
    quickstart_train "$quickstart_data/tiny_bert" --allow_missing_tensors --learning_rate 1e-3
    quickstart_show
    return
  fi
  ((status == 0)) || exit "$status"
  say "the model before it has learned to answer:"
  build/tutti evaluate --model_name_or_path "$model" --seed 42 \
    --validation_file "$quickstart_data/dev.json" --output_dir "$quickstart_output-before"
  quickstart_train "$model"
  before=$(json_number "$quickstart_output-before/eval_results.json" eval_f1)
  after=$(json_number "$quickstart_output/eval_results.json" eval_f1)
  quickstart_show
  printf '\nF1 on questions not trained on: %.1f before, %.1f after\n' "$before" "$after"
  awk -v before="$before" -v after="$after" 'BEGIN { exit !(after >= before + 20) }' ||
    fail 1 "fine-tuning should raise F1 by at least 20 points; please report this machine"
}
