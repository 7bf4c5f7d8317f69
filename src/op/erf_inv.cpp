// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/special_values.h"

namespace tutti::op {
namespace {

// Source of the polynomials: Giles, "Approximating the erfinv function".
Value inverse_f32(Builder& b, Value x, Value w) {
  Value near = polynomial(b, shift(b, w, -2.5),
                          {2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06,
                           0.00021858087, -0.00125372503, -0.00417768164, 0.246640727, 1.50140941});
  Value far = polynomial(b, shift(b, sqrt(b, w), -3),
                         {-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844,
                          0.00573950773, -0.0076224613, 0.00943887047, 1.00167406, 2.83297682});
  return multiply(b, x, select(b, compare(b, "LT", w, constant_like(b, x, 5)), near, far));
}

Value inverse_f64(Builder& b, Value x, Value w) {
  Value near = polynomial(
      b, shift(b, w, -3.125),
      {-3.6444120640178196996e-21, -1.685059138182016589e-19,  1.2858480715256400167e-18,
       1.115787767802518096e-17,   -1.333171662854620906e-16,  2.0972767875968561637e-17,
       6.6376381343583238325e-15,  -4.0545662729752068639e-14, -8.1519341976054721522e-14,
       2.6335093153082322977e-12,  -1.2975133253453532498e-11, -5.4154120542946279317e-11,
       1.051212273321532285e-09,   -4.1126339803469836976e-09, -2.9070369957882005086e-08,
       4.2347877827932403518e-07,  -1.3654692000834678645e-06, -1.3882523362786468719e-05,
       0.0001867342080340571352,   -0.00074070253416626697512, -0.0060336708714301490533,
       0.24015818242558961693,     1.6536545626831027356});
  Value middle =
      polynomial(b, shift(b, sqrt(b, w), -3.25),
                 {2.2137376921775787049e-09, 9.0756561938885390979e-08, -2.7517406297064545428e-07,
                  1.8239629214389227755e-08, 1.5027403968909827627e-06, -4.013867526981545969e-06,
                  2.9234449089955446044e-06, 1.2475304481671778723e-05, -4.7318229009055733981e-05,
                  6.8284851459573175448e-05, 2.4031110387097893999e-05, -0.0003550375203628474796,
                  0.00095328937973738049703, -0.0016882755560235047313, 0.0024914420961078508066,
                  -0.0037512085075692412107, 0.005370914553590063617, 1.0052589676941592334,
                  3.0838856104922207635});
  Value far =
      polynomial(b, shift(b, sqrt(b, w), -5),
                 {-2.7109920616438573243e-11, -2.5556418169965252055e-10, 1.5076572693500548083e-09,
                  -3.7894654401267369937e-09, 7.6157012080783393804e-09, -1.4960026627149240478e-08,
                  2.9147953450901080826e-08, -6.7711997758452339498e-08, 2.2900482228026654717e-07,
                  -9.9298272942317002539e-07, 4.5260625972231537039e-06, -1.9681778105531670567e-05,
                  7.5995277030017761139e-05, -0.00021503011930044477347, -0.00013871931833623122026,
                  1.0103004648645343977, 4.8499064014085844221});
  Value outer = select(b, compare(b, "LT", w, constant_like(b, x, 16)), middle, far);
  return multiply(b, x, select(b, compare(b, "LT", w, constant_like(b, x, 6.25)), near, outer));
}

Value formula(Builder& b, Value x) {
  Value w = negate(b, b.one("stablehlo.log_plus_one", {negate(b, multiply(b, x, x))}));
  Value inside = x->type.element == ElementType::f64 ? inverse_f64(b, x, w) : inverse_f32(b, x, w);
  Value edge = compare(b, "EQ", b.one("stablehlo.abs", {x}), constant_like(b, x, 1));
  return select(b, edge, scale(b, x, INFINITY), inside);
}

}  // namespace

OpDef erf_inv() {
  OpDef def = chlo_unary("chlo.erf_inv", inverse_error);
  // y = erf_inv(x): dy = sqrt(pi) / 2 exp(y^2) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value y = v.op.result();
    Value slope = scale(b, exponential(b, multiply(b, y, y)), 0.5 / std::numbers::inv_sqrtpi);
    v.operand_gradients = {multiply(b, v.gradient(), slope)};
  };
  def.decompose = decompose_wide(formula);
  return def;
}

}  // namespace tutti::op
