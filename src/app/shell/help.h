// SPDX-License-Identifier: Apache-2.0
// The text of --help, the source of docs/cli.md. Manual pages and completions show the same text.
#pragma once

#include <utility>

#include "app/shell/options.h"

namespace tutti::app {

inline constexpr const char* kProgramSummary =
    "Train and fine-tune models: one program from tokenizer to score.";

inline constexpr std::pair<const char*, const char*> kBackends[] = {
    {"cpu", "this machine's CPU"},
    {"reference", "each operation's definition; slow, the standard for comparisons"},
    {"pjrt=KIND", "a PJRT plugin for cuda, rocm, tpu, xpu, mps or neuron"},
    {"pjrt=PLUGIN", "a plugin by name or file; see `tutti devices`"},
    {"pjrt=PLUGIN?NAME=VALUE&...:INDEX", "the same with options, and one of its devices"}};

inline constexpr std::pair<const char*, const char*> kEnvironment[] = {
    {"XDG_CACHE_HOME", "tutti/ in it keeps features and compiled programs [~/.cache]"},
    {"HF_HUB_CACHE, HF_HOME", "where names of models and data sets are looked up"},
    {"PJRT_NAMES_AND_LIBRARY_PATHS", "more plugins, as NAME:FILE,NAME:FILE"},
    {"ONEDNN_MAX_CPU_ISA", "newest instruction set for the cpu backend: AVX2, AVX512_CORE, ..."},
    {"NO_COLOR", "no colors on a terminal"}};

inline constexpr const char* kExitCodes =
    "0 done, 1 ran and a check failed, 2 wrong usage or input, 3 a backend is missing, 4 out of "
    "memory, 5 a file or the network failed, 75 stopped to be resumed, 130 interrupted.";

/// The program's help: one line per command. `group` ("ir") selects the commands of a group.
std::string program_help(const std::vector<Command>& commands, const std::string& group = "");

/// A command's help: usage, example, and each argument with its default.
std::string command_help(const Command& command);

/// "tutti train [RUN_FILE] [--NAME VALUE ...]".
std::string usage_of(const Command& command);
/// "--threads N", "-q, --quiet".
std::string spelled(const GlobalFlag& flag);
/// " N", " linear|cosine": the kind of value that follows a flag; empty for a switch.
std::string kind_of(const Argument& argument);
/// An argument's explanation and its default.
std::string described(const Argument& argument);

}  // namespace tutti::app
