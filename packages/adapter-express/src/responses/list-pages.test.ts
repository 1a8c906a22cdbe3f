import type { RequestListener } from "node:http";
import { describe, expect, it } from "@jest/globals";
import { bundleOf } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { practice } from "../../test/practice.js";
import { createApp, createRouter } from "../server.js";

describe("pages", () => {
  const reviews = Array.from({ length: 23 }, (_, index) => ({
    kind: "review",
    id: index + 1_000,
    platform_id: 3,
    location_id: 1,
    extras: { plan: index % 2 === 0 ? "gold & <silver>" : "none" },
    create_time: "2026-04-01T00:00:00Z",
  }));

  /** Follows the `Link` headers from a path, like a client without other knowledge. */
  async function follow(app: RequestListener, token: string, path: string) {
    const pages: number[][] = [];
    const links: string[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const reply: request.Response = await request(app).get(next).set("api-token", token).expect(200);
      pages.push((reply.body as { items: { review_id: number }[] }).items.map(({ review_id }) => review_id));
      next = /^<([^<>]+)>; rel="next"$/.exec(reply.headers["link"] ?? "")?.[1];
      if (next !== undefined) links.push(next);
    }
    return { pages, links };
  }

  const withMany = async () => {
    const acme = await practice();
    await acme.domain.bundle.load(acme.account, bundleOf(reviews));
    return { ...acme, token: acme.tokens["api-token"] };
  };
  const custom = encodeURIComponent('{"custom_fields.plan":["eq","gold & <silver>"]}');

  it.each([
    ["/v2/reviews?limit=10", 25, 3],
    ["/v2/reviews?limit=25", 25, 1],
    ["/v2/reviews?limit=7&order=asc&date=2026-04-01", 23, 4],
    ["/v2/reviews?order=asc&modified_since=2026-01-01&limit=9", 25, 3],
    [`/v2/reviews?limit=5&custom_filters=${custom}&location_id=+1%20,1&unknown=%3E%22%0D%0A`, 12, 3],
    ["/v2/reviews/?limit=20&rating=", 25, 2],
  ])("are linked up to the last page of %s", async (path, count, length) => {
    const { domain, options, token } = await withMany();
    const app = createApp(domain, options);
    const { pages, links } = await follow(app, token, path);
    const whole = await follow(app, token, path.replace(/limit=\d+/, ""));
    expect(pages.flat()).toEqual(whole.pages.flat());
    expect([pages.flat().length, pages.length]).toEqual([count, length]);
    for (const link of links) expect(link).toMatch(/^\/v2\/reviews\?[\w%.~!*'()&=-]+$/);
  });

  it("have links below the router's mount path", async () => {
    const { domain, options, token } = await withMany();
    const app = express().use("/deep/data", createRouter(domain, options));
    const { pages, links } = await follow(app, token, "/deep/data/v2/reviews?limit=10");
    expect(pages.flat()).toHaveLength(25);
    expect(links[0]).toMatch(/^\/deep\/data\/v2\/reviews\?limit=10&cursor=[\w-]+$/);
  });

  it("have links below the public path if a proxy uses another path", async () => {
    const { domain, options, token } = await withMany();
    const app = createApp(domain, { ...options, baseUrl: "https://repute.example.com/api/" });
    const { headers } = await request(app).get("/v2/reviews?limit=10").set("api-token", token).expect(200);
    expect(headers["link"]).toMatch(/^<\/api\/v2\/reviews\?limit=10&cursor=[\w-]+>; rel="next"$/);
  });

  it("have the same link and rows in every format, and for HEAD", async () => {
    const { domain, options, token } = await withMany();
    const app = createApp(domain, options);
    const ask = (method: "get" | "head", accept: string) =>
      request(app)[method]("/v2/reviews?limit=10").set({ "api-token": token, Accept: accept }).expect(200);
    const { headers } = await ask("get", "application/json");
    for (const accept of ["application/x-ndjson", "text/csv"])
      expect((await ask("get", accept)).headers["link"]).toBe(headers["link"]);
    expect((await ask("head", "text/csv")).headers["link"]).toBe(headers["link"]);
  });

  it("reject a cursor used with other parameters", async () => {
    const { domain, options, token } = await withMany();
    const app = createApp(domain, options);
    const { headers } = await request(app).get("/v2/reviews?limit=10").set("api-token", token);
    const cursor = /cursor=([\w-]+)/.exec(headers["link"] ?? "")?.[1];
    const reply = await request(app)
      .get(`/v2/reviews?limit=10&rating=5&cursor=${cursor}`)
      .set("api-token", token)
      .expect(400);
    expect(reply.body).toMatchObject({ code: "invalid_cursor", errors: [{ parameter: "cursor" }] });
  });
});
