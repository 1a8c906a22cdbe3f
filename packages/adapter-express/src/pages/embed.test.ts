import { readFileSync } from "node:fs";
import { get as visit } from "node:http";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { Cancellation, EmbeddedWidget } from "@repute/domain";
import { bundleOf } from "@repute/domain/testing";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import { closeServers, portOf } from "../../test/raw-connection.js";
import { createApp, createRouter } from "../server.js";

describe("the widget", () => {
  const origin = "https://www.practice.example";
  const unknownWidget = "/embed/AAAAAAAAAAAAAAAAAAAAAA.json";

  let acme: Practice;
  let path: string;
  const appOf = (more: object = {}) => createApp(acme.domain, { ...acme.options, widgetViews: views, ...more });
  const views = {
    widgetPage: ({ name }: EmbeddedWidget, settings: object) => ({
      ...{ language: "ar", direction: "rtl" as const, title: name, style: "section{color:red}" },
      content: `<section>${JSON.stringify(settings)}</section>`,
    }),
    widgetBadge: ({ total }: EmbeddedWidget, language: string) => `<svg>${total} ${language}</svg>`,
  };
  const get = (at = path) => request(appOf()).get(at);
  beforeEach(async () => {
    acme = await practice();
    const { id } = await acme.domain.widget.set(acme.account, { allowed_origins: [origin, "http://localhost:3000"] });
    path = `/embed/${id}.json`;
  });

  describe("GET /embed/:widget_id.json", () => {
    it("needs no credential and returns only the widget", async () => {
      const { body, headers } = await get().expect(200);
      expect(body).toEqual({
        name: "Acme Dental",
        total: 1,
        rating: 5,
        distribution: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 },
        reviews: [
          {
            id: expect.stringMatching(/^[\w-]{22}$/),
            rating: 5,
            name: "Bo",
            comment: "Kind and quick",
            create_time: "2026-03-01T17:05:00+00:00",
            platform: "Google",
          },
        ],
        links: [],
      });
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "cache-control": "public, max-age=300",
        "x-content-type-options": "nosniff",
      });
      expect(headers).not.toHaveProperty("set-cookie");
    });

    it("allows the configured origins and names only the requesting origin", async () => {
      for (const one of [origin, "http://localhost:3000"]) {
        const { headers } = await get().set("Origin", one).expect(200);
        expect(headers).toMatchObject({ "access-control-allow-origin": one, vary: "Origin, Accept-Encoding" });
        expect(headers).not.toHaveProperty("access-control-allow-credentials");
      }
    });

    it("responds to requests without an origin, and sends no CORS header", async () => {
      const { headers } = await get().expect(200);
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers["vary"]).toBe("Origin, Accept-Encoding");
    });

    it.each(["https://evil.example", "null", `${origin}.evil.example`, "http://www.practice.example", `${origin}/`])(
      "responds to the origin %s exactly as if the widget did not exist",
      async (other) => {
        const [refused, unknown] = [
          await get().set("Origin", other).expect(404),
          await get(unknownWidget).set("Origin", other).expect(404),
        ];
        const { request_id: _, ...problem } = refused.body as { request_id: string };
        expect(unknown.body).toMatchObject(problem);
        for (const { headers } of [refused, unknown]) {
          expect(headers).toMatchObject({ "access-control-allow-origin": "*", "cache-control": "no-store" });
          expect(headers["vary"]).toContain("Origin");
        }
      },
    );

    it("returns 304 with the same CORS header until the content changes", async () => {
      const { etag = "" } = (await get()).headers as { etag?: string };
      const same = await get().set("If-None-Match", etag).set("Origin", origin).expect(304);
      expect(same.headers).toMatchObject({
        "access-control-allow-origin": origin,
        "cache-control": "public, max-age=300",
      });
      expect(same.text).toBe("");
      const line = {
        kind: "review",
        id: 503,
        platform_id: 3,
        rating: 4,
        comment: "Good",
        create_time: "2026-03-05T00:00:00Z",
      };
      await acme.domain.bundle.load(acme.account, bundleOf([line]));
      const { body, headers } = await get().set("If-None-Match", etag).expect(200);
      expect(body).toMatchObject({ total: 2, rating: 4.5 });
      expect(headers["etag"]).not.toBe(etag);
    });

    it("selects reviews by location, provider and limit", async () => {
      const lines = [4, 5].map((rating, index) => ({
        ...{ kind: "review", id: 600 + index, platform_id: 3, rating, location_id: 1, comment: `Number ${index}` },
        create_time: `2026-03-0${index + 2}T00:00:00Z`,
      }));
      const place = { kind: "location", id: 2, location_name: "Empty", external_location_ids: [] };
      await acme.domain.bundle.load(acme.account, bundleOf([...lines, place]));
      const query = async (text: string) =>
        (await get(`${path}?${text}`)).body as { total: number; reviews: unknown[] };
      expect((await query("limit=1")).reviews).toHaveLength(1);
      expect((await query("limit=1")).total).toBeGreaterThan(1);
      expect(await query("location_id=2")).toMatchObject({ total: 0, rating: null, reviews: [] });
      await acme.domain.widget.set(acme.account, { limit: 1 });
      expect((await query("limit=50")).reviews).toHaveLength(1);
      for (const wrong of ["limit=0", "limit=x", "location_id=99", "provider_id=1,x"]) {
        const { status, headers } = await get(`${path}?${wrong}`).set("Origin", origin);
        expect([wrong, status, headers["access-control-allow-origin"]]).toEqual([wrong, 400, "*"]);
        await get(`${path}?${wrong}`).set("Origin", "https://evil.example").expect(404);
      }
      expect((await get(`${path}?limit=${"1".repeat(5_000)}&other=1`)).status).toBe(200);
    });

    it("returns 404 for any other id", async () => {
      for (const other of [unknownWidget, "/embed/x.json", `/embed/${"A".repeat(9_000)}.json`]) {
        const { status, body } = await get(other).set("Origin", origin);
        expect([status, (body as { code: string }).code]).toEqual([404, "widget_not_found"]);
      }
      await get(path.replace(".json", "")).expect(404);
    });

    it("returns 404 while the account is disabled", async () => {
      await acme.domain.accounts.setDisabled("acme", true);
      await get().expect(404);
      await acme.domain.accounts.setDisabled("acme", false);
      await get().expect(200);
    });

    it("supports only GET and HEAD", async () => {
      await request(appOf()).head(path).expect(200);
      const { headers } = await request(appOf()).post(path).expect(405);
      expect(headers["allow"]).toBe("GET, HEAD");
    });

    it("is limited by address and does not use up the account's own requests", async () => {
      const app = appOf({ embedRequestsPerMinute: 2, requestsPerMinute: 2 });
      for (const at of [path, unknownWidget]) await request(app).get(at);
      const { body, headers } = await request(app).get(path).expect(429);
      expect(body).toMatchObject({ code: "too_many_requests" });
      expect(headers["access-control-allow-origin"]).toBe("*");
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      for (let time = 0; time < 2; time += 1) {
        await request(app).get("/v2/aggregate-averages").set("api-token", acme.tokens["api-token"]).expect(200);
      }
    });

    it("shares one read between concurrent requests", async () => {
      let readings = 0;
      const embed = async (id: string) => {
        readings += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return acme.domain.widget.embed(id);
      };
      const domain = { ...acme.domain, widget: { ...acme.domain.widget, embed } };
      const open = request.agent(createApp(domain, acme.options));
      await Promise.all(Array.from({ length: 9 }, () => open.get(unknownWidget).expect(404)));
      expect(readings).toBeLessThan(9);
      await open.get(path).expect(200);
    });

    it("cancels a read when its visitor has left", async () => {
      const signals: (Cancellation | undefined)[] = [];
      const embed: Practice["domain"]["widget"]["embed"] = (_id, _query, signal) =>
        new Promise((_, reject) => {
          signals.push(signal);
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
        });
      const domain = { ...acme.domain, widget: { ...acme.domain.widget, embed } };
      const port = await portOf(createApp(domain, acme.options));
      const visitor = visit({ port, path }).on("error", () => {});
      while (signals.length === 0) await setImmediate();
      expect(signals[0]?.aborted).toBe(false);
      visitor.destroy();
      while (acme.logs.length === 0) await setImmediate();
      expect(signals[0]?.aborted).toBe(true);
      await closeServers();
    });
  });

  describe("the scripts under /embed", () => {
    it("compresses the scripts as well as possible", async () => {
      const script = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8").slice(0, 20_000);
      const best = { br: brotliCompressSync(script).length, gzip: gzipSync(script, { level: 9 }).length };
      for (const [encoding, length] of Object.entries(best)) {
        const { text } = await request(appOf({ widgetScripts: { "reviews.js": script } }))
          .get("/embed/reviews.js")
          .set("Accept-Encoding", encoding)
          .expect("content-encoding", encoding)
          .expect("content-length", String(length));
        expect(text).toBe(script);
      }
    });

    it("returns the scripts of the host to every site", async () => {
      await get("/embed/reviews.js").expect(404);
      const { text, headers } = await request(appOf({ widgetScripts: { "reviews.js": "// it" } }))
        .get("/embed/reviews.js")
        .expect(200);
      expect(text).toBe("// it");
      expect(headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      });
    });

    it("links to the pages of the widget's public platforms", async () => {
      const pages = { write_url: "https://g.example/write", read_url: "https://g.example/all" };
      const platform = { kind: "platform", is_survey: false };
      const platforms = [
        { ...platform, id: 3, name: "Google", ...pages },
        { ...platform, id: 4, name: "Yelp", read_url: "https://y.example" },
        { ...platform, id: 5, name: "Letters", private: true, ...pages },
        { ...platform, id: 6, name: "Closed", active: false, ...pages },
      ];
      await acme.domain.bundle.load(acme.account, bundleOf(platforms));
      const google = { platform: "Google", write: pages.write_url, read: pages.read_url };
      const links = async () => ((await get()).body as { links: unknown }).links;
      expect(await links()).toEqual([google, { platform: "Yelp", read: "https://y.example" }]);
      await acme.domain.widget.set(acme.account, { platform_ids: [3] });
      expect(await links()).toEqual([google]);
      for (const url of [
        "http://g.example",
        "javascript:alert(1)",
        "https://",
        `https://g.example/${"a".repeat(600)}`,
      ]) {
        const wrong = { ...platform, id: 3, name: "Google", write_url: url };
        await expect(acme.domain.bundle.load(acme.account, bundleOf([wrong]))).rejects.toMatchObject({
          kind: "invalid",
        });
      }
    });
  });

  describe("GET /embed/:widget_id.html", () => {
    const page = (query = "", app = appOf()) => request(app).get(path.replace(".json", `.html${query}`));

    it("renders the widget on the server, for frames on the allowed origins only", async () => {
      const { text, headers } = await page("?lang=es&layout=list").expect(200);
      expect(text).toContain('<section>{"language":"es","layout":"list"}</section>');
      expect(text).toContain('<html lang="ar" dir="rtl">');
      expect(text).toContain("<title>Acme Dental</title>");
      expect(text).not.toContain("<script");
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "public, max-age=300",
      });
      expect(headers["content-security-policy"]).toMatch(
        /^default-src 'none';style-src 'sha256-[^']+';base-uri 'none';form-action 'none';frame-ancestors https:\/\/www\.practice\.example http:\/\/localhost:3000$/,
      );
      await acme.domain.widget.set(acme.account, { allowed_origins: [] });
      expect((await page()).headers["content-security-policy"]).toMatch(/frame-ancestors 'none'$/);
    });

    it("explains an unknown id to browsers, and has the error shape for other clients", async () => {
      const unknown = unknownWidget.replace("json", "html");
      const { text } = await request(appOf()).get(unknown).set("Accept", "text/html").expect(404);
      expect(text).toContain("<h1>No reviews to show</h1>");
      const { body } = await request(appOf()).get(unknown).expect(404);
      expect(body).toMatchObject({ code: "widget_not_found" });
    });

    it("does not exist if the host provides no views", async () => {
      const { body } = await page("", appOf({ widgetViews: undefined })).expect(404);
      expect(body).toMatchObject({ code: "no_such_path" });
    });

    it("is limited by address", async () => {
      const app = appOf({ embedRequestsPerMinute: 1 });
      await page("", app).expect(200);
      await page("", app).expect(429);
    });
  });

  describe("GET /embed/:widget_id.svg", () => {
    it("is an image that every page and email can show", async () => {
      const badge = request(appOf()).get(path.replace(".json", ".svg?lang=de"));
      const { body, headers } = await badge.buffer(true).expect(200);
      expect(String(body)).toBe("<svg>1 de</svg>");
      expect(headers).toMatchObject({
        "content-type": "image/svg+xml",
        "content-security-policy": "default-src 'none'",
        "cross-origin-resource-policy": "cross-origin",
      });
      await request(appOf()).get(unknownWidget.replace("json", "svg")).expect(404);
    });
  });
});

