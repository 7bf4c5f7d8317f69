// SPDX-License-Identifier: Apache-2.0
// What the operations of the check dialect share, by which programs test themselves.
#pragma once

#include <functional>

#include "op/rules/common.h"

namespace tutti::op {

/// Whether element `index` of `found` is as expected. Both arrays have one type.
using ElementTest = std::function<bool(const Array& found, const Array& expected, int64_t index)>;

/// For ops with two operands of one type and no results.
std::vector<Type> infer_check(const Operation& op);
/// For ops with one operand of the type of the attribute `value` and no results.
std::vector<Type> infer_check_against_constant(const Operation& op);

/// Throws a UserError with exit code check_failed at the first element that does not pass. It names
/// the index, the found and the expected value.
void hold_elements(const Operation& op, const Array& found, const Array& expected,
                   const ElementTest& test);

/// The attribute `value` as an array.
Array expected_constant(const Operation& op);

/// found == expected; NaN equals nothing.
bool is_equal(const Array& found, const Array& expected, int64_t index);
/// Whether floats and complex numbers are within an absolute or relative tolerance. Infinities must
/// have the same sign; NaN passes only with NaN.
ElementTest almost_equal(double tolerance);
/// The attribute `tolerance`, or 1e-4 without it.
double tolerance_of(const Operation& op);
/// Whether floats and complex numbers of `type` are at least `least` and at most `most`
/// representable values apart, counted through zero. Infinities must have the same sign; NaN passes
/// only with NaN.
ElementTest within_ulps(const Type& type, int64_t least, int64_t most);

/// Whether custom calls with this target are checks: "check.eq" (floats within 1e-4),
/// "check.expect_eq", "check.expect_almost_eq" (1e-3) or "check.expect_close" (3 units in the last
/// place).
bool is_called_check(std::string_view target);
/// Checks that the call has two operands of one type and results of i1, which say what passed.
void expect_called_check(const Operation& op, std::string_view target);
std::vector<Array> evaluate_called_check(const Operation& op, std::string_view target, Operands in);

}  // namespace tutti::op
