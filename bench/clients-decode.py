"""Reads answers.json with the generated client in this folder; prints NAME<tab>PROBLEM for each answer it cannot read."""

import json
import re
import sys
from datetime import datetime

sys.path.insert(0, ".")
from api import models


def plain(value):
    """Normalizes the times in JSON: the client writes +00:00 for Z, and six digits."""
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
    """Returns where the client left JSON undecoded, or None. In a union it tries each type and falls back to plain JSON."""
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
            print(f"{answer['name']}\t{bad} was left undecoded")
        elif plain(written) != plain(answer["value"]):
            print(f"{answer['name']}\tdiffers after it is encoded again")
    except Exception as error:
        print(f"{answer['name']}\t{type(error).__name__}: {str(error)[:200]}")
