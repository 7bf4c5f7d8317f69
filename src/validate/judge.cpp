// SPDX-License-Identifier: Apache-2.0
#include "validate/judge.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

namespace tutti::validate {
namespace {

using ir::Tensor;

constexpr double kGradientFloor = 1e-3;  // of the global norm

class Judge {
 public:
  Judge(const Program& program, const std::vector<Tensor>& expected, const Thresholds& thresholds)
      : program_(program), expected_(expected), thresholds_(thresholds) {
    double squares = 0;
    for (size_t i = 0; i < expected.size(); i++)
      if (program.results[i].role == Role::gradient) squares += squared_norm(expected[i]);
    norm_ = std::sqrt(squares);
  }

  Verdict verdict(size_t index, const Tensor& found) {
    const Result& result = program_.results[index];
    const Tensor& expected = expected_[index];
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
    if (result.role == Role::gradient && verdict.difference.largest < noise()) {
      verdict.cosine_asked = false;
      noisy_.insert(result.name);
    }
    if (result.role == Role::parameter) {
      verdict.difference.cosine = update_cosine(before(result.name), expected, found);
      verdict.cosine_asked = !noisy_.contains(result.name);
    }
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
    const bool absolute = program_.is_model || result.role == Role::parameter;
    return absolute ? 1 : std::max(1.0, difference.largest);
  }

  const Tensor& before(const std::string& parameter) const {
    const auto& names = program_.input_names;
    const auto found = std::find(names.begin(), names.end(), parameter);
    check(found != names.end(), "the parameter {} is no input", parameter);
    return program_.inputs[static_cast<size_t>(found - names.begin())];
  }

  void decide(Verdict& verdict, int64_t count) const {
    const Difference& d = verdict.difference;
    if (d.disagreeing > 0)
      verdict.why = fmt::format("{} values are not finite, or not the same, the first at {}",
                                d.disagreeing, d.first_disagreeing);
    else if (count > 0 && d.compared == 0)
      verdict.why = "no finite value to compare";
    else if (!(d.maximum < verdict.bound) && d.maximum > 0)
      verdict.why =
          fmt::format("largest difference {:.2e}, expected below {:.2e}", d.maximum, verdict.bound);
    else if (verdict.cosine_asked && !(d.cosine >= thresholds_.cosine))
      verdict.why = fmt::format("cosine similarity {:.6f}, expected at least {}", d.cosine,
                                thresholds_.cosine);
    verdict.passed = verdict.why.empty();
    if (verdict.passed && d.non_finite > 0)
      verdict.why = fmt::format("{} values are not finite on both", d.non_finite);
  }

  inline static const std::vector<bool> kAll;

  const Program& program_;
  const std::vector<Tensor>& expected_;
  const Thresholds& thresholds_;
  double norm_ = 0;
  std::set<std::string> noisy_;
};

}  // namespace

std::vector<Verdict> judge(const Program& program, const std::vector<Tensor>& expected,
                           const std::vector<Tensor>& found, const Thresholds& thresholds) {
  check(expected.size() == program.results.size() && found.size() == expected.size(),
        "{} results, {} expected, {} found", program.results.size(), expected.size(), found.size());
  Judge judge(program, expected, thresholds);
  std::vector<Verdict> verdicts;
  for (size_t i = 0; i < expected.size(); i++) {
    const auto begin = std::chrono::steady_clock::now();
    verdicts.push_back(judge.verdict(i, found[i]));
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
