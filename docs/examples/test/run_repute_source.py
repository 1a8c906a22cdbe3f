"""Runs repute_source.py from a cursor, and prints its rows, its next cursor and the tables of its rows as JSON."""

import json
import sys

import dlt

sys.path.insert(0, sys.argv[1])
from repute_source import repute  # noqa: E402

base_url, api_token, cursor = sys.argv[2:5]
if cursor:
    dlt.state["cursor"] = cursor
changes = repute(base_url=base_url, api_token=api_token, lists=["reviews", "insights/byMonth"])
rows = list(changes.rows())
tables = sorted({changes.options["table_name"](row) for row in rows})
print(json.dumps({"rows": rows, "tables": tables, "cursor": dlt.state["cursor"]}))
