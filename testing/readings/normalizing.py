"""Softmax and the normalizations."""

import math
from fractions import Fraction

import numpy as np
from mpmath import mp

from readings import reads
from rounding import FLOAT32_MAX, Nothing, computed, each, exactly, within_reach
from sums import finite, fused, groups, total
from summing import total_of_squares


def mp_of(exact):
    exact = Fraction(exact)
    return mp.mpf(exact.numerator) / exact.denominator


@reads("activation_softmax", "activation_softmax1", "activation_log_softmax",
       "activation_log_softmax1")
def softmax(d):
    """e^x / sum of e^x over the group, or its logarithm."""
    x, logarithm = d.InputTensor, "log" in d.operator
    answer = np.empty(x.sizes, object)
    for _, group in groups(x.sizes, d.members.get("Axes", [x.rank - 1])):
        values = [x.values[g] for g in group]
        greatest = max(values) if not any(v != v for v in values) else math.nan
        if not math.isfinite(greatest):
            for g in group:
                answer[g] = math.nan
            continue
        added = mp.fsum(mp.exp(mp.mpf(v) - greatest) for v in values if v != -math.inf)
        for g, v in zip(group, values):
            if v == -math.inf:
                answer[g] = v if logarithm else 0.0
            else:
                least = mp.mpf(v) - greatest
                answer[g] = within_reach(least - mp.log(added) if logarithm else
                                         mp.exp(least) / added)
    return answer


def normalized(d, scale, bias, epsilon, x, mean, variance):
    """Scale * (x - mean) / sqrt(variance + Epsilon) + Bias."""
    def formula(m, x, mean, variance, scale, bias):
        return scale * (x - mean) / m.sqrt(variance + m.mpf(epsilon)) + bias
    return fused(d, computed(formula, x, mean, variance, scale, bias))


@reads("batch_normalization")
def batch_normalization(d):
    names = ("ScaleTensor", "BiasTensor", "InputTensor", "MeanTensor", "VarianceTensor")
    scale, bias, x, mean, variance = (np.broadcast_to(d.inputs[n].values, d.out.sizes)
                                      for n in names)
    epsilon = d.real("Epsilon")
    return each(lambda *v: normalized(d, v[0], v[1], epsilon, *v[2:]), scale, bias, x, mean,
                variance)


@reads("mean_variance_normalization", "mean_variance_normalization1")
def mean_variance(d):
    """The variance is that of the group's own elements. Where it comes to 0, rounding alone would
    be seen, and where an element is no number, its order; both are silent here."""
    x = d.InputTensor
    axes = d.members.get("Axes")
    if axes is None:
        axes = [1, 2, 3] if d["CrossChannel"] else [2, 3]
    epsilon = Fraction(d.real("Epsilon")) if math.isfinite(d.real("Epsilon")) else Nothing
    scales, biases = (np.broadcast_to(otherwise if t is None else t.values, x.sizes)
                      for t, otherwise in ((d.ScaleTensor, 1.0), (d.BiasTensor, 0.0)))
    answer = np.empty(x.sizes, object)
    for _, group in groups(x.sizes, axes):
        values = [x.values[g] for g in group]
        more = [float(t[g]) for t in (scales, biases) for g in group]
        added = total(values) if finite(values) and finite(more) else Nothing
        if added is Nothing or (d["NormalizeVariance"] and epsilon is Nothing):
            for g in group:
                answer[g] = Nothing
            continue
        mean = added / len(group)
        variance = sum((Fraction(v) - mean) ** 2 for v in values) / len(group)
        for g, v in zip(group, values):
            y = Fraction(v) - mean
            divisor = variance + epsilon if d["NormalizeVariance"] else 1
            if divisor <= 0 or variance * len(group) > FLOAT32_MAX:
                answer[g] = Nothing
                continue
            y = exactly(mp_of(y) / mp.sqrt(mp_of(divisor))) if d["NormalizeVariance"] else y
            y = y * Fraction(float(scales[g])) + Fraction(float(biases[g]))
            answer[g] = Nothing if abs(y) > FLOAT32_MAX else fused(d, y)
    return answer


@reads("local_response_normalization")
def local_response(d):
    """x / (Bias + Alpha / LocalSize * sum of squares)^Beta. Even sizes are silent; so is what the
    divisor is where the region is one of height and width, and the printed one is taken."""
    x, reach = d.InputTensor, d["LocalSize"] // 2
    axes = [1] if d["CrossChannel"] else [2, 3]
    alpha, beta, bias = (d.real(n) for n in ("Alpha", "Beta", "Bias"))
    answer = np.empty(x.sizes, object)
    for c in np.ndindex(*x.sizes):
        region = tuple(slice(max(k - reach, 0), k + reach + 1) if i in axes else slice(k, k + 1)
                       for i, k in enumerate(c))
        added = total_of_squares(x.values[region].reshape(-1))
        if d["LocalSize"] % 2 == 0 or added is Nothing or not finite([added, x.values[c]]):
            answer[c] = Nothing
            continue
        answer[c] = computed(
            lambda m, v: v / m.power(m.mpf(bias) + m.mpf(alpha) / d["LocalSize"] *
                                     m.mpf(float(added)), m.mpf(beta)), x.values[c])
    return answer


@reads("lp_normalization")
def lp_normalization(d):
    """Each element divided by the norm, or by Epsilon where that is greater."""
    x, epsilon = d.InputTensor, d.real("Epsilon")
    answer = np.empty(x.sizes, object)
    for _, group in groups(x.sizes, [d["Axis"]]):
        values = [x.values[g] for g in group]
        norm = total([abs(v) for v in values]) if d["P"] == 1 else total_of_squares(values)
        for g in group:
            if norm is Nothing or not finite([norm, epsilon]):
                answer[g] = Nothing
                continue
            divisor = mp_of(norm) if d["P"] == 1 else mp.sqrt(mp_of(norm))
            divisor = max(divisor, mp.mpf(epsilon))
            answer[g] = within_reach(x.values[g] / divisor) if divisor else Nothing
    return answer
