"""Resampling: the nearest element, or an average of neighbours."""

import itertools
import math
from fractions import Fraction

import numpy as np

from readings import reads
from rounding import FLOATS, Nothing

HALF = Fraction(1, 2)


def coordinates(d, axis):
    """Where the elements of the output lie in the input, along an axis."""
    count, scale = d.out.sizes[axis], 1
    if d.operator == "upsample_2d":
        names = {len(d.out.sizes) - 2: "Height", len(d.out.sizes) - 1: "Width"}
        scale = d["ScaleSize"][names[axis]] if axis in names else 1
    else:
        scale = Fraction(d.real_of(d["Scales"][axis]))
    if "InputPixelOffsets" in d.members:
        into, out = (Fraction(d.real_of(d[f"{n}PixelOffsets"][axis])) for n in ("Input", "Output"))
    else:
        into, out = HALF, -HALF
    return [(x - out) / scale - into for x in range(count)]


def nearest_of(d, x):
    """The nearest element: of two as near, the greater one, but for RoundingDirection."""
    direction = d.members.get("RoundingDirection")
    if direction is None:
        return math.floor(x + HALF)
    return math.ceil(x) if direction == "INCREASING" else math.floor(x)


@reads("resample", "resample1", "resample2", "upsample_2d")
def resample(d):
    """Coordinates beyond the input are brought back to it."""
    x = d.InputTensor
    along = [[min(max(c, Fraction(0)), Fraction(n - 1)) for c in coordinates(d, a)]
             for a, n in enumerate(x.sizes)]
    if d["InterpolationMode"] == "NEAREST_NEIGHBOR":
        places = [[min(max(nearest_of(d, c), 0), n - 1) for c in coordinates(d, a)]
                  for a, n in enumerate(x.sizes)]
        return x.bits[np.ix_(*places)]
    answer = np.empty(d.out.sizes, object)
    for place in np.ndindex(*d.out.sizes):
        answer[place] = average(x, [along[a][k] for a, k in enumerate(place)])
        if answer[place] is not Nothing and x.kind not in FLOATS:
            answer[place] = math.floor(answer[place])
    return answer


def average(x, at):
    """The mean of the neighbours, by their distances. It is silent beside what is no number."""
    neighbours = [sorted({math.floor(c), math.ceil(c)}) for c in at]
    added = Fraction(0)
    for corner in itertools.product(*neighbours):
        value = x.values[corner]
        if not math.isfinite(value):
            return Nothing
        weight = math.prod(1 - abs(c - k) for c, k in zip(at, corner))
        added += weight * Fraction(value)
    return added
