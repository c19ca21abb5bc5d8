"""Operators of ONNX that move, select, compare and count elements."""

import numpy as np

from case import Case, TYPES, leading, number, stored
from elementwise import maps, widened
from node import Skip


def axis_of(n, rank, default=0):
    axis = n.get("axis", default)
    return axis + rank if axis < 0 else axis


@maps("ArgMax", "ArgMin")
def map_arg(n):
    x, y = n.inputs[0], n.outputs[0]
    axis = axis_of(n, x.ndim)
    shape = [1 if i == axis else s for i, s in enumerate(x.shape)]
    last = n.get("select_last_index", 0)
    return Case(n.op.lower(), {"InputTensor": x}, {"OutputTensor": y.reshape(shape)},
                {"AxisCount": 1, "Axes": [axis],
                 "AxisDirection": "DECREASING" if last else "INCREASING"})


@maps("Concat")
def map_join(n):
    return Case("join", {"InputTensors": list(n.inputs)}, {"OutputTensor": n.outputs[0]},
                {"InputCount": len(n.inputs), "Axis": axis_of(n, n.inputs[0].ndim)})


@maps("Split")
def map_split(n):
    return Case("split", {"InputTensor": n.inputs[0]}, {"OutputTensors": list(n.outputs)},
                {"OutputCount": len(n.outputs), "Axis": axis_of(n, n.inputs[0].ndim)})


@maps("Slice")
def map_slice(n):
    x = n.inputs[0]
    starts, ends = n.inputs[1], n.inputs[2]
    axes = n.given(3) if n.given(3) is not None else np.arange(len(starts))
    steps = n.given(4) if n.given(4) is not None else np.ones(len(starts), int)
    offsets, sizes, strides = [0] * x.ndim, list(x.shape), [1] * x.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps):
        places = range(*slice(int(start), int(end), int(step)).indices(x.shape[axis]))
        if len(places) == 0:
            raise Skip("has a tensor without elements")
        low, high = min(places[0], places[-1]), max(places[0], places[-1])
        offsets[axis], strides[axis] = low, int(step)
        sizes[axis] = high - low + 1
    return Case("slice1", {"InputTensor": x}, {"OutputTensor": n.outputs[0]},
                {"DimensionCount": x.ndim, "InputWindowOffsets": offsets,
                 "InputWindowSizes": sizes, "InputWindowStrides": strides})


def gathering(operator, n, members):
    """A case whose three tensors have as many dimensions as the one that has most."""
    x, indices, y = n.inputs[0], n.inputs[1], n.outputs[0]
    rank = max(x.ndim, indices.ndim, y.ndim)
    return Case(operator, {"InputTensor": leading(x, rank), "IndicesTensor": leading(indices, rank)},
                {"OutputTensor": leading(y, rank)}, members(x, indices, rank))


@maps("Gather")
def map_gather(n):
    return gathering("gather", n, lambda x, indices, rank: {
        "Axis": axis_of(n, x.ndim) + rank - x.ndim, "IndexDimensions": indices.ndim})


@maps("GatherElements")
def map_gather_elements(n):
    return Case("gather_elements", {"InputTensor": n.inputs[0], "IndicesTensor": n.inputs[1]},
                {"OutputTensor": n.outputs[0]}, {"Axis": axis_of(n, n.inputs[0].ndim)})


@maps("GatherND")
def map_gather_nd(n):
    return gathering("gather_nd1", n, lambda x, indices, _: {
        "InputDimensionCount": x.ndim, "IndicesDimensionCount": indices.ndim,
        "BatchDimensionCount": n.get("batch_dims", 0)})


def without_reduction(n):
    if n.get("reduction", "none") != "none":
        raise Skip("reduces what it scatters")


@maps("Scatter", "ScatterElements")
def map_scatter(n):
    without_reduction(n)
    names = ("InputTensor", "IndicesTensor", "UpdatesTensor")
    return Case("scatter", dict(zip(names, n.inputs)), {"OutputTensor": n.outputs[0]},
                {"Axis": axis_of(n, n.inputs[0].ndim)})


@maps("ScatterND")
def map_scatter_nd(n):
    without_reduction(n)
    rank = max(a.ndim for a in n.inputs)
    names = ("InputTensor", "IndicesTensor", "UpdatesTensor")
    return Case("scatter_nd", {k: leading(a, rank) for k, a in zip(names, n.inputs)},
                {"OutputTensor": leading(n.outputs[0], rank)},
                {"InputDimensionCount": n.inputs[0].ndim,
                 "IndicesDimensionCount": n.inputs[1].ndim})


@maps("OneHot")
def map_one_hot(n):
    indices, values, y = n.inputs[0], n.inputs[2], n.outputs[0]
    axis = axis_of(n, y.ndim, -1)
    if indices.dtype.kind == "f":
        indices = indices.astype(np.int64)
    return Case("one_hot", {"IndicesTensor": np.expand_dims(indices, axis),
                            "ValuesTensor": leading(values, y.ndim)},
                {"OutputTensor": y}, {"Axis": axis})


