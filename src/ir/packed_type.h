// SPDX-License-Identifier: Apache-2.0
// The type of a matrix that is kept in blocks of a few bits.
#pragma once

#include "blocks/blocks.h"
#include "ir/type.h"

namespace tutti::ir {

/// The type of the blocks of values of that type: their bytes, ui8 [..., bytes of a row]. Rows are
/// whole blocks.
Type packed_type(const Type& type, blocks::BlockType blocks);

}  // namespace tutti::ir
