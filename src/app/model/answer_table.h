// SPDX-License-Identifier: Apache-2.0
// The answers of `tutti predict` as a table.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::app {

/// The first `most` answers that do not overlap earlier ones, under a header: probability, score,
/// position if answers have one, and the answer. `columns` is the terminal's width; if it is 0,
/// tabs separate the cells. `answers` have the form of task::Answer, best first.
std::string answer_table(const nlohmann::ordered_json& answers, size_t most, size_t columns);

}  // namespace tutti::app
