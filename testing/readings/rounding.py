"""Real numbers, rounded to the nearest float, and functions of them at a high precision."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import scipy.special
from mpmath import mp

mp.prec = 320
# Bits of the significand, and the exponents of the least and of the greatest normal number.
FLOATS = {"FLOAT16": (11, -14, 15), "FLOAT32": (24, -126, 127), "FLOAT64": (53, -1022, 1023)}
FLOAT32_MAX, FLOAT32_MIN = (float(np.finfo(np.float32).max), float(np.finfo(np.float32).tiny))


class Nothing:
    """Stands in an answer where the page says nothing."""


def exactly(value):
    """A finite number as a fraction."""
    if isinstance(value, mpmath.mpf):
        sign, man, exp, _ = value._mpf_
        return Fraction(-int(man) if sign else int(man)) * Fraction(2) ** exp
    return Fraction(value)


def is_special(value):
    return isinstance(value, (float, np.floating, mpmath.mpf)) and not mpmath.isfinite(value)


def within_reach(value):
    """A number of mpmath's, or an infinity or a zero in the place of one whose exponent is huge."""
    if isinstance(value, mpmath.mpf) and value and abs(mpmath.mag(value)) > 4096:
        return math.copysign(math.inf if mpmath.mag(value) > 0 else 0.0, value)
    return value


def nearest(value, kind):
    """The float of a type that is nearest to a number; of two, the even one."""
    if is_special(value):
        return float(value)
    if value == 0:
        return float(value) if isinstance(value, float) else 0.0
    exact = exactly(value)
    digits, least, greatest = FLOATS[kind]
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = max(exponent, least) - digits + 1
    count = round(exact / Fraction(2) ** unit)
    if abs(count) * Fraction(2) ** unit >= Fraction(2) ** (greatest + 1):
        return math.copysign(math.inf, count)
    # What is rounded to zero keeps its sign.
    return math.copysign(math.ldexp(abs(count), unit), exact)


def bits_of_float(value, kind):
    width = {"FLOAT16": 2, "FLOAT32": 4, "FLOAT64": 8}[kind]
    return int(np.array(value, f"f{width}").view(f"u{width}"))


def rounded(value, kind):
    """The bits of the nearest float. What is a FLOAT16 is computed in FLOAT32, and so rounded
    twice."""
    if kind == "FLOAT16":
        value = nearest(value, "FLOAT32")
    return bits_of_float(nearest(value, kind), kind)


class Machine:
    """Functions of NumPy and SciPy by the names that mpmath has, in one floating type."""

    def __init__(self, kind):
        self.mpf = kind
        self.single = lambda value: kind(np.float32(value))
        for name, function in {
                "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "sin": np.sin, "cos": np.cos,
                "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
                "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "asinh": np.arcsinh,
                "acosh": np.arccosh, "atanh": np.arctanh, "floor": np.floor, "ceil": np.ceil,
                "power": np.power, "atan2": np.arctan2, "expm1": np.expm1, "log1p": np.log1p,
                "erf": scipy.special.erf, "erfc": scipy.special.erfc}.items():
            setattr(self, name, function)


def single_step(value):
    """What a step gives that is rounded to FLOAT32 before the next one."""
    step = nearest(value, "FLOAT32")
    if not math.isfinite(step):
        raise ValueError("leaves FLOAT32")
    return mp.mpf(step)


mp.single = single_step
DOUBLE, SINGLE = Machine(np.float64), Machine(np.float32)


def of_doubles(formula, numbers):
    with np.errstate(all="ignore"):
        return float(formula(DOUBLE, *(np.float64(n) for n in numbers)))


def steps_show(formula, numbers, value):
    """Whether the steps of the formula, each rounded to FLOAT32, lead away from a finite value: one
    is infinite, or the result is denormal and so has lost digits."""
    with np.errstate(all="ignore"):
        single = formula(SINGLE, *(np.float32(n) for n in numbers))
    if not np.isfinite(single):
        return True
    return 0 < abs(value) < FLOAT32_MIN and float(single) != nearest(value, "FLOAT32")


def computed(formula, *numbers):
    """formula(m, ...) of numbers, where m has the functions: mpmath's, at a high precision; or
    NumPy's, where a zero, an infinity or a NaN makes a difference. Nothing where the steps that
    are rounded to FLOAT32 lead elsewhere."""
    if all(n != 0 and math.isfinite(n) for n in numbers):
        try:
            value = formula(mp, *(mp.mpf(n) for n in numbers))
            if isinstance(value, mpmath.mpc):
                return math.nan
            value = within_reach(value)
        except (ZeroDivisionError, ValueError):
            return of_doubles(formula, numbers)
    else:
        value = of_doubles(formula, numbers)
    if not is_special(value) and abs(value) <= FLOAT32_MAX and steps_show(formula, numbers, value):
        return Nothing
    return value


def each(formula, *arrays):
    """The formula of the elements of arrays of one shape."""
    answer = np.empty(arrays[0].shape, object)
    for place in np.ndindex(answer.shape):
        answer[place] = formula(*(a[place] for a in arrays))
    return answer
