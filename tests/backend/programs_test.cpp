// SPDX-License-Identifier: Apache-2.0
// Programs as JAX prints them, with what JAX computed: read, printed, read again and interpreted.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "format/safetensors.h"
#include "ir/print.h"
#include "op/interpreter.h"
#include "support/cases.h"
#include "support/data.h"

namespace tutti {
namespace {

using ir::Array;

/// The tensor NAME of a file, read as a `type`: booleans are stored as bytes, bf16 as bits, scalars
/// as one-element lists.
Array stored(const format::SafetensorsFile& file, const std::string& name, const ir::Type& type) {
  const format::TensorInfo* info = file.find(name);
  if (!info) throw std::runtime_error("no tensor " + name);
  std::vector<std::byte> bytes(info->bytes());
  file.read(*info, bytes);
  EXPECT_EQ(static_cast<int64_t>(bytes.size()), type.bytes()) << name;
  return Array(ir::Tensor(type, std::move(bytes)));
}

/// The largest difference, relative to the largest value of the tensor.
double difference(const Array& found, const Array& expected) {
  double largest = 1e-4, worst = 0;
  for (double value : expected.floats)
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  for (int64_t k = 0; k < expected.count(); k++) {
    const double x = found.f(k), y = expected.f(k);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    worst = std::max(worst,
                     std::isfinite(x) && std::isfinite(y) ? std::fabs(x - y) / largest : INFINITY);
  }
  return worst;
}

double tolerance_of(ir::ElementType type, bool mixed_precision) {
  return type == ir::ElementType::bf16 || mixed_precision ? 2e-2 : 3e-5;
}

void run_program(const std::filesystem::path& path) {
  const ir::Module module = test::parse_file(path);
  const std::string text = ir::print(module);
  EXPECT_EQ(ir::print(ir::parse_module(text, "printed", op::catalogue())), text);
  const std::string generic = ir::print(module, {.generic = true});
  EXPECT_EQ(ir::print(ir::parse_module(generic, "generic", op::catalogue())), text);

  const format::SafetensorsFile file(std::filesystem::path(path).replace_extension(".safetensors"));
  const ir::Function& main = module.get("main");
  std::vector<Array> arguments;
  for (size_t i = 0; i < main.argument_count(); i++)
    arguments.push_back(stored(file, fmt::format("in.{:03}", i), main.argument(i)->type));
  const auto results = op::interpret(module, "main", std::move(arguments));
  const bool mixed = text.find("bf16") != std::string::npos;
  double worst = 0;
  for (size_t i = 0; i < results.size(); i++) {
    const Array expected = stored(file, fmt::format("out.{:03}", i), main.result_types[i]);
    if (!expected.is_float()) {
      EXPECT_EQ(results[i].ints, expected.ints) << "result " << i;
      continue;
    }
    const double distance = difference(results[i], expected);
    EXPECT_LE(distance, tolerance_of(expected.type.element, mixed))
        << "result " << i << ", " << main.result_types[i].str();
    worst = std::max(worst, distance);
  }
  std::cout << fmt::format("  {:24} {} results, largest difference {:.1e}\n", path.stem().string(),
                           results.size(), worst);
}

TEST(Programs, OfJaxGiveWhatJaxComputed) {
  TUTTI_DATA_OR_SKIP(folder, "stablehlo");
  for (const auto& path : test::programs_in(folder)) {
    SCOPED_TRACE(path.filename().string());
    try {
      run_program(path);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

}  // namespace
}  // namespace tutti
