// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/probe.h"

#include <charconv>
#include <tuple>

#include "backend/pjrt/child_process.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kFirstLine = "tutti plugin report";
constexpr std::string_view kLastLine = "end";

/// One value a line, the key before it.
std::string line(std::string_view key, std::string_view value) {
  return fmt::format("{} {}\n", key, escaped(value, 4000));
}

/// The text before and after the first separator; without one, all of it is before.
std::pair<std::string_view, std::string_view> split_at(std::string_view text, char separator) {
  const size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

void fill(PluginReport& report, const Plugin& plugin, const std::shared_ptr<Client>& client) {
  report.api_version = fmt::format("{}.{}", c::kMajor, plugin.minor());
  report.attributes = plugin.attributes();
  report.platform = client->platform();
  report.platform_version = client->platform_version();
  for (const ClientDevice& device : client->devices())
    report.devices.push_back({device.description, device.memory_bytes});
  const ir::Type type = ir::Type::tensor(ir::ElementType::i32, {3});
  const ir::Tensor sent = ir::Tensor::of_ints(type, {1, -2, 3});
  const Buffer buffer = upload(client, client->devices()[0], sent);
  if (!(download(dynamic_cast<const PjrtBuffer&>(*buffer)) == sent))
    report.error = "the first device gives back other numbers than were sent";
}

}  // namespace

void inspect(const Path& library, std::string_view options,
             const std::function<void(const PluginReport&)>& tell) {
  PluginReport report;
  std::shared_ptr<Client> client;
  try {
    const auto plugin = Plugin::open(library);
    client = std::make_shared<Client>(plugin, parse_client_options(options));
    fill(report, *plugin, client);
  } catch (const UserError& error) {
    report.error = error.what();
  } catch (const std::exception& error) {
    report.error = fmt::format("{}: the plugin threw: {}", escaped(library.string()), error.what());
    report.crashed = true;
  }
  tell(report);
}

std::string to_text(const PluginReport& report) {
  std::string text = fmt::format("\n{}\n", kFirstLine);
  if (report.crashed) text += line("crashed", "");
  text += line("error", report.error) + line("platform", report.platform) +
          line("version", report.platform_version) + line("api", report.api_version);
  for (const auto& [name, value] : report.attributes)
    text += line("attribute", fmt::format("{} {}", name, value));
  for (const ReportedDevice& device : report.devices)
    text += line("device", fmt::format("{} {}", device.memory_bytes, device.description));
  return text + fmt::format("{}\n", kLastLine);
}

std::optional<PluginReport> report_of(std::string_view text) {
  const std::string first = fmt::format("\n{}\n", kFirstLine);
  const size_t begin = text.find(first);
  if (begin == std::string_view::npos) return std::nullopt;
  text.remove_prefix(begin + first.size());
  PluginReport report;
  while (!text.empty()) {
    std::string_view whole;
    std::tie(whole, text) = split_at(text, '\n');
    if (whole == kLastLine) return report;
    const auto [key, value] = split_at(whole, ' ');
    const auto [head, tail] = split_at(value, ' ');
    const std::string rest(tail);
    if (key == "error") report.error = value;
    if (key == "crashed") report.crashed = true;
    if (key == "platform") report.platform = value;
    if (key == "version") report.platform_version = value;
    if (key == "api") report.api_version = value;
    if (key == "attribute") report.attributes.emplace_back(head, rest);
    if (key == "device") {
      ReportedDevice device{rest, 0};
      std::from_chars(head.data(), head.data() + head.size(), device.memory_bytes);
      report.devices.push_back(std::move(device));
    }
  }
  return std::nullopt;
}

PluginReport run_probe(const Probe& probe, const Path& library, const std::string& options) {
  std::vector<std::string> words = probe.command;
  words.push_back(std::filesystem::absolute(library).string());
  words.push_back(options);
  const ChildResult child = run_child(words, probe.seconds);
  // A child that hangs or crashes on its way out has told everything.
  if (auto report = report_of(child.out)) return *report;
  PluginReport report;
  report.crashed = true;
  const std::string said =
      child.error.empty() ? "" : "; it said: " + shown(std::string_view(child.error));
  report.error = fmt::format("{}: {}{}", escaped(library.string()), child.end, said);
  return report;
}

}  // namespace tutti::backend::pjrt
