// SPDX-License-Identifier: Apache-2.0
// What the operations of the check dialect share: programs that test themselves.
#pragma once

#include <functional>

#include "op/rules.h"

namespace tutti::op {

/// Whether a found element fits the expected one; both are element `index` of arrays of one type.
using ElementTest = std::function<bool(const Array& found, const Array& expected, int64_t index)>;

/// Two operands of one type, no results.
std::vector<Type> infer_check(const Operation& op);
/// One operand whose type is that of the attribute `value`, no results.
std::vector<Type> infer_check_against_constant(const Operation& op);

/// Throws a UserError of exit code check_failed at the first element that does not pass: its index,
/// what was found and what is expected.
void hold_elements(const Operation& op, const Array& found, const Array& expected,
                   const ElementTest& test);

/// The attribute `value` as an array.
Array expected_constant(const Operation& op);

/// ==; NaN equals nothing.
bool is_equal(const Array& found, const Array& expected, int64_t index);
/// Within the attribute `tolerance` (1e-4), absolute or relative; infinities by sign, NaN with NaN.
ElementTest almost_equal(const Operation& op);

}  // namespace tutti::op
