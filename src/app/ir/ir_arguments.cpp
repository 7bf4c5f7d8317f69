// SPDX-License-Identifier: Apache-2.0
// The flags of the commands on programs: their names, limits and meaning.
#include "app/ir/ir_arguments.h"

#include "portable/module_writer.h"
#include "run/setting_groups.h"

namespace tutti::app {

ArgumentList list_ir_arguments(IrArguments& a, IrCommand command) {
  ArgumentLister list;
  list.positional("FILE", a.file, true,
                  "program: StableHLO's text, a portable artifact or a file of jax.export; -: "
                  "standard input")
      .names(Names::input);
  list.group("Module");
  if (command == IrCommand::run)
    list.add("function", a.function,
             "function to run; default: main, or every public one without arguments");
  if (command == IrCommand::grad || command == IrCommand::adapt || command == IrCommand::lower)
    list.add("function", a.function, "function to process; default: main");
  if (command == IrCommand::adapt)
    list.add("lora_target_modules", a.lora_target_modules,
             "arguments that are weights to adapt: all-linear; or names or name endings, as "
             "several words or separated by commas; or a regular expression. An argument's name is "
             "its tutti.name, or in its location")
        .several()
        .number("lora_r", a.lora_r, 1, 1 << 20, "rank of the adapters")
        .number("lora_alpha", a.lora_alpha, 1e-9, 1e9,
                "scale an adapter's output by lora_alpha / lora_r");
  if (command == IrCommand::run || command == IrCommand::lower)
    list.add("backend", a.backend, "reference, cpu, pjrt=cuda, pjrt=tpu, ..., or pjrt=PLUGIN")
        .names(Names::backend);
  if (command == IrCommand::run)
    list.add("inputs", a.inputs, "safetensors file of the arguments: in.000, in.001, ...")
        .names(Names::input)
        .add("outputs", a.outputs, "safetensors file for the results: out.000, out.001, ...")
        .names(Names::output_file)
        .number("repeat", a.repeat, 0, 1'000'000,
                "run N more times, and print each time; not on the reference")
        .number("timeout", a.timeout, 0, 1e6,
                "end loops that still run this many seconds after the start; 0: never. On the "
                "reference and the cpu")
        .add(
            "profile", a.profile,
            "write a trace (Chrome's format) of every instruction of the cpu backend to this file, "
            "and print a table of times")
        .names(Names::output_file)
        .number("replicas", a.replicas, 1, 1024,
                "replicas of a grid of processes; on the reference and the cpu")
        .number("partitions", a.partitions, 1, 1024,
                "partitions of each replica; in.000@1,0 is only for replica 1");
  if (command != IrCommand::verify && command != IrCommand::run)
    list.add("generic", a.generic,
             "print every operation in the generic form, which all plugins read");
  if (command == IrCommand::print)
    list.add("locations", a.locations, "keep every loc(...) of the text")
        .add("output", a.output, "file; -: standard output")
        .names(Names::output_file)
        .add("bytecode", a.bytecode,
             "print a portable artifact in MLIR bytecode instead of text; operations of chlo and "
             "tutti become the operations that they consist of")
        .add("target", a.target, portable::kTargetHelp);
  if (command == IrCommand::lower)
    list.add("gradient", a.gradient, "add the gradient of the function")
        .add("bf16", a.bf16, "compute activations and products in bf16");
  if (command == IrCommand::lower || command == IrCommand::run)
    list.add("skip", a.skip, run::passes_to_leave_out());
  if (command == IrCommand::lower)
    list.add("dump", a.dump,
             "print the module after each pass and the backend's memory plan on stderr");
  return list.take();
}

}  // namespace tutti::app
