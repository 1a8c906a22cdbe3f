import { describe, expect, it } from "@jest/globals";
import { reputeJson } from "./support/command-line.js";
import { items } from "./support/http.js";
import { aReview, practiceLines } from "./support/practice.js";
import { engines, freshWorkspace } from "./support/workspace.js";

type Item = Readonly<Record<string, unknown>>;
type Copy = Map<unknown, Item>;

const rounds = 12;

/** Returns changes between two pulls: new reviews, edited reviews, reviews with old dates, and a renamed location. */
const change = (round: number) => [
  ...(round % 4 === 3 ? [{ ...practiceLines[1], location_name: `Main Street ${round}` }] : []),
  aReview(1_000 + round, `2026-03-${String(round + 1).padStart(2, "0")}T17:05:00Z`),
  aReview(2_000 + round, "2019-01-01T00:00:00Z", { comment: `found late, in round ${round}` }),
  aReview(1 + (round % 5), "2026-02-01T09:00:00Z", { comment: `edited in round ${round}` }),
];

describe.each(engines)("a copy that is updated with modified_since on %s", (engine) => {
  const workspace = freshWorkspace(engine);

  it("misses no row that is written while it pulls", async () => {
    const { env, bundle, serve } = workspace();
    await reputeJson(["account", "create", "--key", "acme", "--name", "Acme"], env);
    const load = async (lines: readonly unknown[]) =>
      reputeJson(["load", "--account", "acme", await bundle(lines)], env);
    const reviews = Array.from({ length: 300 }, (_, index) => aReview(index + 1, "2026-02-01T09:00:00Z"));
    await load([...practiceLines, ...reviews]);
    const create = ["token", "create", "--account", "acme", "--kind", "api-token"];
    const { token } = await reputeJson<{ token: string }>(create, env);
    const { baseUrl } = await serve();

    let writing = true;
    const written = (async () => {
      for (let round = 0; round < rounds; round++) await load(change(round));
    })().finally(() => (writing = false));

    const copy: Copy = new Map();
    let since = await pull(`${baseUrl}/v2/reviews`, token, copy);
    for (let pulls = 0; writing || pulls < 1; pulls++) {
      since = await pull(`${baseUrl}/v2/reviews?modified_since=${encodeURIComponent(since)}&limit=7`, token, copy);
    }
    await written;
    await pull(`${baseUrl}/v2/reviews?modified_since=${encodeURIComponent(since)}&order=asc&limit=50`, token, copy);

    const whole = await items(baseUrl, "/v2/reviews", token);
    expect(copy.size).toBe(300 + 2 * rounds);
    expect([...copy.values()].sort(byId)).toEqual([...whole].sort(byId));
  });
});

/** Fetches all pages into the copy. Returns the first page's watermark, which is the start of the next pull. */
async function pull(url: string, token: string, copy: Copy): Promise<string> {
  let since: string | null = null;
  for (let next: string | undefined = url; next !== undefined;) {
    const response: Response = await fetch(next, { headers: { "api-token": token } });
    expect(response.status).toBe(200);
    const { items: page } = (await response.json()) as { items: Item[] };
    for (const item of page) copy.set(item["review_id"], item);
    since ??= response.headers.get("x-watermark");
    const [, link] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "") ?? [];
    next = link === undefined ? undefined : new URL(link, url).href;
  }
  return since ?? "";
}

const byId = (a: Item, b: Item) => Number(a["review_id"]) - Number(b["review_id"]);
