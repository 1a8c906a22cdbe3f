import { describe, expect, it } from "@jest/globals";
import { createDomain } from "@repute/domain";
import { memoryPorts, memoryStorage } from "@repute/domain/memory";
import { bundleOf, storageContract } from "@repute/domain/testing";
import { clockOf, hostPorts, watchedStorage } from "../own-ports.js";

storageContract("the host's watchedStorage", async (clock) => ({
  storage: watchedStorage(memoryStorage(clock), () => {}),
}));

describe("a host's own storage", () => {
  it("observes every read", async () => {
    const { clock } = memoryPorts();
    const reads: string[] = [];
    const domain = createDomain(hostPorts(memoryStorage(clock), (what) => reads.push(what)));
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
    reads.length = 0;
    const { read } = await domain.reviews.list(id, { date: "2026-03-01" });
    for await (const { count } of read()) expect(count).toBe(0);
    expect([...new Set(reads)]).toEqual(["records", "reviews"]);
    reads.length = 0;
    await domain.catalog.locations(id);
    expect(reads).toEqual(["records"]);
  });
});

describe("a host's own clock", () => {
  it("decides when a token expires", async () => {
    let now = new Date("2026-03-01T12:00:00.900Z");
    const clock = clockOf(() => now);
    const domain = createDomain(memoryPorts({ clock }));
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
    const tomorrow = clockOf(() => new Date("2026-03-02T12:00:00Z"))();
    const { token } = await domain.access.createToken(id, { kind: "api-token", expiresAt: tomorrow });
    await expect(domain.access.authenticate("v2-data", token)).resolves.toMatchObject({ account: id });
    now = new Date("2026-03-02T12:00:00Z");
    await expect(domain.access.authenticate("v2-data", token)).rejects.toMatchObject({ kind: "unauthenticated" });
  });

  it("sets the recorded time of a change", async () => {
    const domain = createDomain(memoryPorts({ clock: clockOf(() => new Date("2026-03-01T12:00:00.900Z")) }));
    const { id, createdAt } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
    expect(createdAt).toBe(Date.parse("2026-03-01T12:00:00Z"));
    await domain.bundle.load(id, bundleOf([{ kind: "platform", id: 3, name: "Google", is_survey: false }]));
    const review = { kind: "review", id: 1, platform_id: 3, create_time: "2020-01-01T00:00:00Z" };
    await domain.bundle.load(id, bundleOf([review]));
    for await (const { watermark } of (await domain.reviews.list(id, {})).read()) expect(watermark).toBe(createdAt);
    expect.assertions(2);
  });
});

describe("a host's own secrets", () => {
  it("create distinct tokens, and do not store their text", async () => {
    const storage = memoryStorage(memoryPorts().clock);
    const domain = createDomain(hostPorts(storage, () => {}));
    const { id } = await domain.accounts.create({ key: "acme", name: "Acme Dental" });
    const [one, two] = [
      await domain.access.createToken(id, { kind: "api-token" }),
      await domain.access.createToken(id, { kind: "api-token" }),
    ];
    expect(one.token).toMatch(/^rpa_[0-9A-Za-z]{49}$/);
    expect(one.token).not.toBe(two.token);
    expect(JSON.stringify(await storage.credentials.all(id))).not.toContain(one.token);
  });
});
