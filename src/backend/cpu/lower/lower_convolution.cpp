// SPDX-License-Identifier: Apache-2.0
// Convolutions as matrix products: the elements under each window become a row [places, features],
// some images at a time, and are multiplied by the kernel [places, features, outputs], group by
// group. Most convolutions do not need those rows: see convolution_gathered.cpp.
#include <algorithm>
#include <cstring>

#include "backend/cpu/lower/convolution_sides.h"
#include "backend/cpu/lower/dot_general_plain.h"
#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/matmul.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using ir::ElementType;
using kernel::StridedCopy;
using Axes = std::vector<int64_t>;

constexpr int64_t kMostRowBytes = int64_t{32} << 20;  // of the rows that are made at a time

int64_t aligned(int64_t bytes) {
  return checked_round_up(bytes, kCacheLine, "a convolution's workspace");
}

/// The windows [first, first + count), `step` apart, that have an element at a place, and the first
/// one's element; the next one's is `element_step` further.
struct Span {
  int64_t first = 0, count = 0, step = 1, element = 0, element_step = 1;
};

Span span_of(const op::WindowAxis& axis, int64_t inside, int64_t length, int64_t windows) {
  Span span;
  for (int64_t at = 0; at < windows; at++) {
    const int64_t element = axis.element(length, at, inside);
    if (element < 0) continue;
    if (span.count == 0) {
      span.first = at;
      span.element = element;
    } else if (span.count == 1) {
      span.step = at - span.first;
      span.element_step = element - span.element;
    }
    span.count++;
  }
  return span;
}

class Convolution {
 public:
  explicit Convolution(const Lowering& lowering)
      : Convolution(lowering, ConvolutionSides(lowering.op)) {}
  int64_t workspace_bytes() const { return end_; }
  void run(const Frame& frame) const;

 private:
  /// Copies the elements that the windows of an image have at one place. Offsets are in bytes.
  struct PlaceCopy {
    StridedCopy copy;
    int64_t from, to;
  };

  Convolution(const Lowering& lowering, const ConvolutionSides& sides);
  void prepare_sizes(const Lowering& lowering);
  void prepare_rows();
  void prepare_kernel();
  void prepare_product(int workers);
  void make_rows(const Frame& frame, int64_t group, int64_t image, int64_t images) const;
  void multiply(const Frame& frame, int64_t images) const;
  void store(const Frame& frame, int64_t group, int64_t image, int64_t images) const;

  View input_, kernel_, result_;
  ConvolutionSide input_axes_, kernel_axes_, output_axes_;
  std::vector<op::WindowAxis> window_;
  int64_t groups_ = 1, images_, windows_ = 1, places_ = 1, features_, outputs_;  // of one group
  bool batch_groups_ = false;
  int64_t images_at_a_time_ = 1;
  bool fast_, padded_ = false;

  std::vector<PlaceCopy> places_of_image_;
  std::optional<StridedCopy> pack_kernel_;
  int64_t kernel_group_stride_ = 0;
  std::optional<StridedCopy> store_;
  kernel::MatmulProblem problem_;         // of images_at_a_time_
  std::vector<kernel::Matmul> products_;  // of images_at_a_time_, and of the images that are left
  int64_t product_bytes_ = 0;
  int64_t packed_ = 0, product_ = 0, scratch_ = 0, end_ = 0;  // in the workspace, after the rows
  Place workspace_;
};

Convolution::Convolution(const Lowering& lowering, const ConvolutionSides& sides)
    : input_(lowering.operands[0]),
      kernel_(lowering.operands[1]),
      result_(lowering.results[0]),
      input_axes_(sides.input),
      kernel_axes_(sides.kernel),
      output_axes_(sides.output),
      window_(sides.window),
      workspace_(lowering.workspace.place) {
  prepare_sizes(lowering);
  if (result_.type.count() == 0) return;
  prepare_rows();
  prepare_kernel();
  prepare_product(lowering.workers);
}

void Convolution::prepare_sizes(const Lowering& lowering) {
  const int64_t batch_groups = lowering.op.int_attribute("batch_group_count", 1);
  batch_groups_ = batch_groups > 1;
  groups_ = batch_groups_ ? batch_groups : lowering.op.int_attribute("feature_group_count", 1);
  images_ = result_.type.dim(output_axes_.batch);
  for (int64_t axis : output_axes_.spatial) windows_ *= result_.type.dim(axis);
  for (const op::WindowAxis& axis : window_) places_ *= axis.size;
  features_ = kernel_.type.dim(kernel_axes_.batch);
  outputs_ = kernel_.type.dim(kernel_axes_.feature) / groups_;
  const auto vector_type = [](const View& view) {
    return view.type.element == ElementType::f32 || view.type.element == ElementType::bf16;
  };
  fast_ = vector_type(input_) && vector_type(kernel_) && vector_type(result_);
}

