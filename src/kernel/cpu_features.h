// SPDX-License-Identifier: Apache-2.0
// The instruction sets that kernels may use: what oneDNN finds, so that its ONEDNN_MAX_CPU_ISA caps
// them, and Highway's with them.
#pragma once

namespace tutti::kernel {

bool has_avx512();       // F, BW, DQ and VL
bool has_avx512_bf16();  // and these
/// And tiles of bf16, which the kernel was asked to let this process use.
bool has_amx();

}  // namespace tutti::kernel
