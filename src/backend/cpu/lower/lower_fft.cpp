// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms: one axis after the other, several lines at once.
#include <algorithm>
#include <optional>

#include "backend/cpu/lower/rule.h"
#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/fft.h"

namespace tutti::backend::cpu {
namespace {

using kernel::FftPlan;

/// The last axis goes from the operand to the result, the others within the complex side: the
/// result, or a copy of the operand at the front of the workspace. After it each worker has what a
/// transform needs and, where one side is real, kFftLines complex lines.
template <class Real>
class Transform {
 public:
  explicit Transform(const Lowering& lowering);
  int64_t workspace_bytes(int workers) const;
  void prepare();
  void run(const Frame& frame) const;

 private:
  static constexpr int64_t kLines = kernel::kFftLines<Real>;
  struct Axis {
    FftPlan<Real> plan;
    int64_t inner;  // elements between its own
  };
  enum class Kind { complex, from_real, to_real };

  void along(const Frame& frame, const Axis& axis, const Real* from, Real* to) const;
  void along_last(const Frame& frame, const Real* from, Real* to) const;
  /// Transforms `count` real lines of the last axis; `own` is memory for as many complex ones.
  void from_real_lines(const Real* from, Real* to, int64_t count, Real* own, Real* scratch) const;
  void to_real_lines(const Real* from, Real* to, int64_t count, Real* own, Real* scratch) const;
  Real* scratch_of(const Frame& frame, int worker) const {
    return reinterpret_cast<Real*>(frame.at(workspace_)) + copied_ + worker * worker_elements_;
  }

