"""Operators that move elements, or fill tensors with members."""

import math
from fractions import Fraction

import numpy as np

from drawn import WIDTHS, number, whole_range
from readings import reads
from rounding import FLOATS, Nothing, each, nearest


@reads("join")
def join(d):
    return np.concatenate([t.bits for t in d.InputTensors], axis=d["Axis"])


@reads("split")
def split(d):
    sizes = [o.sizes[d["Axis"]] for o in d.outputs["OutputTensors"]]
    return {"OutputTensors": np.split(d.InputTensor.bits, np.cumsum(sizes)[:-1], axis=d["Axis"])}


@reads("tile")
def tile(d):
    return np.tile(d.InputTensor.bits, d["Repeats"])


def within(d, name):
    """A member that is a FLOAT32, as an element of the output. What lies between two elements, or
    beyond all, is silent."""
    kind, value = d.out.kind, d.real(name)
    if kind == "FLOAT64" or value != value and kind in FLOATS:
        return value
    if kind in FLOATS:
        return value if nearest(value, kind) == value else Nothing
    low, high = whole_range(kind)
    known = math.isfinite(value) and value == int(value) and low <= value < high
    return int(value) if known else Nothing


def there_and_back(k, n):
    """0, 1, ..., n - 1, n - 1, ..., 1, 0, 0, 1, ..."""
    return np.minimum(k % (2 * n), 2 * n - 1 - k % (2 * n))


# For each position, counted from the first element, and a size: the element there.
PADDINGS = {"EDGE": lambda k, n: np.clip(k, 0, n - 1),
            "REFLECTION": lambda k, n: np.abs((k + n - 1) % max(2 * n - 2, 1) - (n - 1)),
            "SYMMETRIC": there_and_back, "WRAP": lambda k, n: k % n}


@reads("padding", "padding1")
def padding(d):
    """The pages say nothing of WRAP, and nothing of the reflection of a single element."""
    x, pads = d.InputTensor, list(zip(d["StartPadding"], d["EndPadding"]))
    mode = d["PaddingMode"]
    inside = np.pad(np.ones(x.sizes, bool), pads)
    if mode == "CONSTANT" and d.operator == "padding1":
        value = np.array(d.scalar("PaddingValue", x.kind), x.bits.dtype)
        return np.pad(x.bits, pads, constant_values=value)
    if mode == "CONSTANT":
        value = within(d, "PaddingValue")
        if value is Nothing or value != value:
            return partly(np.pad(x.bits, pads), inside, x.kind, value)
        return np.pad(x.bits, pads, constant_values=np.array(d.out.bits(value), x.bits.dtype))
    padded = x.bits[np.ix_(*(PADDINGS[mode](np.arange(-before, n + after), n)
                             for n, (before, after) in zip(x.sizes, pads)))]
    single = [n == 1 and any(p) for n, p in zip(x.sizes, pads)]
    if mode == "WRAP" or (mode == "REFLECTION" and any(single)):
        return partly(padded, inside, x.kind, Nothing)
    return padded


def partly(bits, known, kind, otherwise):
    """The elements with these bits where they are known."""
    return each(lambda b, k: number(b, kind) if k else otherwise, bits, known)


@reads("fill_value_constant")
def fill_constant(d):
    kind = d.out.kind
    return np.full(d.out.sizes, d.scalar("Value", kind), f"u{WIDTHS[kind] // 8}")


@reads("fill_value_sequence")
def fill_sequence(d):
    """Element k is ValueStart + k * ValueDelta."""
    kind = d.out.kind
    start, delta = (number(d.scalar(n, kind), kind) for n in ("ValueStart", "ValueDelta"))

    def element(k):
        if kind in FLOATS and not (math.isfinite(start) and math.isfinite(delta)):
            return start if k == 0 and math.isfinite(delta) else start + delta if k else Nothing
        return start + k * Fraction(delta) if kind in FLOATS else start + k * delta
    places = np.empty(math.prod(d.out.sizes), object)
    places[:] = range(len(places))
    return each(element, places)


def diagonals(sizes):
    """x - y of each element, where y and x are its last two coordinates."""
    y, x = np.indices(sizes[-2:])
    return np.broadcast_to(x - y, sizes)


@reads("diagonal_matrix")
def diagonal(d):
    value = within(d, "Value")
    return each(lambda t: value if t == d["Offset"] else 0, diagonals(d.out.sizes))