/// For each place of the window, a copy of [spatial..., features] of one image; windows that have
/// padding there keep their zeros.
void Convolution::prepare_rows() {
  const auto spatial = window_.size();
  Axes index(spatial, 0);
  const int64_t row = places_ * features_;
  for (int64_t place = 0; place < places_; place++) {
    Axes sizes, from_strides, to_strides;
    int64_t from = 0, to = place * features_, windows_behind = windows_, found = 1;
    for (size_t d = 0; d < spatial; d++) {
      const int64_t count = result_.type.dim(output_axes_.spatial[d]);
      const Span span =
          span_of(window_[d], index[d], input_.type.dim(input_axes_.spatial[d]), count);
      windows_behind /= count;
      const int64_t stride = input_.strides[static_cast<size_t>(input_axes_.spatial[d])];
      sizes.push_back(span.count);
      from_strides.push_back(span.element_step * stride);
      to_strides.push_back(span.step * windows_behind * row);
      from += span.element * stride;
      to += span.first * windows_behind * row;
      found *= span.count;
    }
    padded_ = padded_ || found < windows_;
    sizes.push_back(features_);
    from_strides.push_back(input_.strides[static_cast<size_t>(input_axes_.feature)]);
    to_strides.push_back(1);
    if (found > 0 && features_ > 0)
      places_of_image_.push_back(
          {StridedCopy(ir::byte_size(input_.type.element), sizes, from_strides, to_strides),
           from * input_.element_bytes(), to * input_.element_bytes()});
    for (size_t d = spatial; d-- > 0;) {
      if (++index[d] < window_[d].size) break;
      index[d] = 0;
    }
  }
}

/// [places, features, outputs] of a group. The places' order is the rows'.
void Convolution::prepare_kernel() {
  Axes sizes, strides;
  for (size_t d = 0; d < window_.size(); d++) {
    sizes.push_back(window_[d].size);
    strides.push_back(kernel_.strides[static_cast<size_t>(kernel_axes_.spatial[d])]);
  }
  const int64_t output_stride = kernel_.strides[static_cast<size_t>(kernel_axes_.feature)];
  sizes.insert(sizes.end(), {features_, outputs_});
  strides.insert(strides.end(),
                 {kernel_.strides[static_cast<size_t>(kernel_axes_.batch)], output_stride});
  kernel_group_stride_ = outputs_ * output_stride * kernel_.element_bytes();
  pack_kernel_.emplace(ir::byte_size(kernel_.type.element), sizes, strides, ir::strides_of(sizes));
}

void Convolution::prepare_product(int workers) {
  const int64_t row_bytes = checked_multiply(checked_multiply(places_, features_, "a window"),
                                             input_.element_bytes(), "a window");
  const int64_t image_bytes = checked_multiply(windows_, row_bytes, "the rows of an image");
  images_at_a_time_ =
      std::clamp<int64_t>(kMostRowBytes / std::max<int64_t>(1, image_bytes), 1, images_);
  problem_.m = images_at_a_time_ * windows_;
  problem_.n = outputs_;
  problem_.k = places_ * features_;
  problem_.a = input_.type.element;
  problem_.b = kernel_.type.element;
  problem_.c = result_.type.element;
  kernel::MatmulProblem last = problem_;
  last.m = images_ % images_at_a_time_ * windows_;
  if (fast_) {
    products_.emplace_back(problem_);
    if (last.m > 0) products_.emplace_back(last);
    for (const kernel::Matmul& product : products_)
      product_bytes_ =
          std::max(product_bytes_, static_cast<int64_t>(product.workspace_bytes(workers)));
  }
  packed_ = aligned(checked_multiply(images_at_a_time_, image_bytes, "the rows of images"));
  product_ = packed_ + aligned(checked_multiply(problem_.k * problem_.n, kernel_.element_bytes(),
                                                "a convolution's kernel"));
  scratch_ = product_ + aligned(checked_multiply(problem_.m * problem_.n, result_.element_bytes(),
                                                 "a convolution's product"));
  end_ = scratch_ + product_bytes_;
  Axes sizes, strides;
  for (int64_t axis : output_axes_.spatial) {
    sizes.push_back(result_.type.dim(axis));
    strides.push_back(result_.strides[static_cast<size_t>(axis)]);
  }
  sizes.push_back(outputs_);
  strides.push_back(result_.strides[static_cast<size_t>(output_axes_.feature)]);
  store_.emplace(ir::byte_size(result_.type.element), sizes, ir::strides_of(sizes), strides);
}

