"""Operators of one element each that calculate: the formulas of their pages, a line each."""

import math

import numpy as np

from drawn import number, whole_range
from readings import reads
from rounding import Nothing, computed, each, FLOATS

# Functions of one element.
UNARY = {
    "element_wise_abs": lambda m, x: abs(x),
    "element_wise_acos": lambda m, x: m.acos(x),
    "element_wise_acosh": lambda m, x: m.acosh(x),
    "element_wise_asin": lambda m, x: m.asin(x),
    "element_wise_asinh": lambda m, x: m.asinh(x),
    "element_wise_atan": lambda m, x: m.atan(x),
    "element_wise_atanh": lambda m, x: m.atanh(x),
    "element_wise_ceil": lambda m, x: m.ceil(x),
    "element_wise_cos": lambda m, x: m.cos(x),
    "element_wise_cosh": lambda m, x: m.cosh(x),
    "element_wise_erf": lambda m, x: m.erf(x),
    "element_wise_exp": lambda m, x: m.exp(x),
    "element_wise_floor": lambda m, x: m.floor(x),
    "element_wise_log": lambda m, x: m.log(x),
    "element_wise_negate": lambda m, x: -x,
    "element_wise_recip": lambda m, x: 1 / x,
    "element_wise_sin": lambda m, x: m.sin(x),
    "element_wise_sinh": lambda m, x: m.sinh(x),
    "element_wise_sqrt": lambda m, x: m.sqrt(x),
    "element_wise_tan": lambda m, x: m.tan(x),
    "element_wise_tanh": lambda m, x: m.tanh(x),
    "activation_gelu": lambda m, x: x / 2 * m.erfc(-x / m.sqrt(m.mpf(2))),
    "activation_identity": lambda m, x: x,
    "activation_relu": lambda m, x: greater(x, 0),
    "activation_sigmoid": lambda m, x: 1 / (1 + m.exp(-x)),
    "activation_softsign": lambda m, x: x / (1 + abs(x)),
    "activation_tanh": lambda m, x: m.tanh(x),
}

# Functions of one element and of members that are floats.
WITH_MEMBERS = {
    "element_wise_constant_pow": (lambda m, x, e: m.power(x, e), ["Exponent"]),
    "element_wise_clip": (lambda m, x, low, high: less(high, greater(low, x)), ["Min", "Max"]),
    "element_wise_threshold": (lambda m, x, low: greater(x, low), ["Min"]),
    "activation_celu": (lambda m, x, a: greater(0, x) + less(0, a * m.expm1(x / a)), ["Alpha"]),
    "activation_elu": (lambda m, x, a: x if x >= 0 else a * m.expm1(x), ["Alpha"]),
    "activation_hard_sigmoid": (lambda m, x, a, b: greater(0, less(a * x + b, 1)),
                                ["Alpha", "Beta"]),
    "activation_hard_swish": (lambda m, x, a, b: x * greater(0, less(a * x + b, 1)),
                              ["Alpha", "Beta"]),
    "activation_leaky_relu": (lambda m, x, a: x if x >= 0 else a * x, ["Alpha"]),
    "activation_linear": (lambda m, x, a, b: a * x + b, ["Alpha", "Beta"]),
    "activation_parametric_softplus": (lambda m, x, a, b: a * ramp(m, b * x), ["Alpha", "Beta"]),
    "activation_scaled_elu": (lambda m, x, a, g: g * (x if x > 0 else a * m.expm1(x)),
                              ["Alpha", "Gamma"]),
    "activation_scaled_tanh": (lambda m, x, a, b: a * m.tanh(b * x), ["Alpha", "Beta"]),
    "activation_shrink": (lambda m, x, bias, t: x - bias if x > t else x + bias if x < -t else
                          m.mpf(0) if m else 0, ["Bias", "Threshold"]),
    "activation_softplus": (lambda m, x, s: ramp(m, s * x) / s, ["Steepness"]),
    "activation_swish": (lambda m, x, s: x / (1 + m.exp(-s * x)), ["SigmoidInputScale"]),
    "activation_thresholded_relu": (lambda m, x, a: x if x > a else m.mpf(0), ["Alpha"]),
}

# Functions of two elements.
BINARY = {
    "element_wise_add": lambda m, a, b: a + b,
    "element_wise_add1": lambda m, a, b: a + b,
    "element_wise_atan_yx": lambda m, a, b: m.atan2(a, b),
    "element_wise_difference_square": lambda m, a, b: (a - b) * (a - b),
    "element_wise_divide": lambda m, a, b: a / b,
    "element_wise_max": lambda m, a, b: greater(a, b),
    "element_wise_mean": lambda m, a, b: (a + b) / 2,
    "element_wise_min": lambda m, a, b: less(a, b),
    "element_wise_multiply": lambda m, a, b: a * b,
    "element_wise_subtract": lambda m, a, b: a - b,
    "activation_parameterized_relu": lambda m, x, s: x if x >= 0 else s * x,
}


def greater(a, b):
    """The greater of two numbers; NaN where one is."""
    return a + b if a != a or b != b else a if a > b else b


def less(a, b):
    return a + b if a != a or b != b else a if a < b else b


def ramp(m, x):
    """ln(1 + e^x), where e^x may be too great for the type."""
    return greater(x, 0 * x if abs(x) < math.inf else 0) + m.log1p(m.exp(-abs(x)))


