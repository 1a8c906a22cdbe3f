import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import type { RouterOptions } from "../options.js";
import { createApp, createRouter } from "../server.js";

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

const readme = "# Repute\n\nWhat it is.\n";
const app = (options: Partial<RouterOptions> = {}) => createApp(acme.domain, { ...acme.options, readme, ...options });
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("GET /", () => {
  it("links to everything, and every link works", async () => {
    const reply = await request(app()).get("/").expect(200).expect("content-type", "application/json");
    const { service, version, ...places } = reply.body as Record<string, string>;
    expect({ service, version }).toEqual({ service: "Repute", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(places).toEqual({
      reference: "/docs",
      document: "/openapi.json",
      alive: "/healthz",
      ready: "/readyz",
      readme: "/readme",
    });
    for (const path of Object.values(places)) await request(app()).get(path).expect(200);
  });

  it("is an HTML page for browsers that follows its own security policy", async () => {
    const reply = await request(app()).get("/").set("Accept", browser).expect(200);
    expect(reply.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      vary: "Accept, Accept-Encoding",
    });
    expect(reply.headers["content-security-policy"]).toMatch(/^default-src 'none';style-src 'sha256-[^']+';/);
    expect(reply.text).not.toMatch(/<script|\sstyle=|\son[a-z]+=/);
    const links = [...reply.text.matchAll(/href="(\/[^"]*)"/g)].map(([, link = ""]) => link);
    expect(reply.text).toMatch(/Version \d+\.\d+\.\d+/);
    expect(links).toEqual(["/docs", "/openapi.json", "/healthz", "/readyz", "/readme"]);
  });

  it("can be cached with revalidation in both formats", async () => {
    for (const accept of ["application/json", browser]) {
      const { headers } = await request(app()).get("/").set("Accept", accept).expect(200);
      const known = { Accept: accept, "If-None-Match": headers["etag"] ?? "" };
      await request(app()).get("/").set(known).expect(304);
    }
  });

  it("lists only paths that exist", async () => {
    const host = express().use("/deep/data", createRouter(acme.domain, { ...acme.options, docs: false }));
    const { body } = await request(host).get("/deep/data").expect(200);
    expect(body).toEqual({ service: "Repute", version: expect.any(String), document: "/deep/data/openapi.json" });
    await request(host).get("/deep/data/readme").expect(404);
    const { body: whole } = await request(
      app({ pageFiles: { overview: { script: "", style: "" }, office: { script: "", style: "" } } }),
    )
      .get("/")
      .expect(200);
    expect(whole).toMatchObject({ overview: "/overview", office: "/office" });
  });

  it("shows the host's links first", async () => {
    const startLinks = [{ name: "form", path: "/demo/form?a=1&b=2", text: "A <form>" }];
    const { body } = await request(app({ startLinks })).get("/").expect(200);
    expect(body).toMatchObject({ form: "/demo/form?a=1&b=2", reference: "/docs" });
    const { text } = await request(app({ startLinks })).get("/").set("Accept", browser).expect(200);
    expect(text).toContain('<dt><a href="/demo/form?a=1&amp;b=2">');
    expect(text).toContain("<dd>A &lt;form&gt;</dd>");
  });

  it("uses the host's base URL and escapes it", async () => {
    const { body } = await request(app({ baseUrl: "https://repute.example.com/api" })).get("/");
    expect(body).toMatchObject({ reference: "https://repute.example.com/api/docs" });
    const host = express().use("/:tenant", createRouter(acme.domain, acme.options));
    const { text } = await request(host).get('/"<b>/').set("Accept", browser).expect(200);
    expect(text).not.toContain("<b>");
  });

  it("supports only GET and HEAD", async () => {
    await request(app()).head("/").expect(200);
    await request(app()).post("/").expect(405).expect("allow", "GET, HEAD");
  });
});

describe("a path that does not exist", () => {
  it("is an HTML page for browsers that links to the start page", async () => {
    const host = express().use("/deep", createRouter(acme.domain, acme.options));
    const reply = await request(host).get("/deep/nothing?x=<b>").set("Accept", browser).expect(404);
    expect(reply.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    expect(reply.text).toContain("<h1>Page not found</h1>");
    expect(reply.text).toContain('<a href="/deep/">Go to the start page</a>');
    expect(reply.text).not.toContain("nothing");
    await request(host).head("/deep/nothing").set("Accept", browser).expect(404);
  });

  it("is a problem for all other clients, and is logged with the same reason", async () => {
    const reasons: unknown[] = [];
    const logged = app({ log: ({ reason, status }) => void reasons.push([status, reason]) });
    for (const accept of ["*/*", "application/json", browser])
      await request(logged).get("/nothing").set("Accept", accept);
    const { body } = await request(logged)
      .get("/v2/nothing")
      .expect(404)
      .expect("content-type", /problem\+json/);
    expect(body).toMatchObject({ code: "no_such_path" });
    expect(reasons).toEqual(Array(4).fill([404, "no_such_path"]));
  });
});

describe("GET /readme", () => {
  it("returns the host's readme", async () => {
    await request(app()).get("/readme").expect(200, readme).expect("content-type", "text/plain; charset=utf-8");
  });
});
