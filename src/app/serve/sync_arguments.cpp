// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti sync`: their names, limits and meaning.
#include "app/serve/sync_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(SyncArguments& a) {
  ArgumentLister list;
  list.positional("SRC", a.source, true, "a folder, or s3://BUCKET/KEY or gs://BUCKET/KEY")
      .positional("DST", a.target, true,
                  "the other one; what it lacks is copied. mlflow: the server of "
                  "MLFLOW_TRACKING_URI gets what it lacks of the run whose folder SRC is")
      .add("delete", a.removes, "remove what DST has and SRC has not");
  return list.take();
}

}  // namespace tutti::app
