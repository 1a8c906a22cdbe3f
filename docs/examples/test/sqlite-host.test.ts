import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import { accountOf, startHost } from "../sqlite-host.js";
import { temporaryFolder } from "./temporary-folder.js";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const reports: unknown[] = [];
const start = () => startHost(folder.databaseUrl("host.db"), 0, (error) => void reports.push(error));
const platform = { kind: "platform", id: 3, name: "Google", is_survey: false };
const review = { kind: "review", id: 501, platform_id: 3, rating: 4, create_time: "2026-03-01T17:05:00Z" };

describe("a host on a SQLite file", () => {
  it("serves loaded data after a restart", async () => {
    const first = await start();
    const { id } = await accountOf(first.domain, "acme", "Acme Dental");
    await first.domain.bundle.load(id, bundleOf([platform, review]));
    const { token } = await first.domain.access.createToken(id, { kind: "api-token" });
    await first.close();

    const second = await start();
    expect((await accountOf(second.domain, "acme", "Acme Dental")).id).toBe(id);
    const reply = await fetch(`${second.base}/v2/reviews`, { headers: { "api-token": token } });
    expect(await reply.json()).toMatchObject({ items: [{ review_id: 501, rating: 4 }] });
    await second.close();
    expect(reports).toEqual([]);
  });

  it("accepts no requests and no work after it is closed", async () => {
    const host = await start();
    await host.close();
    await expect(fetch(`${host.base}/v2/reviews`)).rejects.toThrow("fetch failed");
    await expect(host.domain.accounts.list()).rejects.toMatchObject({ kind: "unavailable", code: "database_closed" });
  });
});
