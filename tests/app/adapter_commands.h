// SPDX-License-Identifier: Apache-2.0
// A small decoder and adapters of it, which tests of commands share.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "base/hash.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// A small Qwen2 with random weights that a first run wrote, and texts for it.
class AdapterCommands : public testing::Test {
 protected:
  using Words = std::vector<std::string>;

  AdapterCommands() {
    const std::string shape = path("shape");
    make_small_decoder(shape, {});
    write_counting_texts(train_);
    const Outcome made = run_tutti({"train", "--model_name_or_path", shape, "--train_file", train_,
                                    "--do_train", "--max_steps", "1", "--max_seq_length", "32",
                                    "--allow_missing_tensors", "--output_dir", base_});
    EXPECT_EQ(made.code, 0) << made.err;
  }

  /// 8 steps with dropout and accumulation; `more` comes last and wins.
  Outcome train(const std::string& output, const Words& more = {}) const {
    return run("train", output, more);
  }
  Outcome run(const std::string& command, const std::string& output, const Words& more) const {
    const Words adapter = words_of("--use_peft --lora_r 4 --lora_dropout 0.1");
    return run_whole(command, output, joined(adapter, more));
  }
  /// The same without an adapter.
  Outcome run_whole(const std::string& command, const std::string& output,
                    const Words& more) const {
    const std::string line =
        "--do_train --max_steps 8 --learning_rate 1e-2 --max_seq_length 32 "
        "--gradient_accumulation_steps 2";
    const Words words = {command, "--model_name_or_path", base_, "--train_file",
                         train_,  "--output_dir",         output};
    return run_tutti(joined(joined(words, words_of(line)), more));
  }
  nlohmann::json evaluated(const Words& more) const {
    const Outcome outcome =
        run_tutti(joined({"evaluate", "--validation_file", train_, "--max_seq_length", "32",
                          "--precision", "f32", "--json"},
                         more));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.code == 0 ? nlohmann::json::parse(outcome.out) : nlohmann::json();
  }
  static std::string hash_of(const std::string& folder) {
    return sha256_of_file(Path(folder) / "adapter_model.safetensors");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  TemporaryFolder folder_;
  std::string base_ = path("base");
  std::string train_ = path("train.jsonl");
  std::string output_ = path("output");
};

}  // namespace tutti::test
