// SPDX-License-Identifier: Apache-2.0
// A link as a flag writes it: "25gbit,20us".
#pragma once

#include <string>

#include "comm/simulate.h"

namespace tutti::run {

/// The rate at which a link carries bits, with kbit, mbit, gbit or tbit, and the time from one end
/// to the other, with ns, us, ms or s. The result's rate is of bytes that programs send by TCP.
/// Anything else is a UserError that names `flag`.
comm::Link link_of(const char* flag, const std::string& text);

}  // namespace tutti::run
