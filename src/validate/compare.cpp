// SPDX-License-Identifier: Apache-2.0
#include "validate/compare.h"

#include <cmath>
#include <cstring>

#include "base/error.h"

namespace tutti::validate {
namespace {

using ir::ElementType;
using ir::Tensor;

/// Numbers an element is made of: a complex one of its real and its imaginary part.
int64_t parts_of(ElementType element) {
  return ir::is_complex(element) ? 2 : 1;
}

/// Reads a tensor's numbers as doubles; float32, which nearly all are, without a detour.
class Reader {
 public:
  explicit Reader(const Tensor& tensor)
      : tensor_(tensor),
        part_(ir::real_type(tensor.type().element)),
        parts_(parts_of(tensor.type().element)),
        plain_(part_ == ElementType::f32 && !tensor.is_splat() ? tensor.stored().data() : nullptr),
        is_float_(ir::is_float(part_)) {}

  int64_t count() const { return tensor_.type().count() * parts_; }

  double at(int64_t index) const {
    if (plain_) {
      float value = 0;
      std::memcpy(&value, plain_ + static_cast<size_t>(index) * sizeof value, sizeof value);
      return value;
    }
    if (!is_float_) return static_cast<double>(tensor_.int_at(index));
    return ir::load_element(part_, tensor_.stored().data(), stored_at(index));
  }

  /// The place of element `index` among the numbers of its type, in increasing order.
  double ordinal(int64_t index) const {
    if (!is_float_) return at(index);
    const size_t size = ir::byte_size(part_);
    uint64_t bits = 0;
    std::memcpy(&bits, tensor_.stored().data() + static_cast<size_t>(stored_at(index)) * size,
                size);
    const uint64_t sign = uint64_t{1} << (8 * size - 1);
    const auto magnitude = static_cast<double>(bits & (sign - 1));
    return bits & sign ? -magnitude : magnitude;
  }

 private:
  int64_t stored_at(int64_t index) const { return tensor_.is_splat() ? index % parts_ : index; }

  const Tensor& tensor_;
  ElementType part_;
  int64_t parts_;
  const std::byte* plain_;
  bool is_float_;
};

struct Products {
  double aa = 0, bb = 0, ab = 0;
  void add(double a, double b) {
    aa += a * a;
    bb += b * b;
    ab += a * b;
  }
  double cosine() const {
    if (aa == 0 && bb == 0) return 1;
    if (aa == 0 || bb == 0) return 0;
    return ab / (std::sqrt(aa) * std::sqrt(bb));
  }
};

bool same_non_finite(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b;
}

}  // namespace

Difference compare(const Tensor& reference, const Tensor& found, const std::vector<bool>& counts) {
  check(reference.type() == found.type(), "a {} is compared with a {}", reference.type().str(),
        found.type().str());
  Difference result;
  const Reader a(reference), b(found);
  const int64_t count = a.count();
  const auto entries = static_cast<int64_t>(counts.size());
  check(entries == 0 || (count % entries == 0), "{} entries of a {}", entries,
        reference.type().str());
  const int64_t inner = entries > 0 ? count / entries : 1;
  Products products;
  double sum = 0;
  for (int64_t i = 0; i < count; i++) {
    if (entries > 0 && !counts[static_cast<size_t>(i / inner)]) continue;
    const double x = a.at(i), y = b.at(i);
    if (!std::isfinite(x) || !std::isfinite(y)) {
      const bool same = same_non_finite(x, y);
      (same ? result.non_finite : result.disagreeing)++;
      if (!same && result.first_disagreeing < 0)
        result.first_disagreeing = i / parts_of(reference.type().element);
      continue;
    }
    result.compared++;
    result.largest = std::max(result.largest, std::fabs(x));
    products.add(x, y);
    const double distance = std::fabs(x - y);
    if (distance == 0) continue;
    sum += distance;
    result.maximum = std::max(result.maximum, distance);
    result.ulps = std::max(result.ulps, std::fabs(a.ordinal(i) - b.ordinal(i)));
  }
  if (result.compared > 0) result.mean = sum / static_cast<double>(result.compared);
  result.cosine = products.cosine();
  if (result.disagreeing > 0) result.maximum = result.mean = result.ulps = INFINITY;
  return result;
}

double finite_distance(const Tensor& a, const Tensor& b) {
  const Reader x(a), y(b);
  double most = 0;
  for (int64_t i = 0; i < x.count(); i++) {
    const double distance = std::fabs(x.at(i) - y.at(i));
    if (std::isfinite(distance)) most = std::max(most, distance);
  }
  return most;
}

double squared_norm(const Tensor& tensor) {
  const Reader reader(tensor);
  double sum = 0;
  for (int64_t i = 0; i < reader.count(); i++) {
    const double value = reader.at(i);
    if (std::isfinite(value)) sum += value * value;
  }
  return sum;
}

double update_cosine(const Tensor& base, const Tensor& reference, const Tensor& found,
                     const std::vector<bool>& counts) {
  check(base.type() == reference.type() && base.type() == found.type(), "updates of {}, {} and {}",
        base.type().str(), reference.type().str(), found.type().str());
  const Reader from(base), a(reference), b(found);
  Products products;
  for (int64_t i = 0; i < from.count(); i++) {
    if (!counts.empty() && !counts[static_cast<size_t>(i)]) continue;
    const double start = from.at(i);
    products.add(a.at(i) - start, b.at(i) - start);
  }
  return products.cosine();
}

Thresholds thresholds_of(std::string_view device_kind) {
  for (const std::string_view loose : {"rocm", "tpu", "neuron"})
    if (device_kind.starts_with(loose)) return {1e-3, 0.999};
  return {1e-4, 0.9999};
}

}  // namespace tutti::validate
