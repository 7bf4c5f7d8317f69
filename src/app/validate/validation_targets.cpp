// SPDX-License-Identifier: Apache-2.0
// The backends that are validated.
#include "app/process/context.h"
#include "app/validate/validator.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "op/catalogue.h"
#include "run/backends.h"

namespace tutti::app {

std::vector<Validator::Target> Validator::open_targets() {
  const bool asked = !arguments_.backend.empty();
  std::vector<Target> targets;
  for (const std::string& name : asked ? parts_of_list(arguments_.backend) : found_backends()) {
    if (name == subject_.reference)
      user_error("--backend {}: it is the reference, and agreeing with itself proves nothing",
                 name);
    try {
      auto backend = run::open_backend(name, context_of(global_));
      targets.push_back({distinct_name(name, targets), std::move(backend)});
    } catch (const UserError& error) {
      if (error.code() != ExitCode::missing_backend) throw;
      log_message(asked ? LogLevel::error : LogLevel::warning, error.what());
      validation_.absent.push_back({name, error.what(), asked});
    }
  }
  return targets;
}

std::vector<std::string> Validator::found_backends() const {
  std::vector<std::string> names =
      backend::own_backends([](const backend::Capabilities& can) { return !can.is_judge; });
  const auto settings = run::backend_options(context_of(global_)).plugins;
  for (const auto& plugin : backend::pjrt::find_plugins(settings.search))
    names.push_back(plugin.request());
  std::erase(names, subject_.reference);
  return names;
}

std::string Validator::distinct_name(const std::string& name, const std::vector<Target>& others) {
  const std::string first = report::file_part(backend::short_name(name));
  std::string candidate = first;
  for (int count = 2;; count++) {
    const bool taken = std::any_of(others.begin(), others.end(),
                                   [&](const Target& other) { return other.name == candidate; });
    if (!taken) return candidate;
    candidate = fmt::format("{}-{}", first, count);
  }
}

}  // namespace tutti::app
