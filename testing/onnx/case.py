"""Cases of DirectML's operators, as case files hold them, with the outputs that are expected."""

import numpy as np

from node import Skip

LEVEL = "6_4"
TYPES = {np.dtype(t): name for t, name in (
    (np.float16, "FLOAT16"), (np.float32, "FLOAT32"), (np.int8, "INT8"), (np.int16, "INT16"),
    (np.int32, "INT32"), (np.int64, "INT64"), (np.uint8, "UINT8"), (np.uint16, "UINT16"),
    (np.uint32, "UINT32"), (np.uint64, "UINT64"))}


def stored(array):
    """The array with a data type that DirectML's arithmetic has. Booleans are UINT8. A FLOAT64 is a
    FLOAT32 where no value changes by that."""
    array = np.atleast_1d(array)
    if array.size == 0:
        raise Skip("has a tensor without elements")
    if array.dtype == bool:
        return array.astype(np.uint8)
    if array.dtype == np.float64:
        narrow = array.astype(np.float32)
        if not np.array_equal(narrow, array, equal_nan=True):
            raise Skip("has FLOAT64, and values that no FLOAT32 holds")
        return narrow
    if array.dtype not in TYPES:
        raise Skip(f"has the data type {array.dtype}")
    return array


def nearest(array):
    """The output of a computation in FLOAT64, rounded to the type that the case has."""
    return array.astype(np.float32) if array.dtype == np.float64 else stored(array)


def number(value):
    """A value as case files write it."""
    if isinstance(value, (float, np.floating)):
        value = float(value)
        if np.isnan(value):
            return "nan"
        if np.isinf(value):
            return "inf" if value > 0 else "-inf"
        return "-0" if value == 0 and np.signbit(value) else value
    return int(value)


def tensor(array):
    """A packed tensor, as case files write it."""
    if array.ndim > 8:
        raise Skip("has more than eight dimensions")
    return {"type": TYPES[array.dtype], "sizes": list(array.shape),
            "data": [number(v) for v in array.ravel()]}


def leading(array, rank):
    """The array with sizes of 1 before its own, up to so many dimensions."""
    return array.reshape((1,) * (rank - array.ndim) + array.shape)


class Case:
    """`inputs` and `outputs` are arrays, or lists of arrays, by the names of the tensors."""

    def __init__(self, operator, inputs, outputs, members=None):
        self.operator = operator
        self.inputs = {k: self._stored(v, stored) for k, v in inputs.items() if v is not None}
        self.outputs = {k: self._stored(v, nearest) for k, v in outputs.items()}
        self.members = members or {}

    @staticmethod
    def _stored(value, how):
        return [how(a) for a in value] if isinstance(value, list) else how(value)

    def file(self):
        """What a case file holds. Outputs have their sizes and types, and no data."""
        tensors = {}
        for name, value in {**self.inputs, **self.outputs}.items():
            one = [tensor(a) for a in (value if isinstance(value, list) else [value])]
            if name in self.outputs:
                for t in one:
                    del t["data"]
            tensors[name] = one if isinstance(value, list) else one[0]
        return {"operator": self.operator, "level": LEVEL, "members": self.members,
                "tensors": tensors}
