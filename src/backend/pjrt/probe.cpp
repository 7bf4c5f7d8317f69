// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/probe.h"

#include <charconv>

#include "backend/pjrt/child_process.h"
#include "backend/pjrt/child_report.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

constexpr std::string_view kTitle = "tutti plugin report";

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
  ReportLines lines;
  if (report.crashed) lines.emplace_back("crashed", "");
  lines.insert(lines.end(), {{"error", report.error},
                             {"platform", report.platform},
                             {"version", report.platform_version},
                             {"api", report.api_version}});
  for (const auto& [name, value] : report.attributes)
    lines.emplace_back("attribute", fmt::format("{} {}", name, value));
  for (const ReportedDevice& device : report.devices)
    lines.emplace_back("device", fmt::format("{} {}", device.memory_bytes, device.description));
  return report_text(kTitle, lines);
}

std::optional<PluginReport> report_of(std::string_view text) {
  const auto lines = read_report(kTitle, text);
  if (!lines) return std::nullopt;
  PluginReport report;
  for (const auto& [key, value] : *lines) {
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
  return report;
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
  report.error = fmt::format("{}: {}", escaped(library.string()), end_text(child));
  return report;
}

}  // namespace tutti::backend::pjrt
