// SPDX-License-Identifier: Apache-2.0
#include "app/suite/suite_data.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/suite/suites.h"
#include "base/error.h"

namespace tutti::app {
namespace {

constexpr uint32_t kSuiteWords = 200;  // suites/model.json has five more

/// "ba", "be", ..., of two or four letters each, so that the tokenizer finds no word within
/// another.
std::string suite_word(uint32_t number) {
  constexpr std::string_view kConsonants = "bdfgklmnpr", kVowels = "aeiou";
  std::string word;
  for (uint32_t rest = number, syllable = 0; syllable < 2; syllable++, rest /= 50) {
    word += kConsonants[rest % 10];
    word += kVowels[rest / 10 % 5];
  }
  return word;
}

std::string suite_texts(uint32_t seed, int count) {
  std::mt19937 random(seed);  // its numbers, unlike those of distributions, are the same everywhere
  const auto below = [&](uint32_t limit) { return static_cast<uint32_t>(random()) % limit; };
  constexpr uint32_t kHalf = kSuiteWords / 2;
  std::string lines;
  for (int i = 0; i < count; i++) {
    const uint32_t label = below(2), words = 8 + below(24);
    std::string text;
    for (uint32_t word = 0; word < words; word++) {
      const bool own = below(4) != 0;  // three quarters of a text's words indicate its label
      const uint32_t half = own ? label : 1 - label;
      if (!text.empty()) text += " ";
      text += suite_word(half * kHalf + below(kHalf));
    }
    lines += nlohmann::ordered_json({{"sentence", text}, {"label", label}}).dump() + "\n";
  }
  return lines;
}

constexpr const char* kAllReduce = R"mlir(func.func @main() {
  %x = stablehlo.constant dense<1.5> : tensor<1048576xf32>
  %r = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} :
    (tensor<1048576xf32>) -> tensor<1048576xf32>
  check.expect_eq_const %r, dense<3.0> : tensor<1048576xf32>
  return
}
)mlir";

}  // namespace

void write_suite_data(const Path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder / "model", failure);
  if (failure) io_error("{}: cannot be made: {}", folder.string(), failure.message());
  std::string vocabulary = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (uint32_t word = 0; word < kSuiteWords; word++) vocabulary += suite_word(word) + "\n";
  write_file_atomically(folder / "model" / "config.json", kSuiteModel);
  write_file_atomically(folder / "model" / "vocab.txt", vocabulary);
  write_file_atomically(folder / "train.jsonl", suite_texts(1, 2000));
  write_file_atomically(folder / "dev.jsonl", suite_texts(2, 300));
  write_file_atomically(folder / "all_reduce.mlir", kAllReduce);
}

}  // namespace tutti::app
