// SPDX-License-Identifier: Apache-2.0
// The flags of `tutti doctor`: their names, limits and meaning.
#include "app/machine/doctor_arguments.h"

#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_arguments(DoctorArguments& a) {
  ArgumentLister list;
  list.group("What").add("distributed", a.distributed,
                         "check also what processes of a job need: names, addresses, ports, token, "
                         "clocks, instruction sets and the rates of their connections");
  run::add_model_name(
      list, a.model.model_name_or_path,
      "check also which sizes of this model's matrices do not fit matrix units, and what "
      "it costs to pad them")
      .add("task", a.model.task, "of that model; default: found from its config.json");
  run::add_job(list, a);
  return list.take();
}

}  // namespace tutti::app
