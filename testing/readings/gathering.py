"""Operators that read or write elements by indices."""

import numpy as np

from drawn import number
from readings import reads
from rounding import Nothing, each


def wrapped(index, size):
    """A negative index counts from the end."""
    return index + size if index < 0 else index


@reads("gather")
def gather(d):
    """Indices outside are not drawn into the answer: what they give is silent."""
    x, axis = d.InputTensor, d["Axis"]
    count = d["IndexDimensions"]
    indices = d.IndicesTensor.values
    indices = indices.reshape(indices.shape[indices.ndim - count:])
    size = x.sizes[axis]
    places = [wrapped(i, size) for i in indices.reshape(-1)]
    inside = np.array([0 <= p < size for p in places]).reshape(indices.shape)
    safe = np.array([p if 0 <= p < size else 0 for p in places]).reshape(indices.shape)
    answer = np.take(x.bits, safe, axis=axis)
    if inside.all():
        return answer.reshape(d.out.sizes)
    shape = [1] * axis + list(indices.shape) + [1] * (x.rank - axis - 1)
    held = np.broadcast_to(inside.reshape(shape), answer.shape)
    return unknown_outside(d, answer, held)


def unknown_outside(d, bits, held):
    """The elements with these bits where they are held, but for NaNs, whose bits would be lost."""
    return each(lambda b, h: number(b, d.out.kind) if h and b == d.out.bits(
        number(b, d.out.kind)) else Nothing, bits, held)


@reads("gather_elements")
def gather_elements(d):
    x, axis = d.InputTensor, d["Axis"]
    places = each(lambda i: wrapped(i, x.sizes[axis]), d.IndicesTensor.values).astype(np.int64)
    return np.take_along_axis(x.bits, places, axis)


@reads("gather_nd", "gather_nd1")
def gather_nd(d):
    batches = d.members.get("BatchDimensionCount", 0)
    x, indices = relevant(d, "InputTensor", "Input"), relevant(d, "IndicesTensor", "Indices")
    data, tuples = x, indices
    rest = data.shape[batches + tuples.shape[-1]:]
    answer = np.empty((*tuples.shape[:-1], *rest), data.dtype)
    for q in np.ndindex(*tuples.shape[:-1]):
        outer = q[:batches]
        at = tuple(wrapped(i, n) for i, n in zip(tuples[q], data.shape[batches:]))
        answer[q] = data[(*outer, *at)]
    return answer.reshape(d.out.sizes)


def relevant(d, name, member):
    """A tensor without the leading dimensions that do not count: bits of data, values of indices."""
    tensor = d.inputs[name]
    content = tensor.values if member == "Indices" else tensor.bits
    return content.reshape(tensor.sizes[tensor.rank - d[f"{member}DimensionCount"]:])


def written(x, places, updates):
    """The bits with the updates at these places. Of several at one place, any may stay, so that
    place is unknown."""
    answer, seen, twice = x.copy(), set(), set()
    for place, update in zip(places, updates):
        if place in seen and answer[place] != update:
            twice.add(place)
        seen.add(place)
        answer[place] = update
    return answer, twice


def with_unknown(d, answer, places):
    if not places:
        return answer
    held = np.ones(answer.shape, bool)
    for place in places:
        held[place] = False
    return unknown_outside(d, answer, held)


@reads("scatter")
def scatter(d):
    axis, size = d["Axis"], d.InputTensor.sizes[d["Axis"]]
    places, updates = [], []
    for c in np.ndindex(*d.IndicesTensor.sizes):
        at = list(c)
        at[axis] = wrapped(d.IndicesTensor.values[c], size)
        places.append(tuple(at))
        updates.append(d.UpdatesTensor.bits[c])
    return with_unknown(d, *written(d.InputTensor.bits, places, updates))


@reads("scatter_nd")
def scatter_nd(d):
    x, tuples = relevant(d, "InputTensor", "Input"), relevant(d, "IndicesTensor", "Indices")
    tail = x.shape[tuples.shape[-1]:]
    updates = d.UpdatesTensor.bits.reshape((*tuples.shape[:-1], *tail))
    places, values = [], []
    for q in np.ndindex(*tuples.shape[:-1]):
        at = tuple(wrapped(i, n) for i, n in zip(tuples[q], x.shape))
        for rest in np.ndindex(*tail):
            places.append((*at, *rest))
            values.append(updates[(*q, *rest)])
    answer, twice = written(x, places, values)
    lead = (0,) * (len(d.out.sizes) - x.ndim)
    return with_unknown(d, answer.reshape(d.out.sizes), [(*lead, *p) for p in twice])


@reads("one_hot")
def one_hot(d):
    """Off everywhere, and On at the index. An index that is beyond the axis is ignored."""
    values = d.ValuesTensor
    off = values.bits.reshape(-1)[0]
    second = [0] * values.rank
    last = max(k for k, n in enumerate(values.sizes) if n > 1)
    second[last] = 1
    on = values.bits[tuple(second)]
    axis, size = d["Axis"], d.out.sizes[d["Axis"]]
    answer = np.full(d.out.sizes, off)
    for c in np.ndindex(*d.IndicesTensor.sizes):
        index = wrapped(d.IndicesTensor.values[c], size)
        if 0 <= index < size:
            at = list(c)
            at[axis] = index
            answer[tuple(at)] = on
    return answer


@reads("max_unpooling")
def max_unpooling(d):
    """Zeros, and each element at its index, which counts over the whole output."""
    zeros = np.zeros(d.out.sizes, d.InputTensor.bits.dtype)
    places = [tuple(int(k) for k in np.unravel_index(int(i), d.out.sizes))
              for i in d.IndicesTensor.values.reshape(-1)]
    return with_unknown(d, *written(zeros, places, d.InputTensor.bits.reshape(-1)))
