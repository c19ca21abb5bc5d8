"""Sums and products of exact numbers, as far as any order of rounded steps would give them."""

import math
from fractions import Fraction

import numpy as np

from elementwise import activated
from rounding import FLOAT32_MAX, FLOAT32_MIN, Nothing, computed, is_special, nearest

LIMITS = {"FLOAT16": 65504.0}


def finite(terms):
    return all(math.isfinite(t) for t in terms)


def total(terms, limit=FLOAT32_MAX):
    """The sum of floats: exact; what IEEE 754 has for NaNs and infinities; Nothing where some order
    may overflow."""
    if not finite(terms):
        with np.errstate(all="ignore"):
            return float(np.sum(np.array(terms, float)))
    if sum(map(abs, terms)) > limit:
        return Nothing
    return sum(map(Fraction, terms), Fraction(0))


def times(a, b):
    """A product: exact, or what IEEE 754 has for NaNs and infinities."""
    if a is Nothing or b is Nothing:
        return Nothing
    if is_special(a) or is_special(b):
        with np.errstate(all="ignore"):
            return float(np.float64(a) * np.float64(b))
    return Fraction(a) * Fraction(b)


def dot(pairs, more=(), limit=FLOAT32_MAX):
    """The sum of products, and of more terms."""
    return total([*(times(a, b) for a, b in pairs), *more], limit)


def product(factors, limit=FLOAT32_MAX):
    """The product of floats; Nothing where some order may overflow, or become denormal."""
    if not finite(factors) or 0 in factors:
        if any(abs(f) > 1 for f in factors) and math.prod(
                Fraction(f) for f in factors if math.isfinite(f) and abs(f) > 1) > limit:
            return Nothing
        with np.errstate(all="ignore"):
            return float(np.prod(np.array(factors, float)))
    great = math.prod(Fraction(abs(f)) for f in factors if abs(f) > 1)
    small = math.prod(Fraction(abs(f)) for f in factors if abs(f) < 1)
    if great > limit or small < (FLOAT32_MIN if limit == FLOAT32_MAX else 2.0**-14):
        return Nothing
    return math.prod(map(Fraction, factors))


def fused(d, value):
    """The value with the fused activation behind it."""
    if d.members.get("FusedActivation") is None or value is Nothing:
        return value
    return computed(activated(d, lambda m, y: y), nearest(value, "FLOAT32"))


def groups(sizes, axes):
    """For each place of the other dimensions, with 0 along the axes: the places of its group."""
    kept = [1 if k in axes else n for k, n in enumerate(sizes)]
    along = [n if k in axes else 1 for k, n in enumerate(sizes)]
    for place in np.ndindex(*kept):
        yield place, [tuple(p + a for p, a in zip(place, at)) for at in np.ndindex(*along)]
