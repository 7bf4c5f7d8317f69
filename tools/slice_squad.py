#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts examples/quickstart/*.json from SQuAD v1.1: every n-th paragraph, so all topics.

Usage: slice_squad.py SQUAD.json N OUTPUT.json
"""
import json
import sys


def slice_articles(articles, step):
    count = 0
    for article in articles:
        paragraphs = []
        for paragraph in article["paragraphs"]:
            if count % step == 0:
                paragraphs.append(paragraph)
            count += 1
        if paragraphs:
            yield {"title": article["title"], "paragraphs": paragraphs}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def main():
    source, step, target = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(source, encoding="utf-8") as file:
        dataset = json.load(file)
    articles = ",\n".join(compact(article) for article in slice_articles(dataset["data"], step))
    with open(target, "w", encoding="utf-8") as file:
        file.write(f'{{"version":{compact(dataset["version"])},"data":[\n{articles}\n]}}\n')


if __name__ == "__main__":
    main()
