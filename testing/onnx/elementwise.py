"""Operators of ONNX that compute each element alone."""

import numpy as np

from case import Case
from node import Skip

MAPPED = {}

UNARY = {"Abs": "element_wise_abs", "Acos": "element_wise_acos", "Acosh": "element_wise_acosh",
         "Asin": "element_wise_asin", "Asinh": "element_wise_asinh", "Atan": "element_wise_atan",
         "Atanh": "element_wise_atanh", "Ceil": "element_wise_ceil", "Cos": "element_wise_cos",
         "Cosh": "element_wise_cosh", "Erf": "element_wise_erf", "Exp": "element_wise_exp",
         "Floor": "element_wise_floor", "Log": "element_wise_log", "Neg": "element_wise_negate",
         "Not": "element_wise_logical_not", "Reciprocal": "element_wise_recip",
         "Sign": "element_wise_sign", "Sin": "element_wise_sin", "Sinh": "element_wise_sinh",
         "Sqrt": "element_wise_sqrt", "Tan": "element_wise_tan", "Tanh": "element_wise_tanh",
         "Identity": "element_wise_identity", "IsNaN": "element_wise_is_nan",
         "Relu": "activation_relu", "Sigmoid": "activation_sigmoid",
         "Softsign": "activation_softsign", "Cast": "cast", "CastLike": "cast"}

BINARY = {"Add": "element_wise_add", "Sub": "element_wise_subtract", "Mul": "element_wise_multiply",
          "Div": "element_wise_divide", "And": "element_wise_logical_and",
          "Or": "element_wise_logical_or", "Xor": "element_wise_logical_xor",
          "Equal": "element_wise_logical_equals", "Greater": "element_wise_logical_greater_than",
          "Less": "element_wise_logical_less_than",
          "GreaterOrEqual": "element_wise_logical_greater_than_or_equal",
          "LessOrEqual": "element_wise_logical_less_than_or_equal", "Max": "element_wise_max",
          "Min": "element_wise_min", "Mean": "element_wise_mean", "Sum": "element_wise_add"}

# The attributes of activations: ONNX's name, DirectML's, and ONNX's default.
ACTIVATIONS = {
    "Elu": ("elu", [("alpha", "Alpha", 1.0)]),
    "Selu": ("scaled_elu", [("alpha", "Alpha", 1.67326319217681884765625),
                            ("gamma", "Gamma", 1.05070102214813232421875)]),
    "Celu": ("celu", [("alpha", "Alpha", 1.0)]),
    "HardSigmoid": ("hard_sigmoid", [("alpha", "Alpha", 0.2), ("beta", "Beta", 0.5)]),
    "HardSwish": ("hard_swish", [("alpha", "Alpha", 1 / 6), ("beta", "Beta", 0.5)]),
    "LeakyRelu": ("leaky_relu", [("alpha", "Alpha", 0.01)]),
    "ThresholdedRelu": ("thresholded_relu", [("alpha", "Alpha", 1.0)]),
    "Shrink": ("shrink", [("bias", "Bias", 0.0), ("lambd", "Threshold", 0.5)]),
    "Softplus": ("softplus", [("steepness", "Steepness", 1.0)])}


def maps(*ops):
    def keep(function):
        MAPPED.update(dict.fromkeys(ops, function))
        return function
    return keep


def widened(array, like):
    """The array repeated up to the shape of another."""
    return np.ascontiguousarray(np.broadcast_to(array, like.shape))


def unary(operator, n, **members):
    return Case(operator, {"InputTensor": n.inputs[0]}, {"OutputTensor": n.outputs[0]}, members)


def binary(operator, n, names=("ATensor", "BTensor"), **members):
    if len(n.inputs) != 2:
        raise Skip("does not have two inputs")
    inputs = {name: widened(a, n.outputs[0]) for name, a in zip(names, n.inputs)}
    return Case(operator, inputs, {"OutputTensor": n.outputs[0]}, members)


@maps(*UNARY)
def map_unary(n):
    return unary(UNARY[n.op], n)


@maps(*BINARY)
def map_binary(n):
    return binary(BINARY[n.op], n)


@maps(*ACTIVATIONS)
def map_activation(n):
    name, attributes = ACTIVATIONS[n.op]
    return unary("activation_" + name, n, **{d: n.get(o, default) for o, d, default in attributes})


@maps("Round")
def map_round(n):
    return unary("element_wise_round", n, RoundingMode="HALVES_TO_NEAREST_EVEN")


@maps("IsInf")
def map_is_infinity(n):
    negative, positive = n.get("detect_negative", 1), n.get("detect_positive", 1)
    mode = "EITHER" if negative and positive else "POSITIVE" if positive else "NEGATIVE"
    return unary("element_wise_is_infinity", n, InfinityMode=mode)


@maps("Mod")
def map_modulus(n):
    return binary("element_wise_modulus_" + ("truncate" if n.get("fmod", 0) else "floor"), n)


@maps("Pow")
def map_pow(n):
    base, exponent = n.inputs
    if base.dtype != exponent.dtype:
        raise Skip("has a base and an exponent of two data types")
    return binary("element_wise_pow", n, ("InputTensor", "ExponentTensor"))


@maps("BitShift")
def map_shift(n):
    return binary("element_wise_bit_shift_" + n.get("direction").lower(), n)


@maps("PRelu")
def map_parameterized_relu(n):
    return binary("activation_parameterized_relu", n, ("InputTensor", "SlopeTensor"))


@maps("Where")
def map_where(n):
    names = ("ConditionTensor", "ATensor", "BTensor")
    inputs = {name: widened(a, n.outputs[0]) for name, a in zip(names, n.inputs)}
    return Case("element_wise_if", inputs, {"OutputTensor": n.outputs[0]})


@maps("Clip")
def map_clip(n):
    limits = np.finfo if n.inputs[0].dtype.kind == "f" else np.iinfo
    least, greatest = n.given(1), n.given(2)
    bounds = limits(n.inputs[0].dtype)
    low = float(bounds.min if least is None else least[0])
    high = float(bounds.max if greatest is None else greatest[0])
    return unary("element_wise_clip", n, Min=low, Max=high)


@maps("Expand")
def map_expand(n):
    return Case("element_wise_identity", {"InputTensor": widened(n.inputs[0], n.outputs[0])},
                {"OutputTensor": n.outputs[0]})


def along(array, axis, like):
    """A list along an axis, repeated up to the shape of another array."""
    shape = [1] * like.ndim
    if array.size > 1:
        shape[axis] = array.size
    return widened(array.reshape(shape), like)


@maps("QuantizeLinear", "DequantizeLinear")
def map_quantize(n):
    axis, x = n.get("axis", 1), n.inputs[0]
    zero = n.given(2)
    inputs = {"InputTensor": x, "ScaleTensor": along(n.inputs[1], axis, x),
              "ZeroPointTensor": None if zero is None else along(zero, axis, x)}
    name = "quantize" if n.op == "QuantizeLinear" else "dequantize"
    return Case(f"element_wise_{name}_linear", inputs, {"OutputTensor": n.outputs[0]})
