// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/dot_product_attention.h"

namespace tutti::backend::cpu {
namespace {

kernel::DotProductAttention shape_of(const Lowering& l) {
  const ir::Shape &q = l.operands[0].type.shape, &v = l.operands[2].type.shape;
  kernel::DotProductAttention shape{
      .batch = q[0], .queries = q[1], .keys = v[1], .heads = q[2], .dim = q[3], .channels = v[3]};
  shape.scale = static_cast<float>(l.op.float_attribute("scale"));
  return shape;
}

/// An operand's place and strides.
template <class Element>
struct Operand {
  explicit Operand(const View& view) : place(view.place) {
    std::copy_n(view.strides.begin(), 4, strides.begin());
  }
  kernel::Strided4<Element> in(const Frame& f) const { return {at<Element>(f, place), strides}; }

  Place place;
  std::array<int64_t, 4> strides;
};

Run lower_dot_product_attention(Lowering& l) {
  kernel::DotProductAttention shape = shape_of(l);
  const Operand<float> q(l.operands[0]), k(l.operands[1]), v(l.operands[2]);
  std::optional<Operand<float>> bias;
  std::optional<Operand<uint8_t>> mask;
  if (l.operands.size() > 3) {
    if (l.operands[3].type.element == ir::ElementType::i1) {
      mask.emplace(l.operands[3]);
      shape.masked_score = static_cast<float>(l.op.float_attribute("masked_score"));
    } else {
      bias.emplace(l.operands[3]);
    }
  }
  return [=, workspace = Workspace(l), o = l.results[0].place](const Frame& f) {
    kernel::AttentionInputs inputs;
    inputs.q = q.in(f);
    inputs.k = k.in(f);
    inputs.v = v.in(f);
    if (bias) inputs.bias = bias->in(f);
    if (mask) inputs.mask = mask->in(f);
    kernel::dot_product_attention(f.team, shape, inputs, at<float>(f, o), workspace.in(f));
  };
}

int64_t dot_product_attention_bytes(const Lowering& l) {
  return static_cast<int64_t>(
      kernel::dot_product_attention_workspace_bytes(shape_of(l), l.workers));
}

}  // namespace

std::vector<Rule> dot_product_attention_rules() {
  return {{.op = "tutti.dot_product_attention",
           .lower = lower_dot_product_attention,
           .supports = all_float32,
           .workspace_bytes = dot_product_attention_bytes,
           .strided_operands = true}};
}

}  // namespace tutti::backend::cpu
