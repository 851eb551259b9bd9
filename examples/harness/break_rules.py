"""Turns a reply that keeps all rules of a house_rules item into one that breaks some of them."""

import re

WITH_LETTER = {"a": "again", "e": "ever", "i": "quietly", "o": "over"}


def second_word(text, word, replace=False):
    """The text with `word` put after the first word, or in place of the second."""
    pattern = r"^(\S+)[^\S\n]+\S+" if replace else r"^(\S+)"
    return re.sub(pattern, lambda match: f"{match[1]} {word}", text, count=1)


def swap_words(text):
    return re.sub(r"^(\S+) (\S+)", r"\2 \1", text, count=1)


def swap_lines(text):
    first, second, *rest = text.split("\n")
    return "\n".join([second, first, *rest])


BREAKS = {
    "words": lambda text, _: second_word(text, "also"),
    "line_words": lambda text, _: second_word(text, "also"),
    "min_words": lambda text, _: " ".join(text.split(" ")[:4]) + ".",
    "max_words": lambda text, _: f"{text} That is about all there is to say on it, more or less, for now.",
    "sentences": lambda text, _: f"{text} That is all.",
    "lines": lambda text, _: " ".join(text.rsplit("\n", 1)),
    "bullets": lambda text, _: text.rsplit("\n", 1)[0],
    "numbered": lambda text, _: re.sub(r"^\d+\. ", "* ", text, flags=re.MULTILINE),
    "initials": lambda text, _: swap_lines(text),
    "starts": lambda text, _: f"Sure: {text}",
    "ends": lambda text, _: f"{text} I hope this helps.",
    "uses": lambda text, word: re.sub(word, "thing", text, flags=re.IGNORECASE),
    "avoids": lambda text, word: f"{text.rstrip('.')} where we {word}.",
    "twice": lambda text, word: text.replace(word, "light", 1),
    "no_letter": lambda text, letter: second_word(text, WITH_LETTER[letter], replace=True),
    "no_commas": lambda text, _: text.replace(" ", ", ", 1),
    "lowercase": lambda text, _: re.sub(r"[a-z]", lambda match: match[0].upper(), text, count=1),
    "uppercase": lambda text, _: text.capitalize(),
    "quoted": lambda text, _: text.strip('"'),
    "alphabetical": lambda text, _: swap_words(text),
}


def broken(reply, rules):
    """The reply with each of the rules ("kind" or "kind:argument") broken in turn; others may suffer too."""
    for rule in rules:
        kind, _, argument = rule.partition(":")
        reply = BREAKS[kind](reply, argument)
    return reply
