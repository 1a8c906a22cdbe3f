import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import type { RouterOptions } from "../options.js";
import { createRouter } from "../server.js";

const overviewFiles = { script: "// script", style: "/* style */" };

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

const host = (options: Partial<RouterOptions> = {}) =>
  express().use("/deep/data", createRouter(acme.domain, { ...acme.options, overviewFiles, ...options }));

describe("GET /overview", () => {
  it("returns a page that loads only its own files, from any path", async () => {
    for (const [path, files] of [
      ["/deep/data/overview", "overview/"],
      ["/deep/data/overview/?x=1", ""],
    ] as const) {
      const { text, headers } = await request(host()).get(path).expect(200);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none';script-src 'self';style-src 'self';/);
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link)).toEqual([
        ...["data:,", `${files}page.css`, `${files}page.js`],
      ]);
      expect(text).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/);
    }
    await request(host()).get("/deep/data/overview/page.js").expect(200, overviewFiles.script);
    await request(host()).get("/deep/data/overview/page.css").expect(200, overviewFiles.style);
  });

  it("asks for a token unless the host logs its users in", async () => {
    expect((await request(host()).get("/deep/data/overview")).text).toContain('id="token"');
    const own = host({ ownCredentials: false, authenticate: () => undefined });
    expect((await request(own).get("/deep/data/overview")).text).not.toContain('id="token"');
  });

  it("does not exist if the host provides no files", async () => {
    const bare = express().use(createRouter(acme.domain, acme.options));
    await request(bare).get("/overview").expect(404);
    await request(bare).get("/overview/page.js").expect(404);
  });
});
