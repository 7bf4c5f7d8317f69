// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti manual`: their names, limits and meaning.
#include "app/shell/manual_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(ManualArguments& a) {
  ArgumentLister list;
  list.positional("FOLDER", a.folder, false,
                  "folder for a page of the program and of each command; default: print the "
                  "program's page, for `man -l -`")
      .names(Names::output_folder);
  return list.take();
}

}  // namespace tutti::app
