// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti serve`: their names, limits and meaning.
#include "app/serve/serve_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(ServeArguments& a) {
  ArgumentLister list;
  list.positional("FOLDER", a.folder, false,
                  "what has the runs below it: folders with metrics.jsonl or event files; new "
                  "runs are written there")
      .group("Page")
      .number("port", a.port, 0, 65535, "of 127.0.0.1; 0: any that is free")
      .add("read_only", a.read_only, "the page only shows: it starts, stops and asks nothing");
  return list.take();
}

}  // namespace tutti::app
