// SPDX-License-Identifier: Apache-2.0
// The answers of `tutti predict` as a table.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tutti::app {

/// The first `most` answers that overlap none before them, under a header: probability, score,
/// position where answers have one, and the answer. `columns` are those of the terminal; without
/// one, which is 0, tabs separate the cells. `answers` are as task::Answer has them, best first.
std::string answer_table(const nlohmann::ordered_json& answers, size_t most, size_t columns);

}  // namespace tutti::app
