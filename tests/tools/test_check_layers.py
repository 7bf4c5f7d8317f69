# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_layers

CMAKE = """
# layer(ghost USES base)
layer(base LINKS fmt::fmt)
layer(ir USES base)
layer(op USES ir)
layer(kernel USES op LINKS
      DNNL::dnnl)
"""


def problems(files, cmake=CMAKE):
    with tree({"src/CMakeLists.txt": cmake, **files}) as root:
        return check_layers.check(root)


class CheckLayers(unittest.TestCase):
    def test_a_layer_may_include_itself_and_what_it_uses_through_others(self):
        self.assertEqual([], problems({
            "src/kernel/gemm.cpp": '#include "kernel/gemm.h"\n#include "base/error.h"\n'
                                   '#include <vector>\n#include "hwy/highway.h"\n',
            "src/op/ops.def": '#include "ir/module.h"\n',
            "src/main.cpp": '#include "kernel/gemm.h"\n',
        }))

    def test_an_upward_include_is_named_with_file_and_line(self):
        found = problems({"src/ir/deep/module.cpp": '\n  #  include "op/add.h"\n'})
        self.assertEqual(1, len(found))
        self.assertIn("src/ir/deep/module.cpp:2", found[0])
        self.assertIn('ir may not include "op/add.h"; it may include base, ir', found[0])

    def test_siblings_that_do_not_use_each_other_are_apart(self):
        self.assertEqual(1, len(problems(
            {"src/two/a.cpp": '#include "one/b.h"\n'},
            "layer(base)\nlayer(one USES base)\nlayer(two USES base)\n")))

    def test_includes_are_rooted_at_src(self):
        found = problems({"src/ir/module.cpp": '#include "module.h"\n#include "../op/add.h"\n'})
        self.assertEqual(2, len(found))
        self.assertIn("not rooted at src/", found[0])

    def test_a_folder_without_a_layer_line_is_a_problem(self):
        self.assertIn("no layer() line", problems({"src/ghost/a.h": ""})[0])

    def test_a_layer_uses_only_layers_above_it(self):
        found = problems({}, "layer(ir USES base)\nlayer(base USES ir)\n")
        self.assertEqual(1, len(found))
        self.assertIn("layer ir uses base", found[0])

    def test_a_tree_without_layers_is_a_problem(self):
        self.assertIn("no layer() line found", problems({}, "project(x)\n")[0])


if __name__ == "__main__":
    unittest.main()
