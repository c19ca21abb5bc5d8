"""Operators that look for the greatest elements, or for those that are not zero."""

import numpy as np

from readings import reads
from rounding import FLOATS, Nothing
from sums import groups


def is_nan(values):
    return any(v != v for v in values)


def has_both_zeros(values, kind):
    """Whether -0 and +0 are among the values: which of them is less is silent."""
    return kind in FLOATS and len({np.signbit(v) for v in values if v == 0}) == 2


def first_extreme(values, kind, greatest, last=False):
    """The index of the extreme element, the first of equals, or the last."""
    if is_nan(values):
        return Nothing
    extreme = max(values) if greatest else min(values)
    if extreme == 0 and has_both_zeros(values, kind):
        return Nothing
    places = [k for k, v in enumerate(values) if v == extreme]
    return places[-1] if last else places[0]


@reads("argmax", "argmin")
def argument(d):
    x = d.InputTensor
    answer = np.empty(d.out.sizes, object)
    for place, group in groups(x.sizes, d["Axes"]):
        answer[place] = first_extreme([x.values[g] for g in group], x.kind, d.operator == "argmax",
                                      d["AxisDirection"] == "DECREASING")
    return answer


@reads("activation_hardmax", "activation_hardmax1")
def hardmax(d):
    """1 at the first greatest element of each group, and 0 elsewhere."""
    x = d.InputTensor
    answer = np.empty(x.sizes, object)
    for _, group in groups(x.sizes, d.members.get("Axes", [x.rank - 1])):
        first = first_extreme([x.values[g] for g in group], x.kind, True)
        for k, g in enumerate(group):
            answer[g] = Nothing if first is Nothing else int(k == first)
    return answer


@reads("top_k", "top_k1")
def top_k(d):
    """Sorted, and equal elements by ascending index. Which of the equals are taken at the end is
    silent."""
    x, outputs = d.InputTensor, d.outputs
    rising = d.members.get("AxisDirection", "DECREASING") == "INCREASING"
    values = np.empty(outputs["OutputValueTensor"].sizes, object)
    indices = np.empty(values.shape, object)
    for _, group in groups(x.sizes, [d["Axis"]]):
        row = [x.values[g] for g in group]
        order = sorted(range(len(row)), key=lambda k: (row[k] if rising else -row[k], k))
        unknown = is_nan(row) or has_both_zeros(row, x.kind)
        cut = row[order[d["K"]]] if d["K"] < len(row) and not unknown else None
        for k in range(d["K"]):
            at = list(group[0])
            at[d["Axis"]] = k
            values[tuple(at)] = Nothing if unknown else row[order[k]]
            silent = unknown or row[order[k]] == cut
            indices[tuple(at)] = Nothing if silent else order[k]
    return {"OutputValueTensor": values, "OutputIndexTensor": indices}


@reads("nonzero_coordinates")
def nonzero(d):
    """Rows of the last coordinates of the elements that are not zero; the rest is silent."""
    x, rows = d.InputTensor, d.outputs["OutputCoordinatesTensor"]
    found = np.argwhere(np.array([v != 0 for v in x.values.reshape(-1)]).reshape(x.sizes))
    columns = rows.sizes[-1]
    table = np.full(rows.sizes, Nothing, object).reshape(-1, columns)
    if len(found):
        table[:len(found)] = found[:, x.rank - columns:]
    return {"OutputCountTensor": np.array([len(found)], object), "OutputCoordinatesTensor": table}
