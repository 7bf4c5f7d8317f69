// SPDX-License-Identifier: Apache-2.0
// From the files of a split to its documents: what a training, an evaluation and a preview share.
#pragma once

#include "base/argument.h"
#include "data/packing.h"
#include "task/causal/labelled_tokens.h"
#include "task/task.h"

namespace tutti::task::causal {

/// TRL's max_length.
inline constexpr int64_t kDefaultLength = 1024;

/// The arguments of the data, with TRL's names and defaults.
struct DataArguments {
  std::string dataset_text_field = "text";
  std::string chat_template_path;  // a file or a folder; empty: the tokenizer's own
  std::optional<bool> completion_only_loss;
  bool assistant_only_loss = false;
  bool packing = false;
  std::string packing_strategy = "bfd";
  std::optional<bool> eval_packing;  // nothing: as packing
};

/// Lists them; an evaluation alone packs by `eval_packing`.
void list_arguments(DataArguments& arguments, bool trains, ArgumentLister& list);

/// How the rows of a split are packed; nothing if they are not.
std::optional<data::PackingStrategy> packing_of(const DataArguments& arguments, Split split);

/// A chat template as it was read, and parsed.
struct OpenedTemplate {
  data::ChatTemplateTexts source;
  data::ChatTemplate parsed;
};

/// --chat_template_path, or else the template of the tokenizer's files; nothing if there is
/// none.
std::optional<OpenedTemplate> open_template(const DataArguments& arguments,
                                            const data::Tokenizer& tokenizer);

/// The documents of files, and where each is from.
struct Documents {
  std::vector<LabelledTokens> tokens;
  std::vector<std::string> where;
};

/// Reads and tokenizes files, the first `reading.max_samples` rows of them, and says their form.
Documents read_documents(const Reading& reading, const DataArguments& arguments,
                         const data::Tokenizer& tokenizer,
                         const std::optional<OpenedTemplate>& chat);

}  // namespace tutti::task::causal
