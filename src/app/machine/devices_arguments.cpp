// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti devices`: their names, limits and meaning.
#include "app/machine/devices_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(DevicesArguments& a) {
  ArgumentLister list;
  list.group("Devices").add(
      "fetch", a.fetch,
      "show how to install the compiler for --target of a kind of device, tpu or cuda, and where "
      "Tutti looks for it");
  return list.take();
}

}  // namespace tutti::app