@reads("diagonal_matrix1")
def diagonal1(d):
    begin, end = d["DiagonalFillBegin"], d["DiagonalFillEnd"]
    t = diagonals(d.out.sizes)
    filled = (begin <= t) & (t < end) if begin <= end else (t < end) | (t >= begin)
    width = f"u{WIDTHS[d.out.kind] // 8}"
    kept = np.zeros(d.out.sizes, width) if d.InputTensor is None else d.InputTensor.bits
    return np.where(filled, np.array(d.scalar("Value", d.out.kind), width), kept)


@reads("slice")
def slice_(d):
    places = [o + s * np.arange(n) for o, n, s in zip(d["Offsets"], d["Sizes"], d["Strides"])]
    return d.InputTensor.bits[np.ix_(*places)]


def window_places(d, sizes):
    return [o + (w - 1 if s < 0 else 0) + s * np.arange(n) for o, w, s, n in zip(
        d["InputWindowOffsets"], d["InputWindowSizes"], d["InputWindowStrides"], sizes)]


@reads("slice1")
def slice1(d):
    return d.InputTensor.bits[np.ix_(*window_places(d, d.out.sizes))]


@reads("slice_grad")
def slice_grad(d):
    x, output = d.InputGradientTensor, d.outputs["OutputGradientTensor"]
    spread = np.zeros(output.sizes, x.bits.dtype)
    spread[np.ix_(*window_places(d, x.sizes))] = x.bits
    return {"OutputGradientTensor": spread}


@reads("depth_to_space", "depth_to_space1")
def depth_to_space(d):
    n, c, h, w = d.InputTensor.sizes
    b = d["BlockSize"]
    rest = c // (b * b)
    if d.members.get("Order", "DEPTH_COLUMN_ROW") == "DEPTH_COLUMN_ROW":
        blocks = d.InputTensor.bits.reshape(n, b, b, rest, h, w).transpose(0, 3, 4, 1, 5, 2)
    else:
        blocks = d.InputTensor.bits.reshape(n, rest, b, b, h, w).transpose(0, 1, 4, 2, 5, 3)
    return blocks.reshape(n, rest, h * b, w * b)


@reads("space_to_depth", "space_to_depth1")
def space_to_depth(d):
    n, c, h, w = d.InputTensor.sizes
    b = d["BlockSize"]
    blocks = d.InputTensor.bits.reshape(n, c, h // b, b, w // b, b)
    column_row = d.members.get("Order", "DEPTH_COLUMN_ROW") == "DEPTH_COLUMN_ROW"
    order = (0, 3, 5, 1, 2, 4) if column_row else (0, 1, 3, 5, 2, 4)
    return blocks.transpose(order).reshape(n, c * b * b, h // b, w // b)


@reads("reverse_subsequences")
def reverse(d):
    x = d.InputTensor
    answer, size = x.bits.copy(), x.sizes[d["Axis"]]
    rows = np.moveaxis(answer, d["Axis"], -1)
    lengths = np.moveaxis(d.SequenceLengthsTensor.values, d["Axis"], -1)[..., 0]
    for row in np.ndindex(lengths.shape):
        length = min(lengths[row], size)
        rows[row][:length] = rows[row][:length][::-1].copy()
    return answer


@reads("unfold")
def unfold(d):
    """Rows count channels and the window's elements, columns the window's places."""
    x = d.InputTensor
    pads = list(zip(d["StartPadding"], d["EndPadding"]))
    padded = np.pad(x.bits, [(0, 0), (0, 0), *pads])
    window, places = d["WindowSizes"], block_counts(padded.shape[2:], d)
    answer = np.empty((x.sizes[0], x.sizes[1], *window, *places), x.bits.dtype)
    for w in np.ndindex(*window):
        for p in np.ndindex(*places):
            at = tuple(a * s + b * e for a, s, b, e in zip(p, d["Strides"], w, d["Dilations"]))
            answer[(slice(None), slice(None), *w, *p)] = padded[(slice(None), slice(None), *at)]
    return answer


def block_counts(padded, d):
    return [(n - e * (w - 1) - 1) // s + 1 for n, w, s, e in zip(
        padded, d["WindowSizes"], d["Strides"], d["Dilations"])]
