// SPDX-License-Identifier: Apache-2.0
#include "ir/convolution_text.h"

#include <charconv>

#include "base/text.h"
#include "ir/attribute_kinds.h"
#include "ir/module.h"

namespace tutti::ir {
namespace {

constexpr std::string_view kName = "stablehlo.conv";

/// The names of the fields for one side: two axes by letter, and the spatial ones.
struct Side {
  std::string_view first_letter, second_letter, first_field, second_field, spatial_field;
};

Side side_of(size_t index) {
  constexpr std::string_view kLetters[][2] = {{"b", "f"}, {"i", "o"}, {"b", "f"}};
  const auto fields = record_fields(kName).subspan(3 * index, 3);
  return {kLetters[index][0], kLetters[index][1], fields[0], fields[1], fields[2]};
}

/// Puts the axes of one side into the record; false where an entry is unknown, missing or given
/// twice.
bool set_side(RecordAttribute& record, const Side& side, const std::vector<std::string>& entries) {
  std::vector<int64_t> spatial(entries.size(), -1);
  int64_t first = -1, second = -1;
  for (size_t axis = 0; axis < entries.size(); axis++) {
    const std::string& entry = entries[axis];
    size_t number = 0;
    const auto [end, failure] = std::from_chars(entry.data(), entry.data() + entry.size(), number);
    const bool is_number = failure == std::errc() && end == entry.data() + entry.size();
    if (is_number && number >= spatial.size()) return false;
    int64_t* place = is_number                     ? &spatial[number]
                     : entry == side.first_letter  ? &first
                     : entry == side.second_letter ? &second
                                                   : nullptr;
    if (!place || *place >= 0) return false;
    *place = static_cast<int64_t>(axis);
  }
  if (first < 0 || second < 0) return false;
  spatial.resize(entries.size() - 2);
  for (int64_t axis : spatial)
    if (axis < 0) return false;
  record.fields.set(side.first_field, int_attribute(first));
  record.fields.set(side.second_field, int_attribute(second));
  record.fields.set(side.spatial_field, ints_attribute(spatial));
  return true;
}

/// "[b, 0, 1, f]", or "" if the axes are not numbered from 0.
std::string side_text(const RecordAttribute& record, const Side& side) {
  const auto spatial = record_ints(record, side.spatial_field);
  std::vector<std::string> entries(spatial.size() + 2);
  const auto put = [&](int64_t axis, std::string text) {
    if (axis < 0 || axis >= static_cast<int64_t>(entries.size())) return;
    entries[static_cast<size_t>(axis)] = std::move(text);
  };
  put(record_int(record, side.first_field, -1), std::string(side.first_letter));
  put(record_int(record, side.second_field, -1), std::string(side.second_letter));
  for (size_t d = 0; d < spatial.size(); d++) put(spatial[d], std::to_string(d));
  std::string text;
  for (const std::string& entry : entries) {
    if (entry.empty()) return "";
    text += (text.empty() ? "" : ", ") + entry;
  }
  return "[" + text + "]";
}

}  // namespace

RecordAttribute convolution_numbers(const ConvolutionAxes& axes, std::string& problem) {
  RecordAttribute record{std::string(kName), {}};
  for (size_t side = 0; side < axes.size(); side++)
    if (!set_side(record, side_of(side), axes[side]))
      problem = fmt::format(
          "the axes of the {} of a convolution are not {}, {} and each spatial number once",
          side == 0   ? "input"
          : side == 1 ? "kernel"
                      : "output",
          side_of(side).first_letter, side_of(side).second_letter);
  return record;
}

std::string convolution_text(const RecordAttribute& record) {
  const std::string input = side_text(record, side_of(0)), kernel = side_text(record, side_of(1)),
                    output = side_text(record, side_of(2));
  if (!input.empty() && !kernel.empty() && !output.empty())
    return fmt::format("{}x{}->{}", input, kernel, output);
  std::string raw = "raw ";
  for (const auto& [name, value] : record.fields.entries()) {
    const auto* integer = value.get<IntegerAttribute>();
    raw += fmt::format("{}{} = {}", raw.size() > 4 ? ", " : "", name,
                       integer ? std::to_string(integer->value) : str(record_ints(record, name)));
  }
  return raw;
}

}  // namespace tutti::ir
