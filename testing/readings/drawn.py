"""Cases that assay drew, with their inputs, and the case files that hold a reading's answers."""

from fractions import Fraction

import numpy as np

from rounding import FLOATS, Nothing, bits_of_float, rounded

WIDTHS = {"FLOAT32": 32, "FLOAT16": 16, "FLOAT64": 64, "UINT64": 64, "UINT32": 32, "UINT16": 16,
          "UINT8": 8, "INT64": 64, "INT32": 32, "INT16": 16, "INT8": 8}


def whole_range(kind):
    """The integers that a type holds: from the first one up to the second, which it lacks."""
    high = 1 << WIDTHS[kind]
    return (-(high >> 1), high >> 1) if kind.startswith("INT") else (0, high)


def bits_of(element, kind):
    """The bits of an element as case files write it."""
    if isinstance(element, str) and element.startswith("0x"):
        return int(element, 16)
    if kind in FLOATS:
        return bits_of_float(float(element), kind)
    return element % (1 << WIDTHS[kind])


def number(bits, kind):
    """The value that the bits stand for: an int, or a float that is exact."""
    bits = int(bits)
    if kind in FLOATS:
        return float(np.array(bits, f"u{WIDTHS[kind] // 8}").view(f"f{WIDTHS[kind] // 8}"))
    return bits - (1 << WIDTHS[kind]) if bits >= whole_range(kind)[1] else bits


class Tensor:
    """An input. `bits` are its elements' bits, `values` their values, in its shape."""

    def __init__(self, described):
        self.kind, self.sizes = described["type"], tuple(described["sizes"])
        bits = [bits_of(e, self.kind) for e in described["data"]]
        self.bits = np.array(bits, f"u{WIDTHS[self.kind] // 8}").reshape(self.sizes)
        values = np.empty(len(bits), object)
        values[:] = [number(b, self.kind) for b in bits]
        self.values = values.reshape(self.sizes)

    @property
    def rank(self):
        return len(self.sizes)


class Output:
    """What is known of an output beforehand, and what the oracle permits."""

    def __init__(self, described):
        self.kind, self.sizes = described["type"], tuple(described["sizes"])
        self.permitted = described["elements"]

    def bits(self, value):
        """An integer modulo 2^width, or a float rounded to the type."""
        if self.kind in FLOATS:
            return rounded(value, self.kind)
        return int(value) % (1 << WIDTHS[self.kind])

    def some_permitted(self, place):
        """An element that the oracle permits, where a reading has nothing to say."""
        permitted = self.permitted[place]
        if "bits" in permitted:
            return hex(permitted["bits"])
        if "one_of" in permitted:
            return hex(permitted["one_of"][0])
        return permitted.get("low", "nan" if "nan" in permitted else 0)

    def elements(self, answer):
        """The answer as a case file holds it."""
        answer = np.asarray(answer).reshape(-1)
        elements = []
        for place, value in enumerate(answer):
            if value is Nothing:
                elements.append(self.some_permitted(place))
            elif answer.dtype != object:
                elements.append(hex(value))
            elif self.kind in FLOATS and value != value:
                elements.append("nan")
            else:
                elements.append(hex(self.bits(value)))
        return elements

    def other(self, element):
        """An element that differs much from one that is expected."""
        if self.kind not in FLOATS:
            return hex(int(element, 16) ^ 1)
        value = float("nan") if element == "nan" else number(int(element, 16), self.kind)
        if value != value or abs(value) == float("inf"):
            return 0.5
        changed = rounded(Fraction(value) + (1 if value >= 0 else -1) * (1 + abs(Fraction(value))),
                          self.kind)
        return hex(changed)


class Case:
    """A case of an operator. `d["Axis"]` is a member, `d.InputTensor` an input or None."""

    def __init__(self, drawn):
        self.drawn, self.line = drawn, drawn["case"]
        self.operator, self.members = drawn["operator"], drawn["members"]
        self.inputs = {k: self._each(v, Tensor) for k, v in drawn["inputs"].items()}
        self.outputs = {k: self._each(v, Output) for k, v in drawn["permitted"].items()}

    @staticmethod
    def _each(described, make):
        return [make(d) for d in described] if isinstance(described, list) else make(described)

    def __getattr__(self, name):
        if not name[0].isupper():
            raise AttributeError(name)
        return self.inputs.get(name)

    def __getitem__(self, name):
        return self.members[name]

    def real(self, name):
        """A member that is a FLOAT32, as a float."""
        return self.real_of(self.members[name])

    @staticmethod
    def real_of(written):
        return number(bits_of(written, "FLOAT32"), "FLOAT32")

    def scalar(self, name, kind):
        """A member that has the type of a tensor: its bits."""
        return bits_of(self.members[name], kind)

    @property
    def out(self):
        return self.outputs["OutputTensor"]

    def file(self, answers):
        """The case file with these answers as lists of elements, by the names of the outputs."""
        tensors = dict(self.drawn["inputs"])
        for name, output in self.outputs.items():
            if isinstance(output, list):
                tensors[name] = [{"type": o.kind, "sizes": o.sizes, "data": a}
                                 for o, a in zip(output, answers[name])]
            else:
                tensors[name] = {"type": output.kind, "sizes": output.sizes, "data": answers[name]}
        return {"operator": self.operator, "level": self.drawn["level"], "members": self.members,
                "tensors": tensors}
