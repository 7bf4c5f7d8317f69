// SPDX-License-Identifier: Apache-2.0
#include "validate/judge.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "validate/nudge.h"

namespace tutti::validate {
namespace {

using ir::Tensor;

constexpr double kGradientFloor = 1e-3;  // of the global norm
constexpr double kClear = 100;           // k in judge.h
constexpr double kLeastUpdates = 16;     // of the rounding of a parameter's largest element

class Judge {
 public:
  Judge(const CheckedProgram& program, const std::vector<Tensor>& expected,
        const std::vector<Tensor>& found, const Thresholds& thresholds)
      : program_(program), expected_(expected), found_(found), thresholds_(thresholds) {
    double squares = 0;
    for (size_t i = 0; i < expected.size(); i++) {
      const Result& result = program.results[i];
      if (result.role == Role::gradient) squares += squared_norm(expected[i]);
      if (result.role == Role::parameter)
        largest_update_ =
            std::max(largest_update_, finite_distance(before(result.name), expected[i]));
    }
    norm_ = std::sqrt(squares);
  }

  Verdict verdict(size_t index) {
    const Result& result = program_.results[index];
    const Tensor &expected = expected_[index], &found = found_[index];
    Verdict verdict{.name = result.name, .role = result.role};
    if (found.type() != expected.type()) {
      verdict.why =
          fmt::format("found a {}, expected {}", found.type().str(), expected.type().str());
      verdict.difference.maximum = INFINITY;
      return verdict;
    }
    const auto& counts = result.by_token ? program_.real : kAll;
    verdict.difference = compare(expected, found, counts);
    if (!ir::is_float(ir::real_type(expected.type().element))) return exact(std::move(verdict));
    verdict.bound = thresholds_.difference * scale_of(result, verdict.difference);
    if (result.role == Role::gradient) {
      verdict.is_noise = verdict.difference.largest < noise();
      verdict.cosine_asked = !verdict.is_noise;
      gradients_[result.name] = {index, verdict.bound};
    }
    if (result.role == Role::parameter) hold_update(verdict, expected, found);
    decide(verdict, expected.type().count());
    return verdict;
  }

 private:
  static Verdict exact(Verdict verdict) {
    verdict.cosine_asked = false;
    verdict.passed = verdict.difference.maximum == 0;
    if (!verdict.passed) verdict.why = "integers differ";
    return verdict;
  }

  double noise() const { return thresholds_.difference * kGradientFloor * norm_; }

  double scale_of(const Result& result, const Difference& difference) const {
    if (result.role == Role::gradient) return std::max(difference.largest, kGradientFloor * norm_);
    return program_.is_model ? 1 : std::max(1.0, difference.largest);
  }

  const Tensor& before(const std::string& parameter) const {
    const auto& names = program_.input_names;
    const auto found = std::find(names.begin(), names.end(), parameter);
    check(found != names.end(), "the parameter {} is no input", parameter);
    return program_.inputs[static_cast<size_t>(found - names.begin())];
  }

  /// Which elements of a parameter have a gradient that says where they go; none where there is no
  /// gradient.
  std::vector<bool> clear_elements(const std::string& parameter) const {
    const auto gradient = gradients_.find(parameter);
    if (gradient == gradients_.end()) return {};
    const auto [index, bound] = gradient->second;
    const Tensor &expected = expected_[index], &found = found_[index];
    std::vector<bool> clear;
    for (int64_t i = 0; i < expected.type().count(); i++) {
      const double g = expected.float_at(i);
      clear.push_back(g == 0 ? found.float_at(i) == 0 : std::fabs(g) >= kClear * bound);
    }
    return clear;
  }

  void hold_update(Verdict& verdict, const Tensor& expected, const Tensor& found) const {
    const Difference all = verdict.difference;
    const Tensor& start = before(verdict.name);
    const double rounding = 4 * unit_roundoff(expected.type().element) * all.largest;
    verdict.bound = 2 * largest_update_ + rounding;
    verdict.cosine_asked = false;
    const std::vector<bool> clear = clear_elements(verdict.name);
    if (std::find(clear.begin(), clear.end(), true) == clear.end()) return;
    if (all.disagreeing > 0 || !(all.maximum < verdict.bound)) return;
    verdict.difference = compare(expected, found, clear);
    verdict.difference.non_finite = all.non_finite;
    verdict.difference.cosine = update_cosine(start, expected, found, clear);
    const double moved = compare(start, expected, clear).maximum;
    // A smaller update has the direction of the rounding of its sum.
    verdict.cosine_asked = moved >= kLeastUpdates * rounding;
    verdict.bound = moved / kClear + rounding;
  }

  /// Why a value does not pass; empty where it does.
  std::string failure_of(const Verdict& verdict, int64_t count) const {
    const Difference& d = verdict.difference;
    if (d.disagreeing > 0)
      return fmt::format("{} values are not finite, or not the same, the first at {}",
                         d.disagreeing, d.first_disagreeing);
    if (count > 0 && d.compared == 0) return "no finite value to compare";
    if (!(d.maximum < verdict.bound) && d.maximum > 0)
      return fmt::format("largest difference {:.2e}, expected below {:.2e}", d.maximum,
                         verdict.bound);
    if (verdict.cosine_asked && !(d.cosine >= thresholds_.cosine))
      return fmt::format("cosine similarity {:.6f}, expected at least {}", d.cosine,
                         thresholds_.cosine);
    return "";
  }

  void decide(Verdict& verdict, int64_t count) const {
    const Difference& d = verdict.difference;
    verdict.why = failure_of(verdict, count);
    verdict.passed = verdict.why.empty();
    if (verdict.passed && d.non_finite > 0)
      verdict.why = fmt::format("{} values are not finite on both", d.non_finite);
    else if (verdict.passed && verdict.is_noise && d.largest > 0)
      verdict.why = fmt::format(
          "zero in mathematics: its largest value {:.1e} is rounding of sums that cancel (the "
          "gradients' norm is {:.1e}), which has no direction to compare",
          d.largest, norm_);
  }

  inline static const std::vector<bool> kAll;

  const CheckedProgram& program_;
  const std::vector<Tensor>& expected_;
  const std::vector<Tensor>& found_;
  const Thresholds& thresholds_;
  double norm_ = 0;
  double largest_update_ = 0;
  std::map<std::string, std::pair<size_t, double>> gradients_;  // index and bound, by parameter
};

}  // namespace

std::vector<Verdict> judge(const CheckedProgram& program, const std::vector<Tensor>& expected,
                           const std::vector<Tensor>& found, const Thresholds& thresholds) {
  check(expected.size() == program.results.size() && found.size() == expected.size(),
        "{} results, {} expected, {} found", program.results.size(), expected.size(), found.size());
  Judge judge(program, expected, found, thresholds);
  std::vector<Verdict> verdicts;
  for (size_t i = 0; i < expected.size(); i++) {
    const auto begin = std::chrono::steady_clock::now();
    verdicts.push_back(judge.verdict(i));
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    verdicts.back().seconds = taken.count();
  }
  return verdicts;
}

bool all_passed(const std::vector<Verdict>& verdicts) {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& verdict) { return verdict.passed; });
}

}  // namespace tutti::validate
