// SPDX-License-Identifier: Apache-2.0
// Keeps parameters in blocks of a few bits.
#pragma once

#include <map>
#include <string>

#include "blocks/blocks.h"
#include "ir/op_def.h"

namespace tutti::pass {

/// The blocks of parameters, by `tutti.name`. Their rows are whole blocks.
using PackedParameters = std::map<std::string, blocks::BlockType>;

/// The arguments that are such parameters become their blocks, and each operation that reads one
/// reads a tutti.dequantize of its own, so that the values live no longer than it runs. Of a table
/// of embeddings, only the rows that are looked up are decoded. Results keep their bits.
ir::Module pack_parameters(const ir::Module& module, const PackedParameters& packed,
                           const ir::Catalogue& catalogue);

}  // namespace tutti::pass
