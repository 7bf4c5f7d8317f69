// SPDX-License-Identifier: Apache-2.0
// What a call that must fail says.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace tutti::test {

struct Failure {
  ExitCode code = ExitCode::done;
  std::string message;
};

/// The UserError that `call` throws; a test failure where it throws none.
template <typename Call>
Failure failure_of(Call call) {
  try {
    call();
  } catch (const UserError& error) {
    return {error.code(), error.what()};
  }
  ADD_FAILURE() << "expected a UserError";
  return {};
}

/// What any exception that `call` throws says; a test failure where it throws none.
template <typename Call>
std::string what_of(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  ADD_FAILURE() << "expected an exception";
  return "";
}

inline void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "\"" << part << "\" is not in: " << text;
}

}  // namespace tutti::test
