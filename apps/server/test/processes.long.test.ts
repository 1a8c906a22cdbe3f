import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { testServer } from "@repute/adapter-typeorm/testing";
import { printed, reputeInChild } from "./support/child-process.js";
import { reputeJson } from "./support/command-line.js";
import { get } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { freshWorkspace } from "./support/workspace.js";

const reviewsOfLoad = 400;

/** Creates bundle lines with reviews that no other load contains. */
const linesOf = (load: number) => [
  ...practiceLines,
  ...Array.from({ length: reviewsOfLoad }, (_, index) =>
    aReview(load * reviewsOfLoad + index + 1, new Date((load + index * 60) * 60_000).toISOString()),
  ),
];

(testServer() === undefined ? describe.skip : describe)("two server processes on one PostgreSQL database", () => {
  const workspace = freshWorkspace("PostgreSQL");
  let children: ChildProcess[];
  let baseUrls: readonly string[];
  let token: { readonly id: number; readonly token: string };
  beforeEach(async () => {
    const { env } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    token = await reputeJson(["token", "create", "--account", "acme", "--kind", "api-token"], env);
    const servers = [1, 2].map(() => reputeInChild(["serve"], { ...env, LOG_LEVEL: "info" }));
    children = servers;
    const lines = await Promise.all(servers.map(({ stdout }) => printed(stdout, /Listening on (http:[^\s"]+)/)));
    baseUrls = lines.map(([, baseUrl = ""]) => baseUrl);
  });
  afterEach(async () => {
    const ended = children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, "close"));
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(ended);
  });

  /** Requests the list from all servers at the same time. */
  const lists = () =>
    Promise.all(
      baseUrls.map(async (baseUrl) => {
        const response = await fetch(`${baseUrl}/v2/reviews`, { headers: { "api-token": token.token } });
        const text = await response.text();
        const { items } = JSON.parse(text) as { readonly items: readonly unknown[] };
        return { text, count: items.length, watermark: response.headers.get("x-watermark") ?? "" };
      }),
    );

  it("return whole loads only, and never an older load after a newer one, during parallel loads", async () => {
    const { env, bundle } = workspace();
    const files = await Promise.all([0, 1, 2, 3].map((load) => bundle(linesOf(load))));
    let isLoading = true;
    const loads = Promise.all(files.map((file) => reputeJson(["load", "--account", "acme", file], env))).finally(
      () => (isLoading = false),
    );
    let [highest, latest] = [0, ""];
    while (isLoading) {
      const seen = await lists();
      for (const { count, watermark } of seen) {
        expect(count % reviewsOfLoad).toBe(0);
        expect(count).toBeGreaterThanOrEqual(highest);
        expect(watermark >= latest).toBe(true);
      }
      highest = Math.max(...seen.map(({ count }) => count));
      latest =
        seen
          .map(({ watermark }) => watermark)
          .sort()
          .at(-1) ?? "";
    }
    await loads;
    const [one, other] = await lists();
    expect(one).toEqual(other);
    expect(one?.count).toBe(4 * reviewsOfLoad);
  });

  it("reject a disabled token from the next request on, whichever process disabled it", async () => {
    const { env } = workspace();
    const statuses = () =>
      Promise.all(baseUrls.map(async (baseUrl) => (await get(baseUrl, "/v2/locations", token.token)).status));
    expect(await statuses()).toEqual([200, 200]);
    await reputeJson(["token", "disable", "--id", String(token.id)], env);
    expect(await statuses()).toEqual([401, 401]);
    await reputeJson(["token", "enable", "--id", String(token.id)], env);
    expect(await statuses()).toEqual([200, 200]);
  });
});
