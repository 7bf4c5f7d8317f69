// SPDX-License-Identifier: Apache-2.0
// What the texts of all shardings are made of: numbers, names and devices.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "ir/lexer.h"
#include "op/rules/common.h"

namespace tutti::op {

int64_t read_number(ir::Lexer& lexer);

std::vector<int64_t> read_numbers(ir::Lexer& lexer, std::string_view open, std::string_view close);

/// How many devices a grid of some sizes has.
int64_t device_count(const ir::Lexer& lexer, const Shape& sizes);

void expect_all_devices(const ir::Lexer& lexer, const std::vector<int64_t>& devices);

void expect_end(const ir::Lexer& lexer);

void expect_once(const ir::Lexer& lexer, std::vector<std::string> names);

/// Reads, an error in the text being one of the operation.
template <typename Read>
auto located(const Operation& op, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const UserError& error) {
    ir::operation_error(op, error.what());
  }
}

std::string read_name(ir::Lexer& lexer);

}  // namespace tutti::op
