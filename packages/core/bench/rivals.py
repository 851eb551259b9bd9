"""Rivals of `propagate`, each in the form that is fastest for its library.

Reads one JSON request a line and answers each with one line. Arrays come and go as raw binary files.
Times are milliseconds of the work alone; preparing the matrices is timed apart, reading files and
choosing the fastest form are not timed.
"""

import importlib
import json
import platform
import sys
from time import perf_counter


def library(name):
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


numpy = library("numpy")
sparse = library("scipy.sparse")


def timed(work):
    start = perf_counter()
    result = work()
    return 1000 * (perf_counter() - start), result


def fastest(forms, vector):
    """Of several forms of the same product the one that is fastest here."""
    out = forms[0](vector, None)
    return min(forms, key=lambda form: min(timed(lambda: form(vector, out))[0] for _ in range(4)))


def inverse(values):
    """1 / value, and 0 where there is nothing to divide."""
    out = numpy.zeros(len(values))
    numpy.divide(1.0, values, out=out, where=values > 1e-9)
    return out


class Change:
    """L1 distance of two vectors, without a new array each time."""

    def __init__(self, length, copies=None):
        self.room = numpy.empty(length)
        self.copies = copies

    def __call__(self, before, after):
        numpy.subtract(before, after, out=self.room)
        numpy.abs(self.room, out=self.room)
        return self.room.sum() if self.copies is None else self.room @ self.copies


class CompletePool:
    """Complete data, 0/1 or partial credit: two products with the scores in float64 a round, and
    failures from sums. Rows by model and rows by item are both tried for either product."""

    def __init__(self, scores):
        kept = (scores > 0).any(axis=0) & (scores < 1).any(axis=0)
        by_model = scores[:, kept].astype(numpy.float64, order="C")
        by_item = numpy.ascontiguousarray(by_model.T)
        self.kept = kept
        self.models, self.items = by_model.shape
        self.failure = self.items - by_model.sum(axis=1)
        self.inverse_success = 1 / by_item.sum(axis=1)
        dot = numpy.dot
        start = perf_counter()
        self.to_items = fastest(
            [lambda v, out: dot(by_item, v, out), lambda v, out: dot(by_model.T, v, out)],
            numpy.ones(self.models),
        )
        self.to_models = fastest(
            [lambda v, out: dot(by_model, v, out), lambda v, out: dot(by_item.T, v, out)],
            numpy.ones(self.items),
        )
        self.choosing = 1000 * (perf_counter() - start)

    def solve(self, damping, tolerance, copies=None, start=None):
        """`copies` counts each kept item so many times; rounds begin at `start` or at equal values."""
        models = self.models
        if copies is None:
            items, failure, share = self.items, self.failure, self.inverse_success
        else:
            items = copies.sum()
            failure = items - self.to_models(copies, None)
            share = copies * self.inverse_success
        inverse_failure = inverse(failure)
        fails_nothing = inverse_failure == 0
        competency = numpy.full(models, 1 / models) if start is None else start.copy()
        difficulty = numpy.full(self.items, 1 / items)
        next_competency, next_difficulty = numpy.empty(models), numpy.empty(self.items)
        weight = numpy.empty(self.items)
        model_change, item_change = Change(models), Change(self.items, copies)
        for rounds in range(1, 1001):
            passed = competency * inverse_failure
            evenly = competency[fails_nothing].sum()
            self.to_items(passed, next_difficulty)
            next_difficulty *= -damping
            next_difficulty += damping * (passed.sum() + evenly / items) + (1 - damping) / items
            numpy.multiply(next_difficulty, share, out=weight)
            self.to_models(weight, next_competency)
            next_competency *= damping
            next_competency += (1 - damping) / models
            settled = (
                model_change(competency, next_competency) < tolerance
                and item_change(difficulty, next_difficulty) < tolerance
            )
            competency, next_competency = next_competency, competency
            difficulty, next_difficulty = next_difficulty, difficulty
            if settled:
                break
        return competency, difficulty, rounds

    def resample(self, replicates, damping, tolerance, start):
        """Items drawn again with replacement, as counts, and a refit that begins at `start`."""
        random = numpy.random.default_rng(1)
        length = len(self.kept)
        for _ in range(replicates):
            drawn = random.integers(0, length, length)
            copies = numpy.bincount(drawn, minlength=length)[self.kept].astype(numpy.float64)
            self.solve(damping, tolerance, copies, start)


