# SPDX-License-Identifier: Apache-2.0
"""Draws the stored ratios, one picture a question: docs/results/performance*.svg."""

MOST_BARS = 10
QUESTIONS = {
    "performance.svg": ("How many times as fast is a training step?", ("training",)),
    "performance-answers.svg": ("How many times as fast does a model answer?",
                                ("question", "evaluation")),
    "performance-start.svg": ("How many times as fast does a training begin?",
                              ("preparation", "start")),
}
GROUPS = {"training": "", "question": "One question at a time: ",
          "evaluation": "The dev set: ", "preparation": "Preparing all of SQuAD: ",
          "start": "To the first step, data cached: "}
PEERS = {
    "R1": "PyTorch, Hugging Face's defaults: padded, float32",
    "R2": "PyTorch, bf16, torch.compile",
    "R2f": "PyTorch, float32, torch.compile",
    "R2g": "PyTorch, bf16, torch.compile, grouped by length",
    "R2gf": "PyTorch, float32, torch.compile, grouped by length",
    "R3": "PyTorch, bf16, torch.compile, ideal: no padding",
    "R3f": "PyTorch, float32, torch.compile, ideal: no padding",
    "J": "JAX, bf16, packed rows",
    "f32": "PyTorch, float32",
    "bf16": "PyTorch, bf16 autocast",
    "bf16_compiled": "PyTorch, bf16, torch.compile",
    "two processes": "Hugging Face datasets.map, two processes",
    "cached `datasets`": "PyTorch script with cached datasets",
    "fused": "PyTorch's fused AdamW",
}


def in_words(peer):
    return PEERS.get(peer, peer)


def groups_of(results, works):
    """(title, [(peer, ratio, deviation)]) of the newest results that fit into a picture."""
    chosen, bars = [], 0
    for result in sorted(results, key=lambda result: result["date"], reverse=True):
        if result["work"] in works and bars + len(result["peers"]) <= MOST_BARS:
            bars += len(result["peers"])
            chosen.append(result)
    chosen.sort(key=lambda result: works.index(result["work"]))
    return [(title_of(result), [(in_words(peer), row["ratio"], row["deviation"])
                                for peer, row in result["peers"].items()]) for result in chosen]


def title_of(result):
    model = result["model"].removeprefix("all-").removesuffix("-L6-v2")
    batch = f", batch {result['batch']}, {result['precision']}" if "batch" in result else ""
    return f"{GROUPS[result['work']]}{model}{batch}, on {processor(result['machine'])}"


def processor(machine):
    """`AMD EPYC, 2 threads, kernels AVX2, products oneDNN AVX2` is an AMD EPYC with AVX2."""
    name, _, kernels = machine.partition(", kernels ")
    kernels, _, products = kernels.partition(", products ")
    with_bf16 = "BF16" in products or "AMX" in products
    return f"{name}, {products if with_bf16 else kernels}"


def draw(results, folder):
    import matplotlib
    matplotlib.use("svg")
    results = list(results)
    matplotlib.rcParams["svg.hashsalt"] = "tutti"  # the same results give the same file
    for name, (question, works) in QUESTIONS.items():
        groups = groups_of(results, works)
        if groups:
            draw_one(question, groups, folder / name)


def draw_one(question, groups, file):
    from matplotlib import pyplot
    rows = sum(1 + len(bars) for _, bars in groups)
    most = max(ratio for _, bars in groups for _, ratio, _ in bars)
    figure, axes = pyplot.subplots(figsize=(9, 1.1 + 0.32 * rows))
    at = 0
    for title, bars in groups:
        axes.text(0, at, title, va="center", weight="bold")
        axes.vlines(1, at + 0.5, at + len(bars) + 0.5, "black", "dotted", linewidth=1)
        for index, (peer, ratio, deviation) in enumerate(bars, at + 1):
            axes.barh(index, ratio, height=0.7, color="tab:blue", xerr=deviation,
                      error_kw={"elinewidth": 1, "ecolor": "black"})
            axes.text(-0.01 * most, index, peer, ha="right", va="center")
            axes.text(ratio + deviation + 0.01 * most, index, f"{ratio:.1f} x", va="center")
        at += 1 + len(bars)
    axes.set_ylim(at - 0.4, -0.6)
    axes.set_xlim(0, 1.15 * most)
    axes.set_yticks([])
    axes.set_title(question, loc="left", fontsize="x-large", pad=12)
    axes.set_xlabel("Tutti's rate divided by the peer's (1: equally fast)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(file, metadata={"Date": None}, bbox_inches="tight")
    pyplot.close(figure)