  Kind kind_;
  Place operand_, result_, workspace_;
  std::optional<FftPlan<Real>> last_;  // of half the length where that is real and even
  std::optional<kernel::RealFft<Real>> real_;
  std::vector<Axis> axes_;                  // the others, the inner ones first
  int64_t length_ = 0, rows_ = 0;           // of the last axis, and its lines
  int64_t from_step_ = 0, to_step_ = 0;     // elements of Real in one of them
  int64_t complex_count_ = 0, copied_ = 0;  // of the complex side
  int64_t own_elements_ = 0, worker_elements_ = 0;
};

template <class Real>
Transform<Real>::Transform(const Lowering& lowering)
    : operand_(lowering.operands[0].place),
      result_(lowering.results[0].place),
      workspace_(lowering.workspace.place) {
  const std::string kind = lowering.op.enum_attribute("fft_type");
  kind_ = kind == "RFFT" ? Kind::from_real : kind == "IRFFT" ? Kind::to_real : Kind::complex;
  const bool inverse = kind == "IFFT" || kind == "IRFFT";
  const ir::Type &from = lowering.operands[0].type, &to = lowering.results[0].type;
  // Nothing ties fft_length to the axes of FFT and IFFT: their sizes count.
  const ir::Shape& sizes = (kind_ == Kind::to_real ? to : from).shape;
  const auto axes = static_cast<int64_t>(lowering.op.ints_attribute("fft_length").size());
  const std::vector<int64_t> lengths(sizes.end() - axes, sizes.end());
  if (from.count() == 0 || to.count() == 0) return;
  length_ = lengths.back();
  rows_ = from.count() / from.shape.back();
  from_step_ = from.shape.back() * (kind_ == Kind::from_real ? 1 : 2);
  to_step_ = to.shape.back() * (kind_ == Kind::to_real ? 1 : 2);
  const bool halved = kind_ != Kind::complex && length_ % 2 == 0;
  if (halved) real_.emplace(length_);
  last_.emplace(halved ? length_ / 2 : length_, inverse,
                rows_ < kLines / 2 ? kernel::FftUse::few_lines : kernel::FftUse::many_lines);
  worker_elements_ = last_->scratch();
  int64_t inner = (kind_ == Kind::to_real ? from : to).shape.back();
  complex_count_ = 2 * rows_ * inner;
  for (size_t i = lengths.size() - 1; i-- > 0;) {
    axes_.push_back({FftPlan<Real>(lengths[i], inverse, kernel::FftUse::columns), inner});
    inner *= lengths[i];
    worker_elements_ = std::max(worker_elements_, axes_.back().plan.scratch());
  }
  if (kind_ != Kind::complex) own_elements_ = round_up(2 * kLines * last_->length, kLines);
  if (kind_ == Kind::to_real && !axes_.empty()) copied_ = round_up(complex_count_, kLines);
  worker_elements_ = round_up(worker_elements_, kLines) + own_elements_;
}

template <class Real>
int64_t Transform<Real>::workspace_bytes(int workers) const {
  const int64_t own = checked_multiply(worker_elements_, int64_t{workers}, "a transform");
  return checked_multiply(checked_add(copied_, own, "a transform"), int64_t{sizeof(Real)},
                          "a transform");
}

template <class Real>
void Transform<Real>::prepare() {
  if (last_) last_->prepare();
  if (real_) real_->prepare();
  for (Axis& axis : axes_) axis.plan.prepare();
}

template <class Real>
void Transform<Real>::along(const Frame& frame, const Axis& axis, const Real* from,
                            Real* to) const {
  const int64_t groups = divide_up(axis.inner, kLines);
  const int64_t block = axis.plan.length * axis.inner;
  auto task = [&](int64_t index, int worker) {
    const int64_t first = index % groups * kLines;
    const int64_t start = 2 * (index / groups * block + first);
    transform_columns(axis.plan, from + start, to + start, axis.inner,
                      std::min(kLines, axis.inner - first), scratch_of(frame, worker));
  };
  frame.team.run(complex_count_ / 2 / block * groups, task);
}

template <class Real>
void Transform<Real>::along_last(const Frame& frame, const Real* from, Real* to) const {
  const int64_t lines = last_->side_by_side() ? kLines : 1;
  auto task = [&](int64_t index, int worker) {
    const int64_t first = index * lines, count = std::min(lines, rows_ - first);
    const Real* in = from + first * from_step_;
    Real* out = to + first * to_step_;
    Real* own = scratch_of(frame, worker);
    Real* scratch = own + own_elements_;
    switch (kind_) {
      case Kind::complex:
        return transform_lines(*last_, in, from_step_, out, to_step_, count, scratch);
      case Kind::from_real:
        return from_real_lines(in, out, count, own, scratch);
      case Kind::to_real:
        return to_real_lines(in, out, count, own, scratch);
    }
  };
  frame.team.run(divide_up(rows_, lines), task);
}

template <class Real>
void Transform<Real>::from_real_lines(const Real* from, Real* to, int64_t count, Real* own,
                                      Real* scratch) const {
  const int64_t line = 2 * last_->length;
  if (real_) {
    transform_lines(*last_, from, from_step_, own, line, count, scratch);
    for (int64_t i = 0; i < count; i++)
      spectrum_of_pairs(*real_, own + i * line, to + i * to_step_);
    return;
  }
  for (int64_t i = 0; i < count; i++)
    for (int64_t k = 0; k < length_; k++) {
      own[i * line + 2 * k] = from[i * from_step_ + k];
      own[i * line + 2 * k + 1] = 0;
    }
  transform_lines(*last_, own, line, own, line, count, scratch);
  for (int64_t i = 0; i < count; i++) std::copy_n(own + i * line, to_step_, to + i * to_step_);
}

template <class Real>
void Transform<Real>::to_real_lines(const Real* from, Real* to, int64_t count, Real* own,
                                    Real* scratch) const {
  const int64_t line = 2 * last_->length;
  if (real_) {
    for (int64_t i = 0; i < count; i++)
      pairs_of_spectrum(*real_, from + i * from_step_, own + i * line);
    return transform_lines(*last_, own, line, to, to_step_, count, scratch);
  }
  for (int64_t i = 0; i < count; i++) {
    const Real* spectrum = from + i * from_step_;
    Real* whole = std::copy_n(spectrum, from_step_, own + i * line);
    for (int64_t k = length_ / 2; k > 0; k--) {  // x[length - k] = conj(x[k])
      *whole++ = spectrum[2 * k];
      *whole++ = -spectrum[2 * k + 1];
    }
  }
  transform_lines(*last_, own, line, own, line, count, scratch);
  for (int64_t i = 0; i < count; i++)
    for (int64_t k = 0; k < length_; k++) to[i * to_step_ + k] = own[i * line + 2 * k];
}

template <class Real>
void Transform<Real>::run(const Frame& frame) const {
  if (rows_ == 0) return;
  const Real* from = reinterpret_cast<const Real*>(frame.at(operand_));
  Real* to = reinterpret_cast<Real*>(frame.at(result_));
  if (kind_ == Kind::to_real) {
    Real* copy = reinterpret_cast<Real*>(frame.at(workspace_));
    for (const Axis& axis : axes_) {
      along(frame, axis, from, copy);
      from = copy;
    }
    return along_last(frame, from, to);
  }
  along_last(frame, from, to);
  for (const Axis& axis : axes_) along(frame, axis, to, to);
}

template <class Real>
Run lower_transform(Lowering& lowering) {
  const auto transform = std::make_shared<Transform<Real>>(lowering);
  transform->prepare();
  return [transform](const Frame& frame) { transform->run(frame); };
}

bool is_double(const Lowering& lowering) {
  return ir::real_type(lowering.operands[0].type.element) == ir::ElementType::f64;
}

}  // namespace

std::vector<Rule> fft_rules() {
  Rule fft{.op = "stablehlo.fft", .lower = [](Lowering& lowering) {
             return is_double(lowering) ? lower_transform<double>(lowering)
                                        : lower_transform<float>(lowering);
           }};
  fft.takes_complex = true;
  fft.workspace_bytes = [](const Lowering& lowering) {
    return is_double(lowering) ? Transform<double>(lowering).workspace_bytes(lowering.workers)
                               : Transform<float>(lowering).workspace_bytes(lowering.workers);
  };
  return {fft};
}

}  // namespace tutti::backend::cpu
