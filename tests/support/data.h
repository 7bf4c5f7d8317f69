// SPDX-License-Identifier: Apache-2.0
// Finds the data of tests: small golden values that every clone has, large real data in a shared
// folder, and a real model. Tests that need what is absent are skipped, or fail where
// TUTTI_REQUIRE_DATA is set.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace tutti::test {

/// A file or folder of tests/golden, which every clone has.
inline std::filesystem::path golden_data(const std::string& name) {
  return std::filesystem::path(TUTTI_SOURCE_DIR) / "tests" / "golden" / name;
}

/// A file or folder of examples/quickstart: slices of SQuAD, and a vocabulary.
inline std::filesystem::path quickstart_data(const std::string& name) {
  return std::filesystem::path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / name;
}

/// Whether a test that lacks its data fails rather than being skipped.
inline bool requires_data() {
  const char* set = std::getenv("TUTTI_REQUIRE_DATA");
  return set && *set != '\0' && std::string(set) != "0";
}

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

/// SmolLM2-135M-Instruct as a GGUF file: $TUTTI_TEST_SMOLLM2, or where ./dev keeps it.
inline std::optional<std::filesystem::path> smollm2_file() {
  const char* set = std::getenv("TUTTI_TEST_SMOLLM2");
  const std::filesystem::path file = set ? set
                                         : std::filesystem::path(TUTTI_SOURCE_DIR) / ".cache" /
                                               "models" / "SmolLM2-135M-Instruct.Q4_1.gguf";
  if (!std::filesystem::exists(file)) return std::nullopt;
  return file;
}

}  // namespace tutti::test

/// Ends the test as skipped because its data are absent; as failed where TUTTI_REQUIRE_DATA is set.
#define TUTTI_SKIP_FOR_DATA(message)                                                         \
  do {                                                                                       \
    if (::tutti::test::requires_data()) FAIL() << message << " (TUTTI_REQUIRE_DATA is set)"; \
    GTEST_SKIP() << message;                                                                 \
  } while (false)

/// Declares `name` as the path of a piece of shared data, or skips the test.
#define TUTTI_DATA_OR_SKIP(name, file)                                                      \
  const auto name##_found = ::tutti::test::test_data(file);                                 \
  if (!name##_found)                                                                        \
    TUTTI_SKIP_FOR_DATA("the shared data " << (file)                                        \
                                           << " are not here: TUTTI_TEST_DATA names them"); \
  const std::filesystem::path name = *name##_found

/// Declares `name` as the folder of all-MiniLM-L6-v2, or skips the test.
#define TUTTI_MINILM_OR_SKIP(name)                                           \
  const auto name##_found = ::tutti::test::minilm_folder();                  \
  if (!name##_found)                                                         \
    TUTTI_SKIP_FOR_DATA(                                                     \
        "the model all-MiniLM-L6-v2 is not here: ./dev test fetches it, or " \
        "set TUTTI_TEST_MINILM to its folder");                              \
  const std::filesystem::path name = *name##_found

/// Declares `name` as the GGUF file of SmolLM2-135M-Instruct, or skips the test.
#define TUTTI_SMOLLM2_OR_SKIP(name)                                            \
  const auto name##_found = ::tutti::test::smollm2_file();                     \
  if (!name##_found)                                                           \
    TUTTI_SKIP_FOR_DATA(                                                       \
        "the model SmolLM2-135M-Instruct is not here: ./dev test fetches it, " \
        "or set TUTTI_TEST_SMOLLM2 to its file");                              \
  const std::filesystem::path name = *name##_found
