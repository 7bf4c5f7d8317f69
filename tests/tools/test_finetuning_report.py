# SPDX-License-Identifier: Apache-2.0
import pathlib
import statistics
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "bench"))

import finetuning_report


class OverSeeds(unittest.TestCase):
    def test_a_curve_has_the_steps_that_all_seeds_have(self):
        runs = [[(25, 5.0), (50, 4.0), (75, 3.0)], [(25, 6.0), (50, 2.0)]]
        self.assertEqual([(25, 5.5), (50, 3.0)],
                         finetuning_report.over_seeds(runs, statistics.mean))
        self.assertEqual([(25, 5.0), (50, 2.0)], finetuning_report.over_seeds(runs, min))


if __name__ == "__main__":
    unittest.main()
