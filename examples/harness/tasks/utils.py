"""Checks the replies of house_rules. A rule is "kind" or "kind:argument"."""

import re


def words(text):
    return re.findall(r"[A-Za-z][A-Za-z'-]*", text)


def lines(text):
    return [line for line in text.split("\n") if line.strip()]


def sentences(text):
    return [part for part in re.split(r"(?<=[.!?])\s+", text.strip()) if part]


def initials(text):
    return "".join(line.strip()[0] for line in lines(text)).lower()


CHECKS = {
    "words": lambda text, n: len(words(text)) == int(n),
    "min_words": lambda text, n: len(words(text)) >= int(n),
    "max_words": lambda text, n: len(words(text)) <= int(n),
    "sentences": lambda text, n: len(sentences(text)) == int(n),
    "lines": lambda text, n: len(lines(text)) == int(n),
    "line_words": lambda text, n: all(len(words(line)) == int(n) for line in lines(text)),
    "bullets": lambda text, n: [line[:2] for line in lines(text)] == ["- "] * int(n),
    "numbered": lambda text, n: [line.split(" ")[0] for line in lines(text)] == [f"{i}." for i in range(1, int(n) + 1)],
    "initials": lambda text, letters: initials(text) == letters,
    "starts": lambda text, start: text.startswith(start),
    "ends": lambda text, end: text.endswith(end),
    "uses": lambda text, word: word in [w.lower() for w in words(text)],
    "avoids": lambda text, word: word not in [w.lower() for w in words(text)],
    "twice": lambda text, word: [w.lower() for w in words(text)].count(word) == 2,
    "no_letter": lambda text, letter: letter not in text.lower(),
    "no_commas": lambda text, _: "," not in text,
    "lowercase": lambda text, _: text == text.lower(),
    "uppercase": lambda text, _: text == text.upper(),
    "quoted": lambda text, _: len(text) > 2 and text[0] == text[-1] == '"',
    "alphabetical": lambda text, _: [w.lower() for w in words(text)] == sorted(w.lower() for w in words(text)),
}


def keeps(text, rule):
    kind, _, argument = rule.partition(":")
    return bool(text.strip()) and CHECKS[kind](text.strip(), argument)


def process_results(doc, results):
    kept = [keeps(results[0], rule) for rule in doc["rules"]]
    return {"prompt_level_acc": all(kept), "inst_level_acc": kept}


def pooled_mean(items):
    kept = [value for item in items for value in item]
    return sum(kept) / len(kept)
