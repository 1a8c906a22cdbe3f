"""dlt source that reads the change feed of Repute. It fills one table per list and applies deletions.

Run it with:

    pip install "dlt[duckdb]"
    REPUTE__BASE_URL=https://repute.example.com REPUTE__API_TOKEN=rpa_... python repute_source.py
"""

import json
import re

import dlt
from dlt.sources.helpers import requests


def table_of(change):
    """`insights/byMonth` -> `insights_by_month`"""
    name = re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), change["_list"])
    return re.sub(r"[^a-z0-9]+", "_", name)


@dlt.source(name="repute", max_table_nesting=0)
def repute(base_url=dlt.config.value, api_token=dlt.secrets.value, lists=None):
    @dlt.resource(
        name="changes",
        table_name=table_of,
        primary_key="_id",
        write_disposition="merge",
        columns={"_deleted": {"data_type": "bool", "hard_delete": True}},
    )
    def changes():
        # dlt commits the state together with the rows, so the stored cursor is never ahead of the stored rows.
        state = dlt.current.resource_state()
        while True:
            params = {"limit": 10_000, "cursor": state.get("cursor"), "lists": lists and ",".join(lists)}
            headers = {"api-token": api_token, "Accept": "application/x-ndjson"}
            # Following a redirect would send the token to another address.
            response = requests.get(f"{base_url}/v2/changes", params=params, headers=headers, allow_redirects=False)
            if response.is_redirect:
                raise RuntimeError(f"{base_url} redirects. Set base_url to the address of the service.")
            response.raise_for_status()  # 410: the cursor has expired; run the pipeline with refresh="drop_sources"
            # NDJSON ends lines with a line feed only. str.splitlines would also split at U+2028 inside a string.
            for line in response.content.split(b"\n"):
                if not line:
                    continue
                change = json.loads(line)
                yield {
                    **change.get("item", {}),
                    "_list": change["list"],
                    "_id": change["id"],
                    "_changed_at": change["changed_at"],
                    "_deleted": change["op"] == "delete" or None,
                }
            state["cursor"] = response.headers["X-Cursor"]
            if 'rel="next"' not in response.headers.get("Link", ""):
                return

    return changes


if __name__ == "__main__":
    pipeline = dlt.pipeline(pipeline_name="repute", destination="duckdb", dataset_name="repute")
    print(pipeline.run(repute()))
