"""Operators of ONNX that add up products, windows or axes."""

import numpy as np

from case import Case, leading
from elementwise import along, maps, widened
from moving import axis_of
from node import Skip


@maps("Gemm")
def map_gemm(n):
    c = n.given(2)
    transform = {0: "NONE", 1: "TRANSPOSE"}
    return Case("gemm", {"ATensor": n.inputs[0], "BTensor": n.inputs[1],
                         "CTensor": None if c is None else widened(c, n.outputs[0])},
                {"OutputTensor": n.outputs[0]},
                {"TransA": transform[n.get("transA", 0)], "TransB": transform[n.get("transB", 0)],
                 "Alpha": n.get("alpha", 1.0), "Beta": n.get("beta", 1.0)})


@maps("MatMul")
def map_matmul(n):
    a, b, y = n.inputs[0], n.inputs[1], n.outputs[0]
    return Case("gemm", {"ATensor": a, "BTensor": b}, {"OutputTensor": y},
                {"TransA": "NONE", "TransB": "NONE", "Alpha": 1.0, "Beta": 0.0})


@maps("MatMulInteger")
def map_matmul_integer(n):
    zeros = [n.given(k) for k in (2, 3)]
    a_zero, b_zero = (None if z is None else leading(z, n.outputs[0].ndim) for z in zeros)
    return Case("matrix_multiply_integer",
                {"ATensor": n.inputs[0], "AZeroPointTensor": a_zero, "BTensor": n.inputs[1],
                 "BZeroPointTensor": b_zero}, {"OutputTensor": n.outputs[0]})


class Window:
    """The spatial attributes of convolutions and poolings."""

    def __init__(self, n, kernel, transposed=False):
        sizes, out = n.inputs[0].shape[2:], n.outputs[0].shape[2:]
        self.count = len(sizes)
        self.kernel = [int(k) for k in kernel]
        self.strides = n.get("strides", [1] * self.count)
        self.dilations = n.get("dilations", [1] * self.count)
        self.output_padding = list(n.get("output_padding", [0] * self.count))
        pads = n.get("pads", [0] * 2 * self.count)
        self.start, self.end = list(pads[:self.count]), list(pads[self.count:])
        auto = n.get("auto_pad", "NOTSET")
        for i in range(self.count):
            reach = (self.kernel[i] - 1) * self.dilations[i] + 1
            if transposed:
                total = (self.strides[i] * (sizes[i] - 1) + self.output_padding[i] + reach -
                         out[i])
            else:
                total = (out[i] - 1) * self.strides[i] + reach - sizes[i]
            if auto.startswith("SAME") or (transposed and n.get("output_shape")):
                less = total // 2
                self.start[i], self.end[i] = less, total - less
                if auto == "SAME_LOWER":
                    self.start[i], self.end[i] = self.end[i], self.start[i]
                if total < 0:
                    self.start[i] = self.end[i] = 0
                    self.output_padding[i] -= total
            elif n.get("ceil_mode", 0):
                # A window that begins inside of the input may reach beyond its end.
                self.end[i] = max(self.end[i], total - self.start[i])

    def members(self, *, dilated):
        members = {"DimensionCount": self.count, "Strides": self.strides,
                   "WindowSize": self.kernel, "StartPadding": self.start, "EndPadding": self.end}
        if dilated:
            members["Dilations"] = self.dilations
        return members


@maps("Conv", "ConvTranspose")
def map_convolution(n):
    back = n.op == "ConvTranspose"
    x, f, bias = n.inputs[0], n.inputs[1], n.given(2)
    w = Window(n, f.shape[2:], transposed=back)
    if bias is not None:
        bias = bias.reshape([1, -1] + [1] * w.count)
    return Case("convolution", {"InputTensor": x, "FilterTensor": f, "BiasTensor": bias},
                {"OutputTensor": n.outputs[0]},
                {"Mode": "CROSS_CORRELATION", "Direction": "BACKWARD" if back else "FORWARD",
                 "DimensionCount": w.count, "Strides": w.strides, "Dilations": w.dilations,
                 "StartPadding": w.start, "EndPadding": w.end, "OutputPadding": w.output_padding,
                 "GroupCount": n.get("group", 1)})


@maps("MaxPool", "GlobalMaxPool")
def map_max_pooling(n):
    if n.inputs[0].ndim < 4:
        raise Skip("has one spatial dimension")
    if n.get("storage_order", 0):
        raise Skip("counts its indices by columns")
    w = Window(n, n.get("kernel_shape", n.inputs[0].shape[2:]))
    outputs = {"OutputTensor": n.outputs[0]}
    if len(n.outputs) > 1:
        outputs["OutputIndicesTensor"] = n.outputs[1].astype(np.uint64)
    return Case("max_pooling2", {"InputTensor": n.inputs[0]}, outputs, w.members(dilated=True))


@maps("AveragePool", "GlobalAveragePool")
def map_average_pooling(n):
    if n.inputs[0].ndim < 4:
        raise Skip("has one spatial dimension")
    if n.get("ceil_mode", 0) and n.get("count_include_pad", 0):
        raise Skip("counts what only the rounding up of a size adds")
    w = Window(n, n.get("kernel_shape", n.inputs[0].shape[2:]))
    return Case("average_pooling", {"InputTensor": n.inputs[0]}, {"OutputTensor": n.outputs[0]},
                {**w.members(dilated=False), "IncludePadding": bool(n.get("count_include_pad", 0))})


@maps("MaxUnpool")
def map_max_unpooling(n):
    if len(n.inputs) > 2:
        raise Skip("has indices into a tensor of other sizes")
    return Case("max_unpooling", {"InputTensor": n.inputs[0],
                                  "IndicesTensor": n.inputs[1].astype(np.uint64)},
                {"OutputTensor": n.outputs[0]})


