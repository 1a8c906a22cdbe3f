import { createHash } from "node:crypto";
import type { RequestListener } from "node:http";
import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import release from "../../reference/release.json";
import { exampleTable } from "../../test/example-table.js";
import { type Practice, practice } from "../../test/practice.js";
import type { RouterOptions } from "../options.js";
import { withChanges } from "../route.js";
import { routerOf } from "../router/router.js";
import { exactly } from "../schema.js";
import { createApp, createRouter, openApiDocument } from "../server.js";

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

const app = (options: Partial<RouterOptions> = {}) => createApp(acme.domain, { ...acme.options, ...options });
const host = (mount: string, options: Partial<RouterOptions> = {}) =>
  express().use(mount, createRouter(acme.domain, { ...acme.options, ...options }));
type Served = { readonly servers: readonly { readonly url: string }[]; readonly paths: object };
const documentAt = async (served: RequestListener, path: string) =>
  (await request(served).get(path).expect(200).expect("content-type", "application/json")).body as Served;

describe("/openapi.json", () => {
  it("returns the app's document without a credential", async () => {
    expect(await documentAt(app(), "/openapi.json")).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  it("uses the router's mount path and omits the app's own paths", async () => {
    const served = express();
    served.use(["/deep/data", "/other"], createRouter(acme.domain, acme.options));
    const { servers, paths } = await documentAt(served, "/deep/data/openapi.json");
    expect(servers).toEqual([{ url: "/deep/data" }]);
    expect(paths).toHaveProperty(["/v2/reviews"]);
    expect(paths).not.toHaveProperty(["/healthz"]);
    expect((await documentAt(served, "/other/openapi.json")).servers).toEqual([{ url: "/other" }]);
    expect((await documentAt(host("/"), "/openapi.json")).servers).toEqual([{ url: "/" }]);
  });

  it("uses the host's base URL, regardless of the request", async () => {
    const baseUrl = "https://repute.example.com/api";
    const served = host("/deep", { baseUrl });
    const reply = await request(served).get("/deep/openapi.json").set("Host", "evil.example").expect(200);
    expect((reply.body as Served).servers).toEqual([{ url: baseUrl }]);
    expect(reply.text).not.toContain("evil.example");
  });

  it("can be cached with revalidation", async () => {
    const { headers } = await request(app()).get("/openapi.json").expect(200);
    expect(headers).toMatchObject({ "cache-control": "no-cache", etag: expect.stringMatching(/^W\//) });
    await request(app())
      .get("/openapi.json")
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
    await request(host("/deep"))
      .get("/deep/openapi.json")
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(200);
  });

  it("is created on the first request", async () => {
    const [first] = exampleTable.routes;
    if (!first) throw new Error("there is no route");
    const bare = withChanges(first, { reply: exactly({ id: { type: "integer", description: "An id" } }) });
    const router = routerOf([{ ...exampleTable, routes: [bare] }], acme.domain, acme.options);
    await request(express().use(router)).get("/openapi.json").expect(500);
    expect(acme.reports).toMatchObject([{ error: { message: "there is no example of An id" } }]);
  });
});

describe.each([
  ["/docs", ""],
  ["/docs/", ""],
  ["/deep/data/docs", "/deep/data"],
  ["/deep/data/docs/?x=/", "/deep/data"],
])("the page at %s", (path, mount) => {
  const served = () => (mount === "" ? app() : host(mount));

  it("loads its files from below its path", async () => {
    const { text } = await request(served()).get(path).expect(200).expect("content-type", "text/html; charset=utf-8");
    const links = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, link = ""]) => new URL(link, `http://x${path}`),
    );
    expect(links.map(({ pathname }) => pathname).sort()).toEqual([
      ...["icon.svg", "page.css", "page.js", "scalar.js"].map((name) => `${mount}/docs/${name}`),
      `${mount}/openapi.json`,
    ]);
    for (const { host: name, pathname } of links) {
      expect(name).toBe("x");
      await request(served()).get(pathname).expect(200);
    }
  });

  it("follows its own security policy, without inline scripts", async () => {
    const { text, headers } = await request(served()).get(path).expect(200);
    const policy = headers["content-security-policy"] ?? "";
    expect(policy).toMatch(/^default-src 'none';script-src 'self';/);
    expect(policy.replace("style-src 'self' 'unsafe-inline'", "")).not.toMatch(/unsafe|\*|http/);
    expect(text).not.toMatch(/<script(?! defer src=)|<style|\sstyle=|\son[a-z]+=/);
    const response = await request(served())
      .get(path)
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
    expect(response.headers["content-security-policy"]).toBe(policy);
  });
});

describe("the script of the renderer", () => {
  it.each(["identity", "gzip", "br"])("matches the release in the encoding %s", async (encoding) => {
    const { body, text, headers } = await request(app()).get("/docs/scalar.js").set("Accept-Encoding", encoding);
    expect(headers["content-encoding"] ?? "identity").toBe(encoding);
    const content = Buffer.isBuffer(body) ? body : text;
    expect(createHash("sha256").update(content).digest("hex")).toBe(release.sha256);
  });

  it("is requested by version, so that browsers keep it", async () => {
    const { text } = await request(app()).get("/docs");
    expect(text).toContain(`src="docs/scalar.js?${release.version}"`);
    const { headers } = await request(app()).get(`/docs/scalar.js?${release.version}`).expect(200);
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    await request(app())
      .get("/docs/scalar.js")
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
  });
});

describe("the page", () => {
  it.each([
    ["page.js", "text/javascript; charset=utf-8"],
    ["page.css", "text/css; charset=utf-8"],
    ["icon.svg", "image/svg+xml"],
    ["v1.json", "application/json"],
    ["v2.json", "application/json"],
  ])("has %s, which browsers revalidate", async (name, type) => {
    const { headers } = await request(app()).get(`/docs/${name}`).expect(200).expect("content-type", type);
    expect(headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    await request(app())
      .get(`/docs/${name}`)
      .set("If-None-Match", headers["etag"] ?? "")
      .expect(304);
  });

  it("supports only GET and HEAD, and has no other paths below it", async () => {
    await request(app()).head("/docs").expect(200).expect("content-type", "text/html; charset=utf-8");
    await request(app()).post("/docs").expect(405).expect("allow", "GET, HEAD");
    for (const path of ["/docs/index.html", "/docs/release.json", "/docs/..%2fpackage.json", "/DOCS", "/docs/docs"]) {
      await request(app()).get(path).expect(404);
    }
  });

  it("can be turned off without the document", async () => {
    const served = app({ docs: false });
    for (const path of ["/docs", "/docs/", "/docs/page.js", "/docs/scalar.js", "/docs/v1.json"]) {
      await request(served).get(path).expect(404);
    }
    await request(served).get("/openapi.json").expect(200);
  });
});