class GappedPool:
    """Observed cells only: the two transition matrices in compressed rows, with every factor that
    does not change from round to round multiplied in. Products by row and by column are both tried."""

    def __init__(self, starts, model, scores, models):
        item = numpy.repeat(numpy.arange(len(starts) - 1, dtype=numpy.int32), numpy.diff(starts))
        kept = (numpy.bincount(item[scores > 0], minlength=len(starts) - 1) > 0) & (
            numpy.bincount(item[scores < 1], minlength=len(starts) - 1) > 0
        )
        if not kept.all():
            cell = kept[item]
            item = (numpy.cumsum(kept, dtype=numpy.int32) - 1)[item[cell]]
            model, scores = model[cell], scores[cell]
        self.models, self.items = models, int(kept.sum())
        self.asked = numpy.bincount(item, minlength=self.items)
        asked_of_model = numpy.bincount(model, minlength=models)
        if (asked_of_model == 0).any():
            raise ValueError("a model was asked no item that tells models apart")
        ends = numpy.concatenate([[0], numpy.cumsum(self.asked)]).astype(numpy.int32)
        self.coverage_of_model = asked_of_model / self.items
        self.coverage_of_item = self.asked / models
        gained = scores * (1 / self.coverage_of_model)[model]
        passed = (1 - scores) * (1 / self.coverage_of_item)[item]
        self.earned = numpy.bincount(item, scores)
        self.success = numpy.bincount(item, gained)
        self.failure = numpy.bincount(model, passed, models)
        self.fails_nothing = self.failure <= 1e-9
        passed *= inverse(self.failure)[model]
        gained *= (1 / self.success)[item]
        shape = (self.items, models)
        self.choosing = 0
        # Zeros are taken out in place, so each matrix has indices of its own.
        own = (passed, model.copy(), ends.copy())
        self.to_items = self.product(sparse.csr_matrix(own, shape=shape))
        self.to_models = self.product(sparse.csr_matrix((gained, model, ends), shape=shape).T)

    def product(self, form):
        """Keeps the matrix by row or by column, whichever multiplies faster."""
        if not form.data.all():
            form.eliminate_zeros()
        other = form.tocsc() if form.format == "csr" else form.tocsr()
        ones = numpy.ones(form.shape[1])

        def best(matrix):
            return min(timed(lambda: matrix @ ones)[0] for _ in range(4))

        spent, chosen = timed(lambda: min((form, other), key=best))
        self.choosing += spent
        return chosen

    def solve(self, damping, tolerance):
        models, items = self.models, self.items
        competency = numpy.full(models, 1 / models)
        difficulty = numpy.full(items, 1 / items)
        model_change, item_change = Change(models), Change(items)
        for rounds in range(1, 1001):
            evenly = competency[self.fails_nothing].sum()
            next_difficulty = self.to_items @ competency
            next_difficulty *= damping
            next_difficulty += (1 - damping + damping * evenly) / items
            next_competency = self.to_models @ next_difficulty
            next_competency *= damping
            next_competency += (1 - damping) / models
            settled = (
                model_change(competency, next_competency) < tolerance
                and item_change(difficulty, next_difficulty) < tolerance
            )
            competency, difficulty = next_competency, next_difficulty
            if settled:
                break
        return self.from_weighted_accuracy(difficulty, damping), difficulty, rounds

    def from_weighted_accuracy(self, difficulty, damping):
        """Competency from accuracy over the items a model was asked, in which harder items count
        more; seldom asked items are drawn towards the rate of the pool."""
        rate = self.earned.sum() / self.asked.sum()
        pseudo = 3 * (1 - self.coverage_of_item)
        weight = difficulty / (self.models * (self.earned + pseudo * rate) / (self.asked + pseudo))
        solved = self.coverage_of_model * (self.to_models @ (self.success * weight))
        failed = self.failure * (self.to_items.T @ (self.coverage_of_item * weight))
        accuracy = solved / (solved + failed)
        return (1 - damping) / self.models + damping * accuracy / accuracy.sum()


def read_scores(request):
    """Complete scores, a row per model."""
    models, items, file = request["models"], request["items"], request["file"]
    if request["kind"] == "bytes":
        return numpy.fromfile(file, numpy.uint8).reshape(models, items)
    return numpy.fromfile(file, numpy.float64).reshape(items, models).T


