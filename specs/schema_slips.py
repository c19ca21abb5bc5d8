"""Slips that an author of specs and case files may make, each of which a schema must refuse."""
TENSORS = ("input", "output", "inputs", "outputs")


def facets(spec):
    for m, member in enumerate(spec["members"]):
        for facet in ("type", "dimensions", "sizes", "value", "data"):
            rules = member.get(facet, {})
            # A facet that agrees with another tensor's has that tensor's name in place of rules.
            for rule in rules if isinstance(rules, dict) else ():
                yield m, facet, rule


def spec_slips(spec):
    """Yields (what, where, how) for each slip in a spec. `how` makes it in a copy of the spec."""
    yield "unknown key", "/", lambda s: s.update(remarks="")
    for key in ("$schema", "operator", "desc", "summary", "page", "members", "support", "errata",
                "examples"):
        yield f"no {key}", "/", lambda s, key=key: s.pop(key)
    yield "empty summary", "/summary", lambda s: s.update(summary="")
    yield "level 2.1", "/support", lambda s: s["support"].update({"2.1": {}})
    yield "level 7_0", "/support", lambda s: s["support"].update({"7_0": {}})
    for level, rows in spec["support"].items():
        if isinstance(rows, str):
            for slip in ("T8", "T9 4", "T8 9", "T8 1-", "4", "T8,F 4"):
                wrong = lambda s, level=level, slip=slip: s["support"].update({level: slip})
                yield f"support {slip!r}", f"/support/{level}", wrong
            continue
        for tensor, given in rows.items():
            if isinstance(given, str):
                continue
            where = f"/support/{level}/{tensor}"
            row = lambda s, level=level, tensor=tensor: s["support"][level][tensor]
            yield "no types", where, lambda s, row=row: row(s).pop("types")
            yield "type FLOAT8", where, lambda s, row=row: row(s).update(types="FLOAT8")
            yield "types with a comma", where, lambda s, row=row: row(s).update(types="INT8, INT16")
            yield "9 dimensions", where, lambda s, row=row: row(s).update(dimensions=[1, 9])
            yield "one dimension count", where, lambda s, row=row: row(s).update(dimensions=[4])
    for m, member in enumerate(spec["members"]):
        where = f"/members/{m}"
        at = lambda s, m=m: s["members"][m]
        yield "unknown kind", where, lambda s, at=at: at(s).update(kind="double")
        yield "unknown key", where, lambda s, at=at: at(s).update(remarks="x")
        yield "no name", where, lambda s, at=at: at(s).pop("name")
        tensor = member["kind"] in TENSORS
        rule = {"a-rule": {"in": "1", "sentence": "It is 1.", "source": "Remarks"}}
        facet = "value" if tensor else "sizes"
        yield f"{facet} of {member['kind']}", where, lambda s, at=at, f=facet: at(s).update({f: rule})
        if member["kind"] != "input":
            data = {"a-rule": {**rule["a-rule"], "otherwise": "undrawn"}}
            yield "data of no input", where, lambda s, at=at, d=data: at(s).update(data=d)
        if member["kind"] != "output":
            yield "alias of no output", where, lambda s, at=at: at(s).update(alias="InputTensor")
        if member["kind"] in ("inputs", "outputs"):
            yield "array without count", where, lambda s, at=at: at(s).pop("count")
            yield "array without capacity", where, lambda s, at=at: at(s).pop("capacity")
            yield "array of 9", where, lambda s, at=at: at(s).update(capacity=9)
            yield "optional array", where, lambda s, at=at: at(s).update(optional=True)
        else:
            yield "count of no array", where, lambda s, at=at: at(s).update(count="InputCount")
            yield "capacity of no array", where, lambda s, at=at: at(s).update(capacity=2)
        if member["kind"] == "enum":
            yield "enum without enumerators", where, lambda s, at=at: at(s).pop("enumerators")
        if member["kind"] in ("uints", "ints", "floats"):
            yield "array without length", where, lambda s, at=at: at(s).pop("length")
        else:
            yield "length of no array", where, lambda s, at=at: at(s).update(length="1")
    for m, facet, rule in facets(spec):
        where = f"/members/{m}/{facet}/{rule}"
        at = lambda s, m=m, f=facet, r=rule: s["members"][m][f][r]
        yield f"{rule} without sentence", where, lambda s, at=at: at(s).pop("sentence")
        yield f"{rule} without source", where, lambda s, at=at: at(s).pop("source")
        yield f"{rule} with an empty sentence", where, lambda s, at=at: at(s).update(sentence="")
        yield f"{rule} with an empty source", where, lambda s, at=at: at(s).update(source="")
        yield f"{rule} with a list for in", where, lambda s, at=at: at(s).update({"in": [1]})
        yield f"{rule} with an unknown key", where, lambda s, at=at: at(s).update(sense="")
        key = "from" if facet == "data" else "since"
        yield f"{rule} at a wrong level", where, lambda s, at=at, k=key: at(s).update({k: "4_2"})
        if facet == "data":
            yield f"{rule}: unknown otherwise", where, lambda s, at=at: at(s).update(otherwise="any")
            yield f"{rule} without otherwise", where, lambda s, at=at: at(s).pop("otherwise")
            both = {"in": "0", "distinct": "rows"}
            yield f"{rule} with in and distinct", where, lambda s, at=at, b=both: at(s).update(b)
        else:
            yield f"{rule} without in", where, lambda s, at=at: at(s).pop("in")
            bare = lambda s, m=m, f=facet, r=rule: s["members"][m][f].update({r: "0 .. 1"})
            yield f"{rule} as a bare expression", where, bare
            def rename(s, m=m, f=facet, r=rule):
                s["members"][m][f]["Not_Kebab"] = s["members"][m][f].pop(r)
            yield f"{rule} under an odd id", f"/members/{m}/{facet}", rename
    for e in range(len(spec["errata"])):
        if isinstance(spec["errata"][e], str):
            continue
        for key in ("id", "where", "page", "reading", "why"):
            drop = lambda s, e=e, key=key: s["errata"][e].pop(key)
            yield f"erratum without {key}", f"/errata/{e}", drop
    for x in range(len(spec["examples"])):
        at = lambda s, x=x: s["examples"][x]
        where = f"/examples/{x}"
        yield "example without source", where, lambda s, at=at: at(s).pop("source")
        yield "example without case", where, lambda s, at=at: at(s).pop("case")
        where += "/case"
        yield "example with operator", where, lambda s, at=at: at(s)["case"].update(operator="x")
        yield "example without level", where, lambda s, at=at: at(s)["case"].pop("level")


