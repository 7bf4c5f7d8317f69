// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti devices`: their names, limits and meaning.
#include "app/machine/devices_arguments.h"

namespace tutti::app {

ArgumentList list_arguments(DevicesArguments& a) {
  ArgumentLister list;
  list.group("Devices").add(
      "fetch", a.fetch,
      "say what brings the compiler for --target of a kind of device, tpu or cuda, and where it is "
      "looked for");
  return list.take();
}

}  // namespace tutti::app