def scaled(d, formula):
    """The formula of g(x) = x * Scale + Bias, rounded once, where ScaleBias is there."""
    given = d.members.get("ScaleBias")
    if given is None:
        return formula
    scale, bias = d.real_of(given["Scale"]), d.real_of(given["Bias"])
    return lambda m, x, *more: formula(m, m.single(x * m.mpf(scale) + m.mpf(bias)), *more)


def with_integers(d):
    """Whether the inputs are integers; and whether ScaleBias leaves them what they are."""
    given = d.members.get("ScaleBias")
    plain = given is None or (d.real_of(given["Scale"]), d.real_of(given["Bias"])) == (1, 0)
    return d.out.kind not in FLOATS, plain


def activated(d, formula):
    """The formula, rounded to FLOAT32, with the fused activation behind it."""
    fused = d.members.get("FusedActivation")
    if fused is None:
        return formula
    name = fused["operator"]
    outer, names = WITH_MEMBERS.get(name, (UNARY.get(name), []))
    members = [d.real_of(fused["members"][n]) for n in names]
    return lambda m, *x: outer(m, m.single(formula(m, *x)), *(m.mpf(v) for v in members))


@reads(*UNARY)
def unary(d):
    integers, plain = with_integers(d)
    formula = UNARY[d.operator]
    x = d.InputTensor.values
    if integers:
        return each(lambda v: formula(None, v) if plain else Nothing, x)
    formula = scaled(d, formula)
    return each(lambda v: computed(formula, v), x)


@reads("element_wise_identity")
def identity(d):
    """A copy, but for ScaleBias, of which nothing is said for FLOAT64."""
    integers, plain = with_integers(d)
    if plain:
        return d.InputTensor.bits
    formula = scaled(d, lambda m, x: x)
    silent = integers or d.out.kind == "FLOAT64"
    return each(lambda v: Nothing if silent else computed(formula, v), d.InputTensor.values)


@reads(*WITH_MEMBERS)
def with_members(d):
    integers, plain = with_integers(d)
    formula, names = WITH_MEMBERS[d.operator]
    members = [d.real(n) for n in names]
    x = d.InputTensor.values
    if integers:
        # A limit that is no integer, or beyond the type, is silent.
        low, high = whole_range(d.out.kind)
        known = plain and all(low <= v < high and v == int(v) for v in members)
        return each(lambda v: formula(None, v, *map(int, members)) if known else Nothing, x)
    formula = scaled(d, formula)
    return each(lambda v: computed(lambda m, y: formula(m, y, *(m.mpf(n) for n in members)), v), x)


@reads("element_wise_clip1")
def clip1(d):
    kind = d.InputTensor.kind
    low, high = (number(d.scalar(n, kind), kind) for n in ("Min", "Max"))
    integers, plain = with_integers(d)
    formula = lambda m, x, a, b: greater(a, less(x, b))
    x = d.InputTensor.values
    if integers:
        return each(lambda v: formula(None, v, low, high) if plain else Nothing, x)
    formula = scaled(d, formula)
    return each(lambda v: computed(lambda m, y: formula(m, y, m.mpf(low), m.mpf(high)), v), x)


def quotient(a, b, low, high):
    """Truncated towards zero. Division by zero, and a quotient that the type lacks, are silent."""
    if b == 0:
        return Nothing
    whole = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return whole if low <= whole < high else Nothing


def mean(a, b, low, high):
    """Sums that overflow, and odd ones, are silent."""
    return (a + b) // 2 if low <= a + b < high and (a + b) % 2 == 0 else Nothing


@reads(*BINARY)
def binary(d):
    names = [n for n in d.inputs]
    a, b = (d.inputs[n].values for n in names)
    formula = BINARY[d.operator]
    if d.out.kind not in FLOATS:
        of_integers = {"element_wise_divide": quotient, "element_wise_mean": mean}.get(d.operator)
        if of_integers:
            return each(lambda v, w: of_integers(v, w, *whole_range(d.out.kind)), a, b)
        return each(lambda v, w: formula(None, v, w), a, b)
    if d.operator == "element_wise_atan_yx":
        return each(lambda v, w: computed(formula, v, w) if v or w else Nothing, a, b)
    formula = activated(d, formula)
    return each(lambda v, w: computed(formula, v, w), a, b)


@reads("element_wise_pow")
def power(d):
    x, e = d.InputTensor, d.ExponentTensor
    integers, plain = with_integers(d)
    if integers:
        if e.kind in FLOATS or not plain:
            return each(lambda v: Nothing, x.values)
        modulus = 1 << 64
        return each(lambda v, w: Nothing if w < 0 else pow(v, w, modulus), x.values, e.values)
    formula = scaled(d, lambda m, v, w: m.power(v, w))
    return each(lambda v, w: computed(formula, v, w), x.values, e.values)


@reads("value_scale_2d")
def value_scale(d):
    scale, biases = d.real("Scale"), [d.real_of(b) for b in d["Bias"]]
    channels = np.broadcast_to(np.arange(d.out.sizes[1]).reshape(1, -1, 1, 1), d.out.sizes)
    return each(lambda v, c: computed(lambda m, y: y * m.mpf(scale) + m.mpf(biases[c]), v),
                d.InputTensor.values, channels)