def family_operator_slips(spec):
    """Yields (what, where, how) for each slip in the file of an operator of a family."""
    yield "unknown key", "/", lambda s: s.update(remarks="")
    for key in ("$schema", "family", "operator", "summary", "computes", "page", "support"):
        yield f"no {key}", "/", lambda s, key=key: s.pop(key)
    yield "empty formula", "/computes", lambda s: s.update(computes="")
    yield "members by a number", "/with", lambda s: s.update({"with": [1]})
    for level in spec["support"]:
        for row in ("FLOAT8 4", "F", "F 4-9", "F, INT8 4", "T9 1-8", 4, {"InputTensor": "F"}):
            slip = lambda s, level=level, row=row: s["support"].update({level: row})
            yield f"support {row}", f"/support/{level}", slip


def family_slips(family):
    """Yields (what, where, how) for each slip in a family's file."""
    yield "unknown key", "/", lambda f: f.update(computes="x")
    for key in list(family):
        if key != "further":
            yield f"no {key}", "/", lambda f, key=key: f.pop(key)
    for m, member in enumerate(family.get("members", [])):
        if "variable" in member:
            rename = lambda f, m=m: f["members"][m].update(variable="X y")
            yield "a variable of two words", f"/members/{m}", rename


def case_slips(case):
    """Yields (what, where, how) for each slip in a case. `how` makes it in a copy of the case."""
    yield "unknown key", "/", lambda c: c.update(remarks="")
    for key in ("operator", "level", "members", "tensors"):
        yield f"no {key}", "/", lambda c, key=key: c.pop(key)
    yield "level 4.1", "/level", lambda c: c.update(level="4.1")
    yield "level as a number", "/level", lambda c: c.update(level=4.1)
    yield "unknown fill", "/fill", lambda c: c.update(fill="random")
    yield "unknown indices", "/indices", lambda c: c.update(indices="random")
    yield "negative seed", "/seed", lambda c: c.update(seed=-1)
    yield "seed past 64 bits", "/seed", lambda c: c.update(seed=2**64)
    yield "route as an object", "/route", lambda c: c.update(route={})
    yield "member in lower case", "/members", lambda c: c["members"].update(axis=1)
    # Null alone is no slip: it stands for a struct that is left out.
    yield "member of nothings", "/members/Axis", lambda c: c["members"].update(Axis=[None])
    yield "array of tensors with nothing", "/tensors/Xs", lambda c: c["tensors"].update(Xs=[None])
    yield "member with its prefix in lower case", "/members/D", lambda c: c["members"].update(D="up")
    for name in case["tensors"]:
        at = lambda c, name=name: c["tensors"][name]
        where = f"/tensors/{name}"
        if isinstance(case["tensors"][name], list):
            at = lambda c, name=name: c["tensors"][name][0]
            where += "/0"
            nested = lambda c, name=name: c["tensors"].update({name: [c["tensors"][name]]})
            yield "array in an array", f"/tensors/{name}", nested
        yield "no sizes", where, lambda c, at=at: at(c).pop("sizes")
        yield "no type", where, lambda c, at=at: at(c).pop("type")
        yield "unknown key", where, lambda c, at=at: at(c).update(flags=1)
        yield "unknown type", where, lambda c, at=at: at(c).update(type="BOOL")
        yield "negative size", where, lambda c, at=at: at(c).update(sizes=[-1])
        yield "17 sizes", where, lambda c, at=at: at(c).update(sizes=[1] * 17)
        yield "negative stride", where, lambda c, at=at: at(c).update(strides=[-1])
        yield "bytes as text", where, lambda c, at=at: at(c).update(bytes="4")
        yield "negative alignment", where, lambda c, at=at: at(c).update(alignment=-4)
        yield "nested data", where, lambda c, at=at: at(c).update(data=[[1]])
        for element in ("NaN", "-nan", "+inf", "1", "0x", "0xg", "0x00000000000000001", True, None):
            slip = lambda c, at=at, element=element: at(c).update(data=[element])
            yield f"element {element!r}", where, slip
