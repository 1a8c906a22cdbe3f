import { describe, expect, it } from "@jest/globals";
import { type AccountId, createDomain, type Domain, type FeedBatch } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { accountLines, bundleOf, newestOf, recall, spreadOver, surveyId } from "./accounts.js";

async function collect<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

describe("the generated data", () => {
  it("is deterministic and differs between accounts", () => {
    expect([...accountLines(1, 50, 10)]).toEqual([...accountLines(1, 50, 10)]);
    expect([...accountLines(2, 50, 10)]).not.toEqual([...accountLines(1, 50, 10)]);
  });

  describe("after publishing", () => {
    const rows = 2_000;
    const load = async (): Promise<{ readonly domain: Domain; readonly id: AccountId }> => {
      const domain = createDomain(memoryPorts());
      const { id } = await domain.accounts.create({ key: "practice", name: "Practice" });
      await domain.bundle.load(
        id,
        bundleOf(() => accountLines(1, rows)),
      );
      return { domain, id };
    };
    const counted = (batches: readonly FeedBatch[]) => batches.reduce((sum, { count }) => sum + count, 0);

    it("loads without errors, including the catalog", async () => {
      const { domain, id } = await load();
      expect(await domain.catalog.locations(id)).toHaveLength(12);
      const { read } = await domain.reviews.list(id, {});
      const all = await collect(read());
      expect(counted(all)).toBe(rows);
      const bytes = all.reduce((sum, { json }) => sum + json.length, 0) / rows;
      expect(bytes).toBeGreaterThan(500);
      expect(bytes).toBeLessThan(620);
    });

    it("has windows with the stated number of reviews, at least the requested number", async () => {
      const { domain, id } = await load();
      const times = [...accountLines(1, rows, 0)].flatMap(({ kind, create_time: at }) =>
        kind === "review" ? String(at) : [],
      );
      const windows = [newestOf(times, rows), newestOf(times, 200), ...spreadOver(times, 5, 100)];
      expect(windows[0]).toEqual({ path: "/v2/reviews", count: rows });
      expect(new Set(windows.map(({ path }) => path)).size).toBe(7);
      for (const { path, count } of windows) {
        const { read } = await domain.reviews.list(id, Object.fromEntries(new URL(path, "http://x").searchParams));
        expect(counted(await collect(read()))).toBe(count);
        expect(count - (count >= 200 ? 200 : 100)).toBeGreaterThanOrEqual(0);
      }
    });

    it("has a custom field in one of 50 reviews, and responses to the requested survey", async () => {
      const lines = [...accountLines(1, rows, 200)];
      expect(lines.filter(({ extras }) => (extras as object | undefined) && recall in (extras as object))).toHaveLength(
        40,
      );
      expect(lines.filter(({ survey_id: survey }) => survey === surveyId).length).toBeGreaterThan(30);
    });
  });

  it("extends a window to whole seconds", () => {
    const times = ["1", "2", "2", "3", "3", "4"];
    expect(newestOf(times, 4)).toEqual({ path: "/v2/reviews?date=2&end=4", count: 5 });
    expect(newestOf(times, 9)).toEqual({ path: "/v2/reviews", count: 6 });
    expect(spreadOver(times, 2, 2)).toEqual([
      { path: "/v2/reviews?date=1&end=2", count: 3 },
      { path: "/v2/reviews?date=2&end=3", count: 4 },
    ]);
  });
});
