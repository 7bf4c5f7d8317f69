// SPDX-License-Identifier: Apache-2.0
// That no constraint is forgotten: tests/op/errors/LABEL.mlir exists for each label of the
// specification (tests/op/labels.txt) and for each that stands in an op's source. What the files
// hold is tested in cases_test.cpp.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "base/files.h"
#include "support/cases.h"

namespace tutti::op {
namespace {

struct Specification {
  std::map<std::string, std::vector<std::string>> labels;  // by operation
  std::set<std::string> excused;
};

Specification read_specification() {
  Specification result;
  std::istringstream lines(read_file(test::case_folder() / "labels.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string name, input;
    words >> name;
    if (name.back() == ':') {
      result.excused.insert(name.substr(0, name.size() - 1));
      continue;
    }
    int count = 0;
    words >> count;
    auto& labels = result.labels[name];
    for (int k = 1; k <= count; k++) labels.push_back(fmt::format("{}_c{}", name, k));
    while (words >> input) labels.push_back(name + "_" + input);
  }
  return result;
}

bool has_case(const std::string& label) {
  return std::filesystem::exists(test::case_folder() / "errors" / (label + ".mlir"));
}

TEST(Labels, EveryConstraintOfTheSpecificationHasACase) {
  const Specification specification = read_specification();
  size_t held = 0;
  for (const ir::OpDef& def : catalogue().all()) {
    if (!def.name.starts_with("stablehlo.")) continue;
    const auto found = specification.labels.find(test::case_name(def));
    if (found == specification.labels.end()) {
      ADD_FAILURE() << def.name << " has no line in tests/op/labels.txt";
      continue;
    }
    for (const std::string& label : found->second) {
      const bool excused = specification.excused.contains(label);
      EXPECT_NE(has_case(label), excused)
          << label << (excused ? " is excused, but has a case" : " has no case and no excuse");
      held += !excused;
    }
  }
  std::cout << "  labels of the specification with a case: " << held << "\n";
}

TEST(Labels, EveryExcuseIsOfTheSpecification) {
  const Specification specification = read_specification();
  for (const std::string& label : specification.excused) {
    const auto found = specification.labels.find(label.substr(0, label.rfind('_')));
    ASSERT_NE(found, specification.labels.end()) << label;
    EXPECT_TRUE(std::count(found->second.begin(), found->second.end(), label)) << label;
  }
}

TEST(Labels, EveryLabelInTheSourcesHasACase) {
  const std::regex literal("\"([a-z_]+_[ci][0-9]+)\"");
  const Specification specification = read_specification();
  const auto folder = std::filesystem::path(TUTTI_SOURCE_DIR) / "src" / "op";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = read_file(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), literal), end; at != end; ++at) {
      const std::string label = (*at)[1];
      EXPECT_TRUE(has_case(label) || specification.excused.contains(label))
          << label << " in " << entry.path().filename() << " has no case";
    }
  }
}

}  // namespace
}  // namespace tutti::op
