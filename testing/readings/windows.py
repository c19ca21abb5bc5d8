"""Convolutions, poolings and the folding of patches."""

import math

import numpy as np
from mpmath import mp

from comparing import first_extreme
from moving import block_counts
from readings import reads
from rounding import FLOAT32_MAX, Nothing, exactly, within_reach
from sums import LIMITS, dot, finite, fused, total


def places(d, p, window, dilations, sizes):
    """The places in the input of the elements of a window, with their coordinates in it. Those in
    the padding are left out."""
    for w in np.ndindex(*window):
        at = [a * s + b * e - start for a, s, b, e, start in zip(
            p, d["Strides"], w, dilations, d["StartPadding"])]
        if all(0 <= k < n for k, n in zip(at, sizes)):
            yield w, tuple(at)


@reads("convolution")
def convolution(d):
    return forward(d) if d["Direction"] == "FORWARD" else backward(d)


def bias_of(d, channel):
    if d.BiasTensor is None:
        return []
    return [d.BiasTensor.values[(0, channel) + (0,) * (d.BiasTensor.rank - 2)]]


def turned(d, w, window):
    """The element of the filter that stands at w of the window."""
    return w if d["Mode"] == "CROSS_CORRELATION" else tuple(n - 1 - k for k, n in zip(w, window))


def forward(d):
    """The places of the window, and zeros of OutputPadding behind them, to which the bias is
    added."""
    x, f = d.InputTensor, d.FilterTensor
    window, inputs = f.sizes[2:], f.sizes[1]
    outputs = d.out.sizes[1] // d["GroupCount"]
    ends = [n - p for n, p in zip(d.out.sizes[2:], d["OutputPadding"])]
    answer = np.empty(d.out.sizes, object)
    for n, c, *p in np.ndindex(*d.out.sizes):
        pairs = []
        if all(k < e for k, e in zip(p, ends)):
            pairs = [(x.values[(n, c // outputs * inputs + i, *at)],
                      f.values[(c, i, *turned(d, w, window))])
                     for w, at in places(d, p, window, d["Dilations"], x.sizes[2:])
                     for i in range(inputs)]
        answer[(n, c, *p)] = fused(d, dot(pairs, bias_of(d, c)))
    return answer


def backward(d):
    """Each element of the input scatters the window. What falls on OutputPadding is silent."""
    x, f = d.InputTensor, d.FilterTensor
    window, outputs = f.sizes[2:], f.sizes[1]
    inputs = x.sizes[1] // d["GroupCount"]
    pairs = {c: [] for c in np.ndindex(*d.out.sizes)}
    for n, c, *p in np.ndindex(*x.sizes):
        for w, at in places(d, p, window, d["Dilations"], d.out.sizes[2:]):
            for o in range(outputs):
                pairs[(n, c // inputs * outputs + o, *at)].append(
                    (x.values[(n, c, *p)], f.values[(c, o, *turned(d, w, window))]))
    answer = np.empty(d.out.sizes, object)
    ends = [n - p for n, p in zip(d.out.sizes[2:], d["OutputPadding"])]
    for at, products in pairs.items():
        inside = all(k < e for k, e in zip(at[2:], ends))
        answer[at] = fused(d, dot(products, bias_of(d, at[1]))) if inside else Nothing
    return answer


def windows(d):
    """For each place of the output: the elements of its window, and their places."""
    x = d.InputTensor
    dilations = d.members.get("Dilations", [1] * (x.rank - 2))
    for n, c, *p in np.ndindex(*next(iter(d.outputs.values())).sizes):
        inside = [(n, c, *at) for _, at in places(d, p, d["WindowSize"], dilations, x.sizes[2:])]
        yield (n, c, *p), [x.values[k] for k in inside], inside


@reads("average_pooling", "average_pooling1")
def average_pooling(d):
    """The mean of the window, where padding is 0 and counts or not. A window of padding alone is
    silent, where it does not count."""
    answer = np.empty(d.out.sizes, object)
    for place, values, _ in windows(d):
        count = math.prod(d["WindowSize"]) if d["IncludePadding"] else len(values)
        added = total(values)
        answer[place] = added / count if count and added is not Nothing else Nothing
    return answer


@reads("lp_pooling", "lp_pooling1")
def lp_pooling(d):
    """The root of the sum of the powers of magnitudes."""
    p = d["P"]
    answer = np.empty(d.out.sizes, object)
    for place, values, _ in windows(d):
        if not finite(values):
            answer[place] = math.nan if any(v != v for v in values) else math.inf
            continue
        powers = mp.fsum(mp.power(abs(v), p) for v in values)
        answer[place] = (Nothing if powers > FLOAT32_MAX else
                         exactly(within_reach(mp.power(powers, mp.mpf(1) / p))))
    return answer


@reads("max_pooling", "max_pooling1", "max_pooling2")
def max_pooling(d):
    """The greatest element and the first place that has it, counted over the whole input. A window
    of padding alone is silent."""
    x = d.InputTensor
    answers = {name: np.empty(o.sizes, object) for name, o in d.outputs.items()}
    for place, values, inside in windows(d):
        first = first_extreme(values, x.kind, True) if values else Nothing
        known = values and not any(v != v for v in values)
        answers["OutputTensor"][place] = max(values) if known else Nothing
        if "OutputIndicesTensor" in answers:
            answers["OutputIndicesTensor"][place] = Nothing if first is Nothing else int(
                np.ravel_multi_index(inside[first], x.sizes))
    return answers


@reads("fold")
def fold(d):
    """The sums of what falls on each element; what falls on the padding is dropped."""
    x, sizes = d.InputTensor, d.out.sizes
    padded = [n + s + e for n, s, e in zip(sizes[2:], d["StartPadding"], d["EndPadding"])]
    window = d["WindowSizes"]
    patches = x.values.reshape(sizes[:2] + (*window, *block_counts(padded, d)))
    terms = {c: [] for c in np.ndindex(*sizes)}
    for n, c in np.ndindex(*sizes[:2]):
        for p in np.ndindex(*block_counts(padded, d)):
            for w, at in places(d, p, window, d["Dilations"], sizes[2:]):
                terms[(n, c, *at)].append(patches[(n, c, *w, *p)])
    answer = np.empty(sizes, object)
    for place, values in terms.items():
        answer[place] = total(values, LIMITS.get(d.out.kind, FLOAT32_MAX))
    return answer
