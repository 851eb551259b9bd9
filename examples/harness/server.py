"""A stand-in for an inference server: twelve invented models behind the OpenAI completions protocol.

    python3 server.py --port 8117

Standard library only, loopback only. No language model is involved. Which item is asked is read from
the prompt; whether the model answers it right is decided by a seeded hash of model and item against
a Rasch-like probability (the model's ability, the item's difficulty, guessing). So the same request
gets the same reply, on any machine, in any order.

Endpoints: POST /v1/completions (text or token prompts; `echo` with `logprobs` for log-likelihoods),
and GET /tokenizer_info, POST /tokenize, POST /detokenize for lm-evaluation-harness's
`tokenizer_backend=remote`. A token is one byte of UTF-8, 256 is the end of text.
"""

import argparse
import hashlib
import json
import math
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from break_rules import broken

HERE = Path(__file__).resolve().parent
SEED = 19
END = 256
END_TEXT = "<|end|>"

# ability    on the scale of the items' difficulty
# slope      how much easy and hard items differ for this model; a low one is sloppy on easy items
#            and strong on hard ones
# family     models of one family often agree: they share a part of their luck
# informal   share of numbers that come without the closing line that was asked for
# tasks      added to the ability on one task
MODELS = {
    "wren-0.5b": {"ability": -1.7, "slope": 1.3, "family": "wren", "informal": 0.15, "tasks": {}},
    "wren-1b": {"ability": -1.2, "slope": 1.3, "family": "wren", "informal": 0.5, "tasks": {"word_sums": 0.3}},
    "dunlin-2b": {"ability": -0.8, "slope": 1.3, "family": "dunlin", "informal": 0.05, "tasks": {"house_rules": 0.4}},
    "wren-3b": {"ability": -0.4, "slope": 1.3, "family": "wren", "informal": 0.05, "tasks": {}},
    "heron-7b": {"ability": 0.3, "slope": 1.3, "family": "heron", "informal": 0.3, "tasks": {}},
    "kestrel-8b": {"ability": 0.8, "slope": 1.3, "family": "kestrel", "informal": 0.02, "tasks": {"word_sums": 0.2}},
    "kestrel-8b-sft": {"ability": 0.8, "slope": 1.3, "family": "kestrel", "informal": 0.0, "tasks": {"house_rules": 0.6}},
    "heron-13b": {"ability": 1.1, "slope": 1.4, "family": "heron", "informal": 0.05, "tasks": {"corner_facts": 0.2}},
    "harrier-14b": {"ability": 1.0, "slope": 0.45, "family": "harrier", "informal": 0.02, "tasks": {}},
    "merlin-24b": {"ability": 1.8, "slope": 1.3, "family": "merlin", "informal": 0.02, "tasks": {}},
    "osprey-72b": {"ability": 2.5, "slope": 1.3, "family": "osprey", "informal": 0.02, "tasks": {}},
    "osprey-72b-it": {"ability": 2.8, "slope": 1.3, "family": "osprey", "informal": 0.0, "tasks": {"house_rules": 0.4}},
}

FAMILY_SHARE = 0.7  # of the items, on which a model has the luck of its family


def luck(*parts):
    """A number in [0, 1) that depends on the parts and the seed only."""
    digest = hashlib.sha256("|".join((str(SEED), *parts)).encode()).digest()
    return int.from_bytes(digest[:6], "big") / 2**48


def knows(model, task, item, difficulty, part=""):
    """Whether the model masters the item (or one part of it)."""
    spec = MODELS[model]
    ability = spec["ability"] + spec["tasks"].get(task, 0)
    chance = 1 / (1 + math.exp(-spec["slope"] * (ability - difficulty)))
    shared = luck("share", model, task, item, part) < FAMILY_SHARE
    return luck("know", spec["family"] if shared else model, task, item, part) < chance


def chosen(model, doc, tempting):
    """The choice a model takes: the right one if it knows, else a guess among all four."""
    if knows(model, "corner_facts", doc["id"], doc["difficulty"]):
        return tempting[0]
    guess = luck("guess", model, doc["id"])
    return tempting[0] if guess < 0.25 else tempting[1] if guess < 0.65 else tempting[2] if guess < 0.85 else tempting[3]


def log_likelihood(model, doc, tempting, choice):
    """Total for " choice": the chosen one is likeliest per character, a short one may win in total."""
    shade = luck("likelihood", model, doc["id"], choice)
    per_character = -0.3 - 0.25 * shade if choice == chosen(model, doc, tempting) else -0.8 - 0.9 * shade
    return round(64 * per_character * len(choice)) / 64  # exact in binary, so that sums are exact


