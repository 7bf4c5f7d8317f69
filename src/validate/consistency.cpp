// SPDX-License-Identifier: Apache-2.0
#include "validate/consistency.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "train/programs.h"
#include "validate/run.h"

namespace tutti::validate {
namespace {

using ir::Tensor;
using Clock = std::chrono::steady_clock;

/// Runs a check and takes its time; an error of the backend's is a failure with its text.
template <typename Body>
Check timed(std::string name, Body body) {
  Check check{.name = std::move(name)};
  const auto begin = Clock::now();
  try {
    check.detail = body();
    check.passed = check.detail.empty();
  } catch (const UserError& error) {
    check.detail = error.what();
  }
  check.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return check;
}

/// Index of the largest value among the first `count`; -1 where none is a number.
int64_t argmax(const Tensor& tensor, int64_t count) {
  int64_t best = -1;
  for (int64_t i = 0; i < count; i++) {
    const double value = tensor.float_at(i);
    if (!std::isnan(value) && (best < 0 || value > tensor.float_at(best))) best = i;
  }
  return best;
}

/// The largest difference of the first `count` values of row `row` from those of a single row;
/// infinite where one of them is no number.
double row_distance(const Tensor& single, const Tensor& batch, int64_t row, int64_t count) {
  double most = 0;
  for (int64_t i = 0; i < count; i++) {
    const double distance =
        std::fabs(single.float_at(i) - batch.float_at(row * single.type().count() + i));
    if (std::isnan(distance)) return INFINITY;
    most = std::max(most, distance);
  }
  return most;
}

class Batches {
 public:
  Batches(backend::Backend& backend, const FeatureInput& input)
      : backend_(backend), input_(input), length_(input.features.length(0)) {}

  std::vector<Tensor> run(int64_t copies) {
    const ForwardProgram program = forward_program(backend_, input_, copies);
    return Runner(backend_, program.module, program.inputs).run();
  }

  Check shape(const std::vector<Tensor>& single) const {
    return timed("output_shape", [&]() -> std::string {
      for (size_t k = 0; k < single.size(); k++) {
        const ir::Type& found = single[k].type();
        const ir::Shape expected = is_by_token(k) ? ir::Shape{1, input_.length} : ir::Shape{1};
        if (found.rank() < static_cast<int64_t>(expected.size()) ||
            !std::equal(expected.begin(), expected.end(), found.shape.begin()))
          return fmt::format("found {}, expected a shape that begins with {}", found.str(),
                             ir::str(expected));
      }
      return "";
    });
  }

  Check argmax_equal(size_t output, const Tensor& single, const Tensor& expected) const {
    return timed(fmt::format("argmax[{}]", name(output)), [&]() -> std::string {
      const int64_t count = real_entries(output, single);
      const int64_t found = argmax(single, count), wanted = argmax(expected, count);
      if (found == wanted && found >= 0) return "";
      return fmt::format("found the largest value at {}, expected {}", found, wanted);
    });
  }

  Check batch(int64_t copies, const std::vector<Tensor>& single, double bound) {
    return timed(fmt::format("batch_size[{}]", copies), [&]() -> std::string {
      const std::vector<Tensor> outputs = run(copies);
      for (size_t k = 0; k < outputs.size(); k++)
        for (int64_t row = 0; row < copies; row++) {
          const double distance =
              row_distance(single[k], outputs[k], row, real_entries(k, single[k]));
          if (!(distance < bound))
            return fmt::format("{} of row {} differs by {:.2e}, expected below {:.0e}", name(k),
                               row, distance, bound);
        }
      return "";
    });
  }

 private:
  const data::ArraySpec& spec(size_t output) const {
    return input_.objective.output_arrays[output];
  }
  const std::string& name(size_t output) const { return spec(output).name; }
  bool is_by_token(size_t output) const { return spec(output).extent == data::Extent::token; }
  /// Entries of an output of one feature that are not padding's; they come first.
  int64_t real_entries(size_t output, const Tensor& single) const {
    const int64_t count = single.type().count();
    return is_by_token(output) ? count / input_.length * length_ : count;
  }

  backend::Backend& backend_;
  const FeatureInput& input_;
  int64_t length_;  // tokens that are not padding
};

}  // namespace

Check check_repeats(backend::Backend& backend, const CheckedProgram& program) {
  constexpr int kRepeats = 5;
  return timed("repeats_are_bit_identical", [&]() -> std::string {
    Runner runner(
        backend,
        lowered(program.module, [&](const ir::Operation& op) { return backend.supports(op); }),
        program.inputs);
    const std::vector<Tensor> first = runner.run();
    for (int repeat = 1; repeat < kRepeats; repeat++) {
      const std::vector<Tensor> again = runner.run();
      for (size_t i = 0; i < first.size(); i++)
        if (!(again[i] == first[i]))
          return fmt::format("{} of {} has other bits in run {} than in the first",
                             name_of(program.results[i].role), program.results[i].name, repeat + 1);
    }
    return "";
  });
}

ForwardProgram forward_program(backend::Backend& backend, const FeatureInput& input,
                               int64_t copies) {
  const std::vector<int64_t> indices(static_cast<size_t>(copies), 0);
  const data::Batch batch = data::make_batch(input.features, indices, copies,
                                             {data::Layout::Kind::padded, input.length, {}});
  step::StepOptions options;
  options.dropout = false;
  options.max_segment = input.length;
  ir::Module module =
      step::step_function(step::kForward, input.objective, train::shape_of(batch), options);
  module.get(step::kForward).name = "main";
  ForwardProgram program;
  program.module = lowered(module, [&](const ir::Operation& op) { return backend.supports(op); });
  program.inputs = input.parameters;
  for (Tensor& tensor : train::batch_tensors(input.objective, batch, options.element))
    program.inputs.push_back(std::move(tensor));
  return program;
}

std::vector<Check> check_batches(backend::Backend& backend, const FeatureInput& input,
                                 const std::vector<Tensor>& expected,
                                 const Thresholds& thresholds) {
  Batches batches(backend, input);
  std::vector<Tensor> single;
  std::vector<Check> checks;
  checks.push_back(timed("batch_size[1]", [&]() -> std::string {
    single = batches.run(1);
    return "";
  }));
  if (!checks.back().passed) return checks;
  checks.push_back(batches.shape(single));
  if (!checks.back().passed) return checks;
  for (size_t k = 0; k < single.size(); k++)
    checks.push_back(batches.argmax_equal(k, single[k], expected[k]));
  for (const int64_t copies : {2, 4, 8})
    checks.push_back(batches.batch(copies, single, thresholds.difference / 10));
  return checks;
}

}  // namespace tutti::validate
