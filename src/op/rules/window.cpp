// SPDX-License-Identifier: Apache-2.0
#include "op/rules/window.h"

#include <algorithm>

#include "base/checked.h"
#include "op/rules/common.h"

namespace tutti::op {

namespace {

constexpr int64_t kLargest = int64_t{1} << 31;  // products of two stay below 2^63

/// The length of `count` elements with `dilation` - 1 gaps between each two.
int64_t dilated(int64_t count, int64_t dilation) {
  return count == 0 ? 0
                    : checked_add(checked_multiply(count - 1, dilation, "dilated size"), int64_t{1},
                                  "dilated size");
}

}  // namespace

int64_t WindowAxis::count(int64_t length) const {
  if (length == ir::kDynamic || size == ir::kDynamic) return ir::kDynamic;
  const int64_t padded = checked_add(dilated(length, base_dilation), low + high, "padded size");
  const int64_t covered = dilated(size, window_dilation);
  return padded <= 0 || covered > padded ? 0 : (padded - covered) / stride + 1;
}

int64_t WindowAxis::element(int64_t length, int64_t at, int64_t inside) const {
  const int64_t place =
      at * stride + (reversed ? size - 1 - inside : inside) * window_dilation - low;
  if (place < 0 || place % base_dilation != 0 || place / base_dilation >= length) return -1;
  return place / base_dilation;
}

std::vector<int64_t> positive_list(const Operation& op, std::string_view name, int64_t size,
                                   std::string_view size_label, std::string_view positive_label) {
  const auto values = op.ints_attribute(name, std::vector<int64_t>(static_cast<size_t>(size), 1));
  constraint(op, static_cast<int64_t>(values.size()) == size, size_label,
             "{} has {} entries, expected {}", name, values.size(), size);
  for (int64_t value : values)
    constraint(op, value > 0 && value < kLargest, positive_label,
               "{} is {}, expected positive numbers", name, ir::str(values));
  return values;
}

std::vector<int64_t> padding_list(const Operation& op, int64_t rank, std::string_view label) {
  const auto values =
      op.ints_attribute("padding", std::vector<int64_t>(static_cast<size_t>(2 * rank), 0));
  const ir::Attribute* given = op.attributes.find("padding");
  const auto* tensor = given ? given->get<ir::Tensor>() : nullptr;
  constraint(op, !given || (tensor && tensor->type().shape == ir::Shape{rank, 2}), label,
             "padding is not as expected, a tensor of shape [{}, 2]", rank);
  expect_paddings(op, values, label);
  return values;
}

void expect_paddings(const Operation& op, const std::vector<int64_t>& padding,
                     std::string_view label) {
  for (int64_t value : padding)
    constraint(op, value > -kLargest && value < kLargest, label,
               "padding has {}, expected numbers of 31 bits", value);
}

std::vector<WindowAxis> window_axes(const Operation& op, int64_t rank, const WindowLabels& labels) {
  const auto sizes = positive_list(op, "window_dimensions", rank, labels.dimensions_size,
                                   labels.dimensions_positive);
  const auto strides =
      positive_list(op, "window_strides", rank, labels.strides_size, labels.strides_positive);
  const auto base =
      positive_list(op, "base_dilations", rank, labels.base_size, labels.base_positive);
  const auto window =
      positive_list(op, "window_dilations", rank, labels.window_size, labels.window_positive);
  const auto padding = padding_list(op, rank, labels.padding);
  std::vector<WindowAxis> axes;
  for (size_t d = 0; d < sizes.size(); d++)
    axes.push_back(
        {sizes[d], strides[d], padding[2 * d], padding[2 * d + 1], base[d], window[d], false});
  return axes;
}

ir::Shape padded_shape(const Operation& op, const ir::Shape& shape, const Paddings& paddings) {
  // -value, which a backward rule needs too.
  const auto negated = [](int64_t value) {
    return checked_multiply(value, int64_t{-1}, "padded size");
  };
  ir::Shape padded;
  for (size_t d = 0; d < shape.size(); d++) {
    const int64_t interior = paddings.interior[d];
    constraint(op, interior >= 0, label(op, 3),
               "the interior padding of dimension {} is {}, expected at least 0", d, interior);
    padded.push_back(shape[d]);
    if (shape[d] == ir::kDynamic) continue;
    const int64_t gaps =
        checked_multiply(std::max<int64_t>(shape[d] - 1, 0), interior, "padded size");
    const int64_t cut =
        checked_add(negated(paddings.low[d]), negated(paddings.high[d]), "padded size");
    padded[d] =
        checked_add(checked_add(shape[d], gaps, "padded size"), negated(cut), "padded size");
    constraint(op, padded[d] >= 0, label(op, 4), "dimension {} becomes {}, expected at least 0", d,
               padded[d]);
  }
  return padded;
}

}  // namespace tutti::op
