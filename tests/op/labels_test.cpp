// SPDX-License-Identifier: Apache-2.0
// That no constraint is forgotten: tests/op/errors/LABEL.mlir exists for each label of the
// specification (tests/op/labels.txt) and for each in an op's source. What the files
// contain is tested in cases_test.cpp.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "base/files.h"
#include "ir/attribute_rules.h"
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
    if (name == "sizes" || name == "static") continue;  // dynamic_labels_test.cpp reads those
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
  const std::regex literal("\"([a-z0-9_]+_[cio][0-9]+)\"");
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

/// The label at the end of what a check says, or nothing.
template <typename Check>
std::string label_of(Check check) {
  static const std::regex at_end(R"(\[([a-z0-9_-]+_[cio][0-9]+)\]$)");
  std::smatch found;
  try {
    check();
  } catch (const UserError& error) {
    const std::string message = error.what();
    if (std::regex_search(message, found, at_end)) return found[1];
  }
  return "";
}

TEST(Labels, EveryLabelOfAnAttributeHasACase) {
  for (const ir::OpDef& def : catalogue().all())
    for (ir::AttributeRule rule : ir::attribute_rules(def)) {
      if (rule.label.empty()) continue;
      rule.optional = false;
      ir::Operation op(def, {}, {});
      const std::string label = label_of([&] { ir::check_attributes(op, {rule}); });
      EXPECT_TRUE(!label.empty() && has_case(label)) << label << " of " << rule.name;
    }
}

/// The labels that an operation's own check gives where one operand, or all of them, have other
/// elements or another rank.
std::set<std::string> labels_of_other_operands(ir::Operation& op) {
  const ir::Type quantized = ir::Type::quantized(
      {ir::ElementType::i8, -128, 127, ir::ElementType::f32, -1, {0.5}, {0}}, {});
  std::vector<ir::Type> others = {quantized};
  for (const auto element : {ir::ElementType::i1, ir::ElementType::i32, ir::ElementType::ui32,
                             ir::ElementType::f32, ir::ElementType::complex_f32})
    others.push_back(ir::Type::scalar(element));
  std::set<std::string> labels;
  const auto types = op.operand_types();
  const auto check = [&](size_t first, size_t last, const ir::Type& other, bool longer) {
    for (size_t i = first; i < last; i++) {
      ir::Shape shape = types[i].shape;
      if (longer) shape.push_back(2);
      op.operand(i)->type = other.with(std::move(shape));
    }
    labels.insert(label_of([&] { op.def().infer(op); }));
    for (size_t i = 0; i < types.size(); i++) op.operand(i)->type = types[i];
  };
  for (const ir::Type& other : others)
    for (size_t i = 0; i <= types.size(); i++)
      for (const bool longer : {false, true})
        check(i < types.size() ? i : 0, i < types.size() ? i + 1 : i, other, longer);
  labels.erase("");
  return labels;
}

void collect_labels(const ir::Block& block, std::set<std::string>& labels) {
  for (const auto& op : block.operations) {
    labels.merge(labels_of_other_operands(*op));
    for (const auto& region : op->regions) collect_labels(*region, labels);
  }
}

TEST(Labels, EveryLabelOfAWrongOperandHasACase) {
  const Specification specification = read_specification();
  std::set<std::string> labels;
  for (const auto& path : test::programs_in(test::case_folder()))
    for (const auto& function : test::parse_file(path).functions)
      collect_labels(function->body, labels);
  EXPECT_TRUE(labels.contains("dynamic_pad_i4"));
  for (const std::string& label : labels)
    EXPECT_TRUE(has_case(label) || specification.excused.contains(label)) << label;
}

}  // namespace
}  // namespace tutti::op
