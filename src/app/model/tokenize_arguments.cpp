// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti tokenize`: their names, limits and meaning.
#include "app/model/tokenize_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {
namespace {

void add_tokenizer(ArgumentLister& list, TokenizeArguments& a) {
  list.group("Tokenizer")
      .add("json_lines", a.json_lines, "each line is a JSON string, which may contain line breaks");
  run::add_model_name(
      list, a.model_name_or_path,
      "folder with tokenizer.json or vocab.txt, or a name in the Hugging Face cache")
      .required()
      .add("cache_dir", a.cache_dir, "Hugging Face cache; default: $HF_HUB_CACHE or $HF_HOME/hub")
      .add("no_special_tokens", a.no_special_tokens,
           "leave out tokens that the tokenizer adds, such as [CLS] or <s>");
}

}  // namespace

ArgumentList list_arguments(TokenizeArguments& a) {
  ArgumentLister list;
  list.positional("FILE", a.file, false, "one text per line; default: standard input")
      .names(Names::input);
  add_tokenizer(list, a);
  list.group("Training rows")
      .add("chat", a.chat,
           "FILE has rows for --task text-generation (.jsonl, .json, .csv, .tsv, .parquet): show "
           "the text that the model reads, and mark the tokens that count in the loss")
      .number("max_samples", a.max_samples, 1, kLargestCount, "rows to show");
  run::add_length(list, a.max_seq_length);
  task::causal::list_arguments(a.data, /*trains=*/true, list);
  return list.take();
}

}  // namespace tutti::app
