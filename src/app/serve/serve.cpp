// SPDX-License-Identifier: Apache-2.0
// `tutti serve`: a page on this machine that shows runs while they train, and starts them.
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>

#include "app/machine/credential_report.h"
#include "app/machine/device_report.h"
#include "app/process/environment.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/process/signals.h"
#include "app/serve/serve_arguments.h"
#include "app/serve/serve_program.h"
#include "base/error.h"
#include "base/log.h"
#include "base/secrets.h"
#include "base/text.h"
#include "base/token.h"
#include "serve/access.h"
#include "serve/server.h"
#include "serve/site.h"

namespace tutti::app {
namespace {

constexpr size_t kTokenBytes = 24;

}  // namespace

ExitCode run_serve(const GlobalOptions& global, const ServeArguments& arguments) {
  if (!arguments.read_only) make_output_folder(arguments.folder);
  serve::SiteSettings settings;
  settings.task_of = task_finder();
  settings.credentials = credential_report;
  counters::Counters counters;
  settings.counters = [&] { return counters.read(); };
  settings.hide = [secrets = environment_secrets()](std::string text) {
    return without_known_keys(without_secrets(std::move(text), secrets));
  };
  if (!arguments.read_only) {
    settings.program = serve_program();
    settings.form_key = random_hex(kTokenBytes);
  }
  // Plugins are tried in processes of their own, which takes seconds: the page does not wait.
  std::shared_future<nlohmann::ordered_json> devices;
  settings.devices = [&] {
    const bool known = devices.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    return known ? devices.get() : nlohmann::ordered_json();
  };
  const std::string form_key = settings.form_key;
  serve::Site site(arguments.folder, std::move(settings));
  serve::Server server(static_cast<int>(arguments.port));
  const serve::Access access(random_hex(kTokenBytes), server.port(), form_key);
  const train::StopFlag& stop = watch_signals("\nthe page has ended\n");
  devices = std::async(std::launch::async, [&global] { return device_report(global); });
  if (global.json)
    write_result_json({{"url", access.address()}, {"port", server.port()}});
  else
    write_result(access.address() + "\n");
  log_info("Only who has this address sees the page{}. Ctrl-C ends it.",
           arguments.read_only ? "" : ", and can start trainings as you");
  server.run(
      [&](const serve::Request& request) {
        if (const auto refusal = access.refusal(request)) return *refusal;
        return site.answer(request);
      },
      stop, [&] { site.poll(); });
  if (const auto running = static_cast<int64_t>(site.running()); running > 0)
    log_info("{} that the page has started {} on", counted(running, "training"),
             running == 1 ? "goes" : "go");
  return ExitCode::done;
}

}  // namespace tutti::app
