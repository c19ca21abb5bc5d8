"""Operators of one element each that compare, count, or change bits."""

import math
from fractions import Fraction

import numpy as np

from drawn import WIDTHS, whole_range
from readings import reads
from rounding import FLOATS, Nothing, computed, each

ROUNDINGS = {"HALVES_TO_NEAREST_EVEN": np.rint, "TOWARD_ZERO": np.trunc,
             "TOWARD_INFINITY": lambda x: np.copysign(np.floor(abs(x) + 0.5), x)}

COMPARISONS = {"equals": np.equal, "greater_than": np.greater, "less_than": np.less,
               "greater_than_or_equal": np.greater_equal, "less_than_or_equal": np.less_equal}

LOGIC = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}

BITS = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def typed(tensor):
    """The elements as an array of NumPy's own type."""
    size = WIDTHS[tensor.kind] // 8
    letter = "f" if tensor.kind in FLOATS else tensor.kind[0].lower()
    return tensor.bits.view(f"{letter}{size}")


def ones(condition):
    """1 where a condition holds."""
    return np.asarray(condition).astype(np.uint8)


@reads(*(f"element_wise_logical_{name}" for name in COMPARISONS))
def comparison(d):
    compare = COMPARISONS[d.operator.removeprefix("element_wise_logical_")]
    return ones(compare(typed(d.ATensor), typed(d.BTensor)))


@reads(*(f"element_wise_logical_{name}" for name in LOGIC))
def logic(d):
    combine = LOGIC[d.operator.removeprefix("element_wise_logical_")]
    return ones(combine(d.ATensor.bits != 0, d.BTensor.bits != 0))


@reads("element_wise_logical_not")
def logical_not(d):
    return ones(d.InputTensor.bits == 0)


@reads(*(f"element_wise_bit_{name}" for name in BITS))
def bitwise(d):
    return BITS[d.operator.removeprefix("element_wise_bit_")](d.ATensor.bits, d.BTensor.bits)


@reads("element_wise_bit_not")
def bit_not(d):
    return ~d.InputTensor.bits


@reads("element_wise_bit_count")
def bit_count(d):
    return each(lambda b: bin(int(b)).count("1"), d.InputTensor.bits)


@reads("element_wise_bit_shift_left", "element_wise_bit_shift_right")
def shift(d):
    """Zeros enter. A count of the width and more is silent."""
    width, left = WIDTHS[d.out.kind], d.operator.endswith("left")
    return each(lambda a, b: Nothing if b >= width else a << b if left else a >> b,
                d.ATensor.values, d.BTensor.values)


@reads("element_wise_is_nan")
def is_nan(d):
    return ones(np.isnan(typed(d.InputTensor)))


@reads("element_wise_is_infinity")
def is_infinity(d):
    x = typed(d.InputTensor)
    wanted = {"EITHER": x == x, "POSITIVE": x > 0, "NEGATIVE": x < 0}[d["InfinityMode"]]
    return ones(np.isinf(x) & wanted)


@reads("element_wise_sign")
def sign(d):
    """-1 below zero, 1 above, 0 otherwise."""
    return each(lambda x: (x > 0) - (x < 0), d.InputTensor.values)


@reads("element_wise_round")
def rounding(d):
    with np.errstate(invalid="ignore"):
        return each(lambda x: float(ROUNDINGS[d["RoundingMode"]](x)), d.InputTensor.values)


@reads("element_wise_if")
def choice(d):
    return np.where(d.ConditionTensor.bits != 0, d.ATensor.bits, d.BTensor.bits)


@reads("element_wise_modulus_truncate", "element_wise_modulus_floor")
def modulus(d):
    """a - b * trunc(a / b) or a - b * floor(a / b), without rounding before the end. Division by
    zero, and of or by an infinity, is silent."""
    floors = d.operator.endswith("floor")

    def rest(a, b):
        if b == 0 or not (math.isfinite(a) and math.isfinite(b)):
            return Nothing if a == a and b == b else math.nan if d.out.kind in FLOATS else Nothing
        if d.out.kind in FLOATS:
            a, b = Fraction(a), Fraction(b)
        whole = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return a - b * (a // b if floors else whole)
    return each(rest, d.ATensor.values, d.BTensor.values)


@reads("element_wise_quantize_linear")
def quantize(d):
    """clamp(round(input / scale) + zero point). Ties, and quotients that FLOAT32 may round to one,
    are silent; so is a scale of 0."""
    low, high = (-128, 127) if d.out.kind == "INT8" else (0, 255)
    zeros = np.zeros(d.out.sizes, object) if d.ZeroPointTensor is None else d.ZeroPointTensor.values

    def step(x, scale, zero):
        if scale == 0 or x != x or scale != scale or (math.isinf(x) and math.isinf(scale)):
            return Nothing
        q = x / scale
        if abs(q) < 2**20 and abs(q - math.floor(q) - 0.5) < 1e-6 * max(1.0, abs(q)):
            return Nothing
        return min(max(round(max(min(q, 1e6), -1e6)) + zero, low), high)
    return each(step, d.InputTensor.values, d.ScaleTensor.values, zeros)


@reads("element_wise_dequantize_linear")
def dequantize(d):
    """(input - zero point) * scale. Integers that FLOAT32 lacks, and a scale of 0, are silent."""
    zeros = np.zeros(d.out.sizes, object) if d.ZeroPointTensor is None else d.ZeroPointTensor.values

    def step(x, scale, zero):
        if scale == 0 or max(abs(x), abs(zero), abs(x - zero)) > 2**24:
            return Nothing
        return computed(lambda m, a, b: a * b, float(x - zero), scale)
    return each(step, d.InputTensor.values, d.ScaleTensor.values, zeros)


@reads("cast")
def cast(d):
    """A number that the type holds stays what it is; one between two is one of them. What the type
    cannot hold is silent."""
    kind = d.out.kind

    def step(x):
        if x != x:
            return Nothing
        if kind in FLOATS:
            return x
        if math.isinf(x):
            return Nothing
        low, high = whole_range(kind)
        return int(x) if low <= int(x) < high else Nothing
    if kind == d.InputTensor.kind:
        return d.InputTensor.bits
    return each(step, d.InputTensor.values)
