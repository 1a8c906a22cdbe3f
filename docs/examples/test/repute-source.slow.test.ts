import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createApp } from "@repute/adapter-express";
import { createDomain } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";

const run = promisify(execFile);
const examples = join(__dirname, "../copying");
const standIn = join(__dirname, "dlt-stand-in");

type Printed = {
  readonly rows: readonly Record<string, unknown>[];
  readonly tables: readonly string[];
  readonly cursor: string;
};

const describeWithPython = hasPython() ? describe : describe.skip;

function hasPython(): boolean {
  try {
    execFileSync("python3", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Separators at which Python's `str.splitlines` splits, but NDJSON does not. */
const comment = "one\u2028two\u2029three\u0085four\u000bfive\u001csix, né";

describeWithPython("repute_source.py with a stand-in for dlt", () => {
  const domain = createDomain(memoryPorts());
  const server = createServer(createApp(domain, { report: () => {} }));
  beforeEach(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
  afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

  it("yields every row of the change feed, then only changes and deletions, until its cursor expires", async () => {
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme" });
    const { token } = await domain.access.createToken(id, { kind: "api-token" });
    const load = (...lines: readonly object[]) => domain.bundle.load(id, bundleOf(lines));
    const review = { kind: "review", platform_id: 3, rating: 5, create_time: "2026-03-01T17:05:00Z" };
    await load(
      { kind: "platform", id: 3, name: "Google", is_survey: false },
      { kind: "location", id: 1, location_name: "Main Street", external_location_ids: [] },
      { kind: "listing_metric", location_id: 1, month: 202603, metric_type: "views_maps", count: 120 },
      { ...review, id: 501, comment },
      { ...review, id: 502, comment: "kind" },
    );
    const pull = async (cursor = ""): Promise<Printed> => {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const args = [join(__dirname, "run_repute_source.py"), examples, base, token, cursor];
      const env = { ...process.env, PYTHONPATH: standIn, PYTHONDONTWRITEBYTECODE: "1" };
      return JSON.parse((await run("python3", args, { env })).stdout) as Printed;
    };

    const first = await pull();
    expect(first.tables).toEqual(["insights_by_month", "reviews"]);
    expect(first.rows.filter(({ _list }) => _list === "reviews")).toMatchObject([
      { _id: "501", _deleted: null, review_id: 501, comment },
      { _id: "502", _deleted: null, comment: "kind" },
    ]);
    await load({ kind: "review", id: 502, deleted: true });
    const second = await pull(first.cursor);
    expect(second.rows).toMatchObject([{ _list: "reviews", _id: "502", _deleted: true }]);
    expect((await pull(second.cursor)).rows).toEqual([]);
    await domain.changes.expireCursors(id);
    await expect(pull(second.cursor)).rejects.toMatchObject({ stderr: expect.stringContaining("410") });
  });
});
