// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti doctor`: their names, limits and meaning.
#include "app/machine/doctor_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(DoctorArguments& a) {
  ArgumentLister list;
  list.group("Checks").add("distributed", a.distributed,
                           "also check the needs of a job's processes: names, addresses, ports, "
                           "token, clocks, instruction sets and connection rates");
  run::add_model_name(
      list, a.model.model_name_or_path,
      "also find matrix sizes of this model that do not fit matrix units, and the cost of padding "
      "them")
      .add("task", a.model.task, "that model's task; default: from its config.json");
  run::add_job(list, a);
  return list.take();
}

}  // namespace tutti::app
