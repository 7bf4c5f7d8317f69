// SPDX-License-Identifier: Apache-2.0
// Finds the shared real data; tests that need it skip where it is absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace tutti::test {

/// $TUTTI_TEST_DATA/name or <source>/../shared/data/name, if it exists.
inline std::optional<std::filesystem::path> test_data(const std::string& name) {
  const char* set = std::getenv("TUTTI_TEST_DATA");
  const std::filesystem::path root =
      set ? set : std::filesystem::path(TUTTI_SOURCE_DIR) / ".." / "shared" / "data";
  const auto path = root / name;
  if (!std::filesystem::exists(path)) return std::nullopt;
  return path;
}

/// The folder of all-MiniLM-L6-v2: $TUTTI_TEST_MINILM, or where ./dev keeps it.
inline std::optional<std::filesystem::path> minilm_folder() {
  const char* set = std::getenv("TUTTI_TEST_MINILM");
  const std::filesystem::path folder =
      set ? set
          : std::filesystem::path(TUTTI_SOURCE_DIR) / ".cache" / "models" / "all-MiniLM-L6-v2";
  if (!std::filesystem::exists(folder / "model.safetensors")) return std::nullopt;
  return folder;
}

}  // namespace tutti::test

// Declares `name` as the path of a piece of shared data, or skips the test.
#define TUTTI_DATA_OR_SKIP(name, file)                                           \
  const auto name##_found = ::tutti::test::test_data(file);                      \
  if (!name##_found) GTEST_SKIP() << "shared data " << (file) << " is not here"; \
  const std::filesystem::path name = *name##_found
