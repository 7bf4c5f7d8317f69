// SPDX-License-Identifier: Apache-2.0
#include "run/link_argument.h"

#include <charconv>
#include <cmath>
#include <optional>
#include <span>

#include "base/error.h"
#include "base/text.h"

namespace tutti::run {
namespace {

struct Unit {
  const char* name;
  double value;
};
constexpr Unit kRates[] = {
    {"kbit", 1e3 / 8}, {"mbit", 1e6 / 8}, {"gbit", 1e9 / 8}, {"tbit", 1e12 / 8}};
constexpr Unit kTimes[] = {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};

// An Ethernet frame takes as long as 1538 bytes; TCP with timestamps carries 1448 bytes in it.
constexpr double kPayload = 1448.0 / 1538;

/// A number from 0 on and one of the units; nullopt for anything else.
std::optional<double> number_with_unit(std::string_view text, std::span<const Unit> units) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || !std::isfinite(value) || value < 0) return std::nullopt;
  for (const Unit& unit : units)
    if (std::string_view(at, static_cast<size_t>(end - at)) == unit.name) return value * unit.value;
  return std::nullopt;
}

}  // namespace

comm::Link link_of(const char* flag, const std::string& text) {
  const std::vector<std::string> parts = parts_of_list(text);
  if (parts.size() == 2) {
    const auto rate = number_with_unit(parts[0], kRates);
    const auto latency = number_with_unit(parts[1], kTimes);
    if (rate && *rate > 0 && latency) return {*rate * kPayload, *latency};
  }
  user_error(
      "--{} {}: expected a rate above 0 with kbit, mbit, gbit or tbit, and a latency with ns, us, "
      "ms or s, as 25gbit,20us",
      flag, escaped(text));
}

}  // namespace tutti::run
