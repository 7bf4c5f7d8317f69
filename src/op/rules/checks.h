// SPDX-License-Identifier: Apache-2.0
// What the operations of the check dialect share: programs that test themselves.
#pragma once

#include <functional>

#include "op/rules/common.h"

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
/// Floats and complex numbers within a tolerance, absolute or relative; infinities by sign, NaN
/// with NaN.
ElementTest almost_equal(double tolerance);
/// The attribute `tolerance`, 1e-4 where there is none.
double tolerance_of(const Operation& op);
/// Floats and complex numbers of `type` as many representable values apart as from `least` to
/// `most`, those of opposite signs on both sides of zero; infinities by sign, NaN with NaN.
ElementTest within_ulps(const Type& type, int64_t least, int64_t most);

/// Whether custom calls of this name are checks, with defaults of their own: "check.eq" (floats
/// within 1e-4), "check.expect_eq", "check.expect_almost_eq" (1e-3), "check.expect_close" (3 units
/// in the last place).
bool is_called_check(std::string_view target);
/// Two operands of one type, results of i1, which say that they passed.
void expect_called_check(const Operation& op, std::string_view target);
std::vector<Array> evaluate_called_check(const Operation& op, std::string_view target, Operands in);

}  // namespace tutti::op