class Graph:
    """Personalised PageRank on the graph of models and items: a model points to what it failed, an
    item to who solved it, and half of the teleport goes to either side. Twice its result is ours."""

    def __init__(self, scores):
        kept = (scores > 0).any(axis=0) & (scores < 1).any(axis=0)
        solved = scores[:, kept] > 0
        self.models, self.items = solved.shape
        fail_model, fail_item = numpy.nonzero(~solved)
        solve_model, solve_item = numpy.nonzero(solved)
        if len(numpy.unique(fail_model)) < self.models:
            raise ValueError("a model without failures has no edges")
        self.edges = numpy.concatenate(
            [
                numpy.stack([fail_model, fail_item + self.models], axis=1),
                numpy.stack([solve_item + self.models, solve_model], axis=1),
            ]
        ).tolist()
        self.teleport = [0.5 / self.models] * self.models + [0.5 / self.items] * self.items

    def igraph(self, damping, _tolerance):
        build, graph = timed(
            lambda: library("igraph").Graph(len(self.teleport), self.edges, directed=True)
        )
        solve, ranks = timed(
            lambda: graph.personalized_pagerank(damping=damping, reset=self.teleport)
        )
        return build, solve, ranks

    def networkx(self, damping, tolerance):
        networkx = library("networkx")

        def built():
            graph = networkx.DiGraph()
            graph.add_nodes_from(range(len(self.teleport)))
            graph.add_edges_from(self.edges)
            return graph

        build, graph = timed(built)
        teleport = dict(enumerate(self.teleport))
        # It multiplies the tolerance by the number of nodes, and a start that has half of its sum on
        # either side settles in a fraction of the rounds.
        solve, ranks = timed(
            lambda: networkx.pagerank(
                graph,
                alpha=damping,
                personalization=teleport,
                nstart=teleport,
                tol=tolerance / len(self.teleport),
                max_iter=1000,
            )
        )
        return build, solve, list(ranks.values())


def write_fit(request, competency, difficulty):
    if "out" in request:
        numpy.concatenate([competency, difficulty]).tofile(request["out"])


def versions(_request):
    names = ["numpy", "scipy", "networkx", "igraph"]
    found = {name: getattr(library(name), "__version__", None) for name in names}
    return {"python": platform.python_version(), **found}


def load(request):
    global pool
    pool = None  # The memory of the pool before is free for this one.
    if request["kind"] == "lists":
        starts = numpy.fromfile(request["starts"], numpy.int32)
        model = numpy.fromfile(request["model"], numpy.int32)
        scores = numpy.fromfile(request["file"], numpy.float64)
        build, pool = timed(lambda: GappedPool(starts, model, scores, request["models"]))
    else:
        scores = read_scores(request)
        build, pool = timed(lambda: CompletePool(scores))
    return {"milliseconds": build - pool.choosing}


def solve(request):
    spent, fit = timed(lambda: pool.solve(request["damping"], request["tolerance"]))
    competency, difficulty, rounds = fit
    write_fit(request, competency, difficulty)
    return {"milliseconds": spent, "rounds": rounds}


def refit(request):
    """One refit with given counts."""
    copies = numpy.fromfile(request["copies"], numpy.uint32)[pool.kept].astype(numpy.float64)
    competency, difficulty, rounds = pool.solve(request["damping"], request["tolerance"], copies)
    write_fit(request, competency, difficulty)
    return {"rounds": rounds}


def resample(request):
    damping, tolerance = request["damping"], request["tolerance"]
    estimate = pool.solve(damping, tolerance)[0]
    spent, _ = timed(lambda: pool.resample(request["replicates"], damping, tolerance, estimate))
    return {"milliseconds": spent}


def graph(request):
    rival = Graph(read_scores(request))
    run = getattr(rival, request["library"])
    build, spent, ranks = run(request["damping"], request["tolerance"])
    both = 2 * numpy.array(ranks)
    write_fit(request, both[: rival.models], both[rival.models :])
    return {"build": build, "milliseconds": spent}


pool = None
answers = {
    "versions": versions,
    "load": load,
    "solve": solve,
    "refit": refit,
    "resample": resample,
    "graph": graph,
}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer = answers[request["ask"]](request)
    except Exception as error:
        answer = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer), flush=True)
