#!/usr/bin/env python3
"""Checks the specs and the case files against their JSON Schemas with a standard validator.

A schema that accepts everything would pass, too. So each kind of slip is also made on purpose, and
the schema must refuse it at the place where it was made.
"""

import collections
import copy
import json
import sys
import warnings
from pathlib import Path

# Newer validators have another resolver, but Debian 12's validator has only this one.
warnings.filterwarnings("ignore", category=DeprecationWarning)
sys.dont_write_bytecode = True
from jsonschema import Draft202012Validator, RefResolver  # noqa: E402
from schema_slips import TENSORS, case_slips, facets, family_operator_slips, family_slips, spec_slips  # noqa: E402

SPECS = Path(__file__).resolve().parent
failures = []
ENOUGH = 8


def load(path):
    def no_duplicates(pairs):
        names = [name for name, _ in pairs]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"written twice: {', '.join(twice)}")
        return dict(pairs)

    try:
        return json.loads(path.read_text(), object_pairs_hook=no_duplicates)
    except ValueError as error:
        sys.exit(f"schema_test: {path.relative_to(SPECS.parent)}: {error}")


def place(path):
    return "/" + "/".join(str(step) for step in path)


def fail(text):
    failures.append(text)
    print(f"FAILED {text}")


class Schema:
    def __init__(self, name):
        schema = load(SPECS / name)
        Draft202012Validator.check_schema(schema)
        # The schemas refer to each other by file name, and nothing is fetched.
        store = {path.name: load(path) for path in SPECS.glob("*.schema.json")}
        self.slips = collections.Counter()
        self.validator = Draft202012Validator(
            schema, resolver=RefResolver(base_uri=name, referrer=schema, store=store)
        )

    def errors(self, document):
        return list(self.validator.iter_errors(document))

    def accepts(self, what, document):
        for error in self.errors(document):
            fail(f"{what}: {place(error.absolute_path)}: {error.message}")

    def refuses(self, what, document, where):
        """Fails unless the document is refused for something at or below `where`."""
        errors = self.errors(document)
        if not errors:
            fail(f"{what}: accepted")
        elif not any(place(e.absolute_path).startswith(where) for e in errors):
            at = ", ".join(place(e.absolute_path) for e in errors)
            fail(f"{what}: refused at {at}, not at {where}")


def check_references(name, spec):
    """Checks what readers of a spec rely on and no schema can express."""
    ids = [rule for _, _, rule in facets(spec)]
    errata = [e if isinstance(e, str) else e["id"] for e in spec["errata"]]
    for what, given in (("rule", ids), ("erratum", errata)):
        for twice in sorted({i for i in given if given.count(i) > 1}):
            fail(f"{name}: {what} {twice} stands twice")
    if spec["operator"] != name.removesuffix(".json"):
        fail(f"{name}: is of operator {spec['operator']}")
    tensors = [m["name"] for m in spec["members"] if m["kind"] in TENSORS]
    scalars = [m["name"] for m in spec["members"]
               if m["name"] not in tensors and "." not in m["name"]]
    optional = [m["name"] for m in spec["members"]
                if m.get("optional") or m["kind"] == "activation"]
    for level, rows in spec["support"].items():
        if isinstance(rows, dict) and list(rows) != tensors:
            fail(f"{name}: support {level} must name {', '.join(tensors)} in this order")
    for example in spec["examples"]:
        what = f"{name}: example '{example['title']}'"
        if example.get("erratum", errata[0] if errata else None) not in errata:
            fail(f"{what}: no erratum {example['erratum']}")
        # What is optional may be left out.
        given = [m for m in scalars if m in example["case"]["members"] or m not in optional]
        if list(example["case"]["members"]) != given:
            fail(f"{what}: must give the members {', '.join(given) or '(none)'}")
        given = [t for t in tensors if t in example["case"]["tensors"] or t not in optional]
        if list(example["case"]["tensors"]) != given:
            fail(f"{what}: must give the tensors {', '.join(given)}")


