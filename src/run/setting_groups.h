// SPDX-License-Identifier: Apache-2.0
// Groups of settings that several commands take: their names, limits and meaning.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/argument.h"
#include "run/job_settings.h"
#include "run/lora_settings.h"
#include "run/model_settings.h"
#include "run/step_settings.h"
#include "task/task.h"

namespace tutti::run {

inline constexpr const char* kDatasetName =
    "folder of a data set with its files under their usual names, or its name in the Hugging Face "
    "cache";

/// Adds a command's model, given as its first word, --model_name_or_path or --model.
ArgumentLister& add_model_name(ArgumentLister& list, std::string& model, std::string help);
void add_model_files(ArgumentLister& list, ModelSettings& a);
void add_task(ArgumentLister& list, std::string& task, const task::TaskKinds& tasks);
void add_model(ArgumentLister& list, ModelSettings& a, const task::TaskKinds& tasks);
void add_length(ArgumentLister& list, std::optional<int64_t>& max_seq_length);
inline constexpr const char* kBackendHelp =
    "cpu, reference (slow, the standard), pjrt=cuda, pjrt=tpu, ..., or pjrt=PLUGIN";
inline constexpr const char* kBackendOrAutoHelp =
    "cpu, reference (slow, the standard), pjrt=cuda, pjrt=tpu, ..., or pjrt=PLUGIN; auto: the "
    "device with the fastest measured steps on which the training fits, or the cpu if there is "
    "none";
void add_machine(ArgumentLister& list, std::string& backend, std::string& precision,
                 const char* backends = kBackendHelp);
/// How a step computes and what it keeps, except for --precision.
void add_step(ArgumentLister& list, StepSettings& a);
void add_lora(ArgumentLister& list, LoraSettings& a);
void add_pack(ArgumentLister& list, std::string& pack);
void add_job(ArgumentLister& list, JobSettings& a);

/// The list, followed by the tasks' own arguments.
ArgumentList with_tasks(ArgumentLister& list, const task::TaskKinds& tasks);

/// The help of a flag that names passes.
std::string passes_to_leave_out();

/// The choices of --gguf: none, or a GGUF type of matrices.
std::vector<std::string> gguf_choices();

}  // namespace tutti::run
