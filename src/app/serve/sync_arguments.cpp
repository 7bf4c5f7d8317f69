// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti sync`: their names, limits and meaning.
#include "app/serve/sync_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(SyncArguments& a) {
  ArgumentLister list;
  list.positional("SRC", a.source, true, "a folder, or s3://BUCKET/KEY or gs://BUCKET/KEY")
      .positional("DST", a.target, true,
                  "the other one, to which missing and changed files are copied; or mlflow: upload "
                  "SRC, a run's folder, to the server of MLFLOW_TRACKING_URI")
      .add("delete", a.removes, "remove files from DST that SRC lacks");
  return list.take();
}

}  // namespace tutti::app