describe("the tracking script", () => {
  const trackingScript = `"use strict";/* é${" ".repeat(1_500)} */`;
  const path = "/tracking/scct.js";

  let acme: Practice;
  let app: ReturnType<typeof createApp>;
  beforeEach(async () => {
    acme = await practice();
    app = createApp(acme.domain, { ...acme.options, trackingScript });
  });

  describe("/tracking/scct.js", () => {
    it("returns the script to pages of every site without a credential", async () => {
      const { text, headers } = await request(app).get(path).set("Origin", "https://www.practice.example").expect(200);
      expect(text).toBe(trackingScript);
      expect(headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "cache-control": "public, max-age=3600",
        "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
        vary: "Accept-Encoding",
      });
      expect(headers).not.toHaveProperty("set-cookie");
    });

    it("is compressed on request", async () => {
      const { text } = await request(app).get(path).set("Accept-Encoding", "gzip").expect("Content-Encoding", "gzip");
      expect(text).toBe(trackingScript);
    });

    it("returns 304 if the browser has the script, and lets it cache the script for another hour", async () => {
      const { headers } = await request(app).get(path);
      const again = await request(app)
        .get(path)
        .set("If-None-Match", headers["etag"] ?? "")
        .expect(304);
      expect(again.headers).toMatchObject({
        "cache-control": "public, max-age=3600",
        "cross-origin-resource-policy": "cross-origin",
      });
    });

    it("supports only GET and HEAD", async () => {
      const { headers } = await request(app).head(path).expect(200);
      expect(headers["content-length"]).toBe(String(Buffer.byteLength(trackingScript)));
      await request(app).post(path).expect(405).expect("Allow", "GET, HEAD");
    });

    it("works below a mount path, and returns 404 if the host has no script", async () => {
      const host = express();
      host.use("/data", createRouter(acme.domain, { ...acme.options, trackingScript }));
      host.use("/bare", createRouter(acme.domain, acme.options));
      await request(host).get(`/data${path}`).expect(200, trackingScript);
      await request(host).get(`/bare${path}`).expect(404);
    });

    it("is logged only with its path", async () => {
      await request(app).get(`${path}?v=2`).expect(200);
      expect(acme.logs).toMatchObject([{ route: path, status: 200 }]);
    });
  });
});
