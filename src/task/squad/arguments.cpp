// SPDX-License-Identifier: Apache-2.0
#include "task/squad/arguments.h"

namespace tutti::task::squad {
namespace {

constexpr int64_t kStride = 128;  // run_qa's

void add_stride(ArgumentLister& list, Arguments& a, const std::string& default_stride = "") {
  list.number("doc_stride", a.doc_stride, 0, kLargestCount,
              "tokens shared by two neighboring windows" + default_stride);
}

void add_answers(ArgumentLister& list, Arguments& a) {
  list.number("n_best_size", a.n_best_size, 1, 100000, "candidates kept for each question")
      .number("max_answer_length", a.max_answer_length, 1, kLargestCount,
              "longest answer, in tokens")
      .add("version_2_with_negative", a.version_2_with_negative,
           "questions may have no answer (SQuAD v2.0)")
      .number("null_score_diff_threshold", a.null_score_diff_threshold, -1e300, 1e300,
              "\"no answer\" wins if its score exceeds the best answer's by more than this");
}

}  // namespace

Arguments::Arguments(Use use) {
  if (use != Use::predict) doc_stride = kStride;
  if (use != Use::validate) return;
  question = "What is the capital of France?";
  context =
      "France is a country in Western Europe. Paris is the capital and largest city of France.";
}

ArgumentList list_arguments(Arguments& a, Use use) {
  ArgumentLister list;
  list.group("Question answering");
  switch (use) {
    case Use::train:
    case Use::evaluate:
      add_stride(list, a);
      add_answers(list, a);
      break;
    case Use::predict:
      list.add("question", a.question, "the question")
          .add("context", a.context, "the text with the answer");
      add_stride(list, a,
                 "; default: 128, or half of the room that the question leaves in max_seq_length, "
                 "if less");
      list.number("max_answer_length", a.max_answer_length, 1, kLargestCount,
                  "longest answer, in tokens")
          .add("version_2_with_negative", a.version_2_with_negative, "allow \"no answer\"");
      break;
    case Use::benchmark:
      add_stride(list, a);
      break;
    case Use::validate:
      list.add("question", a.question, "a model's input")
          .add("context", a.context, "the text with its answer");
      break;
    case Use::score:
      list.add("version_2_with_negative", a.version_2_with_negative,
               "the v2.0 metric, whatever the file says");
      break;
  }
  return list.take();
}

AnswerOptions answer_options(const Arguments& arguments) {
  return {arguments.version_2_with_negative, static_cast<int32_t>(arguments.n_best_size),
          static_cast<int32_t>(arguments.max_answer_length), arguments.null_score_diff_threshold};
}

}  // namespace tutti::task::squad
