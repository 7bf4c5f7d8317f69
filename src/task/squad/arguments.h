// SPDX-License-Identifier: Apache-2.0
// The arguments of question answering, with run_qa's names and defaults.
#pragma once

#include "task/squad/answers.h"
#include "task/task.h"

namespace tutti::task::squad {

struct Arguments {
  explicit Arguments(Use use);

  /// Nothing: 128, or less where the windows are small.
  std::optional<int64_t> doc_stride;
  bool version_2_with_negative = false;
  int64_t n_best_size = 20;
  int64_t max_answer_length = 30;
  double null_score_diff_threshold = 0;
  std::string question;
  std::string context;
};

/// Those that the command takes; they point into `arguments`.
ArgumentList list_arguments(Arguments& arguments, Use use);

AnswerOptions answer_options(const Arguments& arguments);

}  // namespace tutti::task::squad
