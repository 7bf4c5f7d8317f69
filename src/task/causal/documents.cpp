// SPDX-License-Identifier: Apache-2.0
#include "task/causal/documents.h"

#include <algorithm>

#include "base/log.h"
#include "base/text.h"
#include "task/data_kinds.h"
#include "task/samples.h"

namespace tutti::task::causal {

namespace {

void add_packing(DataArguments& arguments, bool trains, ArgumentLister& list) {
  if (trains)
    list.add("packing", arguments.packing,
             "fill rows of max_seq_length with several examples, which do not attend to each "
             "other");
  list.choice("packing_strategy", arguments.packing_strategy, {"bfd", "bfd_split", "wrapped"},
              "which examples share a row: bfd truncates longer examples, bfd_split splits them, "
              "wrapped cuts wherever a row is full")
      .add("eval_packing", arguments.eval_packing,
           trains ? "fill rows in evaluations too; default: like packing"
                  : "fill rows of max_seq_length with several examples");
}

}  // namespace

void list_arguments(DataArguments& arguments, bool trains, ArgumentLister& list) {
  list.add("dataset_text_field", arguments.dataset_text_field,
           "field of a row with the text to learn; rows may also be conversations, or prompts with "
           "completions")
      .add("chat_template_path", arguments.chat_template_path,
           "a chat template, or a folder with one; default: the tokenizer's")
      .names(Names::input)
      .add("completion_only_loss", arguments.completion_only_loss,
           "compute the loss only on completions; default: if rows have prompts")
      .add("assistant_only_loss", arguments.assistant_only_loss,
           "compute the loss only on the assistant's messages");
  add_packing(arguments, trains, list);
}

std::optional<data::PackingStrategy> packing_of(const DataArguments& arguments, Split split) {
  const bool packs = split == Split::train ? arguments.packing
                                           : arguments.eval_packing.value_or(arguments.packing);
  if (!packs) return std::nullopt;
  return data::packing_strategy_of(arguments.packing_strategy, "--packing_strategy");
}

std::optional<OpenedTemplate> open_template(const DataArguments& arguments,
                                            const data::Tokenizer& tokenizer) {
  auto source = arguments.chat_template_path.empty()
                    ? data::read_chat_template(tokenizer.path())
                    : data::named_chat_template(arguments.chat_template_path);
  if (!source) return std::nullopt;
  data::ChatTemplate parsed = source->parsed();
  return OpenedTemplate{*std::move(source), std::move(parsed)};
}

Documents read_documents(const Reading& reading, const DataArguments& arguments,
                         const data::Tokenizer& tokenizer,
                         const std::optional<OpenedTemplate>& chat) {
  const ExampleOptions options{arguments.dataset_text_field, chat.has_value()};
  std::vector<format::Record> records;
  std::vector<std::string> columns;
  for (const Path& file : reading.files) {
    format::Records read = format::read_records(file, example_fields(options));
    for (format::Record& record : read.rows) records.push_back(std::move(record));
    for (std::string& column : read.columns)
      if (std::find(columns.begin(), columns.end(), column) == columns.end())
        columns.push_back(std::move(column));
  }
  keep_samples(records, reading);
  const Examples examples = read_examples(records, options);
  const std::string first = escaped(reading.files.front().string(), 1000);
  log_info("{}: rows of the form {}", first, examples.form);
  tell_unused(first, columns, examples.used);
  const bool has_conversations = !examples.list.empty() && examples.list[0].is_conversation;
  if (has_conversations && chat && chat->parsed.mentions("strftime_now"))
    log_warning(
        "{}: the template may write today's date; a \"date_string\" in \"chat_template_kwargs\" "
        "keeps rows the same on other days",
        chat->source.plain.name);
  const Labeller labeller(tokenizer, chat ? &chat->parsed : nullptr,
                          {arguments.completion_only_loss, arguments.assistant_only_loss});
  Documents documents{labeller.label(examples.list, reading.threads), {}};
  for (const Example& example : examples.list) documents.where.push_back(example.where);
  return documents;
}

}  // namespace tutti::task::causal
