"""Completion functions for oaieval without a language model behind them: six invented models, one grader.

Which item is asked is read from the prompt. Whether a model answers it right is decided by a seeded hash
of model and item against a Rasch-like probability (the model's ability, the item's difficulty). So the
same question gets the same answer, on any machine, in any order. Nothing is sent anywhere.
"""

import hashlib
import json
import math
import re
from pathlib import Path

from evals.record import record_sampling

HERE = Path(__file__).resolve().parent
SEED = 26

# ability    on the scale of the items' difficulty
# slope      how much easy and hard items differ for this model; a low one is sloppy on easy items
#            and strong on hard ones
MODELS = {
    "wren-1b": {"ability": -1.4, "slope": 1.3},
    "wren-3b": {"ability": -0.5, "slope": 1.3},
    "heron-7b": {"ability": 0.2, "slope": 1.3},
    "kestrel-8b": {"ability": 1.0, "slope": 1.3},
    "harrier-14b": {"ability": 0.9, "slope": 0.45},
    "osprey-72b": {"ability": 2.4, "slope": 1.3},
}

UNDECIDED = 0.02  # share of the grader's answers that hold no choice


def luck(*parts):
    """A number in [0, 1) that depends on the parts and the seed only."""
    digest = hashlib.sha256("|".join((str(SEED), *parts)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def masters(model, item, difficulty):
    """Whether the model masters the item, or one point of it."""
    spec = MODELS[model]
    return luck(model, item) < 1 / (1 + math.exp(-spec["slope"] * (spec["ability"] - difficulty)))


def right_answers():
    with open(HERE / "right_answers.jsonl", encoding="utf-8") as lines:
        return {record["question"]: record for record in map(json.loads, lines)}


RIGHT = right_answers()
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


def slip(model, record):
    """A wrong answer of the right form."""
    answer, choice = record["answer"], luck("slip", model, record["question"])
    if record["family"] == "calendar":
        return DAYS[(DAYS.index(answer) + 1 + int(6 * choice)) % 7]
    if record["family"] == "clock":
        minutes = int(answer[:2]) * 60 + int(answer[3:]) + [10, -10, 60, -60, 100, 40][int(6 * choice)]
        return f"{minutes // 60 % 24:02}:{minutes % 60:02}"
    if record["family"] == "coins":
        return f"{abs(float(answer) + [1, -1, 0.1, -0.1, 0.5, 10][int(6 * choice)]):.2f}"
    at = int(choice * (len(answer) - 1))
    return answer[:at] + answer[at + 1] + answer[at] + answer[at + 2 :] if answer[at] != answer[at + 1] else answer[1:]


def pocket_sum(model, record):
    return record["answer"] if masters(model, record["question"], record["difficulty"]) else slip(model, record)


def plain_reason(model, record):
    """A sentence with the points that the model knows."""
    question, difficulty = record["question"], record["difficulty"]
    known = [point for point in record["points"] if masters(model, question + point, difficulty)]
    return "I think " + ", ".join(known) + "." if known else "That is simply how it is."


def verdict(prompt):
    """The grader: counts the points that the explanation has word for word."""
    points = re.search(r"\[Points\]: (.*)", prompt)[1].split("; ")
    explanation = re.search(r"\[Explanation\]: (.*)", prompt)[1]
    named = sum(point in explanation for point in points)
    if luck("undecided", explanation, points[0]) < UNDECIDED:
        return "I would rather not decide this one."
    choice = "C" if named == 0 else "A" if named == len(points) else "B"
    return f"The explanation names {named} of {len(points)} points.\n{choice}"


class Result:
    def __init__(self, text):
        self.text = text

    def get_completions(self):
        return [self.text]


class Player:
    """One model, or the grader, as oaieval calls it."""

    def __init__(self, model, registry=None, **_):
        self.model = model

    def __call__(self, prompt, **_):
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else prompt
        text = self.reply(messages[-1]["content"])
        words = sum(len(message["content"].split()) for message in messages)
        usage = {"completion_tokens": len(text.split()), "prompt_tokens": words}
        usage["total_tokens"] = sum(usage.values())
        record_sampling(prompt=messages, sampled=[text], model=self.model, usage=usage)
        return Result(text)

    def reply(self, asked):
        if self.model == "marker":
            return verdict(asked)
        record = RIGHT[asked]
        return plain_reason(self.model, record) if "points" in record else pocket_sum(self.model, record)