void Convolution::make_rows(const Frame& frame, int64_t group, int64_t image,
                            int64_t images) const {
  const int64_t batch_stride = input_.strides[static_cast<size_t>(input_axes_.batch)];
  const int64_t feature_stride = input_.strides[static_cast<size_t>(input_axes_.feature)];
  const int64_t group_start =
      batch_groups_ ? group * images_ * batch_stride : group * features_ * feature_stride;
  const std::byte* from = frame.at(input_.place) + group_start * input_.element_bytes();
  const int64_t image_bytes = windows_ * places_ * features_ * input_.element_bytes();
  std::byte* rows = frame.at(workspace_);
  const auto copies = static_cast<int64_t>(places_of_image_.size());
  if (padded_) {
    auto clear = [&](int64_t i, int) {
      std::memset(rows + i * image_bytes, 0, static_cast<size_t>(image_bytes));
    };
    frame.team.run(images, clear);
  }
  auto task = [&](int64_t index, int) {
    const PlaceCopy& place = places_of_image_[static_cast<size_t>(index % copies)];
    const int64_t i = index / copies;
    place.copy.run(from + (image + i) * batch_stride * input_.element_bytes() + place.from,
                   rows + i * image_bytes + place.to);
  };
  frame.team.run(images * copies, task);
}

void Convolution::multiply(const Frame& frame, int64_t images) const {
  std::byte* memory = frame.at(workspace_);
  if (fast_) {
    const kernel::Matmul& product = images == images_at_a_time_ ? products_[0] : products_.back();
    product.run(frame.team, {.a = memory, .b = memory + packed_, .c = memory + product_},
                {memory + scratch_, static_cast<size_t>(product_bytes_)});
    return;
  }
  kernel::MatmulProblem problem = problem_;
  problem.m = images * windows_;
  plain_product(frame.team, problem, memory, memory + packed_, memory + product_);
}

void Convolution::store(const Frame& frame, int64_t group, int64_t image, int64_t images) const {
  const int64_t batch_stride = result_.strides[static_cast<size_t>(output_axes_.batch)];
  const int64_t output_stride = result_.strides[static_cast<size_t>(output_axes_.feature)];
  const int64_t start = image * batch_stride + group * outputs_ * output_stride;
  const std::byte* product = frame.at(workspace_) + product_;
  std::byte* to = frame.at(result_.place) + start * result_.element_bytes();
  auto task = [&](int64_t i, int) {
    store_->run(product + i * windows_ * outputs_ * result_.element_bytes(),
                to + i * batch_stride * result_.element_bytes());
  };
  frame.team.run(images, task);
}

void Convolution::run(const Frame& frame) const {
  if (result_.type.count() == 0) return;
  for (int64_t group = 0; group < groups_; group++) {
    pack_kernel_->run(frame.team, frame.at(kernel_.place) + group * kernel_group_stride_,
                      frame.at(workspace_) + packed_);
    for (int64_t image = 0; image < images_; image += images_at_a_time_) {
      const int64_t images = std::min(images_at_a_time_, images_ - image);
      make_rows(frame, group, image, images);
      multiply(frame, images);
      store(frame, group, image, images);
    }
  }
}

}  // namespace

std::vector<Rule> convolution_rules() {
  Rule rule{.op = "stablehlo.convolution", .lower = [](Lowering& lowering) -> Run {
              if (gathers_convolution(lowering)) return lower_gathered_convolution(lowering);
              return [convolution = Convolution(lowering)](const Frame& frame) {
                convolution.run(frame);
              };
            }};
  rule.workspace_bytes = [](const Lowering& lowering) {
    return gathers_convolution(lowering) ? gathered_convolution_bytes(lowering)
                                         : Convolution(lowering).workspace_bytes();
  };
  rule.strided_operands = true;
  return {rule};
}

}  // namespace tutti::backend::cpu
