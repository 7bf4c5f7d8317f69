// SPDX-License-Identifier: Apache-2.0
// What rows are made for, by the names of their columns: for errors of a task that does not read
// them, and for what no task reads.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::task {

/// How to go on with rows of these columns where `task` does not read them: "for texts with labels
/// add --task text-classification". Empty if the columns do not tell.
std::string advice_for(std::span<const std::string> columns, std::string_view task);

/// "\"a\", \"b\"", of so many that an error can carry them.
std::string quoted_names(std::span<const std::string> names);

/// Says once which columns of a file are not used, if any.
void tell_unused(const std::string& file, std::span<const std::string> columns,
                 std::span<const std::string> used);

}  // namespace tutti::task
