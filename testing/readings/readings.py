"""The readings, by operator: each computes an operator's outputs from its page's sentences."""

READINGS = {}


def reads(*operators):
    """A reading takes a case and gives the answer of OutputTensor, or a dict of answers by the
    names of the outputs. An answer is an array of bits (whole numbers without sign of NumPy), or an
    array of objects: numbers, which are rounded to the output's type, and Nothing where the page
    says nothing."""
    def keep(function):
        READINGS.update(dict.fromkeys(operators, function))
        return function
    return keep