def check_slips(schema, what, document, slips):
    """Makes slips in the document, at most ENOUGH of a kind at a kind of place in all documents of the schema."""
    count = 0
    is_spec = "members" in document and "desc" in document
    ids = {rule for _, _, rule in facets(document)} if is_spec else set()
    names = {*ids, *(name for key in ("tensors", "members") if isinstance(document.get(key), dict)
                     for name in document[key])}
    for slip, where, change in slips(document):
        steps = where.split("/")
        kind = (" ".join(word for word in slip.split() if word.rstrip(":") not in ids),
                document["members"][int(steps[2])]["kind"] if is_spec and steps[1] == "members" else "",
                "/".join("#" if step.isdigit() or step in names else step for step in steps))
        schema.slips[kind] += 1
        if schema.slips[kind] > ENOUGH:
            continue
        changed = copy.deepcopy(document)
        change(changed)
        schema.refuses(f"{what}: {slip}", changed, where)
        count += 1
    return count


def check_errata_stand_once(documents):
    """An erratum of several documents stands in errata.json alone, whatever its name, and they name it."""
    shared = load(SPECS / "errata.json")
    ids = [erratum["id"] for erratum in shared]
    for twice in sorted({i for i in ids if ids.count(i) > 1}):
        fail(f"errata.json: erratum {twice} stands twice")
    stands = {}
    for name, errata in [("errata.json", shared), *documents]:
        for erratum in errata:
            if isinstance(erratum, dict):
                words = tuple(text for key, text in erratum.items() if key != "id")
                first = stands.setdefault(words, name)
                if first != name:
                    fail(f"{name}: erratum {erratum['id']} stands in {first}, too")


def main():
    operator, case = Schema("operator.schema.json"), Schema("case.schema.json")
    of_family, family = Schema("family_operator.schema.json"), Schema("family.schema.json")
    paths = sorted((SPECS / "operators").glob("*.json"))
    if not paths:
        fail("specs/operators: no spec")
    rules = errata = examples = slips = 0
    families = {path.stem: load(path) for path in sorted((SPECS / "families").glob("*.json"))}
    documents = list(families.items())
    for name, document in families.items():
        family.accepts(name, document)
        if document.get("family") != name:
            fail(f"families/{name}.json: is of family {document.get('family')}")
        slips += check_slips(family, name, document, family_slips)
    for path in paths:
        spec = load(path)
        documents.append((path.name, spec))
        before = len(failures)
        if "family" in spec:
            of_family.accepts(path.name, spec)
            if spec.get("operator") != path.stem or spec.get("family") not in families:
                fail(f"{path.name}: is of operator {spec.get('operator')}, family {spec.get('family')}")
            if path.read_text().count("\n") > 25:
                fail(f"{path.name}: is longer than 25 lines")
            if len(failures) == before:
                slips += check_slips(of_family, path.name, spec, family_operator_slips)
            continue
        operator.accepts(path.name, spec)
        if len(failures) > before:
            continue
        check_references(path.name, spec)
        slips += check_slips(operator, path.name, spec, spec_slips)
        for example in spec["examples"]:
            what = f"{path.name}: example '{example['title']}'"
            wrapped = {"operator": spec["operator"], **example["case"]}
            case.accepts(what, wrapped)
            slips += check_slips(case, what, wrapped, case_slips)
        rules += len(list(facets(spec)))
        errata += len(spec["errata"])
        examples += len(spec["examples"])
    check_errata_stand_once([(name, document.get("errata", [])) for name, document in documents])
    # These are the case files of the source tree.
    files = [p for p in sorted(SPECS.parent.glob("*/**/*.case.json"))
             if not p.relative_to(SPECS.parent).parts[0].startswith("build")]
    for path in files:
        case.accepts(str(path.relative_to(SPECS.parent)), load(path))
    every = {
        "operator": "gather", "level": "4_1", "fill": "special", "indices": "edges",
        "seed": 2**64 - 1, "route": "variant=plain:local=64",
        "members": {"Axis": 2**32 - 1, "Strides": [-(2**31), 2], "Flag": True, "Way": "DECREASING"},
        "tensors": {"InputTensor": {
            "type": "FLOAT32", "sizes": [], "strides": None, "bytes": 64, "alignment": 16,
            "data": [1, -2.5, 1e30, 2**64 - 1, "nan", "inf", "-inf", "-0", "0x7f800001"]}},
    }  # fmt: skip
    case.accepts("a case with everything", every)
    print(f"4 schemas, {len(families)} families, {len(paths)} specs with {rules} rules, {errata} errata and {examples} "
          f"examples, {len(files)} case files; {slips} slips made, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
