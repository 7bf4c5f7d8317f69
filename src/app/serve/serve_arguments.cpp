// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti serve`: their names, limits and meaning.
#include "app/serve/serve_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(ServeArguments& a) {
  ArgumentLister list;
  list.positional("FOLDER", a.folder, false,
                  "folder that contains the runs: folders with metrics.jsonl or event files; new "
                  "runs go there")
      .group("Page")
      .number("port", a.port, 0, 65535, "port on 127.0.0.1; 0: any free port")
      .add("read_only", a.read_only,
           "the page only shows runs: it cannot start, stop or query them");
  return list.take();
}

}  // namespace tutti::app
