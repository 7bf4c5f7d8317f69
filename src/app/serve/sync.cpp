// SPDX-License-Identifier: Apache-2.0
// `tutti sync`: copies a folder to an object store, or back, or a run to an MLflow server.
#include <nlohmann/json.hpp>

#include "app/process/addresses.h"
#include "app/process/context.h"
#include "app/process/environment.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/serve/sync_arguments.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"
#include "run/mlflow.h"
#include "run/user_folders.h"
#include "storage/transfer.h"
#include "storage/tree.h"

namespace tutti::app {
namespace {

using storage::Url;

/// Where unfinished uploads are remembered.
Path journals() {
  const auto folder = run::state_folder(environment_variable);
  if (!folder) user_error("sync needs a folder for what it has begun: set HOME or XDG_STATE_HOME");
  return *folder / "uploads";
}

storage::Copied copy_up(const Path& source, const std::string& target, bool removes) {
  const Url url = storage::parse_url(target);
  const auto services = open_services();
  const auto store = services->open(url);
  const Path begun = journals() / sha256_hex(services->endpoint(url.service) + url.bucket);
  if (std::filesystem::is_directory(source))
    return storage::copy_to_store(source, *store, url, removes, begun);
  if (!std::filesystem::is_regular_file(source))
    io_error("{}: there is no such folder or file", escaped(source.string(), 1000));
  const bool is_inside = target.ends_with('/') || url.key.empty();
  const std::string key = is_inside ? url.prefix() + source.filename().string() : url.key;
  return {1, storage::upload_file(*store, source, key, begun).size, 0, 0};
}

storage::Copied copy_down(const std::string& source, const Path& target, bool removes) {
  const Url url = storage::parse_url(source);
  const auto services = open_services();
  const auto store = services->open(url);
  const auto object = url.key.empty() ? std::nullopt : store->find(url.key);
  if (!object) return storage::copy_to_folder(*store, url, target, removes);
  const bool is_inside = std::filesystem::is_directory(target);
  storage::download_file(*store, *object, is_inside ? target / url.name() : target);
  return {1, object->size, 0, 0};
}

ExitCode sync_run(const GlobalOptions& global, const Path& folder) {
  const int64_t points = run::upload_to_mlflow(folder, context_of(global));
  if (global.json)
    write_result_json({{"points", points}});
  else
    write_result(fmt::format("{} of metrics uploaded\n", counted(points, "point")));
  return ExitCode::done;
}

}  // namespace

ExitCode run_sync(const GlobalOptions& global, const SyncArguments& arguments) {
  const bool is_up = storage::is_url(arguments.target);
  if (arguments.target == "mlflow" && !storage::is_url(arguments.source))
    return sync_run(global, arguments.source);
  if (is_up == storage::is_url(arguments.source))
    user_error(
        "sync: found {} and {}, expected a folder of this machine and s3://BUCKET/KEY, "
        "gs://BUCKET/KEY or mlflow",
        escaped(arguments.source), escaped(arguments.target));
  const storage::Copied copied =
      is_up ? copy_up(arguments.source, arguments.target, arguments.removes)
            : copy_down(arguments.source, arguments.target, arguments.removes);
  if (global.json)
    write_result_json({{"files", copied.files},
                       {"bytes", copied.bytes},
                       {"same", copied.same},
                       {"removed", copied.removed}});
  else
    write_result(fmt::format("{} copied ({}), {} the same, {} removed\n",
                             counted(static_cast<int64_t>(copied.files), "file"),
                             human_bytes(copied.bytes), copied.same, copied.removed));
  return ExitCode::done;
}

}  // namespace tutti::app