def number(model, doc, answer):
    """The reply to a word problem."""
    value = int(answer)
    if not knows(model, "word_sums", doc["id"], doc["difficulty"]):
        slips = [1, 2, 10, -1, -2, -10, value, value // 2 + 3]
        value += slips[int(luck("slip", model, doc["id"]) * len(slips))]
    opening = ["Step by step.", "Let me work it out.", "This takes one careful look.", "First the parts, then the whole."]
    said = opening[int(luck("opening", model, doc["id"]) * len(opening))]
    if luck("informal", model, doc["id"]) < MODELS[model]["informal"]:
        return f"{said} The answer is {value}."
    return f"{said}\nResult >> {value}"


def rules_reply(model, doc, reply):
    """The reply to an instruction item: a reply that keeps all rules, with some of them broken."""
    each = doc["difficulty"] - 0.5 * (len(doc["rules"]) - 1)  # so that all of them together are as hard as the item
    failed = [rule for rule in doc["rules"] if not knows(model, "house_rules", doc["id"], each, rule)]
    return broken(reply, failed)


def records(name):
    with open(HERE / "data" / f"{name}.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def load():
    """Prompt text -> (task, item, right answer). The texts repeat doc_to_text in tasks/*.yaml."""
    templates = {
        "corner_facts": "Question: {question}\nAnswer:",
        "word_sums": "{question}\nClose with a line: Result >> number\n",
        "house_rules": "{prompt}\n",
    }
    right = {(answer["task"], answer["id"]): answer for answer in records("right_answers")}
    prompts = {}
    for task, template in templates.items():
        for doc in records(task):
            prompts[template.format(**doc)] = (task, doc, right[task, doc["id"]])
    return prompts


PROMPTS = load()


def generate(model, prompt):
    task, doc, right = PROMPTS[prompt]
    if task == "corner_facts":
        return " " + chosen(model, doc, right["tempting"])
    return {"word_sums": number, "house_rules": rules_reply}[task](model, doc, right["answer"])


def echo(model, text):
    """Per-byte log-probabilities of a prompt with its continuation, plus one generated token."""
    head, mark, continuation = text.partition("\nAnswer:")
    _, doc, right = PROMPTS[head + mark]
    choice = continuation.removeprefix(" ")
    total = log_likelihood(model, doc, right["tempting"], choice)
    tail = len(continuation.encode())
    share = math.trunc(64 * total / tail) / 64
    start = len(text.encode()) - tail
    values = [None] + [-1.0] * (start - 1) + [total - share * (tail - 1)] + [share] * (tail - 1) + [-0.5]
    greedy = choice == chosen(model, doc, right["tempting"])
    tokens = [chr(byte) for byte in text.encode()] + [END_TEXT]
    # the best alternative is the token itself where the model would have written it
    top = [None if v is None else {t: v} if greedy else {t: v, "\x00": v / 2} for t, v in zip(tokens, values)]
    return {"tokens": tokens, "token_logprobs": values, "top_logprobs": top, "text_offset": list(range(len(tokens)))}


def completion(request):
    model, prompts = request["model"], request["prompt"]
    if model not in MODELS:
        raise KeyError(f"no model called {model}")
    if isinstance(prompts, str) or (prompts and isinstance(prompts[0], int)):
        prompts = [prompts]
    choices = []
    for index, prompt in enumerate(prompts):
        text = prompt if isinstance(prompt, str) else decode(prompt)
        if request.get("echo"):
            choices.append({"index": index, "text": text, "logprobs": echo(model, text), "finish_reason": "length"})
            continue
        reply = generate(model, text)
        stops = request.get("stop") or []
        for stop in [stops] if isinstance(stops, str) else stops:
            reply = reply.split(stop)[0]
        choices.append({"index": index, "text": reply, "logprobs": None, "finish_reason": "stop"})
    return {"id": "cmpl-0", "object": "text_completion", "created": 0, "model": model, "choices": choices}


def encode(text):
    return [END] if text == END_TEXT else list(text.encode())


def decode(tokens):
    return bytes(token for token in tokens if token < END).decode()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path == "/tokenizer_info":
            return self.reply({"tokenizer_class": "Bytes", "eos_token": END_TEXT, "bos_token": None, "pad_token": None})
        return self.reply({"error": "not found"}, 404)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        try:
            if self.path == "/v1/completions":
                return self.reply(completion(request))
            if self.path == "/tokenize":
                tokens = encode(request["prompt"])
                return self.reply({"tokens": tokens, "count": len(tokens), "max_model_len": 4096})
            if self.path == "/detokenize":
                return self.reply({"prompt": decode(request["tokens"])})
        except KeyError as error:
            return self.reply({"error": f"unknown: {error}"}, 400)
        return self.reply({"error": "not found"}, 404)

    def reply(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(port):
    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description="Twelve invented models behind the OpenAI completions protocol.")
    options.add_argument("--port", type=int, default=8117)
    port = options.parse_args().port
    print(f"http://127.0.0.1:{port}/v1/completions: {', '.join(MODELS)}")
    serve(port).serve_forever()
