// SPDX-License-Identifier: Apache-2.0
#include "app/benchmark/benchmark_arguments.h"
#include "app/estimate/compile_arguments.h"
#include "app/estimate/estimate_arguments.h"
#include "app/ir/ir_arguments.h"
#include "app/launch/launch_arguments.h"
#include "app/machine/devices_arguments.h"
#include "app/machine/doctor_arguments.h"
#include "app/model/encode_arguments.h"
#include "app/model/evaluate_arguments.h"
#include "app/model/export_arguments.h"
#include "app/model/generation_arguments.h"
#include "app/model/merge_arguments.h"
#include "app/model/predict_arguments.h"
#include "app/model/score_arguments.h"
#include "app/model/tokenize_arguments.h"
#include "app/model/train.h"
#include "app/process/global_options.h"
#include "app/serve/report_arguments.h"
#include "app/serve/serve_arguments.h"
#include "app/serve/sync_arguments.h"
#include "app/shell/completion_arguments.h"
#include "app/shell/manual_arguments.h"
#include "app/shell/options.h"
#include "app/suite/suite_arguments.h"
#include "app/validate/validate_arguments.h"
#include "base/error.h"

namespace tutti::app {
namespace {

template <typename Arguments>
Command command(std::string name, std::string summary, std::string example,
                ExitCode (*run)(const GlobalOptions&, const Arguments&)) {
  auto arguments = std::make_shared<Arguments>();
  return {std::move(name), std::move(summary), std::move(example), list_arguments(*arguments),
          [arguments, run](const GlobalOptions& global) { return run(global, *arguments); }};
}

Command ir_command(std::string name, std::string summary, std::string example, IrCommand kind,
                   ExitCode (*run)(const GlobalOptions&, const IrArguments&)) {
  auto arguments = std::make_shared<IrArguments>();
  return {"ir " + name, std::move(summary), "ir " + name + " " + example,
          list_ir_arguments(*arguments, kind),
          [arguments, run](const GlobalOptions& global) { return run(global, *arguments); }};
}

/// Commands for the life of a model: before, during and after its training.
std::vector<Command> model_commands() {
  return {
      command("train", "Fine-tune a model.",
              "train --model_name_or_path base --train_file train.json --validation_file dev.json "
              "--do_train --do_eval --output_dir trained",
              run_train),
      command("estimate", "Predict memory, time and cost before you train.",
              "estimate --model_name_or_path base --train_file train.json --do_train "
              "--per_device_train_batch_size 16",
              run_estimate),
      command("compile", "Compile a training's programs for an absent device.",
              "compile --target tpu:v5e --model_name_or_path base --train_file train.json "
              "--do_train",
              run_compile),
      command("launch", "Start and supervise several processes that train as one.",
              "launch --nproc_per_node 2 train --model_name_or_path base --train_file train.json "
              "--do_train --output_dir trained",
              run_launch),
      command("evaluate", "Evaluate a model on a file: predictions and metrics.",
              "evaluate --model_name_or_path trained --validation_file dev.json", run_evaluate),
      command("predict", "Show a model's answer to one input.",
              "predict --model_name_or_path trained --question \"Who?\" --context \"It was Ada.\"",
              run_predict),
      command("encode", "Write the embeddings of texts.",
              "encode trained texts.txt --output embeddings.npy", run_encode),
      command("generate", "Continue texts or conversations.",
              "generate trained --prompt \"Once upon a time\" --max_new_tokens 100", run_generate),
      command("chat", "Chat with a model.", "chat trained --system \"Answer briefly.\"", run_chat),
      command("score", "Compute the task's metrics for a file of predictions.",
              "score dev.json trained/eval_predictions.json", run_score),
      command("tokenize", "Show the token ids, tokens and offsets of each line.",
              "tokenize --model_name_or_path base texts.jsonl", run_tokenize),
      command("benchmark", "Measure training steps on this machine.",
              "benchmark --model_name_or_path base --train_file train.json", run_benchmark),
      command("report", "Draw runs, also other trainers', as one HTML page.",
              "report trained other-trained --output report.html", run_report),
      command("serve", "Start, watch and query trainings on a local web page.",
              "serve outputs --port 8008", run_serve),
      command("suite", "Test a program and a machine, and detect regressions.",
              "suite quick --output suite-results", run_suite),
      command("sync", "Copy what differs between a folder and an object store.",
              "sync trained s3://my-bucket/trained", run_sync),
      command("validate", "Compare backends, and locate the first difference.",
              "validate --model trained --backend cpu,pjrt=cuda --output results", run_validate),
      command("export", "Export a model as StableHLO or a GGUF file.",
              "export --model trained --function step --output step.mlir", run_export),
      command("merge", "Merge an adapter into its model's weights.",
              "merge base --adapter trained --output_dir merged", run_merge),
  };
}

std::vector<Command> program_commands() {
  return {
      ir_command("verify", "Check a program.", "step.mlir", IrCommand::verify, run_ir_verify),
      ir_command("print", "Print a program in its normal form.", "--generic step.mlir",
                 IrCommand::print, run_ir_print),
      ir_command("run", "Run a program and its check.* assertions.",
                 "step.mlir --backend cpu --inputs arguments.safetensors", IrCommand::run,
                 run_ir_run),
      ir_command("grad", "Add the gradient of a function.", "loss.mlir --function main",
                 IrCommand::grad, run_ir_grad),
      ir_command("adapt", "Add LoRA adapters to the weights of a function.",
                 "forward.mlir --lora_target_modules all-linear --lora_r 8", IrCommand::adapt,
                 run_ir_adapt),
      ir_command("lower", "Print the program that a backend compiles, after all passes.",
                 "step.mlir --backend cpu", IrCommand::lower, run_ir_lower),
  };
}

std::vector<Command> machine_commands() {
  return {
      command("completion", "Print the completion script for a shell.", "completion bash",
              run_completion),
      command("manual", "Print or write manual pages.", "manual | man -l -", run_manual),
      command("devices", "List devices, and why others cannot be used.", "devices", run_devices),
      command("doctor", "Check this machine, and advise on problems.", "doctor", run_doctor),
  };
}

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> commands = model_commands();
  for (Command& command : program_commands()) commands.push_back(std::move(command));
  for (Command& command : machine_commands()) commands.push_back(std::move(command));
  for (Command& command : commands) {
    command.reads_run_file =
        command.name == "train" || command.name == "estimate" || command.name == "compile";
    command.takes_words = command.name == "launch";
    command.takes_addresses = command.name == "sync";
  }
  return commands;
}

}  // namespace tutti::app