@maps("TopK")
def map_top_k(n):
    x = n.inputs[0]
    return Case("top_k1", {"InputTensor": x},
                {"OutputValueTensor": n.outputs[0],
                 "OutputIndexTensor": n.outputs[1].astype(np.uint64)},
                {"Axis": axis_of(n, x.ndim, -1), "K": int(n.inputs[1][0]),
                 "AxisDirection": "DECREASING" if n.get("largest", 1) else "INCREASING"})


@maps("Pad")
def map_padding(n):
    x, pads = n.inputs[0], [int(p) for p in n.inputs[1]]
    mode = {"constant": "CONSTANT", "edge": "EDGE", "reflect": "REFLECTION"}[
        n.get("mode", "constant")]
    value = n.given(2)
    x = stored(x)
    return Case("padding1", {"InputTensor": x}, {"OutputTensor": n.outputs[0]},
                {"PaddingMode": mode, "PaddingValueDataType": TYPES[x.dtype],
                 "PaddingValue": 0 if value is None else number(value[0]),
                 "DimensionCount": x.ndim, "StartPadding": pads[:x.ndim],
                 "EndPadding": pads[x.ndim:]})


@maps("DepthToSpace", "SpaceToDepth")
def map_depth(n):
    order = {"DCR": "DEPTH_COLUMN_ROW", "CRD": "COLUMN_ROW_DEPTH"}[n.get("mode", "DCR")]
    name = "depth_to_space1" if n.op == "DepthToSpace" else "space_to_depth1"
    return Case(name, {"InputTensor": n.inputs[0]}, {"OutputTensor": n.outputs[0]},
                {"BlockSize": n.get("blocksize"), "Order": order})


@maps("Tile")
def map_tile(n):
    return Case("tile", {"InputTensor": n.inputs[0]}, {"OutputTensor": n.outputs[0]},
                {"RepeatsCount": len(n.inputs[1]), "Repeats": [int(r) for r in n.inputs[1]]})


@maps("ReverseSequence")
def map_reverse(n):
    x, lengths = n.inputs[0], n.inputs[1].astype(np.uint64)
    time, batch = n.get("time_axis", 0), n.get("batch_axis", 1)
    shape = [1] * x.ndim
    shape[batch] = lengths.size
    like = np.empty([1 if i == time else s for i, s in enumerate(x.shape)])
    return Case("reverse_subsequences",
                {"InputTensor": x, "SequenceLengthsTensor": widened(lengths.reshape(shape), like)},
                {"OutputTensor": n.outputs[0]}, {"Axis": time})


@maps("NonZero")
def map_nonzero(n):
    x, y = n.inputs[0], n.outputs[0].T.astype(np.uint32)
    if x.dtype == np.int64:
        x = x.astype(np.int32)
    whole = np.zeros((x.size, x.ndim), np.uint32)
    whole[:len(y)] = y
    case = Case("nonzero_coordinates", {"InputTensor": x},
                {"OutputCountTensor": np.array([len(y)], np.uint32),
                 "OutputCoordinatesTensor": whole})
    return case


@maps("EyeLike")
def map_eye(n):
    return Case("diagonal_matrix", {}, {"OutputTensor": leading(n.outputs[0], 4)},
                {"Offset": n.get("k", 0), "Value": 1.0})


@maps("ConstantOfShape")
def map_constant(n):
    y = stored(n.outputs[0])
    return Case("fill_value_constant", {}, {"OutputTensor": y},
                {"ValueDataType": TYPES[y.dtype], "Value": number(y.ravel()[0])})


@maps("Range")
def map_range(n):
    y = stored(n.outputs[0])
    return Case("fill_value_sequence", {}, {"OutputTensor": y},
                {"ValueDataType": TYPES[y.dtype], "ValueStart": number(n.inputs[0][0]),
                 "ValueDelta": number(n.inputs[2][0])})


@maps("Trilu")
def map_trilu(n):
    x, k = n.inputs[0], int(n.inputs[1][0]) if n.given(1) is not None else 0
    limits = np.iinfo(np.int32)
    begin, end = (limits.min, k) if n.get("upper", 1) else (k + 1, limits.max)
    return Case("diagonal_matrix1", {"InputTensor": x}, {"OutputTensor": n.outputs[0]},
                {"ValueDataType": TYPES[x.dtype], "Value": 0, "DiagonalFillBegin": begin,
                 "DiagonalFillEnd": end})


@maps("CumSum")
def map_cumulative(n):
    axis = int(n.inputs[1][0])
    return Case("cumulative_summation", {"InputTensor": n.inputs[0]},
                {"OutputTensor": n.outputs[0]},
                {"Axis": axis % n.inputs[0].ndim,
                 "AxisDirection": "DECREASING" if n.get("reverse", 0) else "INCREASING",
                 "HasExclusiveSum": bool(n.get("exclusive", 0))})
