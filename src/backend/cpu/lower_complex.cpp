// SPDX-License-Identifier: Apache-2.0
// Complex numbers lie in memory as pairs: their parts are views of every other number. All
// arithmetic is on the parts (pass/split_complex.h); transforms work on the pairs.
#include <algorithm>
#include <complex>

#include "backend/cpu/lower.h"
#include "base/checked.h"
#include "kernel/fourier.h"

namespace tutti::backend::cpu {
namespace {

using kernel::Fourier;
using Complex = std::complex<double>;

Run lower_complex(Lowering& lowering) {
  const Run real = lower_copy(lowering.operands[0], complex_part(lowering.results[0], false));
  const Run imaginary = lower_copy(lowering.operands[1], complex_part(lowering.results[0], true));
  return [real, imaginary](const Frame& frame) {
    real(frame);
    imaginary(frame);
  };
}

Complex load(ir::ElementType type, const std::byte* data, int64_t index) {
  if (ir::is_float(type)) return ir::load_element(type, data, index);
  const ir::ElementType part = ir::real_type(type);
  return {ir::load_element(part, data, 2 * index), ir::load_element(part, data, 2 * index + 1)};
}

void store(ir::ElementType type, std::byte* data, int64_t index, Complex value) {
  if (ir::is_float(type)) return ir::store_element(type, data, index, value.real());
  const ir::ElementType part = ir::real_type(type);
  ir::store_element(part, data, 2 * index, value.real());
  ir::store_element(part, data, 2 * index + 1, value.imag());
}

/// One axis after the other, in float64, in the workspace: [elements of the larger side], then for
/// each worker a line and what its transform needs.
class Transform {
 public:
  explicit Transform(const Lowering& lowering);
  int64_t workspace_bytes(int workers) const;
  void run(const Frame& frame) const;

 private:
  struct Axis {
    Fourier fourier;
    int64_t size, inner;
  };
  Complex* lines(const Frame& frame) const {
    return reinterpret_cast<Complex*>(frame.at(workspace_));
  }
  void widen(const Frame& frame) const;
  void along(const Frame& frame, const Axis& axis) const;
  void narrow(const Frame& frame) const;

  View operand_, result_;
  std::vector<Axis> axes_;               // in the order in which they are transformed
  int64_t size_ = 1, rows_ = 0;          // of the last axis while it is transformed, and its lines
  int64_t from_size_ = 1, to_size_ = 1;  // of the operand's and the result's last axis
  int64_t worker_elements_ = 0;
  Place workspace_;
};

Transform::Transform(const Lowering& lowering)
    : operand_(lowering.operands[0]),
      result_(lowering.results[0]),
      workspace_(lowering.workspace.place) {
  const std::string kind = lowering.op.enum_attribute("fft_type");
  const bool inverse = kind == "IFFT" || kind == "IRFFT";
  const auto lengths = lowering.op.ints_attribute("fft_length");
  from_size_ = operand_.type.shape.back();
  to_size_ = result_.type.shape.back();
  size_ = lengths.back();
  if (operand_.type.count() == 0 || result_.type.count() == 0) return;
  rows_ = operand_.type.count() / from_size_;
  int64_t inner = 1;
  for (size_t i = lengths.size(); i-- > 0;) {
    axes_.push_back({Fourier(lengths[i], inverse), lengths[i], inner});
    inner *= lengths[i];
    worker_elements_ = std::max(worker_elements_, lengths[i] + axes_.back().fourier.scratch());
  }
  // A half spectrum is continued along its last axis when the others are done.
  if (kind == "IRFFT") std::reverse(axes_.begin(), axes_.end());
}

int64_t Transform::workspace_bytes(int workers) const {
  const int64_t elements = checked_add(
      checked_multiply(rows_, size_, "a transform"),
      checked_multiply(worker_elements_, int64_t{workers}, "a transform"), "a transform");
  return checked_multiply(elements, int64_t{sizeof(Complex)}, "a transform");
}

void Transform::widen(const Frame& frame) const {
  const std::byte* from = frame.at(operand_.place);
  Complex* to = lines(frame);
  auto task = [&](int64_t row, int) {
    for (int64_t k = 0; k < size_; k++)
      to[row * size_ + k] =
          k < from_size_ ? load(operand_.type.element, from, row * from_size_ + k) : Complex(0);
  };
  frame.team.run(rows_, task);
}

void Transform::along(const Frame& frame, const Axis& axis) const {
  Complex* data = lines(frame);
  Complex* own = data + rows_ * size_;
  const int64_t count = rows_ * size_ / axis.size;
  auto task = [&](int64_t index, int worker) {
    Complex* line = own + worker * worker_elements_;
    Complex* start = data + index / axis.inner * axis.size * axis.inner + index % axis.inner;
    for (int64_t k = 0; k < axis.size; k++) line[k] = start[k * axis.inner];
    axis.fourier.run(line, line + axis.size);
    for (int64_t k = 0; k < axis.size; k++) start[k * axis.inner] = line[k];
  };
  frame.team.run(count, task);
}

void Transform::narrow(const Frame& frame) const {
  const Complex* from = lines(frame);
  std::byte* to = frame.at(result_.place);
  auto task = [&](int64_t row, int) {
    for (int64_t k = 0; k < to_size_; k++)
      store(result_.type.element, to, row * to_size_ + k, from[row * size_ + k]);
  };
  frame.team.run(rows_, task);
}

void Transform::run(const Frame& frame) const {
  if (rows_ == 0) return;
  widen(frame);
  for (const Axis& axis : axes_) {
    const bool continues = axis.inner == 1 && from_size_ < size_;
    if (continues) {
      Complex* data = lines(frame);
      auto task = [&](int64_t row, int) {
        Complex* line = data + row * size_;
        for (int64_t k = from_size_; k < size_; k++) line[k] = std::conj(line[size_ - k]);
      };
      frame.team.run(rows_, task);
    }
    along(frame, axis);
  }
  narrow(frame);
}

}  // namespace

View complex_part(const View& complex, bool imaginary) {
  View part = complex;
  part.type = complex.type.with(ir::real_type(complex.type.element));
  for (int64_t& stride : part.strides) stride *= 2;
  if (imaginary) part.place.start += static_cast<int64_t>(ir::byte_size(part.type.element));
  part.dense = false;
  return part;
}

std::vector<Rule> complex_rules() {
  Rule complex{.op = "stablehlo.complex", .lower = lower_complex};
  complex.strided_operands = true;
  complex.takes_complex = true;
  Rule fft{.op = "stablehlo.fft", .lower = [](Lowering& lowering) -> Run {
             return [transform = Transform(lowering)](const Frame& frame) { transform.run(frame); };
           }};
  fft.takes_complex = true;
  fft.workspace_bytes = [](const Lowering& lowering) {
    return Transform(lowering).workspace_bytes(lowering.workers);
  };
  return {complex, fft};
}

}  // namespace tutti::backend::cpu
