// SPDX-License-Identifier: Apache-2.0
#include "format/run_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

TEST(RunFile, IsJsonOrYamlByItsName) {
  const test::TemporaryFolder folder;
  const nlohmann::json expected = {{"max_steps", 3}};
  write_file_atomically(folder.path() / "run.json", "{\"max_steps\": 3}");
  write_file_atomically(folder.path() / "run.yml", "max_steps: 3\n");
  write_file_atomically(folder.path() / "yaml.json", "max_steps: 3\n");
  EXPECT_EQ(read_run_file(folder.path() / "run.json"), expected);
  EXPECT_EQ(read_run_file(folder.path() / "run.yml"), expected);
  const auto failure = test::failure_of([&] { read_run_file(folder.path() / "yaml.json"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "name the file .yaml");
  EXPECT_TRUE(names_run_file("a.yaml"));
  EXPECT_FALSE(names_run_file("train"));
}

}  // namespace
}  // namespace tutti::format
