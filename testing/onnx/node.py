"""ONNX's node tests: one node each, with inputs, and outputs that ONNX's authors computed."""

from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

FOLDER = Path("/usr/share/libonnx-testdata/data/node")


class Skip(Exception):
    """The node has no counterpart in DirectML; the text says why."""


class Node:
    """A node test. `inputs` and `outputs` are arrays; an input that is left out is None."""

    def __init__(self, folder):
        self.name = folder.name.removeprefix("test_")
        graph = onnx.load(folder / "model.onnx").graph
        if len(graph.node) != 1:
            raise Skip("has several nodes")
        tensors = [*graph.input, *graph.output]
        if any(t.type.tensor_type.elem_type == onnx.TensorProto.BFLOAT16 for t in tensors):
            raise Skip("has BFLOAT16")
        node = graph.node[0]
        self.op = node.op_type
        self.attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        data = folder / "test_data_set_0"
        read = {i.name: self._array(data / f"input_{k}.pb") for k, i in enumerate(graph.input)}
        self.inputs = [read[name] if name else None for name in node.input]
        written = {o.name: self._array(data / f"output_{k}.pb") for k, o in enumerate(graph.output)}
        self.outputs = [written[name] if name else None for name in node.output]

    @staticmethod
    def _array(path):
        tensor = onnx.TensorProto()
        try:
            tensor.ParseFromString(path.read_bytes())
            return np.atleast_1d(numpy_helper.to_array(tensor))
        except Exception as error:
            raise Skip("has inputs that are no tensors") from error

    def get(self, name, default=None):
        """An attribute; text as str."""
        value = self.attributes.get(name, default)
        return value.decode() if isinstance(value, bytes) else value

    def given(self, place):
        """An input, or None where it is left out."""
        return self.inputs[place] if place < len(self.inputs) else None


def nodes():
    """All node tests that can be read, and the names of the others with the reason."""
    read, skipped = [], {}
    for folder in sorted(FOLDER.iterdir()):
        try:
            read.append(Node(folder))
        except Skip as reason:
            skipped[folder.name.removeprefix("test_")] = str(reason)
    return read, skipped
