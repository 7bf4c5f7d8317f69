// SPDX-License-Identifier: Apache-2.0
// What a processor's multiply-add instruction could do at most: the limit of all products.
#pragma once

namespace tutti::kernel {

/// FLOP/s of one thread that repeats the instruction by which products of such operands are
/// computed here (`cpu_features`), on registers alone, so that nothing waits for memory. bf16
/// without instructions of its own is computed as float32. 0 where the processor has no kernels of
/// ours. Takes about 20 ms.
double instruction_rate(bool is_bf16);

}  // namespace tutti::kernel
