import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../../test/practice.js";
import type { RouterOptions } from "../options.js";
import { createRouter } from "../server.js";

const pageFiles = {
  overview: { script: "// overview", style: "/* overview */" },
  office: { script: "// office", style: "/* office */" },
};

let acme: Practice;
beforeEach(async () => {
  acme = await practice();
});

const host = (options: Partial<RouterOptions> = {}) =>
  express().use("/deep/data", createRouter(acme.domain, { ...acme.options, pageFiles, ...options }));

describe.each([
  ["overview", "office"],
  ["office", "overview"],
] as const)("GET /%s", (name, other) => {
  it("returns a page that loads only its own files, from any path", async () => {
    for (const [path, link, files] of [
      [`/deep/data/${name}`, other, `${name}/`],
      [`/deep/data/${name}/?x=1`, `../${other}`, ""],
    ] as const) {
      const { text, headers } = await request(host()).get(path).expect(200);
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none';script-src 'self';style-src 'self';img-src data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect([...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, found]) => found)).toEqual([
        ...["data:,", `${files}page.css`, `${files}page.js`, link],
      ]);
      expect(text).not.toMatch(/<script>|<style|\sstyle=|\son[a-z]+=/);
    }
    await request(host()).get(`/deep/data/${name}/page.js`).expect(200, pageFiles[name].script);
    await request(host()).get(`/deep/data/${name}/page.css`).expect(200, pageFiles[name].style);
  });

  it("asks for a token unless the host logs its users in", async () => {
    expect((await request(host()).get(`/deep/data/${name}`)).text).toContain('id="token"');
    const own = host({ ownCredentials: false, authenticate: () => undefined });
    expect((await request(own).get(`/deep/data/${name}`)).text).not.toContain('id="token"');
  });

  it("does not exist, and is not linked, if the host does not provide its files", async () => {
    const bare = host({ pageFiles: { [other]: pageFiles[other] } });
    await request(bare).get(`/deep/data/${name}`).expect(404);
    await request(bare).get(`/deep/data/${name}/page.js`).expect(404);
    expect((await request(bare).get(`/deep/data/${other}`).expect(200)).text).not.toContain("<nav");
  });
});
