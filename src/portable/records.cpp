// SPDX-License-Identifier: Apache-2.0
#include "portable/records.h"

namespace tutti::portable {
namespace {

constexpr Record kRecords[] = {
    {"dot_general", "dot_dimension_numbers", "stablehlo.dot"},
    {"convolution", "dimension_numbers", "stablehlo.conv", true},
    {"dynamic_conv", "dimension_numbers", "stablehlo.conv", true},
    {"gather", "dimension_numbers", "stablehlo.gather"},
    {"dynamic_gather", "dimension_numbers", "stablehlo.gather"},
    {"scatter", "scatter_dimension_numbers", "stablehlo.scatter"},
};

}  // namespace

const Record* record_of(std::string_view op) {
  for (const Record& record : kRecords)
    if (record.op == op) return &record;
  return nullptr;
}

const ir::Attribute& default_accuracy() {
  static const ir::Attribute accuracy = [] {
    ir::RecordAttribute record{"stablehlo.result_accuracy", {}};
    record.fields.set("mode", ir::OpaqueAttribute{"#stablehlo.result_accuracy_mode<DEFAULT>"});
    return record;
  }();
  return accuracy;
}

}  // namespace tutti::portable
