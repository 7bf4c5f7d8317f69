// SPDX-License-Identifier: Apache-2.0
// The files that answers are written to.
#include <nlohmann/json.hpp>

#include "task/squad/answers.h"

namespace tutti::task::squad {
namespace {

/// An object with one member for each question, in their order, as Python's json.dumps(...,
/// indent=4) writes it.
template <typename Value>
std::string by_id(std::span<const QuestionAnswer> answers, const Value& value) {
  std::string text = "{";
  for (const QuestionAnswer& answer : answers) {
    const nlohmann::ordered_json member = {{answer.id, value(answer)}};
    const std::string object =
        member.dump(4, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
    text += text.size() > 1 ? "," : "";
    text.append(object, 1, object.size() - 3);  // without its braces and the last line's end
  }
  return text + (answers.empty() ? "}\n" : "\n}\n");
}

}  // namespace

std::string predictions_json(std::span<const QuestionAnswer> answers) {
  return by_id(answers, [](const QuestionAnswer& answer) { return answer.text; });
}

std::string n_best_json(std::span<const QuestionAnswer> answers) {
  return by_id(answers, [](const QuestionAnswer& answer) {
    auto list = nlohmann::ordered_json::array();
    for (const Candidate& candidate : answer.n_best)
      list.push_back({{"text", candidate.text},
                      {"start_logit", double{candidate.start_logit}},
                      {"end_logit", double{candidate.end_logit}},
                      {"probability", candidate.probability}});
    return list;
  });
}

std::string null_odds_json(std::span<const QuestionAnswer> answers) {
  return by_id(answers,
               [](const QuestionAnswer& answer) { return double{answer.null_odds.value_or(0)}; });
}

}  // namespace tutti::task::squad