@maps("BatchNormalization")
def map_batch_normalization(n):
    if n.get("training_mode", 0):
        raise Skip("trains")
    x = n.inputs[0]
    channels = [a.reshape([1, -1] + [1] * (x.ndim - 2)) for a in n.inputs[1:]]
    names = ("ScaleTensor", "BiasTensor", "MeanTensor", "VarianceTensor")
    return Case("batch_normalization", {"InputTensor": x, **dict(zip(names, channels))},
                {"OutputTensor": n.outputs[0]},
                {"Spatial": True, "Epsilon": n.get("epsilon", 1e-5)})


def normalization(n, scale, bias, axes, epsilon):
    return Case("mean_variance_normalization1",
                {"InputTensor": n.inputs[0], "ScaleTensor": scale, "BiasTensor": bias},
                {"OutputTensor": n.outputs[0]},
                {"AxisCount": len(axes), "Axes": axes, "NormalizeVariance": True,
                 "Epsilon": epsilon})


@maps("InstanceNormalization")
def map_instance_normalization(n):
    x = n.inputs[0]
    scale, bias = (along(a, 1, x[:1, :, :1, :1]) for a in n.inputs[1:])
    return normalization(n, scale, bias, list(range(2, x.ndim)), n.get("epsilon", 1e-5))


@maps("LayerNormalization")
def map_layer_normalization(n):
    x = n.inputs[0]
    axes = list(range(axis_of(n, x.ndim, -1), x.ndim))
    scale, bias = (None if a is None else leading(a, x.ndim) for a in (n.inputs[1], n.given(2)))
    return normalization(n, scale, bias, axes, n.get("epsilon", 1e-5))


@maps("MeanVarianceNormalization")
def map_mean_variance(n):
    return normalization(n, None, None, list(n.get("axes", [0, 2, 3])), 1e-9)


@maps("LRN")
def map_local_response(n):
    return Case("local_response_normalization", {"InputTensor": n.inputs[0]},
                {"OutputTensor": n.outputs[0]},
                {"CrossChannel": True, "LocalSize": n.get("size"), "Alpha": n.get("alpha", 1e-4),
                 "Beta": n.get("beta", 0.75), "Bias": n.get("bias", 1.0)})


@maps("Softmax", "LogSoftmax", "Hardmax")
def map_softmax(n):
    x = n.inputs[0]
    name = {"Softmax": "softmax1", "LogSoftmax": "log_softmax1", "Hardmax": "hardmax1"}[n.op]
    return Case("activation_" + name, {"InputTensor": x}, {"OutputTensor": n.outputs[0]},
                {"AxisCount": 1, "Axes": [axis_of(n, x.ndim, -1)]})


REDUCTIONS = {"ReduceL1": "L1", "ReduceL2": "L2", "ReduceLogSum": "LOG_SUM",
              "ReduceLogSumExp": "LOG_SUM_EXP", "ReduceMax": "MAX", "ReduceMean": "AVERAGE",
              "ReduceMin": "MIN", "ReduceProd": "MULTIPLY", "ReduceSum": "SUM",
              "ReduceSumSquare": "SUM_SQUARE"}


@maps(*REDUCTIONS)
def map_reduce(n):
    x = n.inputs[0]
    axes = n.get("axes")
    if axes is None:
        axes = [] if n.given(1) is None else list(n.given(1))
    if len(axes) == 0:
        if n.get("noop_with_empty_axes", 0):
            raise Skip("reduces nothing")
        axes = range(x.ndim)
    axes = sorted(int(a) % x.ndim for a in axes)
    shape = [1 if i in axes else s for i, s in enumerate(x.shape)]
    return Case("reduce", {"InputTensor": x}, {"OutputTensor": n.outputs[0].reshape(shape)},
                {"Function": REDUCTIONS[n.op], "AxisCount": len(axes), "Axes": axes})


@maps("Resize", "Upsample")
def map_resample(n):
    x, y = n.inputs[0], n.outputs[0]
    mode = n.get("mode", "nearest")
    how = "half_pixel" if n.op == "Resize" else "asymmetric"
    how = n.get("coordinate_transformation_mode", how)
    rounding = n.get("nearest_mode", "round_prefer_floor" if n.op == "Resize" else "floor")
    if mode not in ("nearest", "linear") or n.get("exclude_outside", 0):
        raise Skip("interpolates in a way that DirectML has not")
    if how not in ("half_pixel", "asymmetric"):
        raise Skip(f"has coordinates by {how}")
    given = n.given(2) if n.op == "Resize" else n.given(1)
    given = [o / i for o, i in zip(y.shape, x.shape)] if given is None or not given.size else given
    # DirectML's coordinate in the input is (i - OutputPixelOffset) / Scale - InputPixelOffset.
    # INCREASING takes its ceiling, and DECREASING its floor. To round, half an element is added.
    centre = 0.5 if how == "half_pixel" else 0.0
    up = {"round_prefer_floor": -0.5, "ceil": 0.0}
    down = {"round_prefer_ceil": 0.5, "floor": 0.0}
    added = {**up, **down}[rounding] if mode == "nearest" else 0.0
    return Case("resample2", {"InputTensor": x}, {"OutputTensor": y},
                {"InterpolationMode": "NEAREST_NEIGHBOR" if mode == "nearest" else "LINEAR",
                 "RoundingDirection": "INCREASING" if rounding in up else "DECREASING",
                 "DimensionCount": x.ndim, "Scales": [float(s) for s in given],
                 "InputPixelOffsets": [centre - added] * x.ndim,
                 "OutputPixelOffsets": [-centre] * x.ndim})
