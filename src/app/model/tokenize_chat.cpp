// SPDX-License-Identifier: Apache-2.0
// `tutti tokenize --chat`: what a model reads of rows to train on, and what counts in the loss.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "app/model/tokenize_arguments.h"
#include "app/process/colour.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/log.h"
#include "base/text.h"
#include "run/hub.h"
#include "task/causal/dataset.h"

namespace tutti::app {
namespace {

using task::causal::LabelledTokens;

/// What is put before and after text that counts.
struct Marks {
  std::string begin, end;
};

Marks marks_of_output() {
  return takes_colours(STDOUT_FILENO) ? Marks{"\x1b[32m", "\x1b[0m"} : Marks{"\u27e6", "\u27e7"};
}

/// The first token is predicted from nothing.
bool counts(const LabelledTokens& tokens, size_t i) {
  return i > 0 && tokens.counts[i] != 0;
}

std::string marked_text(const LabelledTokens& tokens, const data::Tokenizer& tokenizer,
                        const Marks& marks) {
  data::TextStream stream(tokenizer, /*skip_special_tokens=*/false);
  std::string text;
  bool is_counted = false;
  for (size_t i = 0; i < tokens.ids.size(); i++) {
    if (std::exchange(is_counted, counts(tokens, i)) != is_counted)
      text += is_counted ? marks.begin : marks.end;
    text += escaped_lines(stream.push(tokens.ids[i]));
  }
  text += escaped_lines(stream.finish());
  return is_counted ? text + marks.end : text;
}

void cut(LabelledTokens& tokens, int64_t most) {
  if (std::cmp_less_equal(tokens.ids.size(), most)) return;
  tokens.ids.resize(static_cast<size_t>(most));
  tokens.counts.resize(static_cast<size_t>(most));
}

std::string shown(const LabelledTokens& whole, const std::string& where, int64_t most,
                  const data::Tokenizer& tokenizer, const Marks& marks) {
  LabelledTokens tokens = whole;
  cut(tokens, most);
  int64_t counted_tokens = 0;
  for (size_t i = 0; i < tokens.ids.size(); i++) counted_tokens += counts(tokens, i) ? 1 : 0;
  std::string text =
      fmt::format("{}: {}, {} of them count", where,
                  counted(static_cast<int64_t>(tokens.ids.size()), "token"), counted_tokens);
  if (tokens.ids.size() < whole.ids.size())
    text += fmt::format(", {} more are cut off", whole.ids.size() - tokens.ids.size());
  text += "\n" + marked_text(tokens, tokenizer, marks);
  return text.ends_with('\n') ? text + "\n" : text + "\n\n";
}

/// Labels as PyTorch's losses read them.
nlohmann::ordered_json json_of(const LabelledTokens& whole, const std::string& where,
                               int64_t most) {
  LabelledTokens tokens = whole;
  cut(tokens, most);
  constexpr int32_t kIgnored = -100;
  std::vector<int32_t> labels;
  for (size_t i = 0; i < tokens.ids.size(); i++)
    labels.push_back(counts(tokens, i) ? tokens.ids[i] : kIgnored);
  return {{"where", where}, {"input_ids", tokens.ids}, {"labels", labels}};
}

}  // namespace

ExitCode run_tokenize_chat(const GlobalOptions& global, const TokenizeArguments& arguments) {
  if (arguments.file == "-")
    user_error("--chat: expected a FILE of rows, whose ending says its kind: .jsonl, .parquet");
  const data::Tokenizer tokenizer(run::resolve_tokenizer(
      arguments.model_name_or_path, run::hub_cache(arguments.cache_dir, context_of(global))));
  const int64_t length = arguments.max_seq_length.value_or(task::causal::kDefaultLength);
  const task::Reading reading{
      .files = {arguments.file}, .max_length = length, .threads = global.threads};
  const task::causal::Documents documents = task::causal::read_documents(
      reading, arguments.data, tokenizer, task::causal::open_template(arguments.data, tokenizer));
  const Marks marks = marks_of_output();
  for (size_t i = 0; i < documents.tokens.size(); i++) {
    if (std::cmp_equal(i, arguments.max_samples)) break;
    const LabelledTokens& tokens = documents.tokens[i];
    const std::string& where = documents.where[i];
    if (global.json)
      write_result_json(json_of(tokens, where, length));
    else
      write_result(shown(tokens, where, length, tokenizer, marks));
  }
  const task::causal::DocumentDataset all(
      documents.tokens, reading, task::causal::packing_of(arguments.data, task::Split::train));
  log_info("{}: {}", escaped(arguments.file, 1000), all.description());
  return ExitCode::done;
}

}  // namespace tutti::app
