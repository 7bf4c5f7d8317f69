// SPDX-License-Identifier: Apache-2.0
// `tutti serve`: a page on this machine that shows runs while they train.
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/device_report.h"
#include "app/output.h"
#include "app/signals.h"
#include "base/log.h"
#include "comm/proof.h"
#include "serve/access.h"
#include "serve/server.h"
#include "serve/site.h"

namespace tutti::app {
namespace {

constexpr size_t kTokenBytes = 24;

}  // namespace

ExitCode run_serve(const GlobalOptions& global, const ServeArguments& arguments) {
  serve::RunFolder folder(arguments.folder);
  serve::Server server(static_cast<int>(arguments.port));
  const serve::Access access(comm::random_hex(kTokenBytes), server.port());
  const train::StopFlag& stop = watch_signals("\nthe page has ended\n");
  // Plugins are tried in processes of their own, which takes seconds: the page does not wait.
  const std::shared_future<nlohmann::ordered_json> devices =
      std::async(std::launch::async, [threads = global.threads] { return device_report(threads); });
  serve::Site site(std::move(folder), [&] {
    const bool known = devices.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    return known ? devices.get() : nlohmann::ordered_json();
  });
  if (global.json)
    write_result_json({{"url", access.address()}, {"port", server.port()}});
  else
    write_result(access.address() + "\n");
  log_info("Only who has this address sees the page. Ctrl-C ends it.");
  server.run(
      [&](const serve::Request& request) {
        if (const auto refusal = access.refusal(request)) return *refusal;
        return site.answer(request);
      },
      stop);
  return ExitCode::done;
}

}  // namespace tutti::app
