// SPDX-License-Identifier: Apache-2.0
// That unknown sizes hide no violation: each case of tests/op/errors is tried again with `?` in the
// place of its sizes. tests/op/labels.txt tells which constraints speak of sizes, and which no
// program with an unknown size can break.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "base/files.h"
#include "ir/parse.h"
#include "support/cases.h"

namespace tutti::op {
namespace {

/// `sizes LABEL...`: constraints on sizes. `static LABEL: reason`: only known sizes can break it.
struct Exceptions {
  std::set<std::string> sizes, known;
};

Exceptions read_exceptions() {
  Exceptions result;
  std::istringstream lines(read_file(test::case_folder() / "labels.txt"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, label;
    words >> word;
    if (word == "static" && words >> label) result.known.insert(label.substr(0, label.size() - 1));
    if (word == "sizes")
      while (words >> label) result.sizes.insert(label);
  }
  return result;
}

/// A type with sizes as a program has it: "4x?x" and "f32".
using SizedType = std::pair<std::string, std::string>;

/// The types of a program's values; not those of constants, whose sizes are always known.
std::set<SizedType> sized_types(const std::string& text, bool has_size_operands) {
  static const std::regex sized("(>\\s*:\\s*)?tensor<((?:[0-9?]+x)+)([^,>]*)");
  std::set<SizedType> found, constants;
  for (std::sregex_iterator at(text.begin(), text.end(), sized), end; at != end; ++at)
    ((*at)[1].matched ? constants : found).insert({(*at)[2], (*at)[3]});
  const auto is_size_list = [](const SizedType& type) {
    static const std::regex list("[0-9]+x(2x)?");
    return std::regex_match(type.first, list) && (type.second == "i64" || type.second == "i32");
  };
  std::erase_if(found, [&](const SizedType& type) {
    return constants.contains(type) || (has_size_operands && is_size_list(type));
  });
  return found;
}

std::string replaced(std::string text, const SizedType& type, const std::string& sizes) {
  const std::string from = "tensor<" + type.first + type.second,
                    to = "tensor<" + sizes + type.second;
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    const char behind = text[at + from.size()];
    if (behind == '>' || behind == ',')
      text.replace(at, from.size(), to);
    else
      at += from.size() - to.size();
  }
  return text;
}

std::string with_all_unknown(std::string text, bool has_size_operands) {
  static const std::regex number("[0-9]+");
  for (const SizedType& type : sized_types(text, has_size_operands))
    text = replaced(text, type, std::regex_replace(type.first, number, "?"));
  return text;
}

/// The program once for each size of each of its types, that one being unknown.
std::vector<std::string> with_one_unknown(const std::string& text, bool has_size_operands) {
  static const std::regex number("[0-9]+");
  std::vector<std::string> variants;
  for (const SizedType& type : sized_types(text, has_size_operands))
    for (std::sregex_iterator at(type.first.begin(), type.first.end(), number), end; at != end;
         ++at) {
      std::string sizes = type.first;
      sizes.replace(static_cast<size_t>(at->position()), static_cast<size_t>(at->length()), "?");
      variants.push_back(replaced(text, type, sizes));
    }
  return variants;
}

bool is_refused(const std::string& text, const std::string& label) {
  try {
    ir::parse_module(text, label, catalogue());
  } catch (const UserError& error) {
    return std::string_view(error.what()).ends_with("[" + label + "]");
  }
  return false;
}

TEST(DynamicLabels, EveryConstraintIsHeldWhereSizesAreUnknown) {
  const Exceptions exceptions = read_exceptions();
  size_t all_unknown = 0, one_unknown = 0;
  for (const auto& path : test::programs_in(test::case_folder() / "errors")) {
    const std::string label = path.stem().string(), text = read_file(path);
    // Their sizes are operands of static length.
    const bool has_size_operands = label.starts_with("dynamic_") ||
                                   label.starts_with("real_dynamic_") || label.starts_with("rng_");
    const std::string unknown = with_all_unknown(text, has_size_operands);
    const bool needs_none = unknown.find("?x") != std::string::npos && is_refused(unknown, label);
    const auto variants = with_one_unknown(text, has_size_operands);
    const bool needs_some = std::any_of(variants.begin(), variants.end(), [&](const auto& variant) {
      return is_refused(variant, label);
    });
    const bool about_sizes = exceptions.sizes.contains(label);
    if (exceptions.known.contains(label)) {
      EXPECT_FALSE(needs_none || needs_some) << label << " is excused, but holds with `?`";
    } else if (about_sizes) {
      EXPECT_FALSE(needs_none) << label << " needs no size";
      EXPECT_TRUE(needs_some) << label << " is not held where one size is unknown";
    } else {
      EXPECT_TRUE(needs_none) << label << " is not held where all sizes are unknown"
                              << (needs_some ? ", only where one is" : "");
    }
    all_unknown += needs_none;
    one_unknown += needs_some && !needs_none;
  }
  std::cout << fmt::format("  labels held with all sizes unknown: {}, with one: {}\n", all_unknown,
                           one_unknown);
}

/// That a program is right whatever its sizes. What makes sizes of its own, asks for known ones, or
/// is written with one type for constants and others, is left out.
TEST(DynamicLabels, RightCasesStayRightWhereSizesAreUnknown) {
  size_t held = 0;
  for (const auto& path : test::programs_in(test::case_folder())) {
    const std::string name = path.stem().string(), text = read_file(path);
    const auto has = [&](std::string_view part) { return text.find(part) != std::string::npos; };
    if (has("stablehlo.reshape") || has("stablehlo.broadcast_in_dim ")) continue;
    if (has("iota") || has("stablehlo.complex ") || has("sharding_constraint") || has("!quant"))
      continue;
    const std::string unknown = with_all_unknown(text, has("dynamic_") || has("stablehlo.rng "));
    EXPECT_NO_THROW(ir::parse_module(unknown, name, catalogue())) << unknown;
    held += unknown.find("?x") != std::string::npos;
  }
  EXPECT_GE(held, 90U);
}

TEST(DynamicLabels, EveryExceptionIsOfACase) {
  const Exceptions exceptions = read_exceptions();
  for (const auto* labels : {&exceptions.sizes, &exceptions.known})
    for (const std::string& label : *labels)
      EXPECT_TRUE(std::filesystem::exists(test::case_folder() / "errors" / (label + ".mlir")))
          << label;
}

}  // namespace
}  // namespace tutti::op
