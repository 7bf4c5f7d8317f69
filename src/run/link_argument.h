// SPDX-License-Identifier: Apache-2.0
// A network link in a flag: "25gbit,20us".
#pragma once

#include <string>

#include "comm/simulate.h"

namespace tutti::run {

/// A link's bit rate, in kbit, mbit, gbit or tbit, and its one-way latency, in ns, us, ms or s. The
/// result's rate is in bytes of TCP payload. Throws a UserError that names `flag` for anything
/// else.
comm::Link link_of(const char* flag, const std::string& text);

}  // namespace tutti::run
