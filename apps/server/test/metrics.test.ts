import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { parse } from "yaml";
import { failureLine, repute, reputeJson } from "./support/command-line.js";
import { get, items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

const deployed = (file: string) => readFileSync(join(__dirname, "../../../deploy", file), "utf8");

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
};
const alertRules = () =>
  (parse(deployed("prometheus/alerts.yaml")) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

type Panel = { readonly id: number; readonly targets: readonly { readonly expr: string }[] };
const panels = () => (JSON.parse(deployed("grafana/dashboard.json")) as { panels: Panel[] }).panels;
const expressionsOf = ({ targets }: Panel) => targets.map(({ expr }) => expr);

describe("/metrics", () => {
  const workspace = freshWorkspace();

  async function served(env: Readonly<Record<string, string>>) {
    const { env: own, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], own);
    const reviews = [1, 2, 3].map((id) => aReview(id, "2026-03-01T17:05:00Z"));
    await reputeJson(["load", "--account", "acme", await bundle([...practiceLines, ...reviews])], own);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, own);
    const { baseUrl, running } = await serve(["serve"], env);
    return { baseUrl, token, running };
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

  /** Returns the metrics of a server that has handled a request and run a job. */
  async function scraped() {
    const { baseUrl, token, running } = await served({ METRICS: "on", ACCOUNT_METRICS: "on" });
    await running.printed(/Nightly cleanup finished/);
    const url = "http://127.0.0.1:9";
    const create = ["webhook", "create", "--account", "acme", "--url", url, "--lists", "reviews"];
    await reputeJson(create, { ...workspace().env, WEBHOOK_ALLOW: url });
    await items(baseUrl, "/v2/reviews", token);
    return (await fetch(`${baseUrl}/metrics`)).text();
  }

  it("contains the states of sources and the last success of jobs with ACCOUNT_METRICS", async () => {
    const text = await scraped();
    expect(text).toMatch(/^repute_source_state\{account="acme",source="bundles",state="unknown"\} 1$/m);
    expect(text).toMatch(/^repute_source_last_day_rows\{account="acme",source="bundles"\} [1-9]\d*$/m);
    const [, at] = /^repute_source_last_arrival_timestamp_seconds\{account="acme",.*\} (\d+)$/m.exec(text) ?? [];
    expect(new Date(Number(at) * 1_000).getUTCFullYear()).toBe(new Date().getUTCFullYear());
    expect(text).toMatch(/^repute_webhook_failing\{account="acme",webhook="wh_\w+"\} 0$/m);
    expect(text).toMatch(/^repute_status_read_success 1$/m);
    expect(text).toMatch(/^repute_omitted_accounts 0$/m);
  });

  it("contains every metric and label that the alert rules and the dashboard name", async () => {
    const text = await scraped();
    const expressions = [...alertRules().map(({ expr }) => expr), ...panels().flatMap(expressionsOf)];
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) {
      expect([expression, expression.split("(").length]).toEqual([expression, expression.split(")").length]);
      const selectors = expression.match(/\b(?:repute|nodejs|process)_[a-z0-9_]+(?:\{[^}]*\})?/g) ?? [];
      if (!expression.startsWith("up{")) expect(selectors).not.toEqual([]);
      for (const selector of selectors) {
        const [full = "", matchers = ""] = selector.split("{");
        const name = full.replace(/_bucket$/, "");
        expect(text).toMatch(new RegExp(`^# TYPE ${name} `, "m"));
        const labels = matchers.split(",").flatMap((one) => one.match(/^\w+/) ?? []);
        for (const label of labels.filter((one) => one !== "job"))
          expect(text).toMatch(new RegExp(`^${name}\\{(.*,)?${label}="`, "m"));
      }
    }
  });

  it("has alert rules with a severity and a summary, and panels with different ids", () => {
    for (const { alert, labels, annotations } of alertRules()) {
      expect(alert).toMatch(/^Repute[A-Z]\w+$/);
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      expect(annotations.summary).toMatch(/^\S.{20}/);
    }
    expect(new Set(panels().map(({ id }) => id)).size).toBe(panels().length);
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
