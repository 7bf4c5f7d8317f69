// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti completion`: their names, limits and meaning.
#include "app/shell/completion_arguments.h"

#include "base/argument.h"

namespace tutti::app {

ArgumentList list_arguments(CompletionArguments& a) {
  ArgumentLister list;
  list.choice(
          "SHELL", a.shell, {"bash", "zsh", "fish"},
          "bash, zsh or fish; use `source <(tutti completion bash)`, also in the shell's startup "
          "file")
      .by_place();
  return list.take();
}

}  // namespace tutti::app
