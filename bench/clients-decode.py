"""Reads answers.json with the generated client beside it; prints NAME<tab>PROBLEM for each answer that it cannot read."""

import json
import re
import sys
from datetime import datetime

sys.path.insert(0, ".")
from api import models


def plain(value):
    """JSON with times in one form: the client writes +00:00 for Z, and six digits."""
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", value):
        try:
            return datetime.fromisoformat(value.replace("Z", "+00:00")).isoformat()
        except ValueError:
            return value
    return value


def unread(value, place=""):
    """Where the client gave up and left JSON as it came: in a union it tries each type, and the last resort is none."""
    if isinstance(value, dict):
        return place or "the answer"
    if isinstance(value, list):
        return next((bad for one in value if (bad := unread(one, place))), None)
    for field in getattr(type(value), "__attrs_attrs__", ()):
        inner = getattr(value, field.name)
        here = f"{place}.{field.name}"
        words = re.findall(r"\w+", str(field.type))
        if field.name == "additional_properties":
            continue
        if type(inner) is str and not {"str", "Literal"} & set(words):
            return here
        if bad := unread(inner, here):
            return bad
    return None


for answer in json.load(open("answers.json")):
    try:
        typed = getattr(models, answer["schema"]).from_dict(answer["value"])
        written = typed.to_dict()
        if bad := unread(typed):
            print(f"{answer['name']}\t{bad} is not read")
        elif plain(written) != plain(answer["value"]):
            print(f"{answer['name']}\tis another when it is written again")
    except Exception as error:
        print(f"{answer['name']}\t{type(error).__name__}: {str(error)[:200]}")
