// SPDX-License-Identifier: Apache-2.0
// The options that a PJRT client is made with.
#include <charconv>

#include "backend/pjrt/client.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

template <typename T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

enum class OptionType { integer, boolean, real, text };

/// Those of XLA's plugins for CPU and GPU that take one value.
constexpr std::pair<std::string_view, OptionType> kKnownOptions[] = {
    {"abort_collectives_on_failure", OptionType::boolean},
    {"allocator", OptionType::text},
    {"asynchronous", OptionType::boolean},
    {"collective_memory_size", OptionType::integer},
    {"cpu_device_count", OptionType::integer},
    {"enable_mock_nccl", OptionType::boolean},
    {"max_inflight_computations", OptionType::integer},
    {"memory_fraction", OptionType::real},
    {"mock_gpu_topology", OptionType::text},
    {"node_id", OptionType::integer},
    {"num_nodes", OptionType::integer},
    {"partition_index", OptionType::integer},
    {"platform_name", OptionType::text},
    {"preallocate", OptionType::boolean},
    {"process_id", OptionType::integer},
    {"should_stage_host_to_device_transfers", OptionType::boolean},
    {"use_tfrt_gpu_client", OptionType::boolean},
};

decltype(ClientOption::value) known_value(std::string_view name, OptionType type,
                                          std::string_view text) {
  const auto expect = [&](std::string_view what) {
    user_error("option {} of a plugin: found \"{}\", expected {}", name, escaped(text), what);
  };
  if (type == OptionType::text) return std::string(text);
  if (type == OptionType::boolean) {
    if (text != "true" && text != "false") expect("true or false");
    return text == "true";
  }
  if (type == OptionType::integer) {
    const auto integer = number<int64_t>(text);
    if (!integer) expect("a whole number");
    return *integer;
  }
  const auto real = number<float>(text);
  if (!real) expect("a number");
  return *real;
}

decltype(ClientOption::value) option_value(std::string_view name, std::string_view text) {
  for (const auto& [known, type] : kKnownOptions)
    if (known == name) return known_value(name, type, text);
  if (text == "true" || text == "false") return text == "true";
  if (const auto integer = number<int64_t>(text)) return *integer;
  if (const auto real = number<float>(text)) return *real;
  return std::string(text);
}

}  // namespace

std::vector<ClientOption> parse_client_options(std::string_view text) {
  std::vector<ClientOption> options;
  while (!text.empty()) {
    const std::string_view entry = text.substr(0, text.find('&'));
    const size_t equals = entry.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      user_error("options of a plugin: found \"{}\", expected name=value, separated by &",
                 escaped(entry));
    options.push_back({std::string(entry.substr(0, equals)),
                       option_value(entry.substr(0, equals), entry.substr(equals + 1))});
    text.remove_prefix(std::min(entry.size() + 1, text.size()));
  }
  return options;
}

}  // namespace tutti::backend::pjrt
