// SPDX-License-Identifier: Apache-2.0
// The command line: parses arguments, runs one command, turns errors into exit codes.
#pragma once

namespace tutti::app {

int run(int argc, char** argv);

}  // namespace tutti::app
