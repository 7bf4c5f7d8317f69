// SPDX-License-Identifier: Apache-2.0
// The rows of a data set to learn from, in the forms that TRL and others write.
#pragma once

#include <optional>
#include <vector>

#include "format/records.h"
#include "task/causal/conversation.h"

namespace tutti::task::causal {

/// A row: a text or a conversation, and the prompt that comes before it where the row has one.
struct Example {
  std::string where;  // "train.jsonl:3", for errors
  bool is_conversation = false;
  bool has_prompt = false;

  std::string prompt = {}, text = {};    // where it is no conversation
  Json prompt_messages = Json::array();  // where it is one
  Json messages = Json::array();
  std::vector<std::optional<bool>> counts =
      {};  // of all messages, where any says whether it counts
  Json tools = nullptr;
  Json template_arguments = Json::object();  // variables of the template
};

/// How rows are read.
struct ExampleOptions {
  std::string text_field = "text";  // the field of a row that is a text alone
  bool has_template = false;        // whether the tokenizer has a chat template
};

struct Examples {
  std::vector<Example> list;
  std::string form;               // "prompt and completion", for the log
  std::vector<std::string> used;  // the fields that such rows may have
};

/// The fields that any form has, for files of columns.
std::vector<std::string> example_fields(const ExampleOptions& options);

/// Each record as an example. The first record tells the form, one of
///   messages                 a conversation
///   conversations            ShareGPT's
///   prompt and completion    both texts, or both lists of messages
///   `text_field`             a text
///   instruction and output   Alpaca's, with input, system and history: a prompt and its
///                            completion, as messages where there is a chat template and else in
///                            Stanford's words
/// A conversation's system message may be in the row's field "system" instead. A message may say by
/// "weight" (0 or 1, as OpenAI's files) or "train" (false or true, as axolotl's) whether it counts
/// in the loss.
/// A row of another form or of none, and a field of another type, are UserErrors; so are rows of
/// preferences, whose rejected answers must not be learned.
Examples read_examples(const std::vector<format::Record>& records, const ExampleOptions& options);

}  // namespace tutti::task::causal
