import { beforeEach, describe, expect, it } from "@jest/globals";
import express from "express";
import request from "supertest";
import { type Practice, practice } from "../test/practice.js";
import { createApp } from "./app.js";
import { createRouter } from "./create-router.js";

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
