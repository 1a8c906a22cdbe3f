import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { createRouter } from "@repute/adapter-express";
import { type Database, openDatabase, typeormPorts } from "@repute/adapter-typeorm";
import { createDomain, noPartners, type Ports } from "@repute/domain";
import { memoryPorts } from "@repute/domain/memory";
import { bundleOf } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { temporaryFolder } from "./temporary-folder.js";

/** Creates a domain. All instances have the same account key and ids, but different comments. */
async function instance(ports: Ports, comment: string) {
  const domain = createDomain(ports);
  const { id } = await domain.accounts.create({ key: "acme", name: comment });
  const platform = { kind: "platform", id: 3, name: comment, is_survey: false };
  const review = { kind: "review", id: 501, platform_id: 3, comment, create_time: "2026-03-01T17:05:00Z" };
  await domain.bundle.load(id, bundleOf([platform, review]));
  const { token } = await domain.access.createToken(id, { kind: "api-token" });
  const seen: object[] = [];
  const note = (what: unknown) => void seen.push(what as object);
  return { domain, id, token, seen, router: createRouter(domain, { report: note, log: note }) };
}

const portsOn = (database: Database): Ports => ({ ...typeormPorts(database), ...noPartners });

type Instance = Awaited<ReturnType<typeof instance>>;

const hostOf = (one: Instance, two: Instance) => express().use("/one", one.router).use("/two", two.router);

async function shareNothing(one: Instance, two: Instance): Promise<void> {
  const host = hostOf(one, two);
  const reviews = (mount: string, token: string) => request(host).get(`/${mount}/v2/reviews`).set("api-token", token);
  expect((await reviews("one", one.token)).body).toMatchObject({ items: [{ comment: "first" }] });
  expect((await reviews("two", two.token)).body).toMatchObject({ items: [{ comment: "second" }] });
  expect([one.seen, two.seen]).toMatchObject([[{ status: 200 }], [{ status: 200 }]]);

  await one.domain.accounts.setDisabled("acme", true);
  await reviews("one", one.token).expect(401);
  await reviews("two", two.token).expect(200);
}

describe("two instances in one process", () => {
  it("share nothing over memory storage", async () => {
    await shareNothing(await instance(memoryPorts(), "first"), await instance(memoryPorts(), "second"));
  });

  describe("over SQLite files", () => {
    let folder: ReturnType<typeof temporaryFolder>;
    const open = (name: string) => openDatabase({ url: folder.databaseUrl(name), migrate: true });
    beforeEach(() => {
      folder = temporaryFolder();
    });
    afterEach(() => folder.remove());

    it("share nothing even if their accounts and ids are equal", async () => {
      const [first, second] = [await open("first.db"), await open("second.db")];
      const [one, two] = [await instance(portsOn(first), "first"), await instance(portsOn(second), "second")];
      expect(one.id).toBe(two.id);
      await shareNothing(one, two);
      await first.close();
      await second.close();
    });

    it("reject each other's tokens, and one continues after the other is closed", async () => {
      const [first, second] = [await open("first.db"), await open("second.db")];
      const [one, two] = [await instance(portsOn(first), "first"), await instance(portsOn(second), "second")];
      const host = hostOf(one, two);
      await request(host).get("/two/v2/reviews").set("api-token", one.token).expect(401);
      await first.close();
      await request(host).get("/one/v2/reviews").set("api-token", one.token).expect(503);
      const { body } = await request(host).get("/two/v2/reviews").set("api-token", two.token).expect(200);
      expect(body).toMatchObject({ items: [{ comment: "second" }] });
      await second.close();
    });
  });
});
