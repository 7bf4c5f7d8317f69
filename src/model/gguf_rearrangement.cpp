// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_rearrangement.h"

#include <cstring>

#include "base/text.h"

namespace tutti::model {

void rearrange(const Rearrangement& how, std::span<const std::byte> from, std::span<std::byte> to) {
  const auto rows = static_cast<size_t>(how.rows);
  const size_t row_bytes = from.size() / rows, columns = row_bytes / how.element_bytes;
  if (how.order == GgufOrder::same) {
    std::memcpy(to.data(), from.data(), from.size());
  } else if (how.order == GgufOrder::transposed) {
    for (size_t row = 0; row < rows; row++)
      for (size_t column = 0; column < columns; column++)
        std::memcpy(to.data() + (column * rows + row) * how.element_bytes,
                    from.data() + (row * columns + column) * how.element_bytes, how.element_bytes);
  } else {
    for (size_t row = 0; row < rows; row++)
      std::memcpy(
          to.data() + static_cast<size_t>(how.row_of(static_cast<int64_t>(row))) * row_bytes,
          from.data() + row * row_bytes, row_bytes);
  }
}

std::vector<float> rearranged(const Rearrangement& how, std::vector<float> values) {
  if (how.order == GgufOrder::same) return values;
  std::vector<float> ordered(values.size());
  rearrange(how, std::as_bytes(std::span(values)), std::as_writable_bytes(std::span(ordered)));
  return ordered;
}

Rearrangement rearrangement(GgufOrder order, const std::vector<int64_t>& shape, int64_t heads,
                            std::string_view where, std::string_view name) {
  Rearrangement how{.order = order, .heads = heads};
  if (order == GgufOrder::same) return how;
  how.rows = shape.empty() ? 1 : shape[0];
  if (order == GgufOrder::transposed ? shape.size() != 2 : how.rows % (2 * heads) != 0)
    user_error("{}: tensor {}: found the shape [{}], expected {}", where, escaped(name),
               fmt::join(shape, ", "),
               order == GgufOrder::transposed
                   ? "two dimensions"
                   : fmt::format("an even part for each of {} heads", heads));
  return how;
}

}  // namespace tutti::model
