import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "@jest/globals";
import { failureLine, repute, reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

describe("/metrics", () => {
  const workspace = freshWorkspace();

  async function served(env: Readonly<Record<string, string>>) {
    const { env: own, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], own);
    const reviews = [1, 2, 3].map((id) => aReview(id, "2026-03-01T17:05:00Z"));
    await reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...reviews])], own);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, own);
    const { baseUrl } = await serve(["serve"], env);
    return { baseUrl, token };
  }

  it("counts requests by route and status, and rows and bytes of lists, without labels that callers can choose", async () => {
    const { baseUrl, token } = await served({ METRICS: "on" });
    await items(baseUrl, "/v2/reviews?date=2026-03-01&phone=8015550142", token);
    await get(baseUrl, "/v2/reviews?date=never", token);
    await get(baseUrl, "/made/up");
    await fetch(`${baseUrl}/v2/reviews`, { method: "PURGE" });
    const response = await fetch(`${baseUrl}/metrics`);
    expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toContain('repute_requests_total{method="GET",route="/v2/reviews",status="200"} 1\n');
    expect(text).toContain('repute_requests_total{method="GET",route="/v2/reviews",status="400"} 1\n');
    expect(text).toContain('repute_requests_total{method="GET",route="none",status="404"} 1\n');
    expect(text).toContain('repute_requests_total{method="other",route="/v2/reviews",status="405"} 1\n');
    expect(text).toContain('repute_request_duration_seconds_count{method="GET",route="/v2/reviews",status="200"} 1\n');
    expect(text).toMatch(/^repute_list_rows_total 3$/m);
    expect(text).toMatch(/^repute_list_bytes_total [1-9]\d*$/m);
    expect(text).toMatch(/^repute_lists_running 0$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).not.toMatch(/8015550142|made|PURGE|acme/i);
  });

  it("accepts only GET", async () => {
    const { baseUrl } = await served({ METRICS: "on" });
    const response = await fetch(`${baseUrl}/metrics`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("is served only on METRICS_ADDRESS if that is set", async () => {
    const { baseUrl, running } = await workspace().serve(["serve"], { METRICS_ADDRESS: "127.0.0.1:0" });
    const [, metrics = ""] = await running.printed(/Serving metrics on (http:\/\/127\.0\.0\.1:\d+)\/metrics/);
    expect((await get(baseUrl, "/metrics")).status).toBe(404);
    const response = await fetch(`${metrics}/metrics`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('repute_requests_total{method="GET",route="none",status="404"} 1\n'),
    ]);
    for (const path of ["/healthz", "/v2/reviews", "/"]) expect((await get(metrics, path)).status).toBe(404);
    expect((await fetch(`${metrics}/metrics`, { method: "POST" })).status).toBe(405);
    running.signal("SIGTERM");
    expect((await running.ended).code).toBe(0);
    await expect(fetch(`${metrics}/metrics`)).rejects.toThrow();
  });

  it("fails the start with one line if METRICS_ADDRESS is already in use", async () => {
    const occupied = createServer().listen(0, "127.0.0.1");
    await once(occupied, "listening");
    const address = `127.0.0.1:${(occupied.address() as AddressInfo).port}`;
    const { code, stderr } = await repute(["serve"], { env: { ...workspace().env, METRICS_ADDRESS: address } });
    occupied.close();
    expect({ code, stderr: failureLine(stderr) }).toEqual({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`^error: Cannot listen on ${address}: .* METRICS_ADDRESS\\.\n$`)),
    });
  });

  it("is absent unless it is enabled", async () => {
    const { baseUrl } = await served({});
    expect((await get(baseUrl, "/metrics")).status).toBe(404);
  });
});
