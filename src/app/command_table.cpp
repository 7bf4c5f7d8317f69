// SPDX-License-Identifier: Apache-2.0
#include "app/options.h"

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

}  // namespace

std::vector<Command> all_commands() {
  std::vector<Command> commands = {
      command("train", "fine-tune a model on a SQuAD file",
              "train --model_name_or_path bert-base-uncased --train_file train-v1.1.json "
              "--validation_file dev-v1.1.json --do_train --do_eval --output_dir squad",
              run_train),
      command("evaluate", "predictions and metric of a model on a SQuAD file",
              "evaluate --model_name_or_path squad --validation_file dev-v1.1.json", run_evaluate),
      command("predict", "answer a question about a text",
              "predict --model_name_or_path squad --question \"Who?\" --context \"It was Ada.\"",
              run_predict),
      command("score", "the official SQuAD metric of a file of predictions",
              "score dev-v1.1.json squad/eval_predictions.json", run_score),
      command("tokenize", "token ids, tokens and offsets of each line",
              "tokenize --model_name_or_path bert-base-uncased texts.jsonl", run_tokenize),
      command("benchmark", "measure training steps on this machine",
              "benchmark --model_name_or_path bert-base-uncased --train_file train-v1.1.json",
              run_benchmark),
      command("validate", "prove that backends compute the same, and where one does not",
              "validate --model squad --backend cpu,cuda --output results", run_validate),
      command("export", "a model's forward function or training step as StableHLO text",
              "export --model squad --function step --output step.mlir", run_export),
      ir_command("verify", "check a program", "step.mlir", IrCommand::verify, run_ir_verify),
      ir_command("print", "print a program in its normal form", "--generic step.mlir",
                 IrCommand::print, run_ir_print),
      ir_command("run", "run a program and its check.* assertions",
                 "step.mlir --backend cpu --inputs arguments.safetensors", IrCommand::run,
                 run_ir_run),
      ir_command("grad", "add the gradient of a function", "loss.mlir --function main",
                 IrCommand::grad, run_ir_grad),
      ir_command("lower", "print what a backend compiles, after all passes",
                 "step.mlir --backend cpu", IrCommand::lower, run_ir_lower),
      command("completion", "the completion of a shell's command line", "completion bash",
              run_completion),
      command("manual", "manual pages", "manual | man -l -", run_manual),
      {"devices", "the devices there are, and why others are not", "devices", {}, run_devices},
      {"doctor", "check this machine, and say what to do", "doctor", {}, run_doctor},
  };
  commands.front().reads_run_file = true;
  return commands;
}

}  // namespace tutti::app
