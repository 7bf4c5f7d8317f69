// SPDX-License-Identifier: Apache-2.0
#include "data/batch.h"

#include <algorithm>

#include "base/checked.h"

namespace tutti::data {
namespace {

template <typename Arrays>
auto& named(Arrays& arrays, std::string_view name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const Array& array) { return array.spec.name == name; });
  check(found != arrays.end(), "a batch has no array {}", name);
  return *found;
}

auto& integers_of(auto& array) {
  check(!array.spec.is_real, "the batch's array {} has no integers", array.spec.name);
  return array.integers;
}

auto& reals_of(auto& array) {
  check(array.spec.is_real, "the batch's array {} has no real numbers", array.spec.name);
  return array.reals;
}

}  // namespace

void Batch::add(ArraySpec spec) {
  const auto size = static_cast<size_t>(spec.extent == Extent::token ? rows * length : features);
  Array& array = arrays.emplace_back(Array{std::move(spec)});
  if (array.spec.is_real)
    array.reals.assign(size, 0.0F);
  else
    array.integers.assign(size, 0);
}

const Array& Batch::operator[](std::string_view name) const {
  return named(arrays, name);
}

std::vector<int32_t>& Batch::integers(std::string_view name) {
  return integers_of(named(arrays, name));
}

const std::vector<int32_t>& Batch::integers(std::string_view name) const {
  return integers_of(named(arrays, name));
}

std::vector<float>& Batch::reals(std::string_view name) {
  return reals_of(named(arrays, name));
}

const std::vector<float>& Batch::reals(std::string_view name) const {
  return reals_of(named(arrays, name));
}

std::vector<ArraySpec> token_arrays() {
  std::vector<ArraySpec> specs;
  for (const char* name : {"ids", "segment", "position", "type", "sample"})
    specs.push_back({name, Extent::token});
  return specs;
}

std::vector<Segment> FeatureSource::segments(int64_t feature) const {
  return {{length(feature), checked_cast<int32_t>(feature, "feature index")}};
}

}  // namespace tutti::data
