"""Products of matrices, reductions and running sums."""

import math
from fractions import Fraction

import numpy as np
from mpmath import mp

from comparing import first_extreme
from readings import reads
from rounding import FLOATS, FLOAT32_MAX, FLOAT32_MIN, Nothing, exactly, is_special
from sums import LIMITS, dot, finite, fused, groups, product, times, total


@reads("gemm")
def gemm(d):
    """FusedActivation(Alpha * A x B + Beta * C). Whether a Beta of 0 leaves NaNs of C out is
    silent."""
    a, b = (t.values if d[m] == "NONE" else np.swapaxes(t.values, -1, -2)
            for t, m in ((d.ATensor, "TransA"), (d.BTensor, "TransB")))
    alpha, beta = d.real("Alpha"), d.real("Beta")
    answer = np.empty(d.out.sizes, object)
    for *batch, m, n in np.ndindex(*d.out.sizes):
        added = dot(list(zip(a[(*batch, m)], b[(*batch, slice(None), n)])))
        value = times(alpha, added)
        if d.CTensor is not None and value is not Nothing:
            c = d.CTensor.values[(*batch, m, n)]
            value = Nothing if beta == 0 and not math.isfinite(c) else total([value,
                                                                             times(beta, c)])
        answer[(*batch, m, n)] = fused(d, value)
    return answer


@reads("matrix_multiply_integer")
def matrix_multiply_integer(d):
    a, b = d.ATensor.values, d.BTensor.values
    a_zero, b_zero = d.AZeroPointTensor, d.BZeroPointTensor
    answer = np.empty(d.out.sizes, object)
    for *batch, m, n in np.ndindex(*d.out.sizes):
        x = zero_point(a_zero, m, -1 if a_zero is not None and a_zero.rank == 1 else -2)
        y = zero_point(b_zero, n, -1)
        added = sum((p - x) * (q - y) for p, q in zip(a[(*batch, m)], b[(*batch, slice(None), n)]))
        answer[(*batch, m, n)] = added if -2**31 <= added < 2**31 else Nothing
    return answer


def zero_point(tensor, place, dimension):
    if tensor is None:
        return 0
    return tensor.values.reshape(-1)[place if tensor.sizes[dimension] > 1 else 0]


@reads("cumulative_summation", "cumulative_product")
def cumulative(d):
    sums = d.operator == "cumulative_summation"
    exclusive = d["HasExclusiveSum" if sums else "HasExclusiveProduct"]
    x = d.InputTensor
    limit = LIMITS.get(x.kind, FLOAT32_MAX)
    answer = np.empty(x.sizes, object)
    for _, group in groups(x.sizes, [d["Axis"]]):
        if d["AxisDirection"] == "DECREASING":
            group = group[::-1]
        values = [x.values[g] for g in group]
        for k, g in enumerate(group):
            terms = values[:k if exclusive else k + 1]
            if x.kind not in FLOATS:
                answer[g] = sum(terms) if sums else math.prod(terms)
            else:
                answer[g] = total(terms, limit) if sums else product(terms, limit)
    return answer


def root(exact):
    return exactly(mp.sqrt(mp.mpf(exact.numerator) / exact.denominator))


def logarithm(exact):
    if exact == 0:
        return -math.inf
    return math.nan if exact < 0 else exactly(mp.log(mp.mpf(exact.numerator) / exact.denominator))


def of_exact(function, value):
    """A function of an exact number; that of NumPy of a NaN or an infinity."""
    if value is Nothing or not is_special(value):
        return Nothing if value is Nothing else function(value)
    with np.errstate(all="ignore"):
        return float({root: np.sqrt, logarithm: np.log}[function](value))


def squares(values):
    """Squares; Nothing among them where FLOAT32 has no such normal number."""
    return [times(v, v) if not math.isfinite(v) or v == 0 or
            FLOAT32_MIN <= Fraction(v) ** 2 <= FLOAT32_MAX else Nothing for v in values]


def total_of_squares(values):
    all_squares = squares(values)
    return Nothing if Nothing in all_squares else total(all_squares)


def log_sum_exp(values):
    if not finite(values):
        greatest = max(values) if not any(v != v for v in values) else math.nan
        if greatest != greatest or greatest == math.inf or greatest == -math.inf:
            return greatest
        values = [v for v in values if v != -math.inf]
    return exactly(mp.log(mp.fsum(mp.exp(v) for v in values)))


def extreme(values, greatest):
    if any(v != v for v in values):
        return math.nan
    return max(values) if greatest else min(values)


FLOAT_REDUCTIONS = {
    "AVERAGE": lambda v: mean(v), "L1": lambda v: total([abs(x) for x in v]),
    "L2": lambda v: of_exact(root, total_of_squares(v)),
    "LOG_SUM": lambda v: of_exact(logarithm, total(v)), "LOG_SUM_EXP": log_sum_exp,
    "MAX": lambda v: extreme(v, True), "MIN": lambda v: extreme(v, False),
    "MULTIPLY": product, "SUM": total, "SUM_SQUARE": total_of_squares}

INTEGER_REDUCTIONS = {
    "L1": lambda v: sum(map(abs, v)), "MAX": max, "MIN": min, "MULTIPLY": math.prod, "SUM": sum,
    "SUM_SQUARE": lambda v: sum(x * x for x in v)}


def mean(values):
    added = total(values)
    return Nothing if added is Nothing else added / len(values)


@reads("reduce")
def reduce(d):
    x, function = d.InputTensor, d["Function"]
    answer = np.empty(d.out.sizes, object)
    for place, group in groups(x.sizes, d["Axes"]):
        values = [x.values[g] for g in group]
        if function.startswith("ARG"):
            answer[place] = first_extreme(values, x.kind, function == "ARGMAX")
        else:
            table = FLOAT_REDUCTIONS if x.kind in FLOATS else INTEGER_REDUCTIONS
            answer[place] = table[function](values)
    return answer
